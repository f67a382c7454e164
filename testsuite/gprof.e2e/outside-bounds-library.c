/* outside-bounds-library.c -- a library whose file is cut off.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <time.h>

static volatile unsigned long sum;

static __attribute__ ((noinline)) void
library_inner (void)
{
  for (int i = 0; i < 2000; i++)
    sum += (unsigned long) i;
}

/* Use MS milliseconds of CPU time.  */
void
library_work (double ms)
{
  const clock_t end = clock () + (clock_t) (ms * CLOCKS_PER_SEC / 1000);

  while (clock () < end)
    library_inner ();
}

static __attribute__ ((noinline)) void
library_late_inner (void)
{
  for (int i = 0; i < 3000; i++)
    sum += (unsigned long) i;
}

void
library_late_work (double ms)
{
  const clock_t end = clock () + (clock_t) (ms * CLOCKS_PER_SEC / 1000);

  while (clock () < end)
    library_late_inner ();
}
