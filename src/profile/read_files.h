/* profile/read_files.h -- many profiles into one.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef PROFILE_READ_FILES_H
#define PROFILE_READ_FILES_H

#include <stddef.h>

#include "base/diag.h"
#include "base/progress.h"
#include "profile/gmon_io.h"
#include "profile/profile.h"

/* What to read.  */
struct gmon_files
{
  const char *const *names;     /* borrowed; kept in the profile */
  size_t len;
  enum gmon_format format;
  struct wire wire;
};

/* Adds FILES to PROFILE, one after the other (see gmon_out_read), up to the
   first bad one.  Returns how many are good: all, or there was one
   diag_error.  */
size_t gmon_read_files (struct profile *profile, struct diag *diag,
                        const struct gmon_files *files,
                        struct progress *progress);

/* The same for an empty PROFILE that is not strict, and is to be passed to
   profile_merge: WORKERS threads (0 or 1: none) read and add up.  What
   profile_merge makes of it, and the message if a file is bad, are the same for
   any number of them; so is the order of the histograms and files.  Memory is
   that of the sum and of the largest file, for each of them.  */
size_t gmon_sum_files (struct profile *profile, struct diag *diag,
                       const struct gmon_files *files, unsigned workers,
                       struct progress *progress);

/* How many workers LEN files are worth on this machine.  */
unsigned gmon_sum_workers (size_t len);

#endif /* PROFILE_READ_FILES_H */
