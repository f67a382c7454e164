/* altstack.h -- alternate signal stacks, for handlers after a stack overflow.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_STACKS_H
#define GMON_STACKS_H

#include <stdbool.h>

#include "arch/namespace.h"

struct arc_thread;

struct stacks
{
  bool wanted;                  /* threads get one in their first hook */
};

/* Makes stacks_new_thread give an alternate signal stack to each new thread,
   and gives one to the calling thread at once.  A thread that already has one
   keeps it.  Without memory the calling thread gets none.  Makes no libc
   call.  */
void stacks_start (struct stacks *stacks);

/* Gives the calling thread an alternate signal stack if STACKS wants them and
   the thread has none.  To be called in a thread's first hook.  The stack lies
   in the memory of THREAD, the calling thread's record; a later thread that
   reuses THREAD gets the stack with it.  Async-signal-safe, makes no libc
   call.  */
void stacks_new_thread (const struct stacks *stacks,
                        struct arc_thread *thread);

#endif /* GMON_STACKS_H */
