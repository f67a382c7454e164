/* profile/buffer_read.h -- reads the memory of libgmon-bare.

   SPDX-License-Identifier: GPL-3.0-or-later

   libgmon/gmon_buffer.h describes the layout.  */

#ifndef PROFILE_BUFFER_READ_H
#define PROFILE_BUFFER_READ_H

#include <stdbool.h>
#include <stddef.h>

#include "base/bytes.h"
#include "base/diag.h"
#include "profile/profile.h"

/* Returns true if the LEN bytes at DATA begin like the memory of libgmon-bare
   on a machine with the byte order of WIRE.  */
bool buffer_is (const void *data, size_t len, struct wire wire);

/* Reads the memory of libgmon-bare, for which buffer_is is true, from R, which
   stands at its start, into PROFILE.  NAME is the file (borrowed, PROFILE keeps
   it).  Adds the numbers of histograms and arcs to those of FILE.  Warns if
   calls or ticks are missing.  Returns false after one diag_error.  */
bool buffer_read (struct profile *profile, struct diag *diag,
                  const char *name, struct reader *r,
                  struct profile_file *file);

#endif /* PROFILE_BUFFER_READ_H */
