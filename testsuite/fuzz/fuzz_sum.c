/* fuzz_sum.c -- a fuzz target: what gmon.sum holds is what was read.

   SPDX-License-Identifier: GPL-3.0-or-later

   Input: as that of fuzz_gmon.  A profile is read, merged and written; read
   again, it has to give the same file.  */

#include <config.h>

#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "profile/gmon_io.h"

/* Reads DATA and writes it to NAME, as FORMAT; the bytes of that, on the heap,
   or NULL.  */
static uint8_t *
write_again (const uint8_t *data, size_t size, struct wire wire,
             enum gmon_format format, const char *name, size_t *len)
{
  struct diag *diag = diag_new ("fuzz_sum", NULL);
  struct profile profile;
  uint8_t *sum = NULL;

  remove (name);
  profile_init (&profile, false);
  if (gmon_read_buffer (&profile, diag, name, data, size, GMON_FORMAT_AUTO,
                        wire)
      && profile_merge (&profile, diag)
      && gmon_out_write (&profile, diag, name, format, wire, false))
    sum = fuzz_load (name, len);
  profile_free (&profile);
  diag_free (diag);
  return sum;
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  struct wire wire = fuzz_wire (fuzz_byte (&data, &size));
  enum gmon_format format = fuzz_byte (&data, &size) % GMON_FORMAT_PROF;
  size_t len = 0, again = 0;
  uint8_t *first = write_again (data, size, wire, format, "fuzz.sum", &len);
  uint8_t *second = first ? write_again (first, len, wire, format, "fuzz.sum",
                                         &again) : NULL;

  if (first && (!second || len != again || memcmp (first, second, len) != 0))
    {
      fprintf (stderr, "fuzz_sum: %zu bytes became %zu other ones\n", len,
               again);
      abort ();
    }
  free (first);
  free (second);
  return 0;
}

size_t
LLVMFuzzerCustomMutator (uint8_t *data, size_t size, size_t max,
                         unsigned int seed)
{
  return gmon_mutate_input (data, size, max, seed);
}
