/* bench_blocks.c -- what one block costs whose compiler calls back from it.

   SPDX-License-Identifier: GPL-3.0-or-later

   usage: bench_blocks TURNS
   Out: nanoseconds of CPU time per turn of a loop, on stdout.  Built and run by
   run-blocks.sh, which subtracts what the same loop costs without callbacks,
   and divides by the number of blocks, for which it asks callbacks that count
   themselves.  */

#include <config.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* Keeps a branch a branch.  */
#define HERE __asm__ volatile ("" : "+r" (x))

/* What a turn computes depends on the turn before, as in most loops; so the
   processor has something else to do.  */
__attribute__ ((noinline)) static unsigned long
work (unsigned long x, unsigned long turns)
{
  for (unsigned long i = 0; i < turns; i++)
    {
      x ^= x << 13;
      if (i % 4 != 0)
        {
          x ^= x >> 7;
          HERE;
        }
      else
        {
          x += 12345;
          HERE;
        }
      x = x * 6364136223846793005UL + 1442695040888963407UL;
      x ^= x << 17;
    }
  return x;
}

static double
cpu_time (void)
{
  struct timespec time;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &time);
  return (double) time.tv_sec * 1e9 + (double) time.tv_nsec;
}

int
main (int argc, char **argv)
{
  unsigned long turns = argc > 1 ? strtoul (argv[1], NULL, 10) : 1;
  double start;
  volatile unsigned long sink = 1;

  start = cpu_time ();
  sink = work (sink, turns);
  printf ("%.3f\n", (cpu_time () - start) / (double) turns);
  return 0;
}
