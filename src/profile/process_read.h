/* profile/process_read.h -- decodes the profile of a whole process.

   SPDX-License-Identifier: GPL-3.0-or-later

   The format is that of libgmon/gmon_process.h.  A stream is checked from its
   beginning to its end before anything is taken from it.  Every number of
   entries is compared with the bytes left before memory is allocated.  */

#ifndef PROFILE_PROCESS_READ_H
#define PROFILE_PROCESS_READ_H

#include "base/bytes.h"
#include "profile/process_sum.h"

enum process_state
{
  PROCESS_GOOD,
  PROCESS_CUT_OFF,              /* the stream is longer than LEN */
  PROCESS_DAMAGED,
  PROCESS_NEWER,                /* of a version or with records that this
                                   program does not know */
  PROCESS_TOO_LARGE             /* it would take too much memory
                                   (process_cost.h) */
};

/* Adds the stream of the LEN bytes at DATA, of a file in the format WIRE, to
   SUM.  Bytes behind the end of the stream are ignored.  If the result is not
   PROCESS_GOOD, SUM is unchanged, and *OFFSET is the offset in DATA at which
   the fault was found.  */
enum process_state process_read (struct process_sum *sum,
                                 const unsigned char *data, size_t len,
                                 struct wire wire, size_t *offset);

#endif /* PROFILE_PROCESS_READ_H */
