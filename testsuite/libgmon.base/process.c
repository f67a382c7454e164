/* process.c -- a program whose libraries are profiled as well.

   SPDX-License-Identifier: GPL-3.0-or-later

   Run as "process CASE".  The libraries are made of process-plug.c.  Some cases
   print the address of a library's function plug.  */

#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "gmon.h"
#include "looks.h"

typedef int plug_function (int n, int (*back) (int));

int
back (int n)
{
  return n + 1;
}

/* Opens the library NAME and calls its function plug N times.  Returns the
   handle.  */
static void *
use (const char *name, int n)
{
  void *handle = dlopen (name, RTLD_NOW);
  plug_function *plug;

  if (handle == NULL)
    {
      puts (dlerror ());
      exit (2);
    }
  plug = (plug_function *) dlsym (handle, "plug");
  for (int i = 0; i < n; i++)
    plug (i, back);
  return handle;
}

static void
print_place (void *place)
{
  printf ("%p\n", place);
}

/* Opens and closes the libraries ONE and TWO in turn.  Each turn takes another
   time, so that the ticks of the clock do not come at the same places of the
   turns.  Prints where the libraries have been in the last turn that was like
   the one before it: memory that libgmon maps between the two libraries of a
   turn can take the place of the second one.  */
static void
in_turn (const char *one, const char *two, int times)
{
  unsigned random = 1;
  char *places[2] = { NULL, NULL };
  ptrdiff_t last = -1;

  for (int i = 0; i < times; i++)
    {
      void *handle = use (one, 3);
      char *first = (char *) dlsym (handle, "plug");
      char *second;

      random = random * 1103515245 + 12345;
      for (volatile unsigned wait = random >> 14; wait != 0; wait--)
        continue;
      dlclose (handle);
      handle = use (two, 1);
      second = (char *) dlsym (handle, "plug");
      dlclose (handle);
      if (second - first == last || i == 0)
        {
          places[0] = first;
          places[1] = second;
        }
      last = second - first;
    }
  print_place (places[0]);
  print_place (places[1]);
}

static void *
opener (void *data)
{
  (void) data;
  for (int i = 0; i < 200; i++)
    dlclose (use ("./plug-c.so", 2));
  return NULL;
}

/* Another thread opens and closes a third library meanwhile.  */
static void
beside (const char *one, const char *two, int times)
{
  pthread_t thread;

  pthread_create (&thread, NULL, opener, NULL);
  in_turn (one, two, times);
  pthread_join (thread, NULL);
}

static void *
burner (void *name)
{
  struct part part = { 0 };
  sigset_t set;

  pthread_setname_np (pthread_self (), name);
  sigemptyset (&set);
  sigaddset (&set, SIGPROF);
  pthread_sigmask (SIG_UNBLOCK, &set, NULL);
  while (part_goes_on (&part, 100))
    for (volatile int i = 0; i < 10000; i++)
      continue;
  return NULL;
}

/* The threads begin with SIGPROF blocked, so that no sample comes before they
   have their names: it would count them under the name of the program.  */
static void
in_threads (void)
{
  pthread_t threads[3];
  static char one[] = "busy", two[] = "idle";
  sigset_t set, old;

  sigemptyset (&set);
  sigaddset (&set, SIGPROF);
  pthread_sigmask (SIG_BLOCK, &set, &old);
  pthread_create (&threads[0], NULL, burner, one);
  pthread_create (&threads[1], NULL, burner, one);
  pthread_create (&threads[2], NULL, burner, two);
  pthread_sigmask (SIG_SETMASK, &old, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join (threads[i], NULL);
}

static void
in_child (void)
{
  pid_t child;

  use ("./plug-a.so", 5);
  child = fork ();
  if (child == 0)
    {
      use ("./plug-b.so", 7);
      exit (0);
    }
  waitpid (child, NULL, 0);
}

int
main (int argc, char **argv)
{
  const char *word = argc > 1 ? argv[1] : "";
  int times = argc > 2 ? (int) strtol (argv[2], NULL, 10) : 1;

  if (strcmp (word, "open") == 0)
    use ("./plug-a.so", 4);
  else if (strcmp (word, "turn") == 0)
    in_turn ("./plug-a.so", "./plug-b.so", times);
  else if (strcmp (word, "turn-beside") == 0)
    beside ("./plug-a.so", "./plug-b.so", times);
  else if (strcmp (word, "turn-frames") == 0)
    in_turn ("./plug-low.so", "./plug-high.so", times);
  else if (strcmp (word, "turn-long") == 0)
    in_turn ("./plug-near.so", "./plug-far.so", times);
  else if (strcmp (word, "turn-long-beside") == 0)
    beside ("./plug-near.so", "./plug-far.so", times);
  else if (strcmp (word, "threads") == 0)
    in_threads ();
  else if (strcmp (word, "fork") == 0)
    in_child ();
  else if (strcmp (word, "off") == 0)
    {
      use ("./plug-a.so", 2);
      moncontrol (0);
      use ("./plug-a.so", 8);
    }
  else if (strcmp (word, "killed") == 0)
    {
      use ("./plug-a.so", 6);
      raise (SIGUSR1);
      raise (SIGKILL);
    }
  else if (strcmp (word, "runpath") == 0)
    print_place (dlsym (use ("./where/outer.so", 1), "plug"));
  return 3;
}
