/* process-cost.c -- a program that knows what it costs.

   SPDX-License-Identifier: GPL-3.0-or-later

   Prints the dates of its start and end in s since 1970, its user and system
   CPU time in us, and its largest memory in KiB.  */

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "looks.h"

#define CALLS 1000000
#define MEMORY (48 << 20)

static __attribute__ ((noinline)) int
next (int n)
{
  return n + 1;
}

static long long
in_us (struct timeval time)
{
  return time.tv_sec * 1000000LL + time.tv_usec;
}

/* As the runtime reads it: time (NULL) is up to a tick of the kernel late.  */
static time_t
wall_seconds (void)
{
  struct timespec now;

  clock_gettime (CLOCK_REALTIME, &now);
  return now.tv_sec;
}

int
main (void)
{
  time_t start = wall_seconds ();
  volatile char *memory = malloc (MEMORY);
  struct rusage usage;
  struct part part = { 0 };
  int n = 0;

  if (memory == NULL)
    return 1;
  for (size_t i = 0; i < MEMORY; i += 1024)
    memory[i] = 1;
  for (int i = 0; i < CALLS; i++)
    n = next (n);
  while (part_goes_on (&part, 100))
    continue;
  do
    {
      for (int i = 0; i < 1000; i++)
        getppid ();
      getrusage (RUSAGE_SELF, &usage);
    }
  while (in_us (usage.ru_stime) < 100000 || in_us (usage.ru_utime) < 100000);
  printf ("%lld %lld %lld %lld %ld\n", (long long) start,
          (long long) wall_seconds (), in_us (usage.ru_utime),
          in_us (usage.ru_stime), usage.ru_maxrss);
  return n != CALLS;
}
