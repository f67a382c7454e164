/* mcount.c -- the C part of the call hooks.

   SPDX-License-Identifier: 0BSD

   In: a call that the assembly could not count by itself: a new pair, a new
   thread, or a program that has not started yet.  Out: arc_record.

   No range is tested here: every pair enters the table, so that the next
   call of it is quick, and arcs_merge.c decides what the file says of
   callers and callees outside the image.

   Compiled with -mgeneral-regs-only; no libc call but through
   machine_call_from_hook.  */

#include "internal.h"
#include "machine.h"

/* Before the start there may be no thread-local storage (the resolver of an
   IFUNC in a static program), or no relocated libc (in a dynamic one).  Later,
   who calls and may not start us is a library in a program without profile.
   If another thread is just starting, the early table serves.  */
static void
not_started (uintptr_t from, uintptr_t self)
{
  if (gmon_may_start (self))
    machine_call_from_hook (gmon_autostart);
  else if (atomic_load (&gmon.ready))
    return;
  if (atomic_load (&gmon.state) == GMON_STATE_ON)
    arc_record (&gmon.arcs, from, self);
  else
    arc_record_early (&gmon.arcs, from, self);
}

void
__mcount_internal (uintptr_t from, uintptr_t self)
{
  switch (atomic_load_explicit (&gmon.state, memory_order_acquire))
    {
    case GMON_STATE_ON:
      arc_record (&gmon.arcs, from, self);
      break;
    case GMON_STATE_NOT_STARTED:
      not_started (from, self);
      break;
    }
}

#ifdef __x86_64__

/* Does the function whose hook returns to SELF begin with "push %r10"?  The
   call is e8 rel32, 67 e8 rel32 or ff 15 rel32.  */
static bool
pushes_static_chain (const unsigned char *self)
{
  const unsigned char *call;

  if (self[-5] == 0xe8)
    call = self[-6] == 0x67 ? self - 6 : self - 5;
  else if (self[-6] == 0xff && self[-5] == 0x15)
    call = self - 6;
  else
    return false;
  return call[-2] == 0x41 && call[-1] == 0x52;
}

/* gcc saves the static chain of a nested function around the hook by
   "push %r10", so that the return address is one word further up.  The chain
   points into a stack, never into the text.  */
void
fentry_internal (uintptr_t from, uintptr_t self, const uintptr_t *entry)
{
  if (!text_contains_return (&gmon.text, from)
      && pushes_static_chain ((const unsigned char *) self))
    from = entry[2];
  __mcount_internal (from, self);
}

#endif
