/* bench_cost.c -- what one command costs.

   SPDX-License-Identifier: GPL-3.0-or-later

   usage: bench_cost LIMIT TIMES OUTPUT COMMAND ARGUMENT...
   Runs the command TIMES times, its standard output to the file OUTPUT and its
   standard error to OUTPUT.err (or to /dev/null, if OUTPUT is that), and kills
   it after LIMIT seconds of CPU time.  Out: one line

     CPU WALL RESIDENT STATUS

   user + system time and time, in seconds for one run; the largest set of a
   run, in KiB; the last exit status, 128 + the signal's number if there was
   one (152: the limit).  A run that fails is the last one.

   Not bench_run, which wants programs that tell when their main begins and
   ends.  Nor a shell or "time": the set of a process counts what it was before
   it became the command, which here is next to nothing.  */

#include <config.h>

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void
die (const char *what)
{
  perror (what);
  exit (2);
}

static void
redirect (int to, const char *name)
{
  int file = open (name, O_WRONLY | O_CREAT | O_TRUNC, 0666);

  if (file < 0 || dup2 (file, to) < 0)
    die (name);
  close (file);
}

static void
become (char **command, const char *output, rlim_t limit)
{
  struct rlimit cpu = { limit, limit + 1 };
  static char name[4096];
  int none = strcmp (output, "/dev/null") == 0;

  snprintf (name, sizeof name, "%s%s", output, none ? "" : ".err");
  redirect (STDOUT_FILENO, output);
  redirect (STDERR_FILENO, name);
  if (setrlimit (RLIMIT_CPU, &cpu) == 0)
    execvp (command[0], command);
  _exit (127);
}

static double
seconds (struct timeval time)
{
  return (double) time.tv_sec + (double) time.tv_usec / 1e6;
}

static double
now (void)
{
  struct timespec time;

  clock_gettime (CLOCK_MONOTONIC, &time);
  return (double) time.tv_sec + (double) time.tv_nsec / 1e9;
}

int
main (int argc, char **argv)
{
  double cpu = 0, wall = 0;
  long resident = 0, times, run;
  int status = 0;

  if (argc < 5)
    return 2;
  times = strtol (argv[2], NULL, 10);
  for (run = 0; run < times && status == 0; run++)
    {
      double start = now ();
      pid_t child = fork ();
      struct rusage usage;

      if (child == 0)
        become (argv + 4, argv[3], strtoul (argv[1], NULL, 10));
      if (child < 0 || wait4 (child, &status, 0, &usage) != child)
        die ("fork");
      wall += now () - start;
      cpu += seconds (usage.ru_utime) + seconds (usage.ru_stime);
      if (usage.ru_maxrss > resident)
        resident = usage.ru_maxrss;
    }
  status = WIFSIGNALED (status) ? 128 + WTERMSIG (status)
                                : WEXITSTATUS (status);
  printf ("%.6f %.6f %ld %d\n", cpu / (double) run, wall / (double) run,
          resident, status);
  return 0;
}
