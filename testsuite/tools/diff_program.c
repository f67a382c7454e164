/* tools/diff_program.c -- six functions whose shares of the time are known.

   SPDX-License-Identifier: GPL-3.0-or-later

   Usage: diff_program ROUNDS [F15 [F06]]
   The functions f50, f25, f15, f06, f02 and f01 run the same loop, 50 %, 25 %
   and so on of all its turns.  F15 and F06 are factors for two of them.  */

#include <config.h>

#include <stdlib.h>

static volatile unsigned long state = 1;

#define FUNCTION(name)                                                        \
  static __attribute__ ((noinline)) void name (long turns)                    \
  {                                                                           \
    unsigned long x = state;                                                  \
    for (long i = 0; i < turns; i++)                                          \
      x = x * 2862933555777941757UL + 3037000493UL;                           \
    state = x;                                                                \
  }

FUNCTION (f50)
FUNCTION (f25)
FUNCTION (f15)
FUNCTION (f06)
FUNCTION (f02)
FUNCTION (f01)

int
main (int argc, char **argv)
{
  const long rounds = argc > 1 ? strtol (argv[1], NULL, 10) : 1000;
  const double by15 = argc > 2 ? strtod (argv[2], NULL) : 1;
  const double by06 = argc > 3 ? strtod (argv[3], NULL) : 1;
  for (long i = 0; i < rounds; i++)
    {
      f50 (5000);
      f25 (2500);
      f15 ((long) (1500 * by15));
      f06 ((long) (600 * by06));
      f02 (200);
      f01 (100);
    }
  return 0;
}
