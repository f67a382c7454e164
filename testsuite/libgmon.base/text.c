/* text.c -- few of very many functions are busy.

   SPDX-License-Identifier: GPL-3.0-or-later

   usage: text MILLISECONDS INDEX...
   Linked with the functions of tools/mktext.sh.  Calls each function INDEX for
   that much CPU time.  Out: the number of calls of each.  See text.exp.  */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "test.h"

typedef void function (const void *next, const void *last);

extern const char functions[];
extern const uint64_t functions_count;
extern const uint64_t functions_size;

static NOT_COUNTED double
cpu_time (void)
{
  struct timespec now;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double) now.tv_sec * 1e3 + (double) now.tv_nsec / 1e6;
}

NOINLINE long
spend (uint64_t index, double milliseconds)
{
  function *volatile busy
    = (function *) (functions + index % functions_count * functions_size);
  double end = cpu_time () + milliseconds;
  long calls = 0;

  while (cpu_time () < end)
    for (int i = 0; i < 10000; i++, calls++)
      busy (NULL, NULL);
  return calls;
}

int
main (int argc, char **argv)
{
  for (int i = 2; i < argc; i++)
    printf ("%ld\n", spend (strtoul (argv[i], NULL, 10),
                            strtod (argv[1], NULL)));
  return 0;
}
