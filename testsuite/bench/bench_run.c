/* bench_run.c -- what starting and ending a program costs.

   SPDX-License-Identifier: GPL-3.0-or-later

   usage: bench_run ROUNDS PROGRAM[=PRELOAD]... -- ARGUMENT...
   Runs the programs (bench_text.c) in turn, ROUNDS times, each time with the
   ARGUMENTs, and with LD_PRELOAD=PRELOAD if that is given.  Out: for each
   program, in the order of the command line, one line

     START START-CPU RUN-CPU EXIT EXIT-CPU RESIDENT FILE

   start: from before the fork to main; exit: from the end of main until the
   process is gone, teardown of its memory included; in ms.  CPU times are
   medians of all rounds; wall times the smallest, as other processes only add
   to them.  Resident: the largest set, in KiB; file: bytes of gmon.out, 0 if
   there is none; medians.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MAX_ROUNDS 1000

enum { START, START_CPU, RUN_CPU, EXIT, EXIT_CPU, RESIDENT, FILE_SIZE, KINDS };

struct program
{
  const char *name;
  const char *preload;
  double results[KINDS][MAX_ROUNDS];
};

static void
die (const char *what)
{
  perror (what);
  exit (2);
}

static double
now (void)
{
  struct timespec time;

  clock_gettime (CLOCK_MONOTONIC, &time);
  return (double) time.tv_sec * 1e3 + (double) time.tv_nsec / 1e6;
}

static double
in_ms (struct timeval time)
{
  return (double) time.tv_sec * 1e3 + (double) time.tv_usec / 1e3;
}

static void
become (const struct program *program, char **arguments, const int *ends)
{
  dup2 (ends[1], STDOUT_FILENO);
  close (ends[0]);
  close (ends[1]);
  if (program->preload != NULL)
    setenv ("LD_PRELOAD", program->preload, 1);
  arguments[0] = (char *) program->name;
  execv (program->name, arguments);
  perror (program->name);
  _exit (127);
}

static void
run (const struct program *program, char **arguments, double *result)
{
  double before, after, main_start, main_cpu, main_end, end_cpu;
  struct rusage usage;
  struct stat file;
  char line[200];
  int ends[2], status;
  FILE *output;
  pid_t child;

  unlink ("gmon.out");
  if (pipe (ends) != 0)
    die ("pipe");
  before = now ();
  child = fork ();
  if (child == 0)
    become (program, arguments, ends);
  close (ends[1]);
  if (child < 0 || wait4 (child, &status, 0, &usage) != child)
    die ("fork");
  after = now ();
  output = fdopen (ends[0], "r");
  if (status != 0 || output == NULL
      || fgets (line, sizeof line, output) == NULL
      || sscanf (line, "%lf %lf %lf %lf", &main_start, &main_cpu, &main_end,
                 &end_cpu) != 4)
    {
      fprintf (stderr, "%s: failed\n", program->name);
      exit (2);
    }
  fclose (output);
  result[START] = main_start / 1e6 - before;
  result[START_CPU] = main_cpu / 1e6;
  result[RUN_CPU] = (end_cpu - main_cpu) / 1e6;
  result[EXIT] = after - main_end / 1e6;
  result[EXIT_CPU] = in_ms (usage.ru_utime) + in_ms (usage.ru_stime)
                     - end_cpu / 1e6;
  result[RESIDENT] = (double) usage.ru_maxrss;
  result[FILE_SIZE] = stat ("gmon.out", &file) == 0 ? (double) file.st_size : 0;
}

static int
compare (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

static void
print (struct program *program, int rounds)
{
  for (int kind = 0; kind < KINDS; kind++)
    {
      double *results = program->results[kind];

      qsort (results, (size_t) rounds, sizeof *results, compare);
      printf (kind < RESIDENT ? "%.3f " : "%.0f ",
              results[kind == START || kind == EXIT ? 0 : rounds / 2]);
    }
  printf ("\n");
}

int
main (int argc, char **argv)
{
  int rounds = argc > 1 ? (int) strtol (argv[1], NULL, 10) : 0;
  int programs = 0;
  struct program *program = calloc ((size_t) argc, sizeof *program);

  if (rounds < 1 || rounds > MAX_ROUNDS || program == NULL)
    return 2;
  while (programs + 2 < argc && strcmp (argv[programs + 2], "--") != 0)
    {
      char *preload = strchr (argv[programs + 2], '=');

      if (preload != NULL)
        *preload++ = '\0';
      program[programs].name = argv[programs + 2];
      program[programs].preload = preload;
      programs++;
    }
  for (int round = 0; round < rounds; round++)
    for (int i = 0; i < programs; i++)
      {
        double result[KINDS];

        run (&program[i], argv + programs + 2, result);
        for (int kind = 0; kind < KINDS; kind++)
          program[i].results[kind][round] = result[kind];
      }
  for (int i = 0; i < programs; i++)
    print (&program[i], rounds);
  return 0;
}
