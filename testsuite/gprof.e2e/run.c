/* run.c -- a program for gprof --run, which does what its first word says.

   SPDX-License-Identifier: GPL-3.0-or-later

   Built and run by run.exp.  Ends with status 3, unless the word says how.  */

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../libgmon.base/looks.h"

static volatile unsigned long sum;

/* Takes MS milliseconds of CPU time, all of whose samples are taken.  */
NOINLINE void
burn (int ms)
{
  struct part part = { 0 };

  while (part_goes_on (&part, ms))
    for (int i = 0; i < 100000; i++)
      sum += (unsigned) i;
}

static void
fork_children (int n)
{
  for (int i = 0; i < n; i++)
    {
      pid_t child = fork ();

      if (child == 0)
        _exit (0);
      waitpid (child, NULL, 0);
    }
}

static void
become_daemon (void)
{
  if (fork () != 0)
    return;
  setsid ();
  close (0);
  close (1);
  close (2);
  sleep (2);
  _exit (0);
}

static void
close_all (void)
{
  for (int fd = 0; fd < 100; fd++)
    close (fd);
}

int
main (int argc, char **argv)
{
  const char *word = argc > 1 ? argv[1] : "";

  if (strcmp (word, "words") == 0)
    for (int i = 2; i < argc; i++)
      printf ("%s\n", argv[i]);
  fflush (stdout);
  burn (argc > 2 && strcmp (word, "burn") == 0
        ? (int) strtol (argv[2], NULL, 10) : 150);
  if (strcmp (word, "fork") == 0)
    fork_children (1000);
  else if (strcmp (word, "daemon") == 0)
    become_daemon ();
  else if (strcmp (word, "close") == 0)
    close_all ();
  else if (strcmp (word, "chdir") == 0)
    return chdir ("/proc") == 0 ? 3 : 4;
  else if (strcmp (word, "signal") == 0)
    raise (SIGSEGV);
  else if (strcmp (word, "interrupt") == 0)
    raise (SIGINT);
  else if (strcmp (word, "kill") == 0)
    raise (SIGKILL);
  else if (strcmp (word, "wait") == 0)
    {
      puts ("waiting");
      fflush (stdout);
      for (;;)
        pause ();
    }
  else if (strcmp (word, "input") == 0)
    printf ("%c\n", getchar ());
  return 3;
}
