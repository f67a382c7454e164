/* mcount.c -- the C part of the call hooks, and of the blocks'
   (block_callbacks.c).

   SPDX-License-Identifier: 0BSD

   In: a call that the assembly could not count by itself: a new pair, a new
   thread, or a program that has not started yet.  Out: arc_record.

   No range is tested here: every pair enters the table, so that the next
   call of it is quick, and arcs_merge.c decides what the file says of
   callers and callees outside the image.

   Compiled with -mgeneral-regs-only; no libc call but through
   machine_call_from_hook.  */

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

static void
new_thread (void)
{
  struct arc_table *table = atomic_load (&arc_current);

  if (table != NULL)
    stacks_new_thread (&gmon.stacks, table->thread);
}

/* A thread without a part in the clock is a new one, or the clock has none.  A
   thread that may make no system call cannot get a table.  */
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

/* Before the start there may be no thread-local storage (the resolver of an
   IFUNC in a static program), or no relocated libc (in a dynamic one).  Later,
   who calls and may not start us is a library in a program without profile.
   If another thread is just starting, the early table serves.  PLACE is in who
   calls.  */
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

/* gcc saves the static chain of a nested function around the hook by such a
   push, so that the return address is one word further up.  The chain
   points into a stack, never into the text.  */
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

/* Returns true if the hook's argument is the return address, as far as the code
   before SELF shows.  */
static bool
passes_caller (const struct text *text, uintptr_t self)
{
  return !text_contains (text, self)
         || self - text->low < MACHINE_LARGEST_LOOK_BACK
         || machine_passes_caller (self);
}

/* gcc passes the return address; clang 14 passes nothing but keeps a frame
   pointer, and gcc mostly none.  Where both agree there is no question.  */
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
