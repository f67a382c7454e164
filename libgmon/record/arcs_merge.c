/* arcs_merge.c -- the pairs of all tables as one sorted list, for the file.

   SPDX-License-Identifier: 0BSD  */

#include "record/arcs_merge.h"
#include "gmon_out.h"
#include "record/arcs.h"
#include "record/blocks.h"
#include "sys/program_image.h"

struct merge
{
  struct arc_list *list;
  const struct text *text;
  arc_maker *maker;
};

bool
arc_for_file (struct arc *arc, const struct text *text, uintptr_t from,
              uintptr_t self)
{
  if (self == ARC_SELF_BLOCK || self == ARC_SELF_GUARD
      || !text_contains (text, self))
    return false;
  arc->self = self - text->base;
  arc->from = text_contains_return (text, from) ? from - text->base
                                                : GMON_FROM_OUTSIDE;
  return true;
}

static void
arcs_merge_collect (uintptr_t from, uintptr_t self, uint64_t count, void *data)
{
  struct merge *merge = data;
  struct arc_list *list = merge->list;
  struct arc arc = { .count = count };

  if (list->len < list->room && merge->maker (&arc, merge->text, from, self))
    list->arcs[list->len++] = arc;
}

bool
arcs_merge (struct arc_list *list, const struct arcs *arcs,
            const struct blocks *blocks, const struct text *text,
            arc_maker *maker)
{
  const struct arc_table *newest = arcs_newest (arcs);
  const struct block_thread *newest_blocks
    = blocks != NULL ? blocks_newest (blocks) : NULL;
  struct merge merge = { list, text, maker };

  if (!arc_list_make (list,
                      arcs_bound (newest) + blocks_bound (newest_blocks)))
    return false;
  arcs_each (arcs, newest, arcs_merge_collect, &merge);
  blocks_each (newest_blocks, arcs_merge_collect, &merge);
  return arc_list_sum_up (list);
}
