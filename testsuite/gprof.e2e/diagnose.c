/* diagnose.c -- a program whose profile has each of the troubles that
   "gprof --diagnose" knows.

   SPDX-License-Identifier: GPL-3.0-or-later

   usage: diagnose [wait | brief | block]  */

#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static volatile unsigned long sink;

__attribute__ ((noinline)) void
work (void)
{
  for (int i = 0; i < 10000; i++)
    sink++;
}

static double
cpu_seconds (void)
{
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);
  return (double) (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
         + (double) (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

int
main (int argc, char **argv)
{
  const char *word = argc > 1 ? argv[1] : "";

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
  while (cpu_seconds () < (strcmp (word, "block") == 0 ? 1 : 0.3))
    work ();
  return 0;
}
