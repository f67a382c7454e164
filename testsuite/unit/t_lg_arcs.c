/* unit/t_lg_arcs.c -- tests of libgmon's arc tables (arcs.c).

   SPDX-License-Identifier: GPL-3.0-or-later

   Linked with libgmon.a, whose internal names are hidden from shared objects
   only.  Every test counts what it records and wants exactly that back.  Run by
   gprof.unit.  */

#include <config.h>

#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/types.h>
#include <unistd.h>

#include "arch/arcs_layout.h"
#include "check.h"
#include "record/arcs.h"
#include "record/arcs_merge.h"
#include "record/arcs_take.h"
#include "sys/program_image.h"
#include "sys/thread_pool.h"


pid_t waitpid (pid_t pid, int *status, int options);

#define FROM 0x400000           /* of the keys made here */
#define SELF 0x800000
#define KEYS 70000

static struct arcs arcs;
static uint64_t found[KEYS];    /* by key: what arcs_each said */
static uint64_t strange;        /* counts of pairs never recorded */

static uintptr_t
key_from (unsigned key)
{
  return FROM + 5 * (key / 250);
}

static uintptr_t
key_self (unsigned key)
{
  return SELF + 16 * (key % 250);
}

static void
record (unsigned key)
{
  arc_record (&arcs, key_from (key), key_self (key));
}

static void
add_found (uintptr_t from, uintptr_t self, uint64_t count, void *data)
{
  uintptr_t key = (from - FROM) / 5 * 250 + (self - SELF) / 16;

  (void) data;
  if (key < KEYS && key_from (key) == from && key_self (key) == self)
    found[key] += count;
  else
    strange += count;
}

static void
look (void)
{
  memset (found, 0, sizeof found);
  strange = 0;
  arcs_each (&arcs, arcs_newest (&arcs), add_found, NULL);
}

/* How many of the keys [FIRST, LAST) do not have exactly COUNT.  */
static unsigned
wrong (unsigned first, unsigned last, uint64_t count)
{
  unsigned bad = 0;

  for (unsigned key = first; key < last; key++)
    EXPECT (&bad, found[key] == count, "key %u was counted %" PRIu64, key,
            found[key]);
  return bad;
}

static void
fresh (void)
{
  memset (&arcs, 0, sizeof arcs);
  atomic_store (&arc_current, NULL);
}

static unsigned
tables (void)
{
  unsigned n = 0;

  for (struct arc_table *table = atomic_load (&arcs.tables); table != NULL;
       table = table->next)
    n++;
  return n;
}

static unsigned
used (void)
{
  unsigned n = 0;

  for (struct arc_table *table = atomic_load (&arcs.tables); table != NULL;
       table = table->next)
    n += atomic_load (&table->used);
  return n;
}

static unsigned
owners (void)
{
  unsigned n = 0;

  for (struct owned *owned = atomic_load (&arcs.threads.list);
       owned != NULL; owned = owned->next)
    n++;
  return n;
}

/* -- One thread ----------------------------------------------------------- */

static void
test_counts (void)
{
  fresh ();
  look ();
  for (int i = 0; i < 1000; i++)
    for (unsigned key = 0; key < 100; key++)
      record (key);
  look ();
  CHECK (wrong (0, 100, 1000) == 0, "100 pairs, 1000 times each");
  CHECK (wrong (100, KEYS, 0) == 0 && strange == 0, "and no others");
  CHECK_U64 (used (), 100, "slots");
  CHECK_U64 (tables (), 1, "in one table");
  arcs_reset (&arcs);
  look ();
  CHECK (wrong (0, KEYS, 0) == 0, "nothing left after reset");
  record (7);
  look ();
  CHECK_U64 (found[7], 1, "a known pair after reset");
}

static void
test_no_return_address (void)
{
  fresh ();
  for (int i = 0; i < 3; i++)
    arc_record (&arcs, 0, SELF);
  look ();
  CHECK_U64 (strange, 3, "calls without a return address are kept");
  CHECK_U64 (used (), 1, "as one pair");
}

/* A handler that interrupts the claim of a slot finds it like this, also when
   it has to count the same pair.  */
static void
test_half_claimed (void)
{
  struct arc_table *table;
  struct arc_slot *slot;

  fresh ();
  record (0);
  table = atomic_load (&arcs.tables);
  slot = (struct arc_slot *) ((uintptr_t) table + ARC_TABLE_SLOTS);
  while (atomic_load (&slot->from) == 0)
    slot++;
  atomic_store (&slot->self, 0);
  record (0);
  record (0);
  look ();
  CHECK_U64 (found[0], 2, "a half-claimed slot is left alone");
  CHECK_U64 (used (), 2, "half-claimed: the pair has another slot");
  atomic_store (&slot->self, key_self (0));
  look ();
  CHECK_U64 (found[0], 3, "half-claimed: both are added up");
}

static void
test_growth (void)
{
  struct arc_table *table;
  unsigned largest = 0;

  fresh ();
  for (int i = 0; i < 3; i++)
    for (unsigned key = 0; key < KEYS; key++)
      record (key);
  look ();
  CHECK (wrong (0, KEYS, 3) == 0 && strange == 0, "growth: %d pairs, 3 times",
         KEYS);
  for (table = atomic_load (&arcs.tables); table != NULL; table = table->next)
    if (table->mask > largest)
      largest = (unsigned) table->mask;
  CHECK_U64 (largest / ARC_SLOT_SIZE + 1, 262144, "growth: the largest table");
  CHECK_U64 (tables (), 10, "growth: tables of 512, 1024, ...");
  CHECK_U64 (arcs_lost (&arcs), 0, "growth: nothing lost");

  table = atomic_load (&arcs.tables);
  CHECK (arc_table_grow (&arcs, table) == atomic_load (&arc_current)
           && atomic_load (&arc_current) != table,
         "growth on request");
  CHECK (arc_table_grow (&arcs, table) == atomic_load (&arc_current)
           && tables () == 11,
         "growth of a table that was left already is no growth");
}

static void
test_no_memory (void)
{
  uint64_t sum = 0;
  unsigned exact = 0;

  fresh ();
  record (0);
  atomic_store (&arcs.no_memory, true);
  for (int i = 0; i < 10; i++)
    for (unsigned key = 1; key < 1000; key++)
      record (key);
  look ();
  for (unsigned key = 1; key < 1000; key++)
    {
      sum += found[key];
      exact += found[key] == 10;
    }
  CHECK_U64 (sum + arcs_lost (&arcs), 9990, "no memory: found plus lost");
  CHECK_U64 (exact, ARC_FIRST_SLOTS / 8 * 7 - 1,
             "no memory: all pairs that fit are exact");
  CHECK_U64 (tables (), 1, "no memory: still one table");

  fresh ();
  atomic_store (&arcs.no_memory, true);
  record (0);
  CHECK_U64 (arcs_lost (&arcs), 1, "no memory for a first table");
}

static void
test_early (void)
{
  fresh ();
  for (int i = 0; i < 5; i++)
    for (unsigned key = 0; key < ARC_EARLY_SLOTS / 2 + 3; key++)
      arc_record_early (&arcs, key_from (key), key_self (key));
  look ();
  CHECK (wrong (0, ARC_EARLY_SLOTS / 2, 5) == 0, "early: 64 pairs are kept");
  CHECK_U64 (arcs_lost (&arcs), 15, "early: the others are known to be lost");
  CHECK (atomic_load (&arc_current) == NULL, "early: no table of a thread");
  record (3);
  look ();
  CHECK_U64 (found[3], 6, "early and later counts add up");
  arcs_reset (&arcs);
  look ();
  CHECK_U64 (found[3], 0, "early: reset");
}

/* -- Threads -------------------------------------------------------------- */

#define ROUNDS 300
#define EARLY_ROUNDS 20000

static void *
record_rounds (void *data)
{
  const unsigned *keys = data;

  for (int i = 0; i < ROUNDS; i++)
    for (unsigned key = 0; key < *keys; key++)
      record (key);
  return NULL;
}

static void
run_threads (pthread_t *threads, unsigned n, unsigned keys)
{
  for (unsigned i = 0; i < n; i++)
    if (pthread_create (&threads[i], NULL, record_rounds, &keys) != 0)
      fail ("cannot make a thread");
  for (unsigned i = 0; i < n; i++)
    pthread_join (threads[i], NULL);
}

static pthread_barrier_t together;

static void *
record_early (void *unused)
{
  pthread_barrier_wait (&together);
  for (int i = 0; i < EARLY_ROUNDS; i++)
    for (unsigned key = 0; key < ARC_EARLY_SLOTS / 2; key++)
      arc_record_early (&arcs, key_from (key), key_self (key));
  return unused;
}

/* They claim the same slots at the same time: what finds no room any more is
   lost, and known to be.  */
static void
test_early_threads (void)
{
  pthread_t threads[4];
  uint64_t sum = 0;

  fresh ();
  pthread_barrier_init (&together, NULL, 4);
  for (unsigned i = 0; i < 4; i++)
    if (pthread_create (&threads[i], NULL, record_early, NULL) != 0)
      fail ("cannot make a thread");
  for (unsigned i = 0; i < 4; i++)
    pthread_join (threads[i], NULL);
  look ();
  for (unsigned key = 0; key < ARC_EARLY_SLOTS / 2; key++)
    sum += found[key];
  CHECK_U64 (sum + arcs_lost (&arcs), 4 * EARLY_ROUNDS * (ARC_EARLY_SLOTS / 2),
             "early: four threads at once, found plus lost");
  CHECK (strange == 0, "early: four threads mix no pairs up");
}

static void
test_threads (void)
{
  pthread_t threads[4];

  fresh ();
  run_threads (threads, 4, 3000);
  look ();
  CHECK (wrong (0, 3000, 4 * ROUNDS) == 0 && strange == 0,
         "four threads at once lose nothing");
  CHECK (owners () <= 4, "four threads: at most four owners");
}

/* In the middle of a thread's first call another one has its own: after each
   instruction of the former in turn, where the CPU can trap after it.  Not
   under ThreadSanitizer, which delivers a signal when it likes to, so that the
   trap is taken inside of it.  */
#if defined __SANITIZE_THREAD__
# define HAVE_TSAN 1
#elif defined __has_feature
# if __has_feature (thread_sanitizer)
#  define HAVE_TSAN 1
# endif
#endif
#if defined HAVE_TSAN
# define TRAP(change)
#elif defined __x86_64__
# define TRAP(change) \
  __asm__ volatile ("pushfq; " change ", (%%rsp); popfq" : : : "cc", "memory")
#elif defined __i386__
# define TRAP(change) \
  __asm__ volatile ("pushfl; " change ", (%%esp); popfl" : : : "cc", "memory")
#else
# define TRAP(change)
#endif

#define STEPS 20000             /* more than a call has */

static sem_t wanted;            /* first calls of the other thread */
static sem_t answered;
static _Atomic bool last_answer;
static volatile unsigned steps;
static volatile unsigned step_wanted;

static void *
call_when_wanted (void *unused)
{
  while (sem_wait (&wanted) == 0 && !atomic_load (&last_answer))
    {
      atomic_store (&arc_current, NULL);
      record (1);
      sem_post (&answered);
    }
  return unused;
}

static void
want_call (void)
{
  sem_post (&wanted);
  sem_wait (&answered);
}

static void
on_step (int signal)
{
  (void) signal;
  if (++steps == step_wanted)
    want_call ();
}

/* Are both found if the other's call is after instruction STEP, or behind all?
   The memory is given back.  */
static bool
both_found (unsigned step)
{
  struct arc_table *table;
  bool both;

  fresh ();
  steps = 0;
  step_wanted = step;
  TRAP ("orl $0x100");
  record (0);
  TRAP ("andl $~0x100");
  if (steps < step)
    want_call ();
  both = arcs_sum (&arcs) == 2 && owners () == 2;
  table = atomic_load (&arcs.tables);
  while (table != NULL)
    {
      struct arc_table *next = table->next;

      munmap (table, ARC_TABLE_SIZE (ARC_FIRST_SLOTS) + ARC_THREAD_STACK);
      table = next;
    }
  return both;
}

static void
test_first_calls (void)
{
  struct sigaction action = { .sa_handler = on_step };
  pthread_t thread;
  unsigned step = 0, lost = 0;

  sigaction (SIGTRAP, &action, NULL);
  sem_init (&wanted, 0, 0);
  sem_init (&answered, 0, 0);
  if (pthread_create (&thread, NULL, call_when_wanted, NULL) != 0)
    fail ("cannot make a thread");
  do
    {
      step++;
      lost += !both_found (step);
    }
  while (steps >= step && step < STEPS);
  atomic_store (&last_answer, true);
  sem_post (&wanted);
  pthread_join (thread, NULL);
  CHECK_U64 (lost, 0, "a first call during another's: both are found");
}

static void
test_dead_threads (void)
{
  pthread_t thread;

  fresh ();
  for (int i = 0; i < 100; i++)
    run_threads (&thread, 1, 10);
  look ();
  CHECK (wrong (0, 10, 100 * ROUNDS) == 0,
         "the counts of 100 dead threads are kept");
  /* A thread may still be there for the kernel when it has been joined.  */
  CHECK (owners () <= 5, "their memory serves the next");
}

/* The child's main thread goes on with its table; a new thread must not take
   that for a dead one's because the thread id in it is the parent's.  */
static int
child_after_fork (void)
{
  pthread_t thread;
  unsigned keys = 40;

  if (pthread_create (&thread, NULL, record_rounds, &keys) != 0)
    return 2;
  record_rounds (&keys);
  pthread_join (thread, NULL);
  look ();
  return wrong (0, 40, 2 * ROUNDS + 1) != 0 || owners () != 2;
}

static void
test_fork (void)
{
  pid_t child;
  int status = -1;

  fresh ();
  for (unsigned key = 0; key < 40; key++)
    record (key);
  fflush (stdout);
  child = fork ();
  if (child == 0)
    _exit (child_after_fork ());
  CHECK (waitpid (child, &status, 0) == child && status == 0,
         "a new thread after fork has a table of its own");
}

/* A handler that interrupts the hook may fork.  What the hook then goes on to
   do in the child must not bring a table of the parent back.  */
static void
test_reset_in_child (void)
{
  struct arc_table *before, *after;

  fresh ();
  record (1);
  before = atomic_load (&arc_current);
  arcs_reset_in_child (&arcs);
  after = atomic_load (&arc_current);
  CHECK (after != NULL && after == atomic_load (&arcs.tables)
           && after->next == NULL,
         "forget: the thread has a new table at once");
  CHECK (arc_table_grow (&arcs, before) == after && tables () == 1,
         "forget: growth of a forgotten table leads to the new one");
  record (1);
  record (2);
  look ();
  CHECK (wrong (1, 3, 1) == 0 && owners () == 1, "forget: from zero");
}

/* -- The write ------------------------------------------------------------ */

#define OLD_PAIRS 3000
#define MERGES 15
#define BURST 60000             /* new pairs meanwhile, at least */

static _Atomic unsigned bursts;         /* asked for */
static _Atomic unsigned bursts_begun;

static void *
add_pairs (void *unused)
{
  uintptr_t from = FROM;

  for (unsigned done = 0; done < MERGES;)
    {
      if (atomic_load (&bursts) == done)
        {
          sched_yield ();
          continue;
        }
      atomic_store (&bursts_begun, ++done);
      for (int i = 0; i < BURST; i++)
        arc_record (&arcs, ++from, SELF + 1);
    }
  return unused;
}

/* Which of the old pairs are missing in LIST.  */
static unsigned
missing (const struct arc_list *list)
{
  unsigned there = 0;

  for (size_t i = 0; i < list->len; i++)
    there += list->arcs[i].self != SELF + 1 && list->arcs[i].count == 2;
  return OLD_PAIRS - there;
}

/* Pairs that come during the merge must not take the place of those that were
   there before.  */
static void
test_merge (void)
{
  struct text text = { .low = FROM, .high = SELF + KEYS };
  unsigned bad = 0;
  pthread_t thread;

  fresh ();
  for (unsigned key = 0; key < OLD_PAIRS; key++)
    {
      record (key);
      record (key);
    }
  if (pthread_create (&thread, NULL, add_pairs, NULL) != 0)
    fail ("cannot make a thread");
  for (unsigned i = 1; i <= MERGES; i++)
    {
      struct arc_list list;

      atomic_store (&bursts, i);
      while (atomic_load (&bursts_begun) != i)
        sched_yield ();
      EXPECT (&bad, arcs_merge (&list, &arcs, NULL, &text, arc_for_file),
              "merge %u", i);
      EXPECT (&bad, missing (&list) == 0, "%u pairs are missing",
              missing (&list));
      arc_list_free (&list);
    }
  pthread_join (thread, NULL);
  CHECK (bad == 0, "merges while pairs are added have all that came before");
}

/* -- Signal handlers ------------------------------------------------------ */

#define STORM_KEYS 30000
#define STORM_SIGNALS 5000
#define STORM_ROUNDS 2000
#define STORM_AGAIN 4
#define HANDLER_KEYS 40

static volatile sig_atomic_t handled;
static unsigned next_handler_key;
static volatile unsigned storm_key;     /* being recorded */
static uint64_t storm_again[STORM_KEYS];        /* by the handler */

/* Records the pair that it interrupted, known ones and, so that it makes tables
   grow, also new ones.  */
static void
on_alarm (int signal)
{
  (void) signal;
  record (storm_key);
  storm_again[storm_key]++;
  for (unsigned i = 0; i < HANDLER_KEYS; i++)
    {
      record (STORM_KEYS + i);
      record (STORM_KEYS + HANDLER_KEYS
              + next_handler_key++ % (KEYS - STORM_KEYS - HANDLER_KEYS));
    }
  handled++;
}

static void
set_alarm (long period)
{
  struct itimerval timer = { { 0, period }, { 0, period } };

  setitimer (ITIMER_REAL, &timer, NULL);
}

/* Add what the tables say to what is found, and take the memory back, so that
   the next round begins with growing again.  Not for while signals come.  */
static void
end_round (void)
{
  struct arc_table *table = atomic_load (&arcs.tables);

  arcs_each (&arcs, arcs_newest (&arcs), add_found, NULL);
  while (table != NULL)
    {
      struct arc_table *next = table->next;

      munmap (table, ARC_TABLE_SIZE (table->mask / ARC_SLOT_SIZE + 1));
      table = next;
    }
  fresh ();
}

/* One thread makes its table grow from 512 slots to 65,536, again and again,
   while a handler does the same to it 20,000 times per second.  */
static void
test_storm (void)
{
  struct sigaction action = { .sa_handler = on_alarm };
  unsigned rounds = 0;
  uint64_t sum = 0;

  fresh ();
  look ();
  sigaction (SIGALRM, &action, NULL);
  while (handled < STORM_SIGNALS && rounds < STORM_ROUNDS)
    {
      set_alarm (50);
      for (unsigned key = 0; key < STORM_KEYS; key++)
        {
          storm_key = key;
          for (int again = 0; again < STORM_AGAIN; again++)
            record (key);
        }
      rounds++;
      set_alarm (0);
      end_round ();
    }
  CHECK (handled > STORM_SIGNALS / 10, "storm: signals came");
  for (unsigned key = 0; key < STORM_KEYS; key++)
    found[key] -= storm_again[key];
  CHECK (wrong (0, STORM_KEYS, STORM_AGAIN * rounds) == 0 && strange == 0,
         "storm: the interrupted calls are exact");
  CHECK (wrong (STORM_KEYS, STORM_KEYS + HANDLER_KEYS, (uint64_t) handled)
           == 0,
         "storm: the handler's calls are exact");
  for (unsigned key = STORM_KEYS + HANDLER_KEYS; key < KEYS; key++)
    sum += found[key];
  CHECK_U64 (sum, (uint64_t) handled * HANDLER_KEYS,
             "storm: so are those that made tables grow");
}

/* -- Taking --------------------------------------------------------------- */

static sem_t may_count, has_counted;

/* Counts a pair 5 times, and when main has made a note 2 times more.  */
static void *
count_twice (void *data)
{
  for (int i = 0; i < 5; i++)
    arc_record (&arcs, FROM, SELF);
  sem_post (&has_counted);
  sem_wait (&may_count);
  arc_record (&arcs, FROM, SELF);
  arc_record (&arcs, FROM, SELF);
  sem_post (&has_counted);
  sem_wait (&may_count);
  return data;
}

static enum arc_choice
choose (uintptr_t from, uintptr_t self, void *data)
{
  (void) data;
  return from != FROM ? ARC_KEEP : self == SELF ? ARC_TAKE_NOTED : ARC_TAKE;
}

static void
add_taken (uintptr_t from, uintptr_t self, uint64_t count, void *data)
{
  uint64_t *sums = data;

  (void) from;
  sums[self == SELF ? 0 : 1] += count;
}

/* Returns what is taken of the first pair, plus 1,000 for each count of the
   second one.  */
static uint64_t
take (const struct arcs_note *notes)
{
  uint64_t sums[2] = { 0, 0 };

  arcs_take (&arcs, notes, choose, add_taken, sums);
  return sums[0] + 1000 * sums[1];
}

static void
test_take (void)
{
  static const struct arcs_note none[ARC_NOTES];
  struct arcs_note notes[ARC_NOTES] = { { .thread = 0 } };
  pthread_t thread;

  arcs_reset (&arcs);
  sem_init (&may_count, 0, 0);
  sem_init (&has_counted, 0, 0);
  pthread_create (&thread, NULL, count_twice, NULL);
  sem_wait (&has_counted);
  arc_record (&arcs, FROM, SELF);
  arc_record (&arcs, FROM, SELF + 1);
  arc_record (&arcs, FROM + 1, SELF);
  arcs_note (&notes[3], &arcs, 1);
  CHECK (notes[3].thread != 0, "take: a note");
  sem_post (&may_count);
  sem_wait (&has_counted);
  for (int i = 0; i < 10; i++)
    arc_record (&arcs, FROM, SELF);
  CHECK_U64 (take (notes), 5 + 11 + 1000,
             "take: of another thread only what was noted");
  CHECK_U64 (arcs_sum (&arcs), 2 + 1, "take: the rest stays");
  CHECK_U64 (take (notes), 0, "take: nothing is taken twice");
  arcs_note_free (&notes[3]);
  CHECK_U64 (take (none), 2, "take: all without a note");
  CHECK_U64 (arcs_sum (&arcs), 1, "take: what was not chosen stays");
  sem_post (&may_count);
  pthread_join (thread, NULL);
}

int
main (void)
{
  test_counts ();
  test_no_return_address ();
  test_half_claimed ();
  test_growth ();
  test_no_memory ();
  test_early ();
  test_early_threads ();
  test_threads ();
  test_first_calls ();
  test_dead_threads ();
  test_fork ();
  test_reset_in_child ();
  test_merge ();
  test_storm ();
  test_take ();
  return check_end ();
}
