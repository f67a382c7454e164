/* mcount.c -- the C part of the hooks for calls and for blocks
   (block_callbacks.c).

   SPDX-License-Identifier: 0BSD

   It gets the calls that the assembly could not count alone: of a new pair, in
   a new thread, or in a program whose profile has not started yet.

   Addresses are not compared with the profiled range here.  Every pair enters
   the table, so that its next call is counted quickly; arcs_merge.c decides
   what the file says about callers and callees outside the image.

   This file is compiled with -mgeneral-regs-only.  Calls of libc are made only
   through machine_call_from_hook.  */

#include "arch/arcs_layout.h"
#include "arch/compiled_code.h"
#include "arch/hook.h"
#include "clock/clock.h"
#include "life/state.h"
#include "machine.h"

static void
join_clock (void)
{
  sampler_new_thread (&gmon.sampler);
}

/* Gives the calling thread, which has just got its table, an alternate signal
   stack if one is wanted.  */
static void
new_thread (void)
{
  struct arc_table *table = atomic_load (&arc_current);

  if (table != NULL)
    altstacks_new_thread (&gmon.altstacks, table->thread);
}

/* Counts a call while the profile is on.  A thread without a table is new.  It
   gets a table, unless it may make no system call; then the call is counted as
   lost.  A thread whose clock_current is NULL is either new, or the clock is
   per process and threads need no timer; sampler_wants_threads distinguishes
   the two.  */
static void
started (uintptr_t from, uintptr_t self)
{
  bool is_new = atomic_load (&arc_current) == NULL;

  if (is_new && sampler_excludes_thread (&gmon.sampler))
    {
      wide_add (&gmon.arcs.lost, 1);
      return;
    }
  arc_record (&gmon.arcs, from, self);
  if (is_new)
    new_thread ();
  if (atomic_load (&clock_current) == NULL
      && sampler_wants_threads (&gmon.sampler))
    machine_call_from_hook (join_clock);
}

/* Counts a call before profiling has started, and starts profiling if
   possible.  PLACE is an address in the code that contains the hook.  Before
   the start, thread-local storage may not exist (in the resolver of an IFUNC
   in a static program), and libc may not be relocated (in a dynamic program);
   such calls go to the early table.  Once libc is ready, a hook that may not
   start profiling is in a library of a program without a profile, and its call
   is not counted.  While another thread is starting the profile, the early
   table is used.  */
static void
not_started (uintptr_t from, uintptr_t self, uintptr_t place)
{
  if (gmon_may_start (place))
    machine_call_from_hook (gmon_autostart);
  else if (atomic_load (&gmon.ready))
    return;
  if (atomic_load (&gmon.state) == GMON_STATE_ON)
    started (from, self);
  else
    arc_record_early (&gmon.arcs, from, self);
}

/* Counts the pair (FROM, SELF) as the state demands.  PLACE is an address in
   the code that contains the hook.  */
static void
count (uintptr_t from, uintptr_t self, uintptr_t place)
{
  switch (atomic_load_explicit (&gmon.state, memory_order_acquire))
    {
    case GMON_STATE_ON:
      started (from, self);
      break;
    case GMON_STATE_NOT_STARTED:
      not_started (from, self, place);
      break;
    }
}

void
__mcount_internal (uintptr_t from, uintptr_t self)
{
  count (from, self, self);
}

void
block_internal (uintptr_t pc, uintptr_t kind)
{
  atomic_store_explicit (&gmon.blocks.any, true, memory_order_relaxed);
  count (pc, kind, pc);
}

#ifdef MACHINE_HAS_FENTRY

/* gcc saves the static chain of a nested function around the hook by a push;
   then the return address is one word further up.  FROM is the static chain in
   that case, which points into a stack, never into the text.  */
void
fentry_internal (uintptr_t from, uintptr_t self, const uintptr_t *entry)
{
  if (!text_contains_return (&gmon.text, from)
      && machine_pushes_static_chain ((const unsigned char *) self))
    from = entry[2];
  __mcount_internal (from, self);
}

#endif

#ifdef MACHINE_HAS_HOOK_ARGUMENT

#define LARGEST_FRAME ((uintptr_t) 1 << 26)

/* Returns true if the hook's argument is the return address, as the code
   before SELF shows, or if that code cannot be examined.  */
static bool
passes_caller (const struct text *text, uintptr_t self)
{
  return !text_contains (text, self)
         || self - text->low < MACHINE_LARGEST_LOOK_BACK
         || machine_passes_caller (self);
}

/* gcc passes the return address as ARGUMENT and mostly keeps no frame pointer.
   clang 14 passes no argument but keeps a frame pointer, so the return address
   is in the frame.  If the two values differ, the code before SELF
   decides.  */
void
argument_internal (uintptr_t argument, uintptr_t self, uintptr_t frame,
                   uintptr_t stack)
{
  const struct text *text = gmon.text.high != 0 ? &gmon.text : &gmon.program;
  uintptr_t from = argument;

  if (frame - stack < LARGEST_FRAME && frame % sizeof frame == 0
      && frame != stack)
    {
      uintptr_t saved = ((const uintptr_t *) frame)[-1];

      if (saved != argument && !passes_caller (text, self))
        from = saved;
    }
  __mcount_internal (from, self);
}

#endif
