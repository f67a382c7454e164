/* altstack.h -- alternate signal stacks, for faults for want of stack.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_STACKS_H
#define GMON_STACKS_H

#include <stdbool.h>

#include "arch/namespace.h"

struct arc_thread;

struct stacks
{
  bool wanted;
};

/* From now on each thread is to have one, the calling one at once, unless it
   has one already.  No libc call.  */
void stacks_start (struct stacks *stacks);

/* In a thread's first hook: one from the memory of THREAD, which a later thread
   takes over with it, if the thread has none and they are wanted.
   Async-signal-safe, makes no libc call.  */
void stacks_new_thread (const struct stacks *stacks,
                        struct arc_thread *thread);

#endif /* GMON_STACKS_H */
