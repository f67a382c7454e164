/* waits.c -- where threads are blocked.

   SPDX-License-Identifier: 0BSD

   Contracts are in waits.h.

   A poll of a thread first asks for its CPU time.  If that has not changed
   since the last poll, the thread is still where it was, and the time between
   belongs to that place.  If it has changed, the kernel is asked where the
   thread is, and the stack is unwound.  The time since the last poll, less the
   CPU time, then belongs in halves to the places of the two polls.  Polls come
   at random moments, so a place gets its part on the average.  If the CPU time
   changes during a poll, the thread has run on, and the poll is discarded.

   Sampling takes at most one part in COSTS_APART of a CPU, whatever the
   number of threads: before every few polls its own CPU time is compared with
   that.  When it is used up the round ends, and the next one goes on where this
   one ended.  With many threads, those that stay blocked are polled less and
   less often.  */

#include <string.h>
#include <sys/auxv.h>
#include <time.h>

#include "waits/waits.h"
#include "waits/wait_list.h"
#include "waits/wait_times.h"
#include "sys/task_list.h"
#include "sys/timer.h"
#include "machine.h"

#define SECOND 1000000000u
#define PERIOD (SECOND / WAITS_RATE)
#define COSTS_APART 100
#define AT_ONCE 3000000u        /* CPU time in ns that may be used at the begin,
                                   or after a rest */
#define CHECK_EACH 4            /* polls between two checks of the own time */
#define CALM_PART 16            /* a thread that was calm for so many ticks is
                                   left alone for one */
#define CALM_MOST 100           /* ticks for which a thread is left alone */
#define FEW_THREADS 32          /* that are never left alone */
#define NAME_EACH 16            /* polls between two checks of the name */
#define NAME_CALM 2             /* ticks after which that of a calm thread is
                                   read */
#define STATE "/proc/self/status"       /* of the main thread */

/* -- One thread ----------------------------------------------------------- */

/* Makes the place of CALL that of the thread.  Returns false if the thread has
   run meanwhile.  */
static bool
take_place (struct waits *waits, struct wait_state *state,
            const struct proc_call *call)
{
  struct recording *recording = atomic_load (&waits->whole->recording);
  struct sample_kind kind
    = { .thread = state->name,
        .type = (uint8_t) (GMON_VALUE_OFF_CPU + call->kind) };
  uintptr_t pc = call->pc;
  uint64_t cpu;

  if (recording != NULL)
    pc = callers_record_blocked (&waits->whole->callers, &recording->stacks,
                                 &waits->stack, waits->pcs, pc,
                                 call->is_fault, call->sp, &kind);
  if (!wait_thread_cpu (state->id, &cpu) || cpu != state->cpu)
    {
      waits->counts.discarded++;
      return false;
    }
  state->pc = pc;
  state->kind = kind;
  state->generation = waits->generation;
  return true;
}

static void
poll_name (struct waits *waits, struct wait_state *state)
{
  char name[THREAD_NAME_SIZE];

  if (proc_read_name (waits->tasks, state->id, name))
    wait_rename (waits, state,
                 (uint16_t) thread_names_find (&waits->whole->threads, name));
}

/* Returns whether it is time to read the name of the thread of STATE, which
   has not run since the last poll if IS_SAME.  Threads are often named just
   before they wait for the first time, and then for ever.  */
static bool
is_name_due (struct wait_state *state, bool is_same)
{
  if (!is_same)
    return state->polls++ % NAME_EACH == 0;
  return (state->calm == NAME_CALM
          || (state->calm >= NAME_EACH
              && (state->calm & (state->calm - 1)) == 0));
}

/* Finds out where the thread of STATE is.  It was blocked for NS ns of the time
   since the last poll.  IS_NEW: a wait that is found is not known.  */
static void
poll_location (struct waits *waits, struct wait_state *state, uint64_t ns,
               bool is_new)
{
  struct wait_state before = *state;
  uint64_t half = before.is_waiting ? ns / 2 : 0;
  struct proc_call call;
  enum proc_place place = proc_read_call (waits->tasks, state->id,
                                          &state->files,
                                          waits->open < WAITS_OPEN, &call);

  state->is_waiting = place == PROC_BLOCKED && take_place (waits, state, &call);
  if (place == PROC_REFUSED)
    atomic_store (&waits->trouble, WAITS_REFUSED);
  if (before.is_waiting)
    wait_charge (waits, &before, state->is_waiting ? half : ns, false, false);
  state->seen = before.seen;
  state->waited = before.waited;
  if (state->is_waiting)
    wait_charge (waits, state, ns - half, true, is_new);
}

/* Sets the tick of the next poll.  */
static void
set_due (const struct waits *waits, struct wait_state *state, bool is_calm)
{
  uint32_t rest;

  state->calm = is_calm ? state->calm + 1 : 0;
  rest = waits->count <= FEW_THREADS ? 0 : state->calm / CALM_PART;
  state->due = waits->tick + 1 + (rest < CALM_MOST ? rest : CALM_MOST);
}

static void
poll_thread (struct waits *waits, struct wait_state *state, uint64_t now)
{
  uint64_t ns = state->last != 0 ? now - state->last : 0, cpu;
  unsigned open = wait_open_files (state);
  bool is_same, is_known;

  if (!wait_thread_cpu (state->id, &cpu))
    {
      waits->links = 0;
      return;
    }
  is_same = state->polls != 0 && cpu == state->cpu;
  is_known = is_same && state->is_waiting;
  state->is_still = is_same;
  if (is_name_due (state, is_same))
    poll_name (waits, state);
  ns = wait_blocked (waits, state, ns, cpu - state->cpu);
  state->cpu = cpu;
  state->last = now;
  if (is_known && state->generation == waits->generation)
    wait_charge (waits, state, ns, true, false);
  else
    poll_location (waits, state, ns, !is_known);
  waits->open += wait_open_files (state) - open;
  set_due (waits, state, is_known);
}

/* -- Rounds --------------------------------------------------------------- */

/* Returns by how many ns sampling has used more CPU time than it may.  A
   rest that was not used does not count for ever.  */
static uint64_t
debt (struct waits *waits, uint64_t now)
{
  uint64_t used = timers_now (CLOCK_THREAD_CPUTIME_ID) - waits->cpu_begin;
  uint64_t may = timers_divide (now - waits->begin, COSTS_APART) + AT_ONCE;

  if (used + AT_ONCE < may)
    {
      waits->cpu_begin += used;
      waits->begin = now;
      return 0;
    }
  return used > may ? used - may : 0;
}

/* If objects were unloaded, places are known under numbers that mean nothing
   now.  */
static void
check_recording (struct waits *waits)
{
  const struct recording *recording = atomic_load (&waits->whole->recording);

  if (recording != waits->recording
      || waits->whole->replaced != waits->replaced)
    {
      waits->generation++;
      waits->recording = recording;
      waits->replaced = waits->whole->replaced;
    }
}

static void
forget_times (struct waits *waits)
{
  for (size_t i = 0; i < waits->count; i++)
    {
      waits->states[i].last = 0;
      waits->states[i].is_waiting = false;
    }
}

/* Polls the threads that are due, until the time is used up.  */
static void
poll_all (struct waits *waits, uint64_t now)
{
  size_t polls = 0;

  waits->tick++;
  waits->counts.ticks++;
  for (size_t i = 0; i < waits->count; i++)
    {
      struct wait_state *state;

      if (waits->next >= waits->count)
        waits->next = 0;
      state = &waits->states[waits->next++];
      if ((int32_t) (waits->tick - state->due) < 0)
        continue;
      now = timers_now (CLOCK_MONOTONIC);
      if (polls++ % CHECK_EACH == 0 && debt (waits, now) != 0)
        {
          waits->next--;
          waits->counts.cut++;
          break;
        }
      poll_thread (waits, state, now);
    }
}

/* A thread in dlclose may take away unwind tables.  */
static void
wait_round (struct waits *waits)
{
  struct objects *objects = &waits->whole->objects;
  uint64_t now = timers_now (CLOCK_MONOTONIC);

  if (!bounded_lock_try (&objects->lock))
    return;
  if (atomic_load (&waits->paused))
    forget_times (waits);
  else if (atomic_load (&waits->whole->unloading) == 0)
    {
      check_recording (waits);
      wait_list_poll (waits, now);
      poll_all (waits, now);
    }
  objects_unlock (objects);
}

/* -- The sampling thread -------------------------------------------------- */

/* Returns false if the process has changed in a way that ends the sampling: the
   sampling thread would keep the rights of the former user, and its system
   calls may be forbidden.  */
static bool
is_usual (struct waits *waits, uint64_t now)
{
  struct proc_state process;
  bool same = true;

  if (now < waits->status_due)
    return true;
  waits->status_due = now + SECOND;
  if (!proc_read_state (STATE, &process))
    return true;
  for (int i = 0; i < 4; i++)
    same = same && process.user[i] == waits->state.user[i];
  if (!same)
    atomic_store (&waits->trouble, WAITS_OTHER_USER);
  else if (process.seccomp != 0)
    atomic_store (&waits->trouble, WAITS_FILTERED);
  return same && process.seccomp == 0;
}

/* Prepares the sampling thread.  Returns false if that fails.  */
static bool
prepare (struct waits *waits)
{
  uint64_t now = timers_now (CLOCK_MONOTONIC);

  if (wait_thread_settle () != 0)
    {
      atomic_store (&waits->trouble, WAITS_NO_DESCRIPTORS);
      return false;
    }
  waits->tasks = (int) task_list_open (NULL);
  if (waits->tasks < 0)
    {
      atomic_store (&waits->trouble, WAITS_NO_LIST);
      return false;
    }
  waits->begin = now;
  waits->status_due = now + SECOND;
  waits->cpu_begin = timers_now (CLOCK_THREAD_CPUTIME_ID);
  return true;
}

/* Returns the time until the next poll, at random between 3/4 and 5/4 of the
   period, so that the polls do not keep step with the program.  Longer if the
   polling has used too much CPU time.  */
static uint64_t
time_to_next (struct waits *waits)
{
  uint64_t rest = debt (waits, timers_now (CLOCK_MONOTONIC)) * COSTS_APART;

  waits->random = waits->random * 1664525u + 1013904223u;
  rest += PERIOD * 3 / 4 + (waits->random >> 8) % (PERIOD / 2);
  return rest < SECOND ? rest : SECOND - 1;
}

/* The program may end all threads of its own, but not the process.  Without an
   end of this thread, too, that would never end.  The main thread stays in the
   list, neither blocked nor running.  */
static bool
is_alone (const struct waits *waits)
{
  const struct wait_state *last = waits->states;
  struct proc_state state;

  if (waits->scan == 0 || waits->count > 1)
    return false;
  return waits->count == 0
         || (last->id == machine_process_id () && last->is_still
             && !last->is_waiting
             && proc_read_state (STATE, &state) && state.is_dead);
}

/* Makes one round.  Returns false if it is the last one.  */
static bool
poll_again (struct waits *waits)
{
  if (!is_usual (waits, timers_now (CLOCK_MONOTONIC)))
    return false;
  wait_round (waits);
  return !is_alone (waits)
         && atomic_load (&waits->trouble) != WAITS_PROCESS_CLOCK
         && wait_thread_sleep (&waits->thread, time_to_next (waits));
}

static void
poll_until_end (void *data)
{
  struct waits *waits = data;

  int status = 0;

  waits->host->polls (machine_thread_id ());
  if (prepare (waits))
    while (poll_again (waits))
      continue;
  if (is_alone (waits))
    status = proc_read_exit_status ();
  waits->host->polls (0);
  /* Since Linux 5.17 the status of a process is that of its last thread.  */
  if (status != 0)
    machine_syscall (SYS_exit, status, 0, 0, 0, 0, 0);
}

/* -- Contracts are in waits.h --------------------------------------------- */

static bool
map_buffers (struct waits *waits)
{
  if (waits->stack.copy == NULL)
    waits->stack.copy = machine_map (BLOCKED_COPY_SIZE);
  if (waits->pcs == NULL)
    waits->pcs = machine_map (BLOCKED_PCS * sizeof *waits->pcs);
  return waits->stack.copy != NULL && waits->pcs != NULL;
}

const char *
waits_start (struct waits *waits, struct whole *whole,
             const struct waits_host *host)
{
  int error;

  if (getauxval (AT_SECURE) != 0)
    return "the program runs with more rights than its user";
  if (!proc_read_state (STATE, &waits->state))
    return "/proc cannot be read";
  if (waits->state.seccomp != 0)
    return "system calls are filtered";
  if (!map_buffers (waits))
    return "out of memory";
  waits->whole = whole;
  waits->host = host;
  wait_list_forget (waits);
  atomic_store (&waits->trouble, WAITS_FINE);
  atomic_store (&waits->paused, false);
  waits->random = machine_thread_id ();
  waits->is_recorded = true;
  error = wait_thread_start (&waits->thread, poll_until_end, waits);
  return error == 0 ? NULL
         : error == ENOSYS ? "libgmon cannot do that on this machine"
         : error == EOPNOTSUPP ? "valgrind runs the program"
         : "no thread can be made";
}

void
waits_stop (struct waits *waits)
{
  waits->has_gaps |= atomic_load (&waits->thread.id) != 0;
  wait_thread_stop (&waits->thread);
}

void
waits_pause (struct waits *waits, bool pause)
{
  waits->has_gaps |= pause;
  atomic_store (&waits->paused, pause);
}

void
waits_charge (struct waits *waits)
{
  if (atomic_load (&waits->paused))
    return;
  check_recording (waits);
  for (size_t i = 0; i < waits->count; i++)
    wait_charge_so_far (waits, &waits->states[i]);
}

const char *
waits_trouble (struct waits *waits)
{
  static const char *const texts[] =
    {
      [WAITS_FINE] = NULL,
      [WAITS_NO_DESCRIPTORS] = "the kernel is older than 5.9",
      [WAITS_NO_LIST] = "/proc cannot be read",
      [WAITS_REFUSED] = "the kernel hides threads that are not dumpable",
      [WAITS_PROCESS_CLOCK] = "the clock itimer would interrupt waits",
      [WAITS_OTHER_USER] = "the program has changed its user",
      [WAITS_FILTERED] = "the program filters system calls"
    };
  const char *text = texts[atomic_load (&waits->trouble)];

  if (waits->is_reported)
    return NULL;
  waits->is_reported = text != NULL;
  return text;
}

void
waits_restart (struct waits *waits)
{
  waits->counts = (struct wait_counts) { 0 };
  waits->is_recorded = false;
  waits->has_gaps = false;
  waits->is_reported = false;
  forget_times (waits);
}

void
waits_reset_in_child (struct waits *waits)
{
  atomic_store (&waits->thread.id, 0);
  bounded_lock_reset (&waits->lock);
  waits->calls = 0;
  waits->goes_on = false;
  wait_list_forget (waits);
  waits_restart (waits);
}
