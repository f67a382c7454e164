/* outside-bounds.c -- a program that a recorder from outside must outlive.

   SPDX-License-Identifier: GPL-3.0-or-later

   Usage: outside-bounds FORM [ARGUMENT]...
     plain          calls work for 0.3 s, and ends with status 3
     daemon         leaves a process that works in a session of its own
     exec FILE      calls work for 0.2 s, and then executes FILE with "plain"
     wait-exec FILE S       as exec, but FILE sleeps for S seconds
     threads N      N threads that live at the same time
     ending         threads that end on all CPUs at once; then calls work
     files N MB     maps N files of MB megabytes each, as code
     library FILE   works in the library FILE, and cuts it off while gprof, its
                    parent, is stopped
     fill FILE      writes to FILE until the disk is full, and then as plain
     interrupted    works until SIGINT, which it takes, and ends with status 3
     endless        works until it is killed, or for 20 s
   Writes the CPU time that it has used, in seconds, to the file "truth", and
   its number to the file "pid".  */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cpu_work.h"

/* Writes NUMBER to the file NAME.  It is there when it is complete.  */
static void
write_number (const char *name, double number)
{
  FILE *file = fopen ("number", "w");

  if (file == NULL)
    return;
  fprintf (file, "%.6f\n", number);
  if (fclose (file) == 0)
    rename ("number", name);
}

static void
write_truth (void)
{
  write_number ("truth", seconds_of (RUSAGE_SELF)
                         + seconds_of (RUSAGE_CHILDREN));
}

static void
become_daemon (void)
{
  if (fork () != 0)
    _exit (3);
  setsid ();
  if (fork () != 0)
    _exit (0);
  for (int i = 0; i < 3; i++)
    close (i);
  work (CLOCK_PROCESS_CPUTIME_ID, 300);
}

/* All threads wait for the last one.  */
static pthread_barrier_t barrier;

static void *
thread_work (void *unused)
{
  pthread_barrier_wait (&barrier);
  work (CLOCK_THREAD_CPUTIME_ID, .1);
  return unused;
}

static int
run_threads (unsigned n)
{
  pthread_t *threads = calloc (n, sizeof *threads);
  pthread_attr_t attributes;

  pthread_attr_init (&attributes);
  pthread_attr_setstacksize (&attributes, 32768);
  pthread_barrier_init (&barrier, NULL, n);
  for (unsigned i = 0; i < n; i++)
    if (pthread_create (&threads[i], &attributes, thread_work, NULL) != 0)
      {
        printf ("%u threads\n", i);
        fflush (stdout);
        _exit (7);
      }
  for (unsigned i = 0; i < n; i++)
    pthread_join (threads[i], NULL);
  free (threads);
  return 3;
}

static void *
thread_short (void *unused)
{
  for (int i = 0; i < 2000; i++)
    sum += (unsigned long) i;
  return unused;
}

static void *
end_threads (void *unused)
{
  for (int i = 0; i < 400; i++)
    {
      pthread_t threads[8];
      int n = 0;

      while (n < 8
             && pthread_create (&threads[n], NULL, thread_short, NULL) == 0)
        n++;
      while (n > 0)
        pthread_join (threads[--n], NULL);
    }
  return unused;
}

static void
end_on_all_cpus (void)
{
  pthread_t threads[4];

  for (int i = 0; i < 4; i++)
    pthread_create (&threads[i], NULL, end_threads, NULL);
  for (int i = 0; i < 4; i++)
    pthread_join (threads[i], NULL);
}

static int
map_files (int n, long mb)
{
  const size_t size = (size_t) mb << 20;

  for (int i = 0; i < n; i++)
    {
      char name[32];

      snprintf (name, sizeof name, "mapped-%d", i);
      const int fd = open (name, O_RDWR | O_CREAT, 0666);
      if (fd < 0 || ftruncate (fd, (off_t) size) != 0
          || mmap (NULL, size, PROT_READ | PROT_EXEC, MAP_SHARED, fd, 0)
             == MAP_FAILED)
        return 7;
      close (fd);
    }
  work (CLOCK_PROCESS_CPUTIME_ID, 300);
  return 3;
}

/* While gprof is stopped, samples wait in its rings.  It unwinds their stacks
   when it goes on, by the tables of a file that has become short.  */
static int
cut_library (const char *name)
{
  void *library = dlopen (name, RTLD_NOW);
  void (*early) (double) = NULL, (*late) (double) = NULL;

  if (library != NULL)
    {
      *(void **) &early = dlsym (library, "library_work");
      *(void **) &late = dlsym (library, "library_late_work");
    }
  if (early == NULL || late == NULL)
    return 7;
  early (200);
  kill (getppid (), SIGSTOP);
  late (100);
  dlclose (library);
  const int cut = truncate (name, 0);
  kill (getppid (), SIGCONT);
  work (CLOCK_PROCESS_CPUTIME_ID, 100);
  return cut == 0 ? 3 : 7;
}

static void
fill_disk (const char *name)
{
  static char block[4096];
  const int file = open (name, O_WRONLY | O_CREAT | O_TRUNC, 0666);

  while (file >= 0 && write (file, block, sizeof block) > 0)
    continue;
}

static volatile sig_atomic_t interrupted;

static void
interrupt (int number)
{
  interrupted = number;
}

static int
wait_for_interrupt (void)
{
  signal (SIGINT, interrupt);
  write_number ("pid", getpid ());
  for (int i = 0; i < 20000 && !interrupted; i++)
    work (CLOCK_PROCESS_CPUTIME_ID, 1);
  return 3;
}

static int
execute (char **arguments)
{
  work (CLOCK_PROCESS_CPUTIME_ID, 200);
  execl (arguments[0], arguments[0], arguments[1] ? "sleep" : "plain",
         arguments[1], (char *) NULL);
  return 7;
}

int
main (int argc, char **argv)
{
  const char *form = argc > 1 ? argv[1] : "";
  int status = 3;

  if (strcmp (form, "daemon") == 0)
    become_daemon ();
  else if (strcmp (form, "exec") == 0 || strcmp (form, "wait-exec") == 0)
    return execute (argv + 2);
  else if (strcmp (form, "sleep") == 0)
    sleep ((unsigned) strtoul (argv[2], NULL, 10));
  else if (strcmp (form, "threads") == 0)
    status = run_threads ((unsigned) strtoul (argv[2], NULL, 10));
  else if (strcmp (form, "ending") == 0)
    {
      end_on_all_cpus ();
      work (CLOCK_THREAD_CPUTIME_ID, 300);
    }
  else if (strcmp (form, "files") == 0)
    status = map_files ((int) strtol (argv[2], NULL, 10),
                        strtol (argv[3], NULL, 10));
  else if (strcmp (form, "library") == 0)
    status = cut_library (argv[2]);
  else if (strcmp (form, "interrupted") == 0)
    status = wait_for_interrupt ();
  else if (strcmp (form, "endless") == 0)
    {
      write_number ("pid", getpid ());
      work (CLOCK_PROCESS_CPUTIME_ID, 20000);
    }
  else
    {
      if (strcmp (form, "fill") == 0)
        fill_disk (argv[2]);
      work (CLOCK_PROCESS_CPUTIME_ID, 300);
    }
  puts ("output");
  fflush (stdout);
  write_truth ();
  return status;
}
