/* waits.c -- polls for two callers, 5 and 2 times; ends with status 4.

   SPDX-License-Identifier: GPL-3.0-or-later

   poll must never end early: then "early" is printed.  */

#include <poll.h>
#include <stdio.h>
#include <unistd.h>

static int ends[2];

__attribute__ ((noinline)) void
wait_for_nothing (void)
{
  struct pollfd none = { .fd = ends[0], .events = POLLIN };

  if (poll (&none, 1, 150) != 0)
    puts ("early");
}

__attribute__ ((noinline)) void
five_times (void)
{
  for (volatile int i = 0; i < 5; i++)
    wait_for_nothing ();
}

__attribute__ ((noinline)) void
two_times (void)
{
  for (volatile int i = 0; i < 2; i++)
    wait_for_nothing ();
}

int
main (void)
{
  if (pipe (ends) != 0)
    return 1;
  five_times ();
  two_times ();
  puts ("done");
  return 4;
}
