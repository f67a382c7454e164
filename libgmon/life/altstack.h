/* altstack.h -- alternate signal stacks, for handlers after a stack overflow.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_ALTSTACK_H
#define GMON_ALTSTACK_H

#include <stdbool.h>

#include "arch/namespace.h"

struct arc_thread;

struct altstacks
{
  bool wanted;                  /* threads get one in their first hook */
};

/* Makes altstacks_new_thread give an alternate signal stack to each new thread,
   and gives one to the calling thread at once.  A thread that already has one
   keeps it.  Without memory the calling thread gets none.  Makes no libc
   call.  */
void altstacks_start (struct altstacks *altstacks);

/* Gives the calling thread an alternate signal stack if ALTSTACKS wants them
   and the thread has none.  To be called in a thread's first hook.  The stack
   lies in the memory of THREAD, the calling thread's record; a later thread
   that reuses THREAD gets the stack with it.  Async-signal-safe, makes no libc
   call.  */
void altstacks_new_thread (const struct altstacks *altstacks,
                           struct arc_thread *thread);

#endif /* GMON_ALTSTACK_H */
