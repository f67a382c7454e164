/* unit/t_search.c -- tests of base/search: the nearest at or below.

   SPDX-License-Identifier: GPL-3.0-or-later

   Run by gprof.unit.  */

#include <config.h>

#include "check.h"

#include "base/search.h"

struct thing
{
  uint64_t addr;
  char more[3];
};

/* Every address around N things, against counting them.  */
static void
test_against_count (size_t n)
{
  struct thing things[9] = { { 0, "" } };
  unsigned bad = 0;

  for (size_t i = 0; i < n; i++)
    things[i].addr = 10 + 3 * (i - i % 2);      /* some are equal */
  for (uint64_t addr = 0; addr < 50; addr++)
    {
      size_t count = 0;

      for (size_t i = 0; i < n; i++)
        count += things[i].addr <= addr;
      EXPECT (&bad, search_up_to (things, n, sizeof *things, addr) == count,
              "%zu things, address %u", n, (unsigned) addr);
    }
  CHECK (bad == 0, "%zu things", n);
}

int
main (void)
{
  const uint64_t ends[] = { 0, UINT64_MAX };

  for (size_t n = 0; n <= 9; n++)
    test_against_count (n);
  CHECK_U64 (search_up_to (ends, 2, sizeof *ends, 0), 1, "address 0");
  CHECK_U64 (search_up_to (ends, 2, sizeof *ends, UINT64_MAX), 2,
             "the last address");
  CHECK_U64 (search_up_to (NULL, 0, sizeof *ends, 1), 0, "nothing");
  return check_end ();
}
