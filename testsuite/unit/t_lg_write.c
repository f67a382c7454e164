/* unit/t_lg_write.c -- tests of libgmon's file, byte by byte.

   SPDX-License-Identifier: GPL-3.0-or-later

   In: a profile made here, too large or too odd to be run for.  Out: what
   gmon_write makes of it, read back by offsets of its own.  This program
   defines write, which libgmon.a then calls, to make it short, interrupted or
   failing.  Run by gprof.unit.  */

#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "arch/arcs_layout.h"
#include "check.h"
#include "clock/sampler.h"
#include "gmon_out.h"
#include "output/dump.h"
#include "output/profile_parts.h"
#include "output/serialize.h"
#include "record/arcs.h"
#include "record/blocks.h"
#include "record/pchist.h"
#include "sys/program_image.h"


#define BASE 0x550000000000     /* load address */
#define LOW (BASE + 0x1000)
#define HIGH (LOW + 3 * GMON_CHUNK_BYTES + 6)
#define CHUNK_BINS (GMON_CHUNK_BYTES / GMON_BIN_BYTES)

static struct text text;
static struct arcs arcs;
static struct blocks blocks;
static struct pchist hist;
static struct sampler sampler;
static struct whole *whole;     /* NULL: no extension */
static const struct gmon_profile profile
  = { &text, &arcs, &blocks, &hist, &sampler, &whole, NULL };
static struct gmon_writer writer;
static void *hist_memory;

/* -- A write that may be short -------------------------------------------- */

static enum { WRITE_PLAIN, WRITE_SHORT, WRITE_ZERO } write_mode;
static unsigned write_calls;

ssize_t
write (int fd, const void *bytes, size_t len)
{
  write_calls++;
  if (write_mode == WRITE_ZERO)
    return 0;
  if (write_mode == WRITE_SHORT && write_calls % 3 == 0)
    {
      errno = EINTR;
      return -1;
    }
  if (write_mode == WRITE_SHORT && len > 7)
    len = 7;
  return syscall (SYS_write, fd, bytes, len);
}

/* -- A file and what is in it --------------------------------------------- */

struct hist_record
{
  uint64_t low, high;
  uint32_t bins, rate;
  const unsigned char *at;      /* of the bins */
};

struct arc_record
{
  uint64_t from, self;
  uint32_t count;
};

static unsigned char *file;
static size_t file_size;
static struct hist_record hists[64];
static struct arc_record arc_records[4096];
static unsigned n_hists, n_arcs;
static bool well_formed;

static uint64_t
number (const unsigned char *at, unsigned size)
{
  uint64_t value = 0;

  memcpy (&value, at, size);
  return value;
}

static size_t
parse_hist (size_t at)
{
  struct hist_record record = { number (file + at, 8),
                                number (file + at + 8, 8),
                                (uint32_t) number (file + at + 16, 4),
                                (uint32_t) number (file + at + 20, 4),
                                file + at + 40 };

  if (memcmp (file + at + 24, "seconds\0\0\0\0\0\0\0\0s", 16) != 0
      || n_hists == 64)
    well_formed = false;
  else
    hists[n_hists++] = record;
  return at + 40 + 2 * (size_t) record.bins;
}

static size_t
parse_arc (size_t at)
{
  struct arc_record record = { number (file + at, 8),
                               number (file + at + 8, 8),
                               (uint32_t) number (file + at + 16, 4) };

  if (n_arcs < 4096)
    arc_records[n_arcs++] = record;
  else
    well_formed = false;
  return at + 20;
}

static void
parse (void)
{
  size_t at = 20;

  n_hists = n_arcs = 0;
  well_formed = file_size >= 20
                && memcmp (file, "gmon\1\0\0\0lgm\1build-id", 20) == 0;
  while (well_formed && at < file_size)
    if (file[at] == 0 && file_size - at > 40)
      at = parse_hist (at + 1);
    else if (file[at] == 1 && file_size - at > 20)
      at = parse_arc (at + 1);
    else
      well_formed = false;
  if (at != file_size)
    well_formed = false;
}

static void
read_back (int fd)
{
  off_t size = lseek (fd, 0, SEEK_END);

  free (file);
  file_size = size > 0 ? (size_t) size : 0;
  file = malloc (file_size + 1);
  if (file == NULL || pread (fd, file, file_size, 0) != size)
    exit (2);
}

/* Write the profile and parse it.  */
static int
write_it (void)
{
  char name[] = "t_lg_write.XXXXXX";
  int fd = mkstemp (name);
  int error;

  if (fd < 0)
    exit (2);
  unlink (name);
  write_calls = 0;
  error = gmon_write (&writer, &profile, fd);
  read_back (fd);
  close (fd);
  parse ();
  return error;
}

static void
fresh (void)
{
  memset (&arcs, 0, sizeof arcs);
  memset (&blocks, 0, sizeof blocks);
  memset (&hist, 0, sizeof hist);
  sampler.clock = &clock_cpu;
  free (hist_memory);
  hist_memory = calloc (1, pchist_size (LOW, HIGH));
  pchist_init (&hist, LOW, HIGH, hist_memory);
  text = (struct text) { .base = BASE, .low = LOW, .high = HIGH,
                         .build_id = "build-id" };
  atomic_store (&arc_current, NULL);
}

static void
tick (uintptr_t offset, unsigned ticks)
{
  pchist_tick (&hist, LOW + offset, ticks);
}

static void
call (uintptr_t from, uintptr_t self)
{
  arc_record (&arcs, from, self);
}

/* The bin at OFFSET from LOW, added over all records.  */
static uint64_t
written_bin (uint64_t offset)
{
  uint64_t sum = 0;
  uint64_t address = LOW - BASE + offset;

  for (unsigned i = 0; i < n_hists; i++)
    if (address >= hists[i].low && address < hists[i].high)
      sum += number (hists[i].at + (address - hists[i].low) / 4 * 2, 2);
  return sum;
}

static uint64_t
written_total (void)
{
  uint64_t sum = 0;

  for (unsigned i = 0; i < n_hists; i++)
    for (unsigned bin = 0; bin < hists[i].bins; bin++)
      sum += number (hists[i].at + 2 * bin, 2);
  return sum;
}

/* -- Histogram ------------------------------------------------------------ */

static void
test_empty (void)
{
  fresh ();
  CHECK_U64 (write_it (), 0, "empty: written");
  CHECK (well_formed && n_hists == 1 && n_arcs == 0,
         "empty: a header and one histogram record");
  CHECK_U64 (hists[0].low, 0x1000, "empty: from low, less the load address");
  CHECK_U64 (hists[0].high, 0x1000 + GMON_CHUNK_BYTES, "empty: a whole chunk");
  CHECK_U64 (hists[0].bins, CHUNK_BINS, "empty: bins of 4 bytes");
  CHECK_U64 (hists[0].rate, 100, "empty: rate");
  CHECK_U64 (written_total (), 0, "empty: no samples");

  pchist_init (&hist, LOW, HIGH, NULL);
  CHECK (write_it () == 0 && well_formed && n_hists == 1
           && written_total () == 0,
         "no memory for a histogram: the same");
}

static void
test_chunks (void)
{
  fresh ();
  tick (8, 3);
  tick (2 * GMON_CHUNK_BYTES, 1);
  tick (3 * GMON_CHUNK_BYTES - 1, 2);
  tick (3 * GMON_CHUNK_BYTES + 5, 4);
  CHECK (write_it () == 0 && well_formed, "chunks: written");
  CHECK_U64 (n_hists, 3, "chunks: those touched");
  CHECK (hists[0].low == 0x1000 && hists[1].low == 0x1000 + 2 * GMON_CHUNK_BYTES
           && hists[1].high == hists[1].low + GMON_CHUNK_BYTES,
         "chunks: on the bin layout");
  CHECK (hists[2].low == hists[1].high && hists[2].high - hists[2].low == 8
           && hists[2].bins == 2,
         "chunks: the last ends at high, rounded up to a bin");
  CHECK (written_bin (8) == 3 && written_bin (2 * GMON_CHUNK_BYTES) == 1
           && written_bin (3 * GMON_CHUNK_BYTES - 4) == 2
           && written_bin (3 * GMON_CHUNK_BYTES + 4) == 4
           && written_total () == 10,
         "chunks: the samples");
}

static void
test_full_bins (void)
{
  fresh ();
  tick (0, 65535);
  CHECK (write_it () == 0 && well_formed && n_hists == 1
           && written_bin (0) == 65535,
         "a bin of 65,535 fits one record");
  tick (0, 1);
  CHECK (write_it () == 0 && well_formed && n_hists == 2
           && written_bin (0) == 65536,
         "a bin of 65,536 makes two");
  CHECK (number (hists[0].at, 2) == 65535 && number (hists[1].at, 2) == 1,
         "of which the first is full");

  tick (0, 200000 - 65536);
  tick (4, 70000);
  tick (GMON_CHUNK_BYTES, 9);
  CHECK (write_it () == 0 && well_formed, "large bins: written");
  CHECK_U64 (n_hists, 5, "large bins: 4 records of one chunk, 1 of another");
  CHECK (written_bin (0) == 200000 && written_bin (4) == 70000
           && written_bin (GMON_CHUNK_BYTES) == 9
           && written_total () == 270009,
         "large bins: nothing is lost or counted twice");
  CHECK (hists[3].low == hists[0].low && hists[3].high == hists[0].high
           && number (hists[3].at, 2) == 200000 - 3 * 65535,
         "large bins: records of the same range");
}

/* The range of two bins makes short records; a bin of 32 bits, the largest of
   small machines, fills 65,537 of them.  */
static void
test_largest_bins (void)
{
  uint64_t sum = 0;
  size_t at = 20;

  fresh ();
  pchist_init (&hist, LOW, LOW + 8, hist_memory);
  tick (4, UINT32_MAX);
  CHECK_U64 (write_it (), 0, "a bin of 32 bits: written");
  for (; at + 45 <= file_size; at += 45)
    sum += number (file + at + 43, 2);
  CHECK (at == file_size && sum == UINT32_MAX,
         "a bin of 32 bits: nothing is lost");

  atomic_store (&hist.bins[1], UINTPTR_MAX);
  write_mode = WRITE_ZERO;
  CHECK_U64 (write_it (), EIO, "the largest bin: ends when nothing is written");
  write_mode = WRITE_PLAIN;
}

/* -- Arcs ----------------------------------------------------------------- */

static bool
arc_is (unsigned index, uint64_t from, uint64_t self, uint32_t count)
{
  return index < n_arcs && arc_records[index].from == from
         && arc_records[index].self == self
         && arc_records[index].count == count;
}

static void
test_arcs (void)
{
  fresh ();
  call (LOW + 0x60, LOW + 0x20);
  call (LOW + 0x50, LOW + 0x40);
  call (LOW + 0x50, LOW + 0x30);
  call (LOW + 0x50, LOW + 0x30);
  CHECK (write_it () == 0 && well_formed && n_arcs == 3, "arcs: written");
  CHECK (arc_is (0, 0x1050, 0x1030, 2) && arc_is (1, 0x1050, 0x1040, 1)
           && arc_is (2, 0x1060, 0x1020, 1),
         "arcs: exact addresses less the load address, in order");

  atomic_store (&arc_current, NULL);
  call (LOW + 0x50, LOW + 0x30);
  arc_record_early (&arcs, LOW + 0x50, LOW + 0x30);
  CHECK (write_it () == 0 && well_formed && n_arcs == 3
           && arc_is (0, 0x1050, 0x1030, 4),
         "arcs: a pair in three tables is written once");
}

static void
test_outside (void)
{
  fresh ();
  call (LOW - 0x100, LOW + 0x10);
  call (HIGH + 0x100, LOW + 0x10);
  call (0, LOW + 0x10);
  call (0x7fff00001234, LOW + 0x20);
  call (LOW + 0x30, LOW - 1);
  call (LOW + 0x30, HIGH);
  call (LOW + 0x30, HIGH - 1);
  call (HIGH, LOW);
  CHECK (write_it () == 0 && well_formed && n_arcs == 4, "outside: written");
  CHECK (arc_is (0, 0, 0x1010, 3) && arc_is (1, 0, 0x1020, 1),
         "outside: foreign callers are from 0, together");
  CHECK (arc_is (2, 0x1030, HIGH - 1 - BASE, 1),
         "outside: foreign callees are dropped");
  CHECK (arc_is (3, HIGH - BASE, 0x1000, 1),
         "outside: a return address at the end of the text is inside");
}

static void
test_large_counts (void)
{
  struct arc_slot *slot;
  uintptr_t at = 0;

  fresh ();
  call (LOW + 0x10, LOW + 0x20);
  do
    {
      slot = (struct arc_slot *) ((uintptr_t) atomic_load (&arc_current)
                                  + ARC_TABLE_SLOTS + at);
      at += ARC_SLOT_SIZE;
    }
  while (atomic_load (&slot->from) == 0);
  atomic_store (&slot->count, UINT64_C (0xffffffff));
  CHECK (write_it () == 0 && n_arcs == 1
           && arc_is (0, 0x1010, 0x1020, 0xffffffff),
         "a count of 2^32 - 1 fits one record");
  call (LOW + 0x10, LOW + 0x20);
  CHECK (write_it () == 0 && well_formed && n_arcs == 2
           && arc_is (0, 0x1010, 0x1020, 0xffffffff)
           && arc_is (1, 0x1010, 0x1020, 1),
         "a count of 2^32 makes two");
  atomic_store (&slot->count, 3 * UINT64_C (0xffffffff) + 5);
  CHECK (write_it () == 0 && well_formed && n_arcs == 4
           && arc_is (2, 0x1010, 0x1020, 0xffffffff)
           && arc_is (3, 0x1010, 0x1020, 5),
         "a count of three times that and 5 makes four");
}

/* What else would have gone into one list must come as it is.  */
static void
test_no_memory (void)
{
  struct rlimit none = { 0, 0 }, before;
  unsigned sum = 0;
  int error;

  fresh ();
  for (unsigned i = 0; i < 2000; i++)
    call (LOW + 0x10 + 5 * (i % 500), LOW + 16 * (i % 100));
  getrlimit (RLIMIT_AS, &before);
  none.rlim_max = before.rlim_max;
  setrlimit (RLIMIT_AS, &none);
  error = gmon_write (&writer, &profile, -1);
  setrlimit (RLIMIT_AS, &before);
  CHECK_U64 (error, EBADF, "a descriptor that is none: EBADF");

  char name[] = "t_lg_write.XXXXXX";
  int fd = mkstemp (name);
  unlink (name);
  setrlimit (RLIMIT_AS, &none);
  error = gmon_write (&writer, &profile, fd);
  setrlimit (RLIMIT_AS, &before);
  read_back (fd);
  close (fd);
  parse ();
  for (unsigned i = 0; i < n_arcs; i++)
    sum += arc_records[i].count;
  CHECK (error == 0 && well_formed && n_arcs >= 500 && sum == 2000,
         "no memory to merge: all calls are in the file");
}

/* -- Trouble -------------------------------------------------------------- */

static void
test_short_writes (void)
{
  unsigned char *want;
  size_t want_size;

  fresh ();
  tick (40000, 77);
  for (unsigned i = 0; i < 300; i++)
    call (LOW + 0x10 + i, LOW + 16 * i);
  write_it ();
  want = file;
  want_size = file_size;
  file = NULL;
  write_mode = WRITE_SHORT;
  CHECK_U64 (write_it (), 0, "short writes: written");
  write_mode = WRITE_PLAIN;
  CHECK (write_calls > 5000 && file_size == want_size
           && memcmp (file, want, want_size) == 0,
         "short and interrupted writes give the same bytes");
  free (want);

  write_mode = WRITE_ZERO;
  CHECK_U64 (write_it (), EIO, "a write of nothing does not loop");
  write_mode = WRITE_PLAIN;
}

static void
test_full_device (void)
{
  int fd = open ("/dev/full", O_WRONLY);

  if (fd < 0)
    {
      untested ("no /dev/full");
      return;
    }
  fresh ();
  CHECK_U64 (gmon_write (&writer, &profile, fd), ENOSPC, "a full device");
  close (fd);
}

int
main (void)
{
  test_empty ();
  test_chunks ();
  test_full_bins ();
  test_largest_bins ();
  test_arcs ();
  test_outside ();
  test_large_counts ();
  test_no_memory ();
  test_short_writes ();
  test_full_device ();
  free (file);
  free (hist_memory);
  return check_end ();
}
