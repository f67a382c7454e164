/* profile/process_write.h -- encodes the profile of a whole process.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef PROFILE_PROCESS_WRITE_H
#define PROFILE_PROCESS_WRITE_H

#include "base/bytes.h"
#include "profile/process.h"

/* Appends the stream of PROCESS to W, in the format of libgmon/gmon_process.h,
   with the byte order and address size of W.  */
void process_write (const struct process *process, struct writer *w);

#endif /* PROFILE_PROCESS_WRITE_H */
