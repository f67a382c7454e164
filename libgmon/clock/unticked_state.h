/* unticked_state.h -- the data of unticked.h.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_UNTICKED_STATE_H
#define GMON_UNTICKED_STATE_H

#include <stdint.h>

#include "arch/atomic64.h"
#include "arch/namespace.h"
#include "sys/thread_times.h"

/* The threads that have ended and whose ticks did not arrive.  An object of
   zeros is valid and empty.  */
struct unticked
{
  wide_counter ns;              /* their CPU time without a tick */
  wide_counter threads;
  _Atomic int busy;             /* 1 while a thread stores the fields below */
  uint64_t most;                /* the largest of these times, in ns ... */
  char name[THREAD_NAME_SIZE];  /* ... and the name of that thread */
};

#endif /* GMON_UNTICKED_STATE_H */
