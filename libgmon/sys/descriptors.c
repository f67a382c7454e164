/* descriptors.c -- keeps our descriptors above the standard ones.

   SPDX-License-Identifier: 0BSD

   Contracts are in descriptors.h.  */

#include <fcntl.h>

#include "sys/descriptors.h"
#include "machine.h"

/* Milliseconds.  The owner needs the lock for two system calls only.  */
#define PATIENCE 100

void
descriptors_begin (struct descriptors *descriptors)
{
  bounded_lock_take (&descriptors->lock, PATIENCE);
}

void
descriptors_end (struct descriptors *descriptors)
{
  bounded_lock_release (&descriptors->lock);
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
