/* unit/t_lg_pchist.c -- tests of libgmon's histogram (pchist.c).

   SPDX-License-Identifier: GPL-3.0-or-later

   Run by gprof.unit.  */

#include <config.h>

#include <pthread.h>
#include <stdlib.h>

#include "check.h"
#include "gmon_out.h"
#include "record/pchist.h"


#define LOW 0x401003            /* not a multiple of a bin */
#define HIGH (LOW + 2 * GMON_CHUNK_BYTES + 102)
#define LOW_DOWN 0x401000
#define HIGH_UP (LOW_DOWN + 2 * GMON_CHUNK_BYTES + 108)
#define BINS ((HIGH_UP - LOW_DOWN) / GMON_BIN_BYTES)

static struct pchist hist;
static void *memory;

static void
fresh (void)
{
  free (memory);
  memory = calloc (1, pchist_size (LOW, HIGH));
  pchist_init (&hist, LOW, HIGH, memory);
}

static uintptr_t
bin (uintptr_t pc)
{
  return atomic_load (&hist.bins[(pc - LOW_DOWN) / GMON_BIN_BYTES]);
}

static uintptr_t
total (void)
{
  uintptr_t sum = 0;

  for (size_t i = 0; i < BINS; i++)
    sum += atomic_load (&hist.bins[i]);
  return sum;
}

static void
test_shape (void)
{
  uintptr_t low, high;

  fresh ();
  CHECK_U64 (pchist_size (LOW, HIGH), BINS * sizeof (uintptr_t) + 3,
             "memory: a word per bin, a byte per chunk");
  CHECK_U64 (pchist_size (0, UINTPTR_MAX - 3), SIZE_MAX,
             "no memory is enough for the whole address space");
  CHECK_U64 (hist.low, LOW_DOWN, "low is rounded down to a bin");
  CHECK_U64 (hist.high, HIGH_UP, "high is rounded up to a bin");
  CHECK_U64 (hist.chunks, 3, "chunks");
  CHECK (!pchist_chunk_range (&hist, 1, &low, &high), "an untouched chunk");
  CHECK_U64 (low, LOW_DOWN + GMON_CHUNK_BYTES, "the bin layout starts at low");
  CHECK_U64 (high, LOW_DOWN + 2 * GMON_CHUNK_BYTES, "a whole chunk");
  pchist_chunk_range (&hist, 2, &low, &high);
  CHECK_U64 (high, HIGH_UP, "the last chunk is cut at high");
  pchist_init (&hist, 0x1000, 0x1000 + GMON_CHUNK_BYTES, NULL);
  CHECK_U64 (hist.chunks, 1, "one chunk, no memory");
  pchist_tick (&hist, 0x1000, 1);
  CHECK (!pchist_chunk_range (&hist, 0, &low, &high)
           && high == 0x1000 + GMON_CHUNK_BYTES,
         "no memory: ticks go nowhere, ranges are known");
  pchist_reset (&hist);
  CHECK_U64 (hist.chunks, 1, "no memory: reset");
}

static void
test_ticks (void)
{
  uintptr_t low, high;

  fresh ();
  pchist_tick (&hist, LOW_DOWN - 1, 1);
  pchist_tick (&hist, HIGH_UP, 1);
  pchist_tick (&hist, 0, 1);
  pchist_tick (&hist, UINTPTR_MAX, 1);
  CHECK_U64 (total (), 0, "ticks outside are dropped");
  pchist_tick (&hist, LOW_DOWN, 1);
  pchist_tick (&hist, LOW_DOWN + 3, 2);
  pchist_tick (&hist, LOW_DOWN + 4, 5);
  pchist_tick (&hist, HIGH_UP - 1, 100000);
  CHECK_U64 (bin (LOW_DOWN), 3, "the first bin has 4 bytes");
  CHECK_U64 (bin (LOW_DOWN + 4), 5, "the second bin");
  CHECK_U64 (bin (HIGH_UP - 1), 100000, "the last bin, more than 16 bits");
  CHECK_U64 (total (), 100008, "and nothing else");
  CHECK (pchist_chunk_range (&hist, 0, &low, &high)
           && !pchist_chunk_range (&hist, 1, &low, &high)
           && pchist_chunk_range (&hist, 2, &low, &high),
         "the chunks that were touched, and only those");
  pchist_reset (&hist);
  CHECK (total () == 0 && !pchist_chunk_range (&hist, 0, &low, &high)
           && !pchist_chunk_range (&hist, 2, &low, &high),
         "reset");
}

static void
test_wide (void)
{
  fresh ();
  for (int i = 0; i < 3; i++)
    pchist_tick (&hist, LOW_DOWN + 8, 0x80000000u);
  CHECK (sizeof (uintptr_t) < 8 || bin (LOW_DOWN + 8) == 0x180000000u,
         "a bin does not wrap at 32 bits where words are longer");
}

#define TICKS 1000000

static void *
tick_often (void *data)
{
  (void) data;
  for (int i = 0; i < TICKS; i++)
    pchist_tick (&hist, LOW_DOWN + 64, 1);
  return NULL;
}

static void
test_threads (void)
{
  pthread_t threads[2];
  uintptr_t last = 0;
  unsigned bad = 0;

  fresh ();
  for (int i = 0; i < 2; i++)
    if (pthread_create (&threads[i], NULL, tick_often, NULL) != 0)
      fail ("cannot make a thread");
  while (last < TICKS)
    {
      uintptr_t now = total ();

      EXPECT (&bad, now >= last, "%" PRIuPTR " after %" PRIuPTR, now, last);
      last = now;
    }
  for (int i = 0; i < 2; i++)
    pthread_join (threads[i], NULL);
  CHECK (bad == 0, "who reads meanwhile sees no sample go");
  CHECK_U64 (bin (LOW_DOWN + 64), 2 * TICKS, "two threads on one bin");
}

int
main (void)
{
  test_shape ();
  test_ticks ();
  test_wide ();
  test_threads ();
  free (memory);
  return check_end ();
}
