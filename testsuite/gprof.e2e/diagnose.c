/* diagnose.c -- a program whose profile has each of the troubles that
   "gprof --diagnose" knows.

   SPDX-License-Identifier: GPL-3.0-or-later

   usage: diagnose [wait | brief | block]  */

#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "../libgmon.base/looks.h"

static volatile unsigned long sink;

NOINLINE void
work (void)
{
  for (int i = 0; i < 10000; i++)
    sink++;
}

int
main (int argc, char **argv)
{
  const char *word = argc > 1 ? argv[1] : "";
  struct part part = { 0 };

  if (strcmp (word, "brief") == 0)
    return 0;
  if (strcmp (word, "wait") == 0)
    {
      sleep (4);
      return 0;
    }
  if (strcmp (word, "block") == 0)
    {
      sigset_t set;

      sigemptyset (&set);
      sigaddset (&set, SIGPROF);
      sigprocmask (SIG_BLOCK, &set, NULL);
    }
  /* So long that no tick at 25 Hz comes before the signal is blocked.  */
  while (part_goes_on (&part, strcmp (word, "block") == 0 ? 1000 : 300))
    work ();
  return 0;
}
