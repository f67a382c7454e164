/* wait_times.c -- the time in which a thread was blocked.

   SPDX-License-Identifier: 0BSD

   Contracts are in wait_times.h.  */

#include <time.h>

#include "waits/wait_times.h"
#include "sys/timer.h"
#include "machine.h"

#define MILLION 1000000

bool
wait_thread_cpu (uint32_t id, uint64_t *ns)
{
  *ns = timers_now (timers_cpu_clock (id));
  return *ns != 0;
}

/* Returns the square of NS, in ms.  */
static uint64_t
square_ms (uint64_t ns)
{
  uint64_t us = timers_divide (ns, 1000), ms = timers_divide (us, 1000);

  return us >> 32 == 0 ? timers_divide (us * us, MILLION) : ms * ms;
}

/* The parts of a wait come one by one, so each adds what the square of the sum
   grows by.  */
void
wait_charge (struct waits *waits, struct wait_state *state, uint64_t ns,
             bool is_poll, bool is_new)
{
  struct recording *recording = atomic_load (&waits->whole->recording);
  struct thread_name *name = &waits->whole->threads.names[state->name];
  const uint64_t waited = is_new ? 0 : state->waited;
  const uint64_t before = square_ms (waited), after = square_ms (waited + ns);
  const struct sample_value value = { is_new, ns,
                                      after > before ? after - before : 0 };

  if (recording == NULL || state->pc == 0
      || state->generation != waits->generation
      || !samples_add (&recording->samples, state->pc, &state->kind, &value))
    return;
  waits->counts.polls += is_poll;
  waits->counts.seen += ns;
  name->polls += is_poll;
  name->seen += ns;
  state->seen += ns;
  state->waited = waited + ns;
}

/* Takes NS off *SUM, which may have become 0 in a child of fork.  */
static void
take_name_time (uint64_t *sum, uint64_t ns)
{
  *sum -= ns < *sum ? ns : *sum;
}

void
wait_rename (struct waits *waits, struct wait_state *state, uint16_t name)
{
  struct thread_name *from = &waits->whole->threads.names[state->name];
  struct thread_name *to = &waits->whole->threads.names[name];

  take_name_time (&from->seen, state->seen);
  take_name_time (&from->looked, state->blocked);
  to->seen += state->seen;
  to->looked += state->blocked;
  state->name = state->kind.thread = name;
}

uint64_t
wait_blocked (struct waits *waits, struct wait_state *state, uint64_t ns,
              uint64_t cpu)
{
  uint64_t queued = state->queued, busy = cpu;

  if (cpu != 0
      && proc_read_queued (waits->tasks, state->id, &state->files,
                           waits->open < WAITS_OPEN, &state->queued)
      && state->queued > queued)
    busy += state->queued - queued;
  if (state->polls == 1)
    state->queued_first = state->queued;
  ns = ns > busy ? ns - busy : 0;
  state->blocked += ns;
  waits->whole->threads.names[state->name].looked += ns;
  return ns;
}

void
wait_gone (struct waits *waits, struct wait_state *state, uint64_t now)
{
  struct thread_name *name = &waits->whole->threads.names[state->name];
  uint64_t ns = (now - state->last) / 2;

  if (state->last == 0 || state->polls == 0)
    return;
  if (state->is_waiting)
    {
      state->blocked += ns;
      name->looked += ns;
      wait_charge (waits, state, ns, false, false);
    }
  state->last = 0;
  name->gone++;
  name->gone_blocked += state->blocked;
  name->gone_queued += state->queued - state->queued_first;
}

void
wait_charge_so_far (struct waits *waits, struct wait_state *state)
{
  uint64_t now = timers_now (CLOCK_MONOTONIC), cpu, ns;

  if (state->last == 0)
    return;
  if (!wait_thread_cpu (state->id, &cpu))
    {
      wait_gone (waits, state, now);
      return;
    }
  ns = now - state->last;
  ns = ns > cpu - state->cpu ? ns - (cpu - state->cpu) : 0;
  state->blocked += ns;
  waits->whole->threads.names[state->name].looked += ns;
  if (state->is_waiting)
    wait_charge (waits, state, ns, false, false);
  state->is_waiting = state->is_waiting && cpu == state->cpu;
  state->cpu = cpu;
  state->last = now;
}
