/* event.c -- a program that knows how many events it makes, and where.

   SPDX-License-Identifier: GPL-3.0-or-later

   usage: event CASE
     touch     PAGES pages for the first time, in one function
     threads   the same in two threads, which have ended at the end
     blocked   the same in a thread that blocks all signals
     alive     the same in a thread that still waits at the end
     many      three pages each in 2,000 threads, one after the other
     fork      the same in a child, after as much in the parent
     again     PAGES pages with the profile off, as many after that
     closed    close all descriptors before; later ones are ours alone
     full      have no descriptor left when a thread starts
     sleep     go to sleep SLEEPS times, in a thread that burns nothing
     spin      use CPU time
     two       the same in two threads, the first one asleep
     kernel    use most of it in the kernel
   Out: for the last three a line "CPU MICROSECONDS" and a line "USER
   MICROSECONDS": the CPU time that the threads used in spin or use_kernel, and
   the part of it outside the kernel.  The status is 0, or 3 if something is not
   as it is without a profile.  See event.exp and clock-perf.exp.  */

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "gmon.h"
#include "test.h"

#define PAGES 1000
#define SLEEPS 200
#define THREADS 2000
#define SPIN_MS 200             /* of each thread */

static long page_size;
static volatile unsigned long sink;

/* One fault for each of N pages at MEMORY, and no other.  */
NOINLINE void
touch (char *memory, long n)
{
  for (long i = 0; i < n; i++)
    memory[i * page_size] = 1;
}

NOINLINE void
leaf (void)
{
  sink++;
}

/* N pages that nobody touched; no huge ones.  */
static NOT_COUNTED char *
fresh (long n)
{
  char *memory = mmap (NULL, (size_t) (n * page_size), PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

  if (memory == MAP_FAILED)
    _exit (3);
  madvise (memory, (size_t) (n * page_size), MADV_NOHUGEPAGE);
  return memory;
}

static NOT_COUNTED void *
touch_some (void *unused)
{
  leaf ();
  touch (fresh (PAGES), PAGES);
  return unused;
}

static NOT_COUNTED void *
touch_few (void *memory)
{
  touch (memory, 3);
  return NULL;
}

static NOT_COUNTED void *
touch_blocked (void *unused)
{
  sigset_t all;

  sigfillset (&all);
  pthread_sigmask (SIG_BLOCK, &all, NULL);
  return touch_some (unused);
}

static pthread_barrier_t barrier;

static NOT_COUNTED void *
touch_and_wait (void *unused)
{
  touch_some (unused);
  pthread_barrier_wait (&barrier);
  for (;;)
    pause ();
  return unused;
}

static NOT_COUNTED int
run_thread (void *(*function) (void *), int n)
{
  pthread_t threads[2];

  for (int i = 0; i < n; i++)
    if (pthread_create (&threads[i], NULL, function, NULL) != 0)
      return 3;
  for (int i = 0; i < n; i++)
    pthread_join (threads[i], NULL);
  return 0;
}

static NOT_COUNTED int
run_alive (void)
{
  pthread_t thread;

  pthread_barrier_init (&barrier, NULL, 2);
  if (pthread_create (&thread, NULL, touch_and_wait, NULL) != 0)
    return 3;
  pthread_barrier_wait (&barrier);
  return 0;
}

static NOT_COUNTED int
run_many (void)
{
  char *memory = fresh (3 * THREADS);

  for (int i = 0; i < THREADS; i++)
    {
      pthread_t thread;

      if (pthread_create (&thread, NULL, touch_few, memory) != 0)
        return 3;
      pthread_join (thread, NULL);
      memory += 3 * page_size;
    }
  return 0;
}

static NOT_COUNTED int
run_fork (void)
{
  int status;
  pid_t child;

  touch_some (NULL);
  child = fork ();
  touch_some (NULL);
  if (child == 0)
    return 0;
  return waitpid (child, &status, 0) == child && status == 0 ? 0 : 3;
}

static NOT_COUNTED int
run_again (void)
{
  moncontrol (0);
  touch_some (NULL);
  moncontrol (1);
  return (int) (touch_some (NULL) != NULL);
}

/* What a program finds that closes all descriptors and opens its own.  */
static NOT_COUNTED int
run_closed (void)
{
  int ends[2];
  char byte = 0;

  for (int fd = 3; fd < 1024; fd++)
    close (fd);
  if (pipe (ends) != 0 || ends[0] != 3 || ends[1] != 4
      || write (ends[1], "x", 1) != 1)
    return 3;
  touch_some (NULL);
  if (run_thread (touch_some, 1) != 0 || read (ends[0], &byte, 1) != 1
      || byte != 'x' || dup (1) != 5)
    return 3;
  return 0;
}

/* The thread can have no event; the first one has.  */
static NOT_COUNTED int
run_full (void)
{
  int last = 2;
  int status;

  touch_some (NULL);
  for (int fd; (fd = dup (1)) >= 0;)
    last = fd;
  status = run_thread (touch_some, 1);
  close (last);
  return status;
}

/* Blocks for SLEEPS times, and is not disturbed.  */
NOINLINE int
rest (void)
{
  const struct timespec pause = { 0, 100000 };

  for (int i = 0; i < SLEEPS; i++)
    if (nanosleep (&pause, NULL) != 0)
      return 3;
  return 0;
}

/* Microseconds of CPU time.  */
struct used
{
  long cpu;
  long user;                    /* the part outside the kernel */
};

static struct used used;        /* in spin and use_kernel, of all threads */

static NOT_COUNTED struct used
thread_time (void)
{
  struct timespec cpu;
  struct rusage usage;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &cpu);
  getrusage (RUSAGE_THREAD, &usage);
  return (struct used) { cpu.tv_sec * 1000000L + cpu.tv_nsec / 1000,
                         usage.ru_utime.tv_sec * 1000000L
                           + usage.ru_utime.tv_usec };
}

/* True until the calling thread has used SPIN_MS since START; then adds what it
   used to `used'.  */
static NOT_COUNTED int
go_on (struct used start)
{
  struct used now = thread_time ();

  if (now.cpu - start.cpu < SPIN_MS * 1000)
    return 1;
  __atomic_fetch_add (&used.cpu, now.cpu - start.cpu, __ATOMIC_SEQ_CST);
  __atomic_fetch_add (&used.user, now.user - start.user, __ATOMIC_SEQ_CST);
  return 0;
}

NOINLINE void
spin (void)
{
  const struct used start = thread_time ();

  do
    for (unsigned i = 0; i < 1000000; i++)
      sink += i;
  while (go_on (start));
}

static NOT_COUNTED void *
spin_in_thread (void *unused)
{
  leaf ();
  spin ();
  return unused;
}

NOINLINE void
use_kernel (void)
{
  static char zeros[65536];
  const struct used start = thread_time ();
  int fd = open ("/dev/zero", O_RDONLY);

  do
    for (int i = 0; i < 100; i++)
      if (read (fd, zeros, sizeof zeros) <= 0)
        _exit (3);
  while (go_on (start));
  close (fd);
}

static NOT_COUNTED int
say_used (int status)
{
  printf ("CPU %ld\nUSER %ld\n", used.cpu, used.user);
  return status;
}

NOT_COUNTED int
main (int argc, char **argv)
{
  const char *name = argc == 2 ? argv[1] : "";

  page_size = sysconf (_SC_PAGESIZE);
  leaf ();
  leaf ();
  leaf ();
  if (strcmp (name, "touch") == 0)
    touch_some (NULL);
  else if (strcmp (name, "threads") == 0)
    return run_thread (touch_some, 2);
  else if (strcmp (name, "blocked") == 0)
    return run_thread (touch_blocked, 1);
  else if (strcmp (name, "alive") == 0)
    return run_alive ();
  else if (strcmp (name, "many") == 0)
    return run_many ();
  else if (strcmp (name, "fork") == 0)
    return run_fork ();
  else if (strcmp (name, "again") == 0)
    return run_again ();
  else if (strcmp (name, "closed") == 0)
    return run_closed ();
  else if (strcmp (name, "full") == 0)
    return run_full ();
  else if (strcmp (name, "sleep") == 0)
    return rest ();
  else if (strcmp (name, "spin") == 0)
    return say_used (spin_in_thread (NULL) != NULL);
  else if (strcmp (name, "two") == 0)
    return say_used (run_thread (spin_in_thread, 2));
  else if (strcmp (name, "kernel") == 0)
    {
      use_kernel ();
      return say_used (0);
    }
  else
    return 3;
  return 0;
}
