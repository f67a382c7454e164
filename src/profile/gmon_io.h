/* profile/gmon_io.h -- reads and writes gmon.out files in any format.

   SPDX-License-Identifier: GPL-3.0-or-later

   Formats: magic ("gmon", version 0 or 1), old BSD and 4.4BSD headers; see
   libgmon/gmon_out.h.  Every count in a file is compared with the number of
   bytes left before memory is allocated for it.  */

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
  GMON_FORMAT_AUTO,             /* reading: detect; writing: as
                                   GMON_FORMAT_MAGIC */
  GMON_FORMAT_MAGIC,
  GMON_FORMAT_BSD,
  GMON_FORMAT_BSD44,
  GMON_FORMAT_PROF              /* the format of the tool prof: its name is
                                   known, it is never read */
};

/* Reads the file NAME ("-": standard input; borrowed, PROFILE keeps it) in
   FORMAT and adds its records to PROFILE.  WIRE is the byte order and address
   size of the program.  *BLOB holds the contents and is used again by the next
   call (see blob_reread).  Returns false after one diag_error, which names the
   file and the offset of the error; the records before that offset have been
   added then, and profile->files has an entry for the file.  */
bool gmon_out_read (struct profile *profile, struct diag *diag,
                    const char *name, enum gmon_format format,
                    struct wire wire, struct blob *blob);

/* Adds the records of the LEN bytes at DATA to PROFILE.  NAME is the file's
   name for messages (borrowed, PROFILE keeps it).  The other parameters and
   the result are those of gmon_out_read.  */
bool gmon_read_buffer (struct profile *profile, struct diag *diag,
                       const char *name, const void *data, size_t len,
                       enum gmon_format format, struct wire wire);

/* Replaces the file NAME by PROFILE, with records in its order.  FORMAT is
   GMON_FORMAT_AUTO or GMON_FORMAT_MAGIC (a version-1 magic file), or a format
   that bsd_write writes.  A count too wide for the format is split over
   several records, which keeps the sum; data that the format cannot hold is an
   error.  With TRUNCATE counts are cut instead, as in GNU gprof.  Returns
   false after one diag_error; an existing file is unchanged then.  */
bool gmon_out_write (const struct profile *profile, struct diag *diag,
                     const char *name, enum gmon_format format,
                     struct wire wire, bool truncate);

/* Writes PROFILE to the file NAME in the usual format.  If that is not
   possible, keeps the file in memory (base/memory_file.h), and sets *WHY to the
   reason, on the heap, if it is NULL.  Returns false after one diag_error if a
   count cannot be written.  */
bool gmon_out_write_or_keep (const struct profile *profile, struct diag *diag,
                             const char *name, struct wire wire, char **why);

#endif /* PROFILE_GMON_IO_H */
