/* outside.c -- a program that uses CPU time in ways that are hard to sample.

   SPDX-License-Identifier: GPL-3.0-or-later

   Usage: outside FORM [MS [ALL]]
     threads      threads of MS milliseconds, ALL or 600 of CPU time together
     processes    the same with processes
     blocked      a thread with all signals blocked
     own          a handler of its own for SIGPROF, and signals to itself
     raw          ends by the system call exit with status 5
     killed       kills itself
     closed       closes all descriptors
     reads        reads for 0.6 s, nearly all of it in the kernel
     faults       touches new memory for 0.6 s, most of it in page faults
     plain        calls work for 0.3 s
   Writes the CPU time that it has used, in seconds, to the file "truth".  */

#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cpu_work.h"

static double part;             /* ms */

static void *
thread_work (void *unused)
{
  work (CLOCK_THREAD_CPUTIME_ID, part);
  return unused;
}

static void *
blocked_work (void *unused)
{
  sigset_t all;

  sigfillset (&all);
  pthread_sigmask (SIG_BLOCK, &all, NULL);
  work (CLOCK_THREAD_CPUTIME_ID, 300);
  return unused;
}

static void
one_thread (void *(*start) (void *))
{
  pthread_t thread;

  if (pthread_create (&thread, NULL, start, NULL) == 0)
    pthread_join (thread, NULL);
}

static void
one_process (void)
{
  const pid_t child = fork ();

  if (child == 0)
    {
      work (CLOCK_PROCESS_CPUTIME_ID, part);
      _exit (0);
    }
  waitpid (child, NULL, 0);
}

static __attribute__ ((noinline)) void
reads (void)
{
  static char buffer[65536];
  const int zero = open ("/dev/zero", O_RDONLY);

  while (now (CLOCK_PROCESS_CPUTIME_ID) < 600
         && read (zero, buffer, sizeof buffer) > 0)
    continue;
  close (zero);
}

/* Nearly all of it in page faults.  */
static __attribute__ ((noinline)) void
faults (void)
{
  const size_t size = 1 << 21;

  while (now (CLOCK_PROCESS_CPUTIME_ID) < 600)
    {
      char *memory = mmap (NULL, size, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

      if (memory == MAP_FAILED)
        return;
      madvise (memory, size, MADV_NOHUGEPAGE);
      for (size_t i = 0; i < size; i += 4096)
        memory[i] = 1;
      munmap (memory, size);
    }
}

static volatile sig_atomic_t taken;

static void
take (int number)
{
  taken = taken + (number == SIGPROF);
}

static void
write_truth (void)
{
  FILE *file = fopen ("truth", "w");

  if (file == NULL)
    return;
  fprintf (file, "%.6f\n", seconds_of (RUSAGE_SELF)
                           + seconds_of (RUSAGE_CHILDREN));
  fclose (file);
}

int
main (int argc, char **argv)
{
  const char *form = argc > 1 ? argv[1] : "";

  part = argc > 2 ? strtod (argv[2], NULL) : 300;
  if (strcmp (form, "threads") == 0)
    for (double left = argc > 3 ? strtod (argv[3], NULL) : 600; left > 0;
         left -= part)
      one_thread (thread_work);
  else if (strcmp (form, "processes") == 0)
    for (double left = 600; left > 0; left -= part)
      one_process ();
  else if (strcmp (form, "blocked") == 0)
    one_thread (blocked_work);
  else if (strcmp (form, "reads") == 0)
    reads ();
  else if (strcmp (form, "faults") == 0)
    faults ();
  else if (strcmp (form, "own") == 0)
    {
      signal (SIGPROF, take);
      for (int i = 0; i < 30; i++)
        {
          raise (SIGPROF);
          work (CLOCK_PROCESS_CPUTIME_ID, 10);
        }
      printf ("%d signals\n", (int) taken);
    }
  else
    work (CLOCK_PROCESS_CPUTIME_ID, 300);
  write_truth ();
  fflush (stdout);
  if (strcmp (form, "closed") == 0)
    for (int i = 0; i < 100; i++)
      close (i);
  if (strcmp (form, "killed") == 0)
    kill (getpid (), SIGKILL);
  if (strcmp (form, "raw") == 0)
    syscall (SYS_exit, 5);
  return 3;
}
