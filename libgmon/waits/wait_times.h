/* wait_times.h -- the time in which a thread was blocked.

   SPDX-License-Identifier: 0BSD

   The caller of these functions has the lock of the objects.  They use no
   thread-local memory.  */

#ifndef GMON_WAIT_TIMES_H
#define GMON_WAIT_TIMES_H

#include <stdbool.h>
#include <stdint.h>

#include "arch/namespace.h"
#include "waits/waits_state.h"

/* Stores the CPU time of thread ID in ns.  Returns false if it has ended, or
   has not run yet.  */
bool wait_thread_cpu (uint32_t id, uint64_t *ns);

/* Adds NS to the place where the thread of STATE is, or was, blocked, and a
   poll if IS_POLL.  IS_NEW: that poll has found a wait that was not known.  */
void wait_charge (struct waits *waits, struct wait_state *state, uint64_t ns,
                  bool is_poll, bool is_new);

/* Gives the thread of STATE the name with the index NAME.  Its time until now
   stays at places of the former name, but counts for the new one when times are
   scaled: the kernel knows a thread by its last name.  */
void wait_rename (struct waits *waits, struct wait_state *state,
                  uint16_t name);

/* Counts the part of NS, the time since the last poll, in which the thread of
   STATE was blocked: it has used CPU ns and was in the queue for a CPU for some
   time.  Returns that part.  */
uint64_t wait_blocked (struct waits *waits, struct wait_state *state,
                       uint64_t ns, uint64_t cpu);

/* Adds what is known of a thread that has ended to the sums of its name, once.
   It has ended between the last poll and NOW, on the average in the middle.  */
void wait_gone (struct waits *waits, struct wait_state *state, uint64_t now);

/* Adds to the place of STATE how long the thread has been there, without a poll
   at the place.  */
void wait_charge_so_far (struct waits *waits, struct wait_state *state);

#endif /* GMON_WAIT_TIMES_H */
