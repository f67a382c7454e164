/* profile/basic_blocks.h -- basic-block count records: read and write.

   SPDX-License-Identifier: GPL-3.0-or-later

   And their attribution to symbols.  Printing is report/bb_print's work.  */

#ifndef PROFILE_BASIC_BLOCKS_H
#define PROFILE_BASIC_BLOCKS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/bytes.h"
#include "base/diag.h"
#include "image/symtab.h"
#include "profile/profile.h"

/* Reads the body of a block record (after its tag) of file NAME, laid out as
   the file's VERSION says.  False after one diag_error.  */
bool bb_read_rec (struct profile *profile, struct diag *diag,
                  const char *name, struct reader *r, uint32_t version);

/* Appends all blocks as one record; nothing if there are none.  A count that
   does not fit the address size is split over several entries, which readers
   add up; TRUNCATE cuts it instead.  The entries must not be more than
   UINT32_MAX.  */
void bb_write_blocks (const struct profile *profile, struct writer *w,
                      bool truncate);

/* How many entries that is for BLOCK, if not TRUNCATE.  */
uint64_t bb_entries (const struct bb_count *block, struct wire wire);

struct block_list
{
  struct bb_count *blocks;      /* heap */
  size_t n;
};

/* The blocks of each symbol: from start[id] up to start[id + 1], by address; in
   a strict profile in the order they first appeared.  */
struct bb_counts
{
  struct bb_count *blocks;      /* heap */
  size_t *start;                /* by sym_id, and one more; heap */
};

/* Sorts the blocks of PROFILE, and the OTHERS (may be NULL), out by symbol,
   adding up those of one address; what lies in no symbol is left out.  In a
   strict profile a symbol keeps ten blocks at most, as in GNU.  */
void bb_assign (struct bb_counts *counts, const struct profile *profile,
                const struct block_list *others, const struct symtab *symtab);
void bb_counts_free (struct bb_counts *counts);

#endif /* PROFILE_BASIC_BLOCKS_H */
