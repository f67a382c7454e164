/* altstack.c -- alternate signal stacks, for handlers after a stack overflow.

   SPDX-License-Identifier: 0BSD

   Contracts are in altstack.h.  The kernel drops a thread's alternate stack
   when the thread ends; glibc and musl do not use it.  */

#include <signal.h>

#include "life/altstack.h"
#include "record/arcs.h"
#include "machine.h"

/* Makes MEMORY, of ARC_THREAD_STACK bytes, the calling thread's alternate
   signal stack.  */
static void
use (void *memory)
{
  const stack_t stack = { .ss_sp = memory, .ss_size = ARC_THREAD_STACK };

  machine_syscall (SYS_sigaltstack, (long) &stack, 0, 0, 0, 0, 0);
}

/* Returns true if the calling thread has an alternate signal stack, or if that
   cannot be found out.  */
static bool
has_one (void)
{
  stack_t stack;

  return machine_syscall (SYS_sigaltstack, 0, (long) &stack, 0, 0, 0, 0) != 0
         || (stack.ss_flags & SS_DISABLE) == 0;
}

void
altstacks_start (struct altstacks *altstacks)
{
  altstacks->wanted = true;
  if (!has_one ())
    {
      void *memory = machine_map (ARC_THREAD_STACK);

      if (memory != NULL)
        use (memory);
    }
}

void
altstacks_new_thread (const struct altstacks *altstacks,
                      struct arc_thread *thread)
{
  if (altstacks->wanted && !has_one ())
    use (arc_thread_stack (thread));
}
