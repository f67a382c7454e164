/* library-calls.c -- a program that counts its calls of libraries itself.

   SPDX-License-Identifier: GPL-3.0-or-later

   Run as "library-calls CASE".  Prints lines "NAME ADDRESS": functions of
   libraries as the dynamic linker finds them, but those that libgmon defines as
   well as the C library has them.  LIBRARY is the name of a library
   that library-plug.c made.  */

#include <dlfcn.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define THREADS 4
#define TIMES 1000

/* Called through volatile pointers and lengths, so that the compiler cannot
   leave calls out.  */
static const char *volatile text = "twelve chars";

static int
compare (const void *a, const void *b)
{
  return *(const int *) a - *(const int *) b;
}

static void
allocate (int times)
{
  for (int i = 0; i < times; i++)
    {
      void *volatile block = malloc (32);

      free (block);
    }
}

static void
measure (int times)
{
  volatile size_t sum = 0;

  for (int i = 0; i < times; i++)
    sum += strlen (text);
  if (sum != (size_t) times * 12)
    _exit (4);
}

static void
sort (int times)
{
  for (int i = 0; i < times; i++)
    {
      int numbers[] = { 3, 1, 2 };

      qsort (numbers, 3, sizeof numbers[0], compare);
      if (numbers[0] != 1 || numbers[2] != 3)
        _exit (4);
    }
}

/* A library function that passes through a jump keeps its vector
   arguments.  */
static void
format (int times)
{
  char line[64];

  for (int i = 0; i < times; i++)
    {
      snprintf (line, sizeof line, "%.2f %d %.1f", 1.25, i, -3.5);
      if (strncmp (line, "1.25 ", 5) != 0
          || strcmp (line + strlen (line) - 5, " -3.5") != 0)
        _exit (4);
    }
}

static void
jump (int times)
{
  jmp_buf place;
  volatile int n = 0;

  if (setjmp (place) != times)
    longjmp (place, ++n);
}

/* Functions that libgmon defines, too.  */
static void
wrapped (int times)
{
  struct sigaction action;

  for (int i = 0; i < times; i++)
    if (syscall (SYS_getpid) != getpid () || setuid (getuid ()) != 0
        || sigaction (SIGUSR1, NULL, &action) != 0)
      _exit (4);
}

static void *
worker (void *data)
{
  allocate (TIMES);
  measure (TIMES);
  return data;
}

static void
in_threads (void)
{
  pthread_t threads[THREADS];

  for (int i = 0; i < THREADS; i++)
    pthread_create (&threads[i], NULL, worker, NULL);
  for (int i = 0; i < THREADS; i++)
    pthread_join (threads[i], NULL);
}

/* Calls the library, which calls strlen TIMES times; closes it; N times.  */
static void
opened (int n)
{
  for (int i = 0; i < n; i++)
    {
      void *handle = dlopen ("./library-plug.so", RTLD_LAZY | RTLD_LOCAL);
      int (*plug) (const char *, int);

      if (handle == NULL)
        {
          puts (dlerror ());
          _exit (2);
        }
      plug = (int (*) (const char *, int)) dlsym (handle, "plug");
      if (plug (text, TIMES) != 12 * TIMES)
        _exit (4);
      dlclose (handle);
    }
}

static void
in_child (void)
{
  int status = 0;
  pid_t child = fork ();

  if (child == 0)
    {
      measure (7);
      exit (0);
    }
  waitpid (child, &status, 0);
  measure (5);
}

/* An address is the same wherever it is taken.  */
static void
check_addresses (void)
{
  if ((void *) abs != dlsym (RTLD_DEFAULT, "abs") || abs (-12) != 12
      || (void *) labs != dlsym (RTLD_DEFAULT, "labs") || labs (-3) != 3)
    _exit (5);
}

static void
print_address (const char *name)
{
  printf ("%s %p\n", name, dlsym (RTLD_DEFAULT, name));
}

/* The C library's function of that name.  */
static void
print_wrapped (const char *name)
{
  void *libc = dlopen ("libc.so.6", RTLD_NOW);

  printf ("%s %p\n", name, libc != NULL ? dlsym (libc, name) : NULL);
  if (libc != NULL)
    dlclose (libc);
}

int
main (int argc, char **argv)
{
  const char *kind = argc > 1 ? argv[1] : "";

  if (strcmp (kind, "plain") == 0)
    {
      allocate (TIMES);
      measure (2 * TIMES);
      sort (3);
      format (10);
      jump (5);
      wrapped (30);
      check_addresses ();
    }
  else if (strcmp (kind, "threads") == 0)
    in_threads ();
  else if (strcmp (kind, "open") == 0)
    opened (3);
  else if (strcmp (kind, "fork") == 0)
    in_child ();
  else if (argc > 2 && dlopen (argv[2], strcmp (kind, "deep") == 0
                                        ? RTLD_NOW | RTLD_DEEPBIND : RTLD_NOW)
                       == NULL)
    return 2;
  print_address ("malloc");
  print_address ("free");
  print_address ("strlen");
  print_address ("qsort");
  print_address ("snprintf");
  print_address ("setjmp");
  print_wrapped ("syscall");
  print_wrapped ("setuid");
  print_wrapped ("sigaction");
  print_wrapped ("dlclose");
  return 3;
}
