/* arcs_merge.h -- the pairs of all tables as one sorted list, for the file.

   SPDX-License-Identifier: 0BSD */

#ifndef GMON_ARCS_MERGE_H
#define GMON_ARCS_MERGE_H

#include <stdbool.h>
#include <stdint.h>

#include "arch/namespace.h"
#include "record/arc_list.h"

struct arcs;
struct blocks;
struct text;

/* A function that makes *ARC, an entry of the list, from the recorded pair
   (FROM, SELF).  It does not touch ARC->count.  Returns false if the list
   needs no entry for this pair.  */
typedef bool arc_maker (struct arc *arc, const struct text *text,
                        uintptr_t from, uintptr_t self);

/* Makes the entry of a call.  Returns false if the pair is no call or the
   callee is not in TEXT.  */
arc_maker arc_for_file;

/* Fills LIST with the entries that MAKER makes from the pairs of ARCS and
   BLOCKS.  BLOCKS may be NULL.  Returns false if there is no memory; then the
   contents of LIST have no meaning.  In either case arc_list_free must free
   LIST.  Async-signal-safe.  */
bool arcs_merge (struct arc_list *list, const struct arcs *arcs,
                 const struct blocks *blocks, const struct text *text,
                 arc_maker *maker);

#endif /* GMON_ARCS_MERGE_H */
