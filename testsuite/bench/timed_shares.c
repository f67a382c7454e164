/* timed_shares.c -- functions that tell how much CPU time they have used.

   SPDX-License-Identifier: GPL-3.0-or-later

   usage: timed_shares SEED MS [late]

   Calls five functions, in an order that SEED decides, until the program has
   used MS milliseconds of CPU time.  With "late" one of them has most of the
   time, and runs only in the second half.  Writes a line for each function to
   the file "truth": its name, and its seconds by the thread's clock.  Then a
   line "all", with the seconds of the program.  */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#define PART(name)                                                            \
  static void __attribute__ ((noinline, noclone)) name (long steps)           \
  {                                                                           \
    uint64_t x = 3;                                                           \
    for (long i = 0; i < steps; i++)                                          \
      {                                                                       \
        x *= 0x9e3779b97f4a7c15u;                                             \
        __asm__ volatile ("" : "+r" (x));                                     \
      }                                                                       \
  }

PART (part_50)
PART (part_25)
PART (part_15)
PART (part_08)
PART (part_02)

#define PARTS 5

static const struct
{
  const char *name;
  void (*call) (long steps);
  long steps;
} parts[PARTS] = { { "part_50", part_50, 500000 },
                   { "part_25", part_25, 250000 },
                   { "part_15", part_15, 150000 },
                   { "part_08", part_08, 80000 },
                   { "part_02", part_02, 20000 } };

static double used[PARTS];      /* s */

static double
now (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return (double) time.tv_sec + (double) time.tv_nsec / 1e9;
}

static void
call (unsigned i)
{
  const double start = now ();

  parts[i].call (parts[i].steps);
  used[i] += now () - start;
}

static void
write_truth (void)
{
  struct rusage use;
  FILE *file = fopen ("truth", "w");

  if (!file)
    exit (1);
  for (unsigned i = 0; i < PARTS; i++)
    fprintf (file, "%s %.6f\n", parts[i].name, used[i]);
  getrusage (RUSAGE_SELF, &use);
  fprintf (file, "all %.6f\n",
           (double) (use.ru_utime.tv_sec + use.ru_stime.tv_sec)
           + (double) (use.ru_utime.tv_usec + use.ru_stime.tv_usec) / 1e6);
  fclose (file);
}

int
main (int argc, char **argv)
{
  uint64_t random = argc > 1 ? strtoull (argv[1], NULL, 10) : 1;
  const double end = argc > 2 ? strtod (argv[2], NULL) / 1000 : .3;
  const int is_late = argc > 3 && strcmp (argv[3], "late") == 0;

  while (now () < end)
    {
      random = random * 6364136223846793005u + 1442695040888963407u;
      const unsigned i = (unsigned) (random >> 33) % PARTS;

      /* Part 0 is the late one: then it alone runs in 4 of 5 turns.  */
      if (!is_late)
        call (i);
      else if (now () < end / 2)
        call (i ? i : 1);
      else
        call (random >> 40 & 3 ? 0 : i);
    }
  write_truth ();
  return 0;
}
