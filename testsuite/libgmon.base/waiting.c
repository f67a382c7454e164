/* waiting.c -- waits whose length is known, and other libraries in a process.

   SPDX-License-Identifier: GPL-3.0-or-later

   Usage: waiting known      waits in seven ways; prints for each function the
                             ns in which the kernel says it was blocked, and how
                             many waits these are
          waiting facts      prints what a process with a thread of libgmon must
                             not see otherwise
          waiting user ID    becomes user ID in all threads, and prints the ids
                             of all threads after 1.5 s
          waiting filter     ends all threads that call statx, by a filter
          waiting calls      four threads become the user that they are, and
                             unshare nothing, 50 times; prints how many looking
                             threads there are then
          waiting undumpable has its files in /proc given to root, and waits
          waiting last      ends the main thread, and then the last one, but
                             not the process
          waiting plug FILE  100 times opens FILE, waits in it and closes it,
                             while threads begin and end
          waiting many N MS  N threads wait for MS ms.  Prints the CPU time of
                             the looking thread and the wall time, in us
   All print "interrupted N" at the end: calls that ended by EINTR.  */

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "test.h"

#define BILLION 1000000000L
#define MILLION 1000000L

static atomic_int interrupted;

static NOT_COUNTED long
ns_of (clockid_t clock)
{
  struct timespec now;

  clock_gettime (clock, &now);
  return now.tv_sec * BILLION + now.tv_nsec;
}

static NOT_COUNTED void
note (long result)
{
  if (result < 0 && errno == EINTR)
    atomic_fetch_add (&interrupted, 1);
}

/* Keeps a call from being the last one of its function, a jump.  */
#define AFTER_CALL __asm__ volatile ("")

/* -- Known waits ----------------------------------------------------------- */

/* How long the calling thread has been blocked, in ns.  */
static NOT_COUNTED long
blocked_time (void)
{
  FILE *file = fopen ("/proc/thread-self/schedstat", "r");
  unsigned long ran, queued = 0;

  if (file == NULL || fscanf (file, "%lu %lu", &ran, &queued) != 2)
    exit (2);
  fclose (file);
  return ns_of (CLOCK_MONOTONIC) - ns_of (CLOCK_THREAD_CPUTIME_ID)
         - (long) queued;
}

/* Prints how long and how often FUNCTION was blocked since BEGIN.  */
static NOT_COUNTED void
tell (const char *function, long begin, int waits)
{
  printf ("%s %ld %d\n", function, blocked_time () - begin, waits);
}

NOINLINE static void
poll_for (int ms)
{
  int ends[2];
  struct pollfd input = { .events = POLLIN };

  if (pipe (ends) != 0)
    exit (2);
  input.fd = ends[0];
  note (poll (&input, 1, ms));
  close (ends[0]);
  close (ends[1]);
}

NOINLINE static void
caller_a (void)
{
  poll_for (250);
  AFTER_CALL;
}

NOINLINE static void
caller_b (void)
{
  poll_for (100);
  AFTER_CALL;
}

NOINLINE static void *
poller (void *unused)
{
  long a = 0, b = 0, begin;

  for (int i = 0; i < 5; i++)
    {
      begin = blocked_time ();
      caller_a ();
      a += blocked_time () - begin;
      begin = blocked_time ();
      caller_b ();
      b += blocked_time () - begin;
    }
  printf ("caller_a %ld 5\ncaller_b %ld 5\n", a, b);
  return unused;
}

NOINLINE static void
sleeper (long ms)
{
  const struct timespec time = { ms / 1000, ms % 1000 * MILLION };

  note (nanosleep (&time, NULL));
  AFTER_CALL;
}

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static atomic_bool is_held, is_ready;
static int reading[2], events[2];

/* Has the mutex for 0.6 s, then gives what the others wait for.  */
NOINLINE static void *
giver (void *unused)
{
  pthread_mutex_lock (&mutex);
  atomic_store (&is_held, true);
  sleeper (600);
  pthread_mutex_unlock (&mutex);
  pthread_mutex_lock (&other);
  atomic_store (&is_ready, true);
  /* While this thread had the mutex, the other one would wait twice.  */
  pthread_mutex_unlock (&other);
  pthread_cond_broadcast (&condition);
  note (write (reading[1], "x", 1));
  note (write (events[1], "x", 1));
  return unused;
}

NOINLINE static void *
locker (void *unused)
{
  long begin = blocked_time ();

  pthread_mutex_lock (&mutex);
  tell ("locker", begin, 1);
  pthread_mutex_unlock (&mutex);
  return unused;
}

NOINLINE static void *
conditioned (void *unused)
{
  long begin = blocked_time ();

  pthread_mutex_lock (&other);
  while (!atomic_load (&is_ready))
    pthread_cond_wait (&condition, &other);
  pthread_mutex_unlock (&other);
  tell ("conditioned", begin, 1);
  return unused;
}

NOINLINE static void *
reader (void *unused)
{
  long begin = blocked_time ();
  char byte;

  note (read (reading[0], &byte, 1));
  tell ("reader", begin, 1);
  return unused;
}

NOINLINE static void *
epoller (void *unused)
{
  struct epoll_event event = { .events = EPOLLIN };
  int set = epoll_create1 (EPOLL_CLOEXEC);
  long begin;

  epoll_ctl (set, EPOLL_CTL_ADD, events[0], &event);
  begin = blocked_time ();
  note (epoll_wait (set, &event, 1, -1));
  tell ("epoller", begin, 1);
  close (set);
  return unused;
}

static void
wait_in_all_ways (void)
{
  static void *(*const ways[]) (void *) = { giver, poller, locker, conditioned,
                                            reader, epoller };
  enum { WAYS = sizeof ways / sizeof ways[0] };
  pthread_t threads[WAYS];
  long begin;

  if (pipe (reading) != 0 || pipe (events) != 0)
    exit (2);
  for (int i = 0; i < WAYS; i++)
    {
      pthread_create (&threads[i], NULL, ways[i], NULL);
      while (!atomic_load (&is_held))
        sched_yield ();
    }
  begin = blocked_time ();
  sleeper (500);
  tell ("sleeper", begin, 1);
  for (int i = 0; i < WAYS; i++)
    pthread_join (threads[i], NULL);
}

/* -- Facts ----------------------------------------------------------------- */

/* Returns the number of entries of the folder PATH.  */
static int
entries (const char *path)
{
  DIR *folder = opendir (path);
  int count = 0;

  if (folder == NULL)
    return -1;
  while (readdir (folder) != NULL)
    count++;
  closedir (folder);
  return count;
}

static void *
end_of_input (void *data)
{
  int *ends = data;
  char byte;

  printf ("end of the pipe: %zd\n", read (ends[0], &byte, 1));
  return NULL;
}

/* The pipe ends when its only writing end is closed.  */
static void
show_pipe (void)
{
  pthread_t thread;
  int ends[2];

  if (pipe (ends) != 0)
    exit (2);
  sleeper (50);
  pthread_create (&thread, NULL, end_of_input, ends);
  sleeper (50);
  close (ends[1]);
  pthread_join (thread, NULL);
}

/* Prints what "FUNCTION" returns in a child.  */
static void
show_child (const char *function, int (*call) (void))
{
  pid_t child;
  int status = -1;

  fflush (stdout);
  child = fork ();
  if (child == 0)
    {
      int result = call ();

      _exit (result == 0 ? 0 : errno);
    }
  waitpid (child, &status, 0);
  printf ("%s: %d\n", function, status);
}

static int
unshare_user (void)
{
  sleeper (30);
  return unshare (CLONE_NEWUSER);
}

static int
unshare_user_by_number (void)
{
  sleeper (30);
  return (int) syscall (SYS_unshare, CLONE_NEWUSER);
}

static int
count_descriptors (void)
{
  int count = entries ("/proc/self/fd");

  sleeper (30);
  errno = 99;
  return count == entries ("/proc/self/fd") ? 0 : 1;
}

static void
show_facts (void)
{
  cpu_set_t set;

  sleeper (50);
  printf ("descriptors: %d\n", entries ("/proc/self/fd"));
  printf ("child: %ld %d\n", syscall (SYS_wait4, -1, NULL, WNOHANG, NULL),
          errno);
  sched_getaffinity (0, sizeof set, &set);
  printf ("affinity: %d\n", CPU_COUNT (&set));
  show_pipe ();
  show_child ("unshare", unshare_user);
  show_child ("unshare by number", unshare_user_by_number);
  show_child ("descriptors of a child", count_descriptors);
  printf ("a bad call: %ld %d\n", syscall (-1), errno);
}

/* -- Other users, filters -------------------------------------------------- */

static void *
wait_for_ever (void *unused)
{
  while (1)
    pause ();
  return unused;
}

/* Prints the field NAME of the state of each thread.  */
static void
show_states (const char *name)
{
  DIR *folder = opendir ("/proc/self/task");
  const struct dirent *entry;

  while (folder != NULL && (entry = readdir (folder)) != NULL)
    {
      char path[300], line[200];
      FILE *file;

      snprintf (path, sizeof path, "/proc/self/task/%s/status", entry->d_name);
      file = entry->d_name[0] == '.' ? NULL : fopen (path, "r");
      while (file != NULL && fgets (line, sizeof line, file) != NULL)
        if (strncmp (line, name, strlen (name)) == 0)
          fputs (line, stdout);
      if (file != NULL)
        fclose (file);
    }
  if (folder != NULL)
    closedir (folder);
}

static void
become (uid_t id)
{
  pthread_t thread;

  pthread_create (&thread, NULL, wait_for_ever, NULL);
  sleeper (50);
  if (setresuid (id, id, id) != 0)
    exit (2);
  sleeper (1500);
  show_states ("Uid:");
}

static void
set_filter (void)
{
  struct sock_filter code[] =
    {
      BPF_STMT (BPF_LD | BPF_W | BPF_ABS, offsetof (struct seccomp_data, nr)),
      BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, SYS_statx, 0, 1),
      BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
      BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
    };
  struct sock_fprog program = { sizeof code / sizeof code[0], code };

  sleeper (50);
  if (prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0
      || syscall (SYS_seccomp, SECCOMP_SET_MODE_FILTER,
                  SECCOMP_FILTER_FLAG_TSYNC, &program) != 0)
    exit (2);
  sleeper (100);
}

/* -- Calls that the looking thread must not see ---------------------------- */

static void *
call_often (void *unused)
{
  for (int i = 0; i < 50; i++)
    if (setreuid ((uid_t) -1, (uid_t) -1) != 0 || unshare (0) != 0)
      exit (2);
  return unused;
}

/* Returns how many threads have the name NAME, and adds their CPU time in ns to
   *CPU.  */
static int
threads_called (const char *name, long *cpu)
{
  DIR *folder = opendir ("/proc/self/task");
  const struct dirent *entry;
  int count = 0;

  while (folder != NULL && (entry = readdir (folder)) != NULL)
    {
      char path[300], comm[32] = "";
      FILE *file;
      long ran;

      snprintf (path, sizeof path, "/proc/self/task/%s/comm", entry->d_name);
      file = entry->d_name[0] == '.' ? NULL : fopen (path, "r");
      if (file == NULL || fgets (comm, sizeof comm, file) == NULL)
        comm[0] = '\0';
      if (file != NULL)
        fclose (file);
      comm[strcspn (comm, "\n")] = '\0';
      if (strcmp (comm, name) != 0)
        continue;
      count++;
      snprintf (path, sizeof path, "/proc/self/task/%s/schedstat",
                entry->d_name);
      file = fopen (path, "r");
      if (file != NULL && fscanf (file, "%ld", &ran) == 1)
        *cpu += ran;
      if (file != NULL)
        fclose (file);
    }
  if (folder != NULL)
    closedir (folder);
  return count;
}

static void
call_at_once (void)
{
  pthread_t threads[4];
  long cpu = 0;

  for (int i = 0; i < 4; i++)
    pthread_create (&threads[i], NULL, call_often, NULL);
  for (int i = 0; i < 4; i++)
    pthread_join (threads[i], NULL);
  sleeper (100);
  printf ("looking threads: %d\n", threads_called ("gmon-waits", &cpu));
}

/* -- The end --------------------------------------------------------------- */

static void *
end_thread (void *unused)
{
  sleeper (100);
  syscall (SYS_exit, 0);
  return unused;
}

/* The process ends with its last thread.  */
static void
end_all_threads (void)
{
  pthread_t thread;

  pthread_create (&thread, NULL, end_thread, NULL);
  sleeper (50);
  syscall (SYS_exit, 0);
}

/* -- Objects and threads that come and go ---------------------------------- */

static void *
wait_briefly (void *unused)
{
  sleeper (2);
  return unused;
}

static atomic_bool over;

static void *
begin_and_end (void *unused)
{
  while (!atomic_load (&over))
    {
      pthread_t thread;

      if (pthread_create (&thread, NULL, wait_briefly, NULL) == 0)
        pthread_join (thread, NULL);
    }
  return unused;
}

static void
wait_in_plug (const char *path)
{
  pthread_t threads[2];

  for (int i = 0; i < 2; i++)
    pthread_create (&threads[i], NULL, begin_and_end, NULL);
  for (int i = 0; i < 100; i++)
    {
      void *plug = dlopen (path, RTLD_NOW);
      int (*wait) (long ns);

      if (plug == NULL)
        exit (2);
      *(void **) &wait = dlsym (plug, "plug_wait");
      note (wait (8 * MILLION));
      dlclose (plug);
    }
  atomic_store (&over, true);
  for (int i = 0; i < 2; i++)
    pthread_join (threads[i], NULL);
}

static void
wait_with_many (long count, long ms)
{
  long begin = ns_of (CLOCK_MONOTONIC), cpu = 0;

  for (long i = 0; i < count; i++)
    {
      pthread_t thread;
      pthread_attr_t small;

      pthread_attr_init (&small);
      pthread_attr_setstacksize (&small, 65536);
      if (pthread_create (&thread, &small, wait_for_ever, NULL) != 0)
        exit (2);
      pthread_attr_destroy (&small);
    }
  sleeper (ms);
  threads_called ("gmon-waits", &cpu);
  printf ("%ld %ld\n", cpu / 1000, (ns_of (CLOCK_MONOTONIC) - begin) / 1000);
}

int
main (int argc, char **argv)
{
  const char *mode = argc > 1 ? argv[1] : "";

  if (strcmp (mode, "known") == 0)
    wait_in_all_ways ();
  else if (strcmp (mode, "facts") == 0)
    show_facts ();
  else if (strcmp (mode, "user") == 0 && argc > 2)
    become ((uid_t) strtoul (argv[2], NULL, 10));
  else if (strcmp (mode, "filter") == 0)
    set_filter ();
  else if (strcmp (mode, "undumpable") == 0)
    {
      prctl (PR_SET_DUMPABLE, 0);
      sleeper (300);
    }
  else if (strcmp (mode, "calls") == 0)
    call_at_once ();
  else if (strcmp (mode, "last") == 0)
    end_all_threads ();
  else if (strcmp (mode, "plug") == 0 && argc > 2)
    wait_in_plug (argv[2]);
  else if (strcmp (mode, "many") == 0 && argc > 3)
    wait_with_many (strtol (argv[2], NULL, 10), strtol (argv[3], NULL, 10));
  else
    return 2;
  printf ("interrupted %d\n", interrupted);
  return 0;
}
