/* profile/basic_blocks.h -- basic-block count records.

   SPDX-License-Identifier: GPL-3.0-or-later

   Assigning the blocks to symbols is the work of attribute/block_counts.  */

#ifndef PROFILE_BASIC_BLOCKS_H
#define PROFILE_BASIC_BLOCKS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/bytes.h"
#include "base/diag.h"
#include "profile/profile.h"

/* Reads the body of a block record (the bytes after its tag) of file NAME from
   R into PROFILE.  VERSION is the version of the file, which decides the
   layout.  Returns false after one diag_error.  */
bool bb_read_rec (struct profile *profile, struct diag *diag,
                  const char *name, struct reader *r, uint32_t version);

/* Appends all blocks of PROFILE to W as one record; writes nothing if there
   are none.  A count that does not fit the address size is split over several
   entries, which readers add up; with TRUNCATE its high bits are cut off
   instead.  The caller ensures that there are at most UINT32_MAX entries.  */
void bb_write_counts (const struct profile *profile, struct writer *w,
                      bool truncate);

/* Returns how many entries bb_write_counts writes for BLOCK without
   TRUNCATE.  */
uint64_t bb_entries (const struct bb_count *block, struct wire wire);

#endif /* PROFILE_BASIC_BLOCKS_H */
