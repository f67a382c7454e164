/* arcs_merge.h -- the pairs of all tables as one sorted list, for the file.

   SPDX-License-Identifier: 0BSD */

#ifndef GMON_ARCS_MERGE_H
#define GMON_ARCS_MERGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arch/namespace.h"

struct arcs;
struct blocks;
struct text;

struct arc
{
  uintptr_t from;               /* address in the file: less the load address;
                                   GMON_FROM_OUTSIDE for a caller outside the
                                   text */
  uintptr_t self;               /* address in the file */
  uint64_t count;
};

struct arc_list
{
  struct arc *arcs;             /* sorted by from, then self; each pair once */
  size_t len;
  size_t room;                  /* entries that there is memory for */
  struct
  {
    void *start;
    size_t size;
  } memory[2];                  /* mappings; arcs points to one of them */
};

/* A function that makes *ARC, an entry of the list, from the recorded pair
   (FROM, SELF).  It does not touch ARC->count.  Returns false if the list
   needs no entry for this pair.  */
typedef bool arc_maker (struct arc *arc, const struct text *text,
                        uintptr_t from, uintptr_t self);

/* Makes the entry of a call.  Returns false if the pair is no call or the
   callee is not in TEXT.  */
arc_maker arc_for_file;

/* Makes LIST empty, with room for ROOM entries.  Returns false if there is no
   memory.  In either case arcs_merge_free must free LIST.
   Async-signal-safe.  */
bool arc_list_make (struct arc_list *list, size_t room);

/* Sorts the entries of LIST and adds up those of one pair.  Returns false if
   there is no memory; then LIST has no meaning.  Async-signal-safe.  */
bool arc_list_sum_up (struct arc_list *list);

/* Fills LIST with the entries that MAKER makes from the pairs of ARCS and
   BLOCKS.  BLOCKS may be NULL.  Returns false if there is no memory; then the
   contents of LIST have no meaning.  In either case arcs_merge_free must free
   LIST.  Async-signal-safe.  */
bool arcs_merge (struct arc_list *list, const struct arcs *arcs,
                 const struct blocks *blocks, const struct text *text,
                 arc_maker *maker);
/* Adds ARC to LIST, whose entries are sorted and which has room for it: of each
   pair that was taken from the tables (arcs_take) the slot counts as room.  */
void arcs_merge_add (struct arc_list *list, const struct arc *arc);
void arcs_merge_free (struct arc_list *list);

#endif /* GMON_ARCS_MERGE_H */
