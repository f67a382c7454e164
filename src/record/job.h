/* record/job.h -- the processes of a job, and the profiles of its programs.

   SPDX-License-Identifier: GPL-3.0-or-later

   A job is a program that was started, and all processes that come from it.
   Its events, in the order of their times, say which code each process has
   mapped, so that a sample becomes a call stack of locations in files.  */

#ifndef RECORD_JOB_H
#define RECORD_JOB_H

#include "base/diag.h"
#include "record/events.h"
#include "record/program_profile.h"

struct job;

/* Returns a job without processes, with TICKS ticks a second.  SEES_KERNEL: the
   samples show the time in the kernel, too.  job_free frees it.  */
struct job *job_new (unsigned long ticks, bool sees_kernel);
void job_free (struct job *job);        /* JOB may be NULL */

/* Takes EVENT.  If it is a sample, it stands for WEIGHT ticks; and if HAS_DEEP,
   there are deep samples, too, which stand for deep stacks (events_are_deep).
   Samples that do not count are dropped.  */
void job_event (struct job *job, const struct event *event, unsigned weight,
                bool has_deep);

/* Returns the sum of the weights of all samples so far, in ticks.  */
uint64_t job_ticks (const struct job *job);

/* Returns whether more than 3 % of the CPU time was used in threads that have
   ended without a sample: then a lower rate would miss more.  */
bool job_has_short_threads (const struct job *job);

/* Returns whether more than 1 % of the stacks need more than EVENTS_STACK
   bytes.  */
bool job_has_deep_stacks (const struct job *job);

/* Returns the bytes of the file PATH with the build id ID of ID_LEN bytes, a
   program or a library of JOB, and sets *SIZE to their number; borrowed from
   JOB.  Returns NULL if they are not known.  */
const void *job_file_bytes (const struct job *job, const char *path,
                            const unsigned char *id, size_t id_len,
                            size_t *size);

/* Records and processes of a job that were not seen, and profiles that could
   not be written.  */
struct job_totals
{
  uint64_t lost;                /* records that the kernel had no room for */
  uint64_t hidden;              /* processes that executed a program which the
                                   kernel does not show to this user */
  char *unwritten;              /* why some profiles could not be written, so
                                   that they are in memory; heap, or NULL */
};

/* The beginning of the names of all profiles in a directory.  */
#define JOB_PROFILES "gmon."

/* Ends JOB, whose threads used CPU_NS of CPU time in all by their events (0: it
   is not known): the part that threads which have ended did not use is that of
   the others.  All of its processes that have ended used USED_NS, in which the
   begin and the end of threads are.
   Writes a file "gmon.PID.N", with the number of the first process and one of
   its own, for each program into DIRECTORY.  The calls in files that the
   runtime in these programs has written there, with names that begin with
   PREFIX, are added, and these files removed.  A profile that cannot be written
   is kept in memory.  Sets *TOTALS.  Returns false after one diag_error.  */
bool job_write (struct job *job, struct diag *diag, const char *directory,
                const char *prefix, uint64_t cpu_ns, uint64_t used_ns,
                const struct job_facts *facts, struct job_totals *totals);

#endif /* RECORD_JOB_H */
