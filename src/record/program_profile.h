/* record/program_profile.h -- the profile of a program that is recorded from
   outside.

   SPDX-License-Identifier: GPL-3.0-or-later

   All processes of a program have one profile.  Weights are in ticks.  The
   samples say where a program's CPU time went, and the kernel's clocks say how
   much it was: a thread that often waits has fewer samples than its time.  So
   the weights of all threads of a name are multiplied by what makes their sum
   the CPU time of these threads.  If the kernel's part is not in the samples,
   they stay as they are, and the rest is that part.  */

#ifndef RECORD_PROGRAM_PROFILE_H
#define RECORD_PROGRAM_PROFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"
#include "record/images.h"

struct program_profile;

/* Returns an empty profile of the program whose code is in the file IMAGE of
   IMAGES, which must stay.  program_profile_free frees it.  */
struct program_profile *program_profile_new (const struct images *images,
                                             uint32_t image);
void program_profile_free (struct program_profile *profile);

/* A location: OFFSET in an image.  */
struct code_location
{
  uint32_t image;
  uint64_t offset;
};

/* A sample.  */
struct outside_sample
{
  const struct code_location *frames;   /* innermost first; [0] is the program
                                           counter, all others are return
                                           addresses */
  size_t n_frames;              /* at least 1 */
  const char *thread;           /* name */
  unsigned flags;               /* GMON_SAMPLE_* */
  unsigned weight;              /* ticks */
};

/* Adds SAMPLE.  */
void program_profile_add (struct program_profile *profile,
                          const struct outside_sample *sample);

/* Adds a thread with the name NAME, whose samples stand for SAMPLED_NS of CPU
   time, and which used UNSAMPLED_NS that no sample stands for.  */
void program_profile_thread (struct program_profile *profile, const char *name,
                             uint64_t sampled_ns, uint64_t unsampled_ns);

/* Adds NS of CPU time that belong to no thread which is known.  WHY is
   GMON_UNSEEN_START, _LOST or _RIGHTS.  */
void program_profile_unseen (struct program_profile *profile, const char *why,
                             uint64_t ns);

/* Adds RECORDS to the number of records that were lost.  */
void program_profile_lost (struct program_profile *profile, uint64_t records);

/* Notes that another process of the job executes the program of PROFILE.  */
void program_profile_process (struct program_profile *profile);

/* Names the SIZE bytes of code from START on, which are in no file, with NAME.
   They are no part of what was named before.  */
void program_profile_name (struct program_profile *profile, uint64_t start,
                           uint64_t size, const char *name);

/* Facts that all profiles of a job share.  */
struct job_facts
{
  const char *command;          /* all words */
  unsigned long ticks;          /* a second */
  bool sees_kernel;             /* the kernel's part is in the samples */
  bool samples_kernel;          /* it is in those of the runtime inside */
  double time_scale;            /* CPU times of the events are to be multiplied
                                   by this: on a virtual machine they include
                                   time that the host took */
  uint64_t lost;                /* records that found no room, by the kernel's
                                   count; 0 if it does not count them */
  uint64_t start, end;          /* s since 1970 */
};

/* Returns the path of the program of PROFILE, borrowed.  */
const char *program_profile_path (const struct program_profile *profile);

/* Adds the calls in the file NAME, which the runtime in a process of PROFILE's
   program has written.  Returns false after one diag_error.  */
bool program_profile_calls (struct program_profile *profile, struct diag *diag,
                            const char *name);

/* Writes PROFILE to the file NAME, as of a job with FACTS.  If that is not
   possible, keeps it in memory, and sets *WHY to the reason, on the heap, if it
   is NULL.  Returns false after one diag_error.  PROFILE cannot be used any
   more but for program_profile_free.  */
bool program_profile_write (struct program_profile *profile, struct diag *diag,
                            const char *name, const struct job_facts *facts,
                            char **why);

#endif /* RECORD_PROGRAM_PROFILE_H */
