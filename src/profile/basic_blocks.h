/* profile/basic_blocks.h -- basic-block count records.

   SPDX-License-Identifier: GPL-3.0-or-later

   Reads and writes the records, and assigns the blocks to symbols.  Printing
   them is the work of report/bb_print.  */

#ifndef PROFILE_BASIC_BLOCKS_H
#define PROFILE_BASIC_BLOCKS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/bytes.h"
#include "base/diag.h"
#include "image/symtab.h"
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
void bb_write_blocks (const struct profile *profile, struct writer *w,
                      bool truncate);

/* Returns how many entries bb_write_blocks writes for BLOCK without
   TRUNCATE.  */
uint64_t bb_entries (const struct bb_count *block, struct wire wire);

struct block_list
{
  struct bb_count *blocks;      /* heap */
  size_t n;
};

/* The blocks of each symbol: those of symbol ID are blocks[start[ID]] up to,
   but without, blocks[start[ID + 1]].  They are in the order of addresses; in
   a strict profile in the order in which they first appeared.  */
struct bb_counts
{
  struct bb_count *blocks;      /* heap */
  size_t *start;                /* heap; indexed by sym_id, with one more
                                   element at the end */
};

/* Fills COUNTS with the blocks of PROFILE and of OTHERS (may be NULL), grouped
   by the symbols of SYMTAB.  Counts of blocks at one address are added up.  A
   block that lies in no symbol is left out.  In a strict profile a symbol
   keeps at most ten blocks, as in GNU gprof.  The caller releases COUNTS with
   bb_counts_free.  */
void bb_assign (struct bb_counts *counts, const struct profile *profile,
                const struct block_list *others, const struct symtab *symtab);
void bb_counts_free (struct bb_counts *counts);

#endif /* PROFILE_BASIC_BLOCKS_H */
