/* arcs_merge.h -- all tables as one sorted list, as the file wants it.

   SPDX-License-Identifier: 0BSD  */

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
  uintptr_t from;               /* as in the file: less the load address, */
  uintptr_t self;               /* GMON_FROM_OUTSIDE for a foreign caller */
  uint64_t count;
};

struct arc_list
{
  struct arc *arcs;             /* by from, then self; each pair once */
  size_t len;
  size_t room;                  /* while it is being filled */
  struct
  {
    void *start;
    size_t size;
  } memory[2];                  /* the arcs are in one of these */
};

/* Make of a recorded pair what the list is to have: *ARC, whose count is left
   alone.  False: nothing.  */
typedef bool arc_maker (struct arc *arc, const struct text *text,
                        uintptr_t from, uintptr_t self);

/* What the file says of a call; nothing if the callee is not in TEXT.  */
arc_maker arc_for_file;

/* Fill LIST from ARCS and BLOCKS, which may be NULL, with what MAKER makes.
   False: no memory, LIST says nothing.  Free LIST with arcs_merge_free in
   either case.  Async-signal-safe.  */
bool arcs_merge (struct arc_list *list, const struct arcs *arcs,
                 const struct blocks *blocks, const struct text *text,
                 arc_maker *maker);
void arcs_merge_free (struct arc_list *list);

#endif /* GMON_ARCS_MERGE_H */
