/* profile/gmon_io.h -- gmon.out files: detects the format, dispatches records.

   SPDX-License-Identifier: GPL-3.0-or-later

   Formats: magic ("gmon", version 0 or 1), old BSD and 4.4BSD headers; see
   libgmon/gmon_out.h.  Every count of a file is compared with the bytes left
   before memory is taken for it.  */

#ifndef PROFILE_GMON_IO_H
#define PROFILE_GMON_IO_H

#include <stdbool.h>
#include <stddef.h>

#include "base/bytes.h"
#include "base/diag.h"
#include "base/fileio.h"
#include "profile/profile.h"

enum gmon_format
{
  GMON_FORMAT_AUTO,             /* read: detect; write: magic */
  GMON_FORMAT_MAGIC,
  GMON_FORMAT_BSD,
  GMON_FORMAT_BSD44,
  GMON_FORMAT_PROF              /* of the tool prof: known, never read */
};

/* Adds the file NAME ("-": standard input) to PROFILE, by way of *BLOB (see
   blob_reread).  False after one diag_error that names the file and the offset
   of what is wrong; what stood before it has then been added, and the file has
   its entry in profile->files.  */
bool gmon_out_read (struct profile *profile, struct diag *diag,
                    const char *name, enum gmon_format format,
                    struct wire wire, struct blob *blob);

/* The same from the LEN bytes at DATA.  */
bool gmon_read_buffer (struct profile *profile, struct diag *diag,
                       const char *name, const void *data, size_t len,
                       enum gmon_format format, struct wire wire);

/* Replaces the file NAME by PROFILE, in its order and in FORMAT: a version-1
   magic file, or what bsd_write makes.  Counts too wide for the format are
   split over several records, so that the sum is kept, or what the format
   cannot hold is an error; TRUNCATE cuts them instead, as GNU does.  False
   after one diag_error; an old file is then untouched.  */
bool gmon_out_write (const struct profile *profile, struct diag *diag,
                     const char *name, enum gmon_format format,
                     struct wire wire, bool truncate);

#endif /* PROFILE_GMON_IO_H */
