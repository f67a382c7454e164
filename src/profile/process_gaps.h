/* profile/process_gaps.h -- what the profile of a process does not show.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef PROFILE_PROCESS_GAPS_H
#define PROFILE_PROCESS_GAPS_H

#include "profile/process.h"

/* Returns the ticks of PROCESS that have no location for the reason WHY, a path
   of objects with GMON_OBJECT_UNSEEN.  */
double process_unseen (const struct process *process, const char *why);

/* The least share of samples with incomplete call stacks that reports tell, in
   percent.  */
#define LEAST_INCOMPLETE 1

/* Returns the share of the CPU time of PROCESS, in percent, whose samples have
   incomplete call stacks: outermost callers are missing.  Stores in *MOST the
   path of the object that most of the outermost known functions of these
   stacks are in, borrowed.  Returns 0 if there is none.  */
double process_incomplete (const struct process *process, const char **most);

#endif /* PROFILE_PROCESS_GAPS_H */
