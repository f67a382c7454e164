/* unit/t_short_name.c -- tests of report/export/short_name.

   SPDX-License-Identifier: GPL-3.0-or-later

   Run by gprof.unit.  */

#include <config.h>

#include "check.h"

#include <stdlib.h>

#include "base/arena.h"
#include "report/export/short_name.h"

struct row
{
  const char *name;
  size_t room;
  const char *want;
};

static const struct row rows[] = {
  { "main", 8, "main" },
  { "exactly8", 8, "exactly8" },
  { "exactly_9", 8, "exa..._9" },
  { "", 8, "" },
  { "f<int>(int)", 11, "f<int>(int)" },
  { "f<long>(int)", 11, "f<...>(int)" },
  { "f<int>(int)", 10, "f<in...nt)" },
  { "v<a<bbbbb>, c<ddddd>>::f()", 26, "v<a<bbbbb>, c<ddddd>>::f()" },
  { "v<a<bbbbb>, c<ddddd>>::f()", 25, "v<a<...>, c<...>>::f()" },
  { "v<a<bbbbb>, c<ddddd>>::f()", 21, "v<...>::f()" },
  { "v<a<bbbbb>, c<ddddd>>::f()", 10, "v<.....f()" },
  { "a<1>::b<22>::c<4444>", 19, "a<1>::b<22>::c<...>" },
  { "<T as long::Trait>::call", 12, "<...>::call" },
  { "a<long>::operator<(int)", 22, "a<...>::operator<(int)" },
  { "a<long>::operator<< <char>", 25, "a<...>::operator<< <...>" },
  { "a<long>::operator>>=(b)", 22, "a<...>::operator>>=(b)" },
  { "a<long>::operator->() ", 21, "a<...>::operator->() " },
  { "a<long>::operator<=>(b)", 22, "a<...>::operator<=>(b)" },
  { "f<long> (x) -> y<zzzz>", 20, "f<...> (x) -> y<...>" },
  { "my_operator<abcdef>", 18, "my_operator<...>" },
  { "a<(1>2), bcdefgh>", 12, "a<(1>...fgh>" },
  { "a>b<cdefghijk", 10, "a>b<...ijk" },
  { "<<<<<<<<<<<<", 8, "<<<...<<" },
  { "f<\303\244\303\244\303\244\303\244>()", 9, "f<\303\244\303\244\303\244\303"
    "\244>()" },
  { "f<\303\244\303\244\303\244\303\244>()", 8, "f<...>()" },
  { "\303\244\303\266\303\274\303\244\303\266\303\274\303\244\303\266\303\274",
    7, "\303\244\303\266...\303\266\303\274" },
  { NULL, 0, NULL }
};

static void
test_rows (void)
{
  for (const struct row *row = rows; row->name; row++)
    {
      char title[100], *got = short_name (row->name, row->room);

      snprintf (title, sizeof title, "\"%s\" in %zu", row->name, row->room);
      CHECK_STR (got, row->want, title);
      free (got);
    }
}

/* A name is never longer than its room, and has no part of a character.  */
static void
test_every_room (void)
{
  static const char name[] = "ns::\303\244<map<\303\266, vector<int>>>"
                             "::operator-> <x<y>>(int, char const*)";
  unsigned bad = 0;

  for (size_t room = SHORT_NAME_MIN; room < sizeof name; room++)
    {
      char *got = short_name (name, room);
      size_t len = strlen (got);

      EXPECT (&bad, name_columns (got, len) <= room, "%s in %zu", got, room);
      for (size_t i = 0; i + 1 < len; i++)
        EXPECT (&bad, ((unsigned char) got[i] >= 0xc0)
                == (((unsigned char) got[i + 1] & 0xc0) == 0x80),
                "%s in %zu", got, room);
      free (got);
    }
  CHECK (bad == 0, "every room");
}

/* Deep brackets are shortened without recursion, and not in quadratic time:
   with that this would take minutes.  */
static void
test_deep (void)
{
  const size_t depth = 400000;
  char *name = array_new (2 * depth + 1, 1), *got;

  memset (name, '<', depth);
  memset (name + depth, '>', depth);
  got = short_name (name, 11);
  CHECK_STR (got, "<<<<...>>>>", "400,000 brackets");
  free (got);
  free (name);
}

int
main (void)
{
  test_rows ();
  test_every_room ();
  test_deep ();
  return check_end ();
}
