/* unit/t_lg_threads.c -- tests of how libgmon knows threads.

   SPDX-License-Identifier: GPL-3.0-or-later

   What a new thread costs and what is kept for the dead (thread_pool.c), when
   a timer is set again (thread_timer.c), how often the kernel's list is read
   (thread_scan.c), and what first ticks make up for (cpu.c).  Linked with
   libgmon.a, as t_lg_arcs.c.  Run by gprof.unit.  */

#include <config.h>

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "arch/atomic64.h"
#include "check.h"
#include "clock/sampler.h"
#include "clock/thread_scan.h"
#include "clock/thread_timer.h"
#include "record/arcs.h"
#include "sys/thread_pool.h"
#include "sys/timer.h"


/* -- Owners --------------------------------------------------------------- */

#define NO_THREAD 0x30000000u   /* and above: more than any thread's id */
#define LIVE 2000
#define MOST (LIVE * 2)
#define BIRTHS 50000

static struct owned memory[MOST];
static struct owner_ring ring;
static unsigned members;
static uint64_t asked;          /* whether they are dead, in all */

/* How many a search has asked that began at BEFORE and ended at FOUND, if that
   is not NULL: from one end of MEMORY to the other, and again.  */
static unsigned
questions (const struct owned *before, const struct owned *found)
{
  const struct owned *cursor = atomic_load (&ring.cursor);

  if (members == 0 || (found == NULL && cursor == before))
    return members;
  if (before == NULL)
    before = &memory[members - 1];
  return (unsigned) ((before - cursor + members) % members) + (found != NULL);
}

/* What a new thread does that lives from now on, and its memory; NULL if
   there are too many.  */
static struct owned *
be_born (void)
{
  static uint32_t id = NO_THREAD;
  uint32_t process = (uint32_t) getpid ();
  const struct owned *cursor = atomic_load (&ring.cursor);
  struct owned *owned = owner_ring_take (&ring, process, ++id);

  asked += questions (cursor, owned);
  if (owned == NULL && members < MOST)
    {
      owned = &memory[members++];
      owner_ring_add (&ring, owned, process, id);
    }
  if (owned != NULL)
    wide_store (&owned->owner, (uint32_t) getpid ());
  return owned;
}

static void
die (struct owned *owned)
{
  wide_store (&owned->owner, NO_THREAD);
}

/* A thread that starts must not ask all that live.  */
static void
test_live (void)
{
  for (unsigned i = 0; i < LIVE; i++)
    be_born ();
  CHECK_U64 (members, LIVE, "nothing of a live thread's is taken");
  CHECK (asked <= 32 * LIVE, "%d live threads: %" PRIu64 " were asked", LIVE,
         asked);
}

/* Two at a time come and go, the older one first, so that the search goes on
   and on around the ring, where those that stay are side by side.  */
static void
test_come_and_go (void)
{
  struct owned *older = be_born ();
  unsigned lost = 0;

  asked = 0;
  for (unsigned i = 0; i < BIRTHS; i++)
    {
      struct owned *newer = be_born ();

      EXPECT (&lost, newer != NULL && newer != older, "thread %u", i);
      if (older != NULL)
        die (older);
      older = newer;
    }
  CHECK (lost == 0 && members <= LIVE * 3 / 2,
         "%d live threads, %d come and go: memory for %u", LIVE, BIRTHS,
         members);
  CHECK (asked <= 16 * BIRTHS, "%d come and go: %" PRIu64 " were asked",
         BIRTHS, asked);
}

/* All that died are found again before anything new is made.  */
static void
test_all_dead (void)
{
  unsigned before = members;

  for (unsigned i = 0; i < members; i++)
    die (&memory[i]);
  for (unsigned i = 0; i < LIVE; i++)
    be_born ();
  CHECK_U64 (members, before, "all dead: nothing new is made");
}

/* Memory of another process whose threads we cannot ask, and what a fork left
   to anybody.  */
static void
test_other_process (void)
{
  static struct owner_ring other;
  struct owned one = { 0 };
  uint32_t process = (uint32_t) getpid ();

  owner_ring_add (&other, &one, process + 1, NO_THREAD);
  CHECK (owner_ring_take (&other, process, NO_THREAD + 1) == NULL,
         "another process's is not taken");
  owner_leave (&one);
  CHECK (owner_ring_take (&other, process, NO_THREAD + 1) == &one,
         "what nobody has is taken");
  CHECK (atomic_load (&one.process) == process
           && owner_id (&one) == NO_THREAD + 1,
         "and belongs to the process");
}

/* -- A timer -------------------------------------------------------------- */

#define MS 1000000u

/* Returns the ns after which TIMER, which was set by clock_timer_rearm with a
   tick due at DUE and the last one seen at SEEN, expires.  */
static uint64_t
rearmed (int timer, uint64_t due, uint64_t seen)
{
  struct clock_thread thread = { .due = due, .seen = seen, .expired = true };
  long words[4] = { 0 };

  atomic_store (&thread.handle, timer + 1);
  clock_timer_rearm (&thread);
  if (syscall (SYS_timer_gettime, timer, words) != 0)
    fail ("timer_gettime: %s", strerror (errno));
  return (uint64_t) words[2] * 1000 * MS + (uint64_t) words[3];
}

/* A thread that another one found and armed while it was in its handler ticks
   on.  */
static void
test_rearm (void)
{
  int timer = timers_create (CLOCK_MONOTONIC, SIGURG, 0);
  uint64_t left;

  CHECK (timer >= 0, "a timer");
  left = rearmed (timer, 60000u * (uint64_t) MS, 30000u * (uint64_t) MS);
  CHECK (left > 0 && left <= 30000u * (uint64_t) MS,
         "the next tick: %" PRIu64 " ns", left);
  left = rearmed (timer, MS, 60000u * (uint64_t) MS);
  CHECK (left <= MS, "armed anew in the handler: %" PRIu64 " ns", left);
  timers_delete (timer);
}

/* -- The watch ------------------------------------------------------------ */

#define SLEEPERS 3
#define A_LOT 1000000000000u    /* ns */

static pthread_barrier_t ready;
static pthread_barrier_t end;
static struct descriptors descriptors;
static const struct sampler_host host = { .descriptors = &descriptors };
static struct sampler sampler = { .host = &host };
static _Atomic unsigned opened;

static int
open_nothing (struct sampler *unused, uint32_t id)
{
  (void) unused;
  (void) id;
  return (int) atomic_fetch_add (&opened, 1);
}

static void
arm_nothing (struct sampler *unused, struct clock_thread *thread, int handle,
             enum clock_thread_kind kind)
{
  (void) unused;
  (void) thread;
  (void) handle;
  (void) kind;
}

static void
close_nothing (struct sampler *unused, int handle)
{
  (void) unused;
  (void) handle;
}

static const struct clock fake = {
  .name = "fake",
  .open = open_nothing,
  .arm = arm_nothing,
  .close = close_nothing,
};

/* The signal of the watch's timer.  */
static int
tick (void)
{
  siginfo_t info = { .si_signo = SIGPROF };

  info.si_value.sival_ptr = (void *) (uintptr_t) timers_value (false);
  return clock_watch_is_own (&sampler.watch, &info)
         ? clock_watch_alarm (&sampler) : -1;
}

static void *
wait_for_end (void *unused)
{
  pthread_barrier_wait (&ready);
  pthread_barrier_wait (&end);
  return unused;
}

static void *
tick_and_wait (void *unused)
{
  tick ();
  return wait_for_end (unused);
}

static void
start (pthread_t *thread, void *(*function) (void *))
{
  pthread_barrier_init (&ready, NULL, 2);
  if (pthread_create (thread, NULL, function, NULL) != 0)
    fail ("cannot make a thread");
  pthread_barrier_wait (&ready);
}

/* Ticks of known threads have the list read as well, and put the alarm off.  */
static void
test_ticks (pthread_t *thread)
{
  struct clock_watch *watch = &sampler.watch;
  unsigned before = opened;

  watch->scan = watch->setting = 0;
  watch->period = 20000000;
  start (thread, wait_for_end);
  clock_watch_ticked (&sampler, 0);
  clock_watch_ticked (&sampler, 10000000);
  CHECK_U64 (opened, before, "ticks: no look too soon");
  clock_watch_ticked (&sampler, 10000000);
  CHECK_U64 (opened, before + 1, "ticks: a look when they are a period");
  CHECK_U64 (wide_load (&watch->ticked), 0, "ticks: from the start again");
  watch->setting = 0;
  watch->period = 160000000;
  watch->patience = 1;
  clock_watch_ticked (&sampler, 160000000);
  CHECK_U64 (watch->alarm, 2 * 160000000, "ticks: later than the next look");
  tick ();
  CHECK_U64 (watch->alarm, 16 * UINT64_C (160000000),
             "ticks: an alarm for nothing");
  clock_watch_ticked (&sampler, 160000000);
  CHECK_U64 (watch->alarm, 16 * UINT64_C (160000000),
             "ticks: nothing was found yet");
}

/* SIGPROF stays blocked: the timer itself plays no part.  */
static void
test_watch (void)
{
  pthread_t threads[SLEEPERS + 3];
  sigset_t set;

  sigemptyset (&set);
  sigaddset (&set, SIGPROF);
  pthread_sigmask (SIG_BLOCK, &set, NULL);
  pthread_barrier_init (&end, NULL, SLEEPERS + 4);
  sampler.clock = &fake;
  atomic_store (&sampler.running, 1);
  for (unsigned i = 0; i < SLEEPERS; i++)
    start (&threads[i], wait_for_end);
  clock_watch_start (&sampler);
  CHECK_U64 (tick (), 0, "watch: the first tick");
  CHECK_U64 (opened, SLEEPERS + 1, "watch: arms all threads");
  CHECK (sampler.watch.scan != 0, "watch: what a scan costs is known");

  sampler.watch.scan = A_LOT;
  start (&threads[SLEEPERS], wait_for_end);
  tick ();
  CHECK_U64 (opened, SLEEPERS + 1, "watch: no scan soon after a long one");
  start (&threads[SLEEPERS + 1], tick_and_wait);
  CHECK_U64 (opened, SLEEPERS + 2, "watch: but who runs is armed");
  sampler.watch.waited = 64 * (uint64_t) A_LOT;
  tick ();
  CHECK_U64 (opened, SLEEPERS + 3, "watch: a scan when it may be");
  CHECK_U64 (sampler.watch.patience, 1, "watch: a thread was found");
  sampler.watch.period = 20000000;
  sampler.watch.setting = 0;    /* what was measured may be anything */
  tick ();
  CHECK_U64 (sampler.watch.patience, 8, "watch: none: a later alarm");
  CHECK_U64 (sampler.watch.period, 20000000, "watch: none: as many looks");
  sampler.watch.setting = A_LOT / 1000;
  tick ();
  CHECK (sampler.watch.period >= 64 * (A_LOT / 1000),
         "watch: not often if the timer is dear");
  test_ticks (&threads[SLEEPERS + 2]);
  clock_watch_stop (&sampler.watch);
  pthread_barrier_wait (&end);
  for (unsigned i = 0; i < SLEEPERS + 3; i++)
    pthread_join (threads[i], NULL);
}

/* -- First ticks ---------------------------------------------------------- */

static struct sampler young;    /* of threads that begin and end */

/* The ticks of 1 ms that the first signal of a thread stands for.  */
static unsigned
first_ticks (void)
{
  struct clock_thread thread = { .handle = 1, .due = 1, .first = true };
  siginfo_t info;
  unsigned count;

  memset (&info, 0, sizeof info);
  info.si_value.sival_ptr = (void *) (uintptr_t) timers_value (true);
  count = clock_cpu.ticks (&young, &thread, &info);
  CHECK (!thread.first, "first: it is over");
  CHECK_U64 ((uint64_t) thread.uncounted, thread.seen - count * (uint64_t) MS,
             "first: what it has not counted");
  return count;
}

/* A thread that has ended, with its last tick at SEEN ms and so many ms that
   ticks have not counted before.  */
static void
end_at (uint64_t now, uint64_t seen, int64_t uncounted)
{
  struct clock_thread thread = { .seen = seen * MS,
                                 .uncounted = uncounted * MS };

  clock_cpu_thread_ends (&young, &thread, now * MS);
}

static void
test_first_ticks (void)
{
  young.kernel_tick = 4 * MS;
  young.period = MS;
  CHECK_U64 (first_ticks (), 4, "first: a kernel tick");
  end_at (15, 10, 2);
  CHECK_U64 (first_ticks (), 8, "first: one more for what is owed");
  CHECK_U64 (first_ticks (), 7, "first: the rest");
  CHECK_U64 (first_ticks (), 4, "first: nothing is owed");
  end_at (11, 10, -4);
  CHECK_U64 (first_ticks (), 1, "first: too much was counted");
  end_at (11, 10, -7);
  CHECK_U64 (first_ticks (), 0, "first: no less than nothing");
  CHECK_U64 (first_ticks (), 2, "first: the rest of that");
  end_at (3, UINT64_MAX / MS, 0);
  CHECK_U64 (first_ticks (), 4, "first: a thread without ticks");
}

/* Returns the first phase in a child that has just been forked.  */
static uint64_t
phase_in_child (void)
{
  uint64_t phase = 0;
  int ends[2];
  pid_t child;

  if (pipe (ends) != 0)
    return 0;
  child = fork ();
  if (child == 0)
    {
      sampler_after_fork (&young);
      phase = clock_timer_phase (&young);
      _exit (write (ends[1], &phase, sizeof phase) != sizeof phase);
    }
  close (ends[1]);
  if (read (ends[0], &phase, sizeof phase) != sizeof phase)
    phase = 0;
  close (ends[0]);
  waitpid (child, NULL, 0);
  return phase;
}

static void
test_phases (void)
{
  uint64_t first = phase_in_child (), second = phase_in_child ();

  CHECK (first >= 1 && first <= MS && second >= 1 && second <= MS,
         "phase: of a child");
  CHECK (first != second, "phase: another in each child");
}

static void
test_expired (void)
{
  int timer = timers_create (CLOCK_MONOTONIC, SIGUSR1, 0);

  CHECK (timers_has_expired (timer), "expired: never set");
  timers_set (timer, 3600 * (uint64_t) 1000 * MS);
  CHECK (!timers_has_expired (timer), "expired: not yet");
  CHECK (!timers_has_expired (timer), "expired: it goes on");
  timers_set (timer, 0);
  CHECK (timers_has_expired (timer), "expired: stopped");
  signal (SIGUSR1, SIG_IGN);
  timers_set (timer, 1);
  while (!timers_has_expired (timer))
    continue;
  timers_delete (timer);
}

int
main (void)
{
  test_first_ticks ();
  test_phases ();
  test_expired ();
  test_live ();
  test_come_and_go ();
  test_all_dead ();
  test_other_process ();
  test_rearm ();
  test_watch ();
  return check_end ();
}
