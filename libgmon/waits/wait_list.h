/* wait_list.h -- the threads that are polled.

   SPDX-License-Identifier: 0BSD

   The caller of these functions has the lock of the objects.  They use no
   thread-local memory.  */

#ifndef GMON_WAIT_LIST_H
#define GMON_WAIT_LIST_H

#include <stdint.h>

#include "arch/namespace.h"
#include "waits/waits_state.h"

/* Returns how many files of STATE stay open.  */
unsigned wait_open_files (const struct wait_state *state);

/* Makes the states of WAITS those of all threads but the polling one, if the
   length of the kernel's list has changed, or a second after the last time.
   Calls waits->host->found then.  NOW is the time, CLOCK_MONOTONIC in ns.  */
void wait_list_poll (struct waits *waits, uint64_t now);

/* Forgets all threads.  Their files are not closed: they have ended with the
   sampling thread.  */
void wait_list_forget (struct waits *waits);

#endif /* GMON_WAIT_LIST_H */
