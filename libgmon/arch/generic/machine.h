/* arch/generic/machine.h -- what differs per machine: any Linux, in plain C.

   SPDX-License-Identifier: 0BSD

   For machines where the compiler saves live registers around the hook, so
   that the hook may call libc.  Contracts are in arch/linux.h.  */

#ifndef GMON_MACHINE_H
#define GMON_MACHINE_H

#include "arch/generic/code.h"

#include <errno.h>
#include <unistd.h>

static inline long
machine_syscall (long number, long a, long b, long c, long d, long e, long f)
{
  int saved = errno;
  long result = syscall (number, a, b, c, d, e, f);

  if (result == -1)
    result = -errno;
  errno = saved;
  return result;
}

#include "arch/linux.h"

#endif /* GMON_MACHINE_H */
