/* graph/inline_chains.h -- the inlined functions at the locations of a process.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef GRAPH_INLINE_CHAINS_H
#define GRAPH_INLINE_CHAINS_H

#include "image/inlined_functions.h"
#include "graph/stack_locations.h"

/* How a location is used: as that of a sample, or of a caller.  They differ
   where a location is a return address: the call before it may be in other
   inlined code.  */
enum location_use
{
  USE_LEAF,
  USE_CALL,
  USES
};

/* The functions at one location, the outermost first.  The function of the
   symbol is not one of them.  */
struct inline_chain
{
  const uint32_t *functions;    /* numbers in struct inlined_functions */
  size_t len;
};

/* Where the files of objects are.  All is borrowed.  */
struct inline_files
{
  /* Returns the file of object NUMBER of DATA, or NULL.  */
  struct image *(*image_of) (void *data, uint32_t number);
  void *data;
  struct diag *diag;            /* for files that are missing; NULL: no
                                   warning */
};

struct inline_chains;

/* Returns the chains of the locations of PROCESS, whose symbols are SYMTAB, and
   enters their functions into FUNCTIONS.  The code of libgmon has none: what it
   inlines is its own.  Warns of a file that libdw fails on, or whose split
   debugging information is missing.  inline_chains_free frees the result.  */
struct inline_chains *inline_chains_new (const struct process *process,
                                         const struct symtab *symtab,
                                         const struct inline_files *files,
                                         struct inlined_functions *functions);
void inline_chains_free (struct inline_chains *chains);

/* Returns the chain of location NUMBER in its USE; valid as long as CHAINS.  */
struct inline_chain inline_chain_of (const struct inline_chains *chains,
                                     uint32_t number, enum location_use use);

#endif /* GRAPH_INLINE_CHAINS_H */
