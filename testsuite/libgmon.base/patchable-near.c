/* patchable-near.c -- where the hook of entries is.

   SPDX-License-Identifier: GPL-3.0-or-later

   usage: patchable-near
          calls leaf 1,000 times, and prints what the executable page below the
          program, where the hook is, was mapped from: "file" if that is
          near-gmon.so, "copy" if it has no file, "none" if there is none.

   With BEFORE_GMON, a library whose constructor runs before libgmon's.  It
   gives the file near-gmon.new, if there is one, the name near-gmon.so.

   In: -fpatchable-function-entry=5 but for the library; near-gmon.so, a copy of
   libgmon.so that is preloaded.  Out: a line.  */

#include <stdio.h>
#include <string.h>

#ifdef BEFORE_GMON

__attribute__ ((constructor)) static void
replace (void)
{
  rename ("near-gmon.new", "near-gmon.so");
}

#else

#define NOT_COUNTED __attribute__ ((patchable_function_entry (0)))
#define REACH 0x80000000u

__attribute__ ((noinline)) int
leaf (int x)
{
  __asm__ volatile ("");
  return x + 1;
}

NOT_COUNTED static const char *
find_page (void)
{
  const unsigned long here = (unsigned long) leaf;
  const char *found = "none";
  char line[4096];
  FILE *maps = fopen ("/proc/self/maps", "r");

  while (maps != NULL && fgets (line, sizeof line, maps) != NULL)
    {
      unsigned long start, end;
      char mode[5];

      if (sscanf (line, "%lx-%lx %4s", &start, &end, mode) == 3
          && strcmp (mode, "r-xp") == 0 && end <= here && here - end < REACH)
        found = strstr (line, "near-gmon.so") != NULL ? "file"
                : strchr (line, '/') == NULL ? "copy" : found;
    }
  return found;
}

NOT_COUNTED int
main (void)
{
  int x = 0;

  for (int i = 0; i < 1000; i++)
    x = leaf (x);
  puts (find_page ());
  return x == 1000 ? 3 : 1;
}

#endif
