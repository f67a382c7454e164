/* arc_list.h -- a sorted list of arcs, for the file.

   SPDX-License-Identifier: 0BSD */

#ifndef GMON_ARC_LIST_H
#define GMON_ARC_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arch/namespace.h"

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

/* Makes LIST empty, with room for ROOM entries.  Returns false if there is no
   memory.  In either case arc_list_free must free LIST.
   Async-signal-safe.  */
bool arc_list_make (struct arc_list *list, size_t room);

/* Sorts the entries of LIST and adds up those of one pair.  Returns false if
   there is no memory; then LIST has no meaning.  Async-signal-safe.  */
bool arc_list_sum_up (struct arc_list *list);

/* Adds ARC to LIST, whose entries are sorted and which has room for it: of each
   pair that was taken from the tables (arcs_take) the slot counts as room.  */
void arc_list_add (struct arc_list *list, const struct arc *arc);
void arc_list_free (struct arc_list *list);

#endif /* GMON_ARC_LIST_H */
