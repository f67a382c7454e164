/* descriptors.c -- keeps what we open out of the standard descriptors.

   SPDX-License-Identifier: 0BSD

   In: descriptors that were just opened.  Out: others of the same file.
   Contracts are in descriptors.h.  Used by guard.c, clock_threads.c and
   perf.c.  */

#include <fcntl.h>

#include "descriptors.h"
#include "machine.h"

#define WAITS 1000

void
descriptors_begin (struct descriptors *descriptors)
{
  uint32_t me = machine_thread_id ();

  for (int i = 0; i < WAITS; i++)
    {
      uint32_t thread = 0;

      if (atomic_compare_exchange_strong (&descriptors->thread, &thread, me)
          || thread == me)
        return;
      machine_syscall (SYS_sched_yield, 0, 0, 0, 0, 0, 0);
    }
  /* Whose turn it was jumped out of a handler, or is stopped.  */
  atomic_store (&descriptors->thread, me);
}

void
descriptors_end (struct descriptors *descriptors)
{
  uint32_t me = machine_thread_id ();

  atomic_compare_exchange_strong (&descriptors->thread, &me, 0);
}

long
descriptors_move_up (long fd)
{
  long higher = fd;

  if (fd >= 0 && fd < DESCRIPTORS_STANDARD)
    {
      higher = machine_syscall (SYS_fcntl, fd, F_DUPFD_CLOEXEC,
                                DESCRIPTORS_STANDARD, 0, 0, 0);
      machine_syscall (SYS_close, fd, 0, 0, 0, 0, 0);
    }
  return higher;
}
