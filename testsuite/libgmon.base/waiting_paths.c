/* waiting_paths.c -- threads that wait on many call paths.

   SPDX-License-Identifier: GPL-3.0-or-later

   Usage: waiting_paths THREADS PATHS SEED.  Each thread waits on PATHS paths at
   random, for 40 ms on each.  A path is a word of the letters a to h, which
   stand for the functions step_a to step_h: they have frames of all kinds.
   Out: the paths, from outside to inside, one a line.  */

#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "test.h"

#define MOST_THREADS 64
#define LONGEST 12
#define LETTERS 8

typedef int step (const char *path, long many, long arguments, long on,
                  long the, long stack, long one, long two);

static step step_a, step_b, step_c, step_d, step_e, step_f, step_g, step_h;
static step *volatile const steps[LETTERS]
  = { step_a, step_b, step_c, step_d, step_e, step_f, step_g, step_h };
static volatile long sink;

/* Keeps a call from being the last one of its function, a jump.  */
#define AFTER_CALL __asm__ volatile ("")

NOINLINE static void
wait_here (const char *path)
{
  static const struct timespec time = { 0, 40000000 };

  if (strlen (path) % 2 == 0)
    nanosleep (&time, NULL);
  else
    poll (NULL, 0, 40);
  AFTER_CALL;
}

/* Goes on by a direct call for some letters, else by a pointer.  */
static inline __attribute__ ((always_inline)) int
go_on (const char *path, long one)
{
  int result = 0;

  switch (path[1])
    {
    case '\0':
      wait_here (path);
      break;
    case 'a':
      result = step_a (path + 1, 1, 2, 3, 4, 5, one, 7);
      break;
    case 'c':
      result = step_c (path + 1, 1, 2, 3, 4, 5, one, 7);
      break;
    case 'e':
      result = step_e (path + 1, 1, 2, 3, 4, 5, one, 7);
      break;
    default:
      result = steps[path[1] - 'a'] (path + 1, 1, 2, 3, 4, 5, one, 7);
    }
  AFTER_CALL;
  return result + 1;
}

#define UNUSED (void) many, (void) arguments, (void) on, (void) the, \
               (void) stack, (void) one, (void) two

#define STEP(name)                                                      \
  NOINLINE static int                                                   \
  name (const char *path, long many, long arguments, long on, long the, \
        long stack, long one, long two)

STEP (step_a)
{
  UNUSED;
  return go_on (path, 6);
}

STEP (step_b)
{
  volatile char room[300];

  UNUSED;
  room[0] = *path;
  return go_on (path, room[0]);
}

STEP (step_c)
{
  volatile char room[(*path % 7) * 50 + 16];

  UNUSED;
  room[0] = *path;
  return go_on (path, room[0]);
}

STEP (step_d)
{
  _Alignas (64) volatile char room[64];

  UNUSED;
  room[0] = *path;
  return go_on (path, room[0]);
}

/* Uses all registers that are kept over calls.  */
STEP (step_e)
{
  long v[8];
  int result;

  for (int i = 0; i < 8; i++)
    v[i] = sink + many * i;
  result = go_on (path, v[0]);
  for (int i = 0; i < 8; i++)
    sink += v[i] + arguments + on + the + stack + one + two;
  return result;
}

STEP (step_f)
{
  volatile char room[20000];

  UNUSED;
  room[0] = *path;
  return go_on (path, room[0]);
}

STEP (step_g)
{
  int result = 0;

  UNUSED;
  for (int i = 0; i < 1 + (*path == 'x'); i++)
    result += go_on (path, i);
  return result;
}

STEP (step_h)
{
  char text[40];

  UNUSED;
  snprintf (text, sizeof text, "%ld", sink);
  return go_on (path, text[0]);
}

static unsigned seed;
static pthread_mutex_t output = PTHREAD_MUTEX_INITIALIZER;

NOINLINE static void
wait_on (const char *path)
{
  steps[path[0] - 'a'] (path, 1, 2, 3, 4, 5, 6, 7);
  AFTER_CALL;
}

NOINLINE static void *
wait_often (void *data)
{
  long paths = *(long *) data;

  for (long i = 0; i < paths; i++)
    {
      char path[LONGEST + 1] = "";
      int length;

      pthread_mutex_lock (&output);
      length = 1 + rand_r (&seed) / 16 % LONGEST;
      for (int at = 0; at < length; at++)
        path[at] = (char) ('a' + rand_r (&seed) / 16 % LETTERS);
      puts (path);
      pthread_mutex_unlock (&output);
      wait_on (path);
    }
  return NULL;
}

int
main (int argc, char **argv)
{
  long count = argc > 1 ? strtol (argv[1], NULL, 10) : 8;
  long paths = argc > 2 ? strtol (argv[2], NULL, 10) : 25;
  pthread_t threads[MOST_THREADS];

  seed = argc > 3 ? (unsigned) strtoul (argv[3], NULL, 10) : 1;
  for (long i = 0; i < count && i < MOST_THREADS; i++)
    if (pthread_create (&threads[i], NULL, wait_often, &paths) != 0)
      return 2;
  for (long i = 0; i < count && i < MOST_THREADS; i++)
    pthread_join (threads[i], NULL);
  return 0;
}
