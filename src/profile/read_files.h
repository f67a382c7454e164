/* profile/read_files.h -- reads many profiles into one.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef PROFILE_READ_FILES_H
#define PROFILE_READ_FILES_H

#include <stddef.h>

#include "base/diag.h"
#include "base/progress.h"
#include "profile/gmon_io.h"
#include "profile/profile.h"

/* The files to read.  */
struct gmon_files
{
  const char *const *names;     /* borrowed; kept in the profile */
  size_t len;
  enum gmon_format format;
  struct wire wire;
};

/* Adds FILES to PROFILE, one after the other (see gmon_out_read), up to the
   first bad one.  Shows PROGRESS.  Returns the number of good files: all of
   them, or less after one diag_error.  */
size_t gmon_read_files (struct profile *profile, struct diag *diag,
                        const struct gmon_files *files,
                        struct progress *progress);

/* Does the work of gmon_read_files with WORKERS threads (0 or 1: none).
   PROFILE is empty and has no quirks; profile_merge must be called for it
   afterwards.  The result of profile_merge, the order of the histograms and
   files, and the message about a bad file do not depend on WORKERS.  Each
   worker takes memory for the sum and for its largest file.  */
size_t gmon_sum_files (struct profile *profile, struct diag *diag,
                       const struct gmon_files *files, unsigned workers,
                       struct progress *progress);

/* Returns how many workers are worth it for LEN files on this machine.  */
unsigned gmon_sum_workers (size_t len);

#endif /* PROFILE_READ_FILES_H */
