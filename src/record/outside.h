/* record/outside.h -- records a job from outside, by the kernel's events.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef RECORD_OUTSIDE_H
#define RECORD_OUTSIDE_H

#include <signal.h>
#include <stdbool.h>

#include "base/diag.h"
#include "record/job.h"

struct outside;

/* Prepares to record all processes that this one starts until outside_free, and
   all that come from them, from when they execute a program on.  RATE is the
   number of samples a second of CPU time; 0: the usual one.  WANTS_KERNEL is as
   for events_open.  Returns NULL with errno set if the kernel refuses.  The
   caller frees it with outside_free.  */
struct outside *outside_begin (unsigned long rate, bool wants_kernel);
void outside_free (struct outside *outside);    /* OUTSIDE may be NULL */

/* Returns whether OUTSIDE records the CPU time of the kernel for the program,
   too.  */
bool outside_sees_kernel (const struct outside *outside);

/* Records until one of SIGNALS, which are blocked, is pending, but for at most
   MS milliseconds.  */
void outside_record (struct outside *outside, const sigset_t *signals, long ms);

/* Takes the last records of OUTSIDE and writes the profiles of the job, which
   ran COMMAND, into DIRECTORY, with the calls in files PREFIX*, as job_write
   does.  SAMPLES_KERNEL: these files also have samples in the kernel.  Returns
   false after one diag_error.  */
bool outside_end (struct outside *outside, struct diag *diag,
                  const char *directory, const char *prefix,
                  char *const *command, bool samples_kernel,
                  struct job_totals *totals);

/* As job_file_bytes, of the job that OUTSIDE has recorded.  */
const void *outside_file_bytes (const struct outside *outside,
                                   const char *path, const unsigned char *id,
                                   size_t id_len, size_t *size);

#endif /* RECORD_OUTSIDE_H */
