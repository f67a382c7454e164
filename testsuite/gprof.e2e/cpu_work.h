/* cpu_work.h -- uses CPU time, and tells how much; for test programs.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CPU_WORK_H
#define CPU_WORK_H

#include <sys/resource.h>
#include <time.h>

static volatile unsigned long sum;

/* Returns the time of CLOCK in ms.  */
static double
now (clockid_t clock)
{
  struct timespec time;

  clock_gettime (clock, &time);
  return (double) time.tv_sec * 1e3 + (double) time.tv_nsec / 1e6;
}

/* Uses MS milliseconds of the CPU time that CLOCK counts.  */
static __attribute__ ((noinline)) void
work (clockid_t clock, double ms)
{
  const double end = now (clock) + ms;

  while (now (clock) < end)
    for (int i = 0; i < 2000; i++)
      sum += (unsigned long) i;
}

/* Returns the CPU time of WHO, as for getrusage, in seconds.  */
static double
seconds_of (int who)
{
  struct rusage use;

  getrusage (who, &use);
  return (double) use.ru_utime.tv_sec + (double) use.ru_stime.tv_sec
         + (double) (use.ru_utime.tv_usec + use.ru_stime.tv_usec) / 1e6;
}

#endif /* CPU_WORK_H */
