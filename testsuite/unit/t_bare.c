/* unit/t_bare.c -- tests of libgmon-bare, and of gprof's reader of its memory.

   SPDX-License-Identifier: GPL-3.0-or-later

   Compiled with the sources of libgmon-bare for this machine.  The profile that
   gmon_bare_write passes and the memory itself must be read as equal.  Run by
   gprof.unit.  */

#include <config.h>

/* Before check.h, whose `buffer' the parameters of these would shadow.  */
#include "bare/buffer.h"
#include "gmon_bare.h"

#include "check.h"

#include <stdlib.h>

#include "profile/gmon_io.h"

#define LOW 0x400000
#define GUARD 0xa5
#define MEMORY 65536

static _Alignas (uint64_t) unsigned char memory[MEMORY];
static struct diag *diag;

/* The bytes that gmon_bare_write has passed to put_bytes, which refuses a block
   of more than `left' bytes.  */
static struct
{
  unsigned char bytes[1 << 22];
  size_t len, left;
} file;

static int
put_bytes (const void *bytes, size_t size, void *data)
{
  if (data != &file || size > file.left || size > 64)
    return 1;
  memcpy (file.bytes + file.len, bytes, size);
  file.len += size;
  file.left -= size;
  return 0;
}

static enum gmon_bare_status
write_file (size_t left)
{
  file.len = 0;
  file.left = left;
  return gmon_bare_write (put_bytes, &file);
}

static enum gmon_bare_status
start (size_t size, size_t code)
{
  memset (memory, GUARD, sizeof memory);
  return gmon_bare_start (memory, size, (const void *) (uintptr_t) LOW,
                          (const void *) (uintptr_t) (LOW + code));
}

static unsigned
bytes_changed (size_t from)
{
  unsigned changed = 0;

  for (size_t i = from; i < sizeof memory; i++)
    changed += memory[i] != GUARD;
  return changed;
}

/* -- Sizes ---------------------------------------------------------------- */

/* Fills the memory of SIZE bytes to the brim.  */
static void
fill (unsigned size)
{
  for (uintptr_t i = 0; i < size / 8; i++)
    {
      bare_call (LOW + 4 * i, LOW + 16 + 64 * i);
      gmon_bare_tick (LOW + 8 * i);
    }
}

static void
test_sizes (void)
{
  unsigned bad = 0;

  for (unsigned size = 0; size <= 5000; size += size < 300 ? 1 : 97)
    {
      enum gmon_bare_status want = (size < GMON_BARE_SMALLEST_SIZE
                                    ? GMON_BARE_TOO_SMALL : GMON_BARE_OK);
      enum gmon_bare_status got = start (size, 3001);

      fill (size);
      EXPECT (&bad, got == want, "size %u: status %d", size, got);
      EXPECT (&bad, bytes_changed (got == GMON_BARE_OK ? size : 0) == 0,
              "size %u: bytes outside are changed", size);
      got = write_file (sizeof file.bytes);
      EXPECT (&bad, got == (want == GMON_BARE_OK ? GMON_BARE_LOST
                            : GMON_BARE_OFF), "size %u: writing: %d", size,
              got);
    }
  CHECK (bad == 0, "sizes from 0: a status, and no byte outside is changed");
}

static void
test_refusals (void)
{
  const char *code = (const char *) (uintptr_t) LOW;
  const char *end = (const char *) UINTPTR_MAX;
  struct gmon_bare_losses losses;

  CHECK_U64 (gmon_bare_start (NULL, 4096, code, code + 4), GMON_BARE_TOO_SMALL,
             "no memory");
  CHECK_U64 (gmon_bare_start (memory + 4, 4096, code, code + 4),
             GMON_BARE_UNALIGNED, "an odd address");
  CHECK_U64 (gmon_bare_start (memory, 4096, code + 4, code),
             GMON_BARE_BAD_RANGE, "a range that ends before it starts");
  CHECK_U64 (gmon_bare_start (memory, 4096, end - 5, end),
             GMON_BARE_BAD_RANGE, "a range at the end of memory");
  CHECK_U64 (gmon_bare_losses (&losses), GMON_BARE_OFF, "losses when off");
  CHECK_U64 (write_file (0), GMON_BARE_OFF, "writing when off");
  gmon_bare_tick (LOW);
  gmon_bare_unit (1, "x");
  bare_call (LOW, LOW);
  gmon_bare_start (memory, 4096, code, code + 100);
  CHECK_U64 (write_file (10), GMON_BARE_FAILED, "a callback that refuses");
  CHECK_U64 (write_file (sizeof file.bytes), GMON_BARE_OK, "then a good one");
  gmon_bare_stop ();
  CHECK_U64 (write_file (0), GMON_BARE_OFF, "after the stop");
}

/* -- Counts --------------------------------------------------------------- */

/* Reads LEN bytes at DATA into PROFILE.  */
static bool
read_bytes (struct profile *profile, const void *data, size_t len)
{
  profile_init (profile, quirks_none ());
  return (gmon_read_buffer (profile, diag, "gmon.out", data, len,
                            GMON_FORMAT_AUTO, wire_host ())
          && profile_merge (profile, diag));
}

static bool
equal_profiles (const struct profile *a, const struct profile *b)
{
  bool equal = (a->n_hists == b->n_hists && a->n_arcs == b->n_arcs
                && a->rate == b->rate && a->abbrev == b->abbrev
                && strcmp (a->dimension, b->dimension) == 0);

  for (size_t i = 0; equal && i < a->n_arcs; i++)
    equal = memcmp (&a->arcs[i], &b->arcs[i], sizeof a->arcs[i]) == 0;
  for (size_t i = 0; equal && i < a->n_hists; i++)
    {
      equal = (a->hists[i].low == b->hists[i].low
               && a->hists[i].high == b->hists[i].high
               && a->hists[i].bins.len == b->hists[i].bins.len);
      for (uint32_t k = 0; equal && k < a->hists[i].bins.len; k++)
        equal = (bins_get (&a->hists[i].bins, k)
                 == bins_get (&b->hists[i].bins, k));
    }
  return equal;
}

/* Checks that file and memory are equal, and that they have WANT_CALLS and
   WANT_TICKS.  */
static void
check_counts (const char *name, uint64_t want_calls, uint64_t want_ticks)
{
  struct profile written, dumped;
  uint64_t calls = 0, ticks = 0;

  write_file (sizeof file.bytes);
  CHECK (read_bytes (&written, file.bytes, file.len)
         && read_bytes (&dumped, memory, sizeof memory),
         "%s: file and memory are read", name);
  CHECK (equal_profiles (&written, &dumped), "%s: they are equal", name);
  for (size_t i = 0; i < dumped.n_arcs; i++)
    calls += dumped.arcs[i].count;
  for (size_t i = 0; i < dumped.n_hists; i++)
    for (uint32_t k = 0; k < dumped.hists[i].bins.len; k++)
      ticks += bins_get (&dumped.hists[i].bins, k);
  CHECK (calls == want_calls && ticks == want_ticks,
         "%s: %" PRIu64 " calls, %" PRIu64 " ticks", name, calls, ticks);
  profile_free (&written);
  profile_free (&dumped);
}

/* Sets the count of every pair with the callee SELF to the maximum.  */
static void
fill_counts (uint32_t self)
{
  struct bare_buffer *table = (struct bare_buffer *) (void *) memory;

  for (uint32_t i = 0; i < table->n_slots; i++)
    if (table->slots[i].self == self)
      table->slots[i].count = UINT32_MAX;
}

static void
test_counts (void)
{
  struct gmon_bare_losses losses;

  CHECK_U64 (start (GMON_BARE_DEFAULT_SIZE, 1 << 16), GMON_BARE_OK,
             "the default size");
  gmon_bare_unit (10, "Mcycles and more letters");
  for (uintptr_t i = 0; i < 300000; i++)
    {
      bare_call (LOW + 2 * (i % 500), LOW + 4096);
      gmon_bare_tick (LOW + i % 3 * 100);
    }
  bare_call (0, LOW);
  check_counts ("300,000 calls", 300001, 300000);
  gmon_bare_losses (&losses);
  CHECK (losses.calls == 0 && losses.ticks == 0, "nothing is lost");
  CHECK (losses.max_pairs >= 500 && losses.pairs <= losses.max_pairs,
         "512 pairs in 16 KiB: %u of %u", losses.pairs, losses.max_pairs);

  /* A count that is full goes on in another slot.  */
  start (1024, 0);
  bare_call (LOW + 2, LOW + 64);
  fill_counts (LOW + 64);
  bare_call (LOW + 2, LOW + 64);
  bare_call (LOW + 2, LOW + 64);
  check_counts ("a count over 32 bits", (uint64_t) UINT32_MAX + 2, 0);
}

/* The table is full; a call that it has is still counted.  */
static void
test_losses (void)
{
  struct gmon_bare_losses losses;

  start (GMON_BARE_SMALLEST_SIZE, 64);
  for (uintptr_t i = 0; i < 100; i++)
    bare_call (LOW + 2 * i, LOW + 4096);
  gmon_bare_tick (LOW - 1);
  gmon_bare_tick (LOW + 64);
  gmon_bare_losses (&losses);
  CHECK (losses.pairs == losses.max_pairs
         && losses.calls == 100 - losses.max_pairs && losses.ticks == 2,
         "full: %u calls and %u ticks are lost", losses.calls, losses.ticks);
  bare_call (LOW, LOW + 4096);
  check_counts ("full", losses.max_pairs + 1, 0);
#if UINTPTR_MAX > 0xffffffff
  bare_call (LOW, LOW + ((uintptr_t) 1 << 33));
  gmon_bare_losses (&losses);
  CHECK_U64 (losses.calls, 101 - losses.max_pairs, "a callee 8 GiB away");
#endif
}

/* -- Bad input ------------------------------------------------------------ */

/* Every header and slot byte changed, and every length: gprof must end well.
   The copy of exact size shows reads outside to the sanitizers.  */
static void
test_bad_memory (void)
{
  struct profile profile;
  size_t used;
  unsigned bad = 0;

  start (GMON_BARE_SMALLEST_SIZE, 64);
  bare_call (LOW, LOW + 64);
  for (unsigned i = 0; i < 65537; i++)
    gmon_bare_tick (LOW);
  used = ((struct bare_buffer *) (void *) memory)->size;
  for (size_t len = 1; len <= used; len++)
    {
      unsigned char *copy = malloc (len);

      memcpy (copy, memory, len);
      EXPECT (&bad, read_bytes (&profile, copy, len) == (len == used),
              "%zu bytes", len);
      profile_free (&profile);
      free (copy);
    }
  for (size_t at = 0; at < used; at++)
    for (unsigned bit = 0; bit < 8; bit++)
      {
        unsigned char *copy = malloc (used);

        memcpy (copy, memory, used);
        copy[at] ^= (unsigned char) (1 << bit);
        read_bytes (&profile, copy, used);
        profile_free (&profile);
        free (copy);
      }
  CHECK (bad == 0, "memory that is cut off is refused");
  profile_init (&profile, quirks_gnu ());
  CHECK (!gmon_read_buffer (&profile, diag, "gmon.out", memory, used,
                            GMON_FORMAT_AUTO, wire_host ()),
         "--compat=gnu refuses the memory");
  profile_free (&profile);
}

int
main (void)
{
  diag = diag_new ("t_bare", NULL);
  test_sizes ();
  test_refusals ();
  test_counts ();
  test_losses ();
  test_bad_memory ();
  diag_free (diag);
  return check_end ();
}
