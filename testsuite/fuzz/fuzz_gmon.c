/* fuzz_gmon.c -- a fuzz target: the reader of profiles.

   SPDX-License-Identifier: GPL-3.0-or-later

   Input: a byte (wire, strict, summing; twice), a byte (format, moved by how
   much), a profile.  It is read, perhaps twice, moved and merged.  */

#include <config.h>

#include "fuzz.h"

#include "profile/gmon_io.h"

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  unsigned how = fuzz_byte (&data, &size), more = fuzz_byte (&data, &size);
  struct wire wire = fuzz_wire (how);
  enum gmon_format format = more % GMON_FORMAT_PROF;
  struct diag *diag = diag_new ("fuzz_gmon", NULL);
  struct profile profile;

  profile_init (&profile, how & 8 ? quirks_gnu () : quirks_none ());
  if (how & 16 && !(how & 8))
    profile_sum_up (&profile);
  for (unsigned i = 0; i <= (how >> 5 & 1); i++)
    gmon_read_buffer (&profile, diag, "gmon.out", data, size, format, wire);
  if (how & 64)
    profile_move (&profile, diag, "gmon.out", wire,
                  (int8_t) more * ((int64_t) 1 << 36));
  profile_merge (&profile, diag);
  profile_free (&profile);
  diag_free (diag);
  return 0;
}

size_t
LLVMFuzzerCustomMutator (uint8_t *data, size_t size, size_t max,
                         unsigned int seed)
{
  return gmon_mutate_input (data, size, max, seed);
}
