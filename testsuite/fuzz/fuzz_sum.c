/* fuzz_sum.c -- a fuzz target: what gmon.sum holds is what was read.

   SPDX-License-Identifier: GPL-3.0-or-later

   Input: as that of fuzz_gmon, and WORKERS in the second byte.  A profile is
   read, merged and written; read again, it has to give the same file.  The sum
   of these two files several times is the same by workers.  */

#include <config.h>

#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "profile/gmon_io.h"
#include "profile/read_files.h"

#define WORKERS 128
/* A count of 2^52 in 94 bytes becomes a million records, 22 MB.  To read those
   twelve times, with sanitizers, takes more than the ten seconds from which on
   libFuzzer reports an input.  */
#define MOST_BY_WORKERS ((size_t) 1 << 20)
#define NAME "fuzz.sum"

/* PROFILE, merged and written as FORMAT: the bytes, on the heap, or NULL.  */
static uint8_t *
write_sum (struct profile *profile, struct diag *diag, enum gmon_format format,
           struct wire wire, size_t *len)
{
  remove (NAME);
  return (profile_merge (profile, diag)
          && gmon_out_write (profile, diag, NAME, format, wire, false)
          ? fuzz_load (NAME, len) : NULL);
}

/* Reads DATA and writes it.  */
static uint8_t *
write_again (const uint8_t *data, size_t size, struct wire wire,
             enum gmon_format format, size_t *len)
{
  struct diag *diag = diag_new ("fuzz_sum", NULL);
  struct profile profile;
  uint8_t *sum = NULL;

  profile_init (&profile, quirks_none ());
  if (gmon_read_buffer (&profile, diag, NAME, data, size, GMON_FORMAT_AUTO,
                        wire))
    sum = write_sum (&profile, diag, format, wire, len);
  profile_free (&profile);
  diag_free (diag);
  return sum;
}

/* Reads the files in memory by N workers and writes their sum.  */
static uint8_t *
sum_up (unsigned n, struct wire wire, size_t *len)
{
  const char *names[] = { fuzz_name (0), fuzz_name (1), fuzz_name (0),
                          fuzz_name (1), fuzz_name (1), fuzz_name (0) };
  const struct gmon_files files = { names, sizeof names / sizeof *names,
                                    GMON_FORMAT_AUTO, wire };
  struct diag *diag = diag_new ("fuzz_sum", NULL);
  struct progress progress;
  struct profile profile;
  uint8_t *sum = NULL;

  progress_start (&progress, NULL, files.len);
  profile_init (&profile, quirks_none ());
  if (gmon_sum_files (&profile, diag, &files, n, &progress) == files.len)
    sum = write_sum (&profile, diag, GMON_FORMAT_AUTO, wire, len);
  progress_end (&progress);
  profile_free (&profile);
  diag_free (diag);
  return sum;
}

/* Frees both; ends the process if they are not the same.  */
static void
compare (const char *what, uint8_t *a, size_t a_len, uint8_t *b, size_t b_len)
{
  if (!a != !b || (a && (a_len != b_len || memcmp (a, b, a_len) != 0)))
    {
      fprintf (stderr, "fuzz_sum: %s: %zu bytes became %zu other ones\n", what,
               a_len, b_len);
      abort ();
    }
  free (a);
  free (b);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  struct wire wire = fuzz_wire (fuzz_byte (&data, &size));
  unsigned how = fuzz_byte (&data, &size);
  enum gmon_format format = how % GMON_FORMAT_PROF;
  size_t len = 0, again = 0;
  uint8_t *first = write_again (data, size, wire, format, &len);

  if (!first)
    return 0;
  if (how & WORKERS && len <= MOST_BY_WORKERS)
    {
      size_t one_len = 0, many_len = 0;
      fuzz_file (0, data, size);
      fuzz_file (1, first, len);
      uint8_t *one = sum_up (1, wire, &one_len);
      uint8_t *many = sum_up (3, wire, &many_len);
      compare ("workers", one, one_len, many, many_len);
    }
  uint8_t *second = write_again (first, len, wire, format, &again);
  compare ("again", first, len, second, again);
  return 0;
}

size_t
LLVMFuzzerCustomMutator (uint8_t *data, size_t size, size_t max,
                         unsigned int seed)
{
  return gmon_mutate_input (data, size, max, seed);
}
