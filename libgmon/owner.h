/* owner.h -- memory that belongs to a thread, and to the next one after it.

   SPDX-License-Identifier: 0BSD

   No thread says when it ends: who needs such memory asks the kernel whether
   the owner is still there.  */

#ifndef GMON_OWNER_H
#define GMON_OWNER_H

#include <stdbool.h>
#include <stdint.h>

#include "namespace.h"
#include "wide.h"

/* Thread id, 0 = nobody, and above it a generation.  */
typedef wide_counter owner_word;

static inline uint32_t
owner_id (const owner_word *owner)
{
  return (uint32_t) wide_load (owner);
}

/* Make thread ME of PROCESS the owner if nobody is any more.  An owner with
   that thread id is dead as well (the kernel gave its id to ME), or it is the
   function that this signal handler interrupted.  Async-signal-safe, makes no
   libc call.  */
bool owner_take (owner_word *owner, uint32_t process, uint32_t me);

/* Leave it to anybody.  */
void owner_leave (owner_word *owner);

#endif /* GMON_OWNER_H */
