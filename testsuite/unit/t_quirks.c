/* unit/t_quirks.c -- tests of the quirks: the bits of both modes.

   SPDX-License-Identifier: GPL-3.0-or-later

   build-aux/check-quirks.sh compares the list with the manual.  Run by
   gprof.unit.  */

#include <config.h>

#include "check.h"

#include "base/quirks.h"

#define NAME(name, row, sentence) #name,
#define NOTHING(row, sentence)
#define ADD_BIT(name, row, sentence) out[n++] = quirks.name;

static const char *const names[] = { QUIRKS (NAME, NOTHING) };

#define N_QUIRKS (sizeof names / sizeof *names)

/* Copies the bits of QUIRKS to OUT, in the order of the list.  */
static void
get_bits (bool *out, struct quirks quirks)
{
  size_t n = 0;

  QUIRKS (ADD_BIT, NOTHING)
}

static void
test_modes (void)
{
  bool none[N_QUIRKS], gnu[N_QUIRKS];
  unsigned bad = 0;

  get_bits (none, quirks_none ());
  get_bits (gnu, quirks_gnu ());
  for (size_t i = 0; i < N_QUIRKS; i++)
    {
      EXPECT (&bad, !none[i], "the default mode has no %s", names[i]);
      EXPECT (&bad, gnu[i], "--compat=gnu has %s", names[i]);
    }
  CHECK (bad == 0, "the default mode has no quirk, --compat=gnu has all");
}

/* A quirk is one bit of its own: a stage that tests one does not get
   another.  */
static void
test_size (void)
{
  CHECK (sizeof (struct quirks) == (N_QUIRKS + 7) / 8,
         "%zu bits are in %zu bytes", N_QUIRKS, sizeof (struct quirks));
}

int
main (void)
{
  test_modes ();
  test_size ();
  return check_end ();
}
