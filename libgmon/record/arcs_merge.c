/* arcs_merge.c -- the pairs of all tables as one sorted list, for the file.

   SPDX-License-Identifier: 0BSD

   In: the slots of all tables, where a pair may occur many times.  Out: a list
   for serialize.c.  The list is sorted byte by byte, from the last byte of the
   key to the first.  This sort needs no recursion and no malloc, which libc's
   qsort may need, and its time is linear in the number of pairs.  */

#include <limits.h>
#include <string.h>

#include "record/arcs_merge.h"
#include "gmon_out.h"
#include "record/arcs.h"
#include "record/blocks.h"
#include "sys/program_image.h"
#include "machine.h"

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

/* A key has 2 * sizeof (uintptr_t) bytes; byte number 0 is the last byte of
   self.  */
#define DIGITS (2 * sizeof (uintptr_t))

static unsigned char
digit_of (const struct arc *arc, size_t digit)
{
  uintptr_t part = digit < sizeof part ? arc->self : arc->from;

  return (unsigned char) (part >> digit % sizeof part * CHAR_BIT);
}

/* Copies the LEN arcs at ARCS to SORTED, sorted by that digit alone.  Arcs
   with equal digits keep their order.  */
static void
sort_by_digit (struct arc *sorted, const struct arc *arcs, size_t len,
               size_t digit)
{
  size_t starts[UCHAR_MAX + 1] = { 0 };
  size_t sum = 0;

  for (size_t i = 0; i < len; i++)
    starts[digit_of (&arcs[i], digit)]++;
  for (size_t value = 0; value <= UCHAR_MAX; value++)
    {
      size_t here = starts[value];

      starts[value] = sum;
      sum += here;
    }
  for (size_t i = 0; i < len; i++)
    sorted[starts[digit_of (&arcs[i], digit)]++] = arcs[i];
}

/* Sorts LIST.  SPARE has the room of LIST; the sorted arcs are in SPARE or in
   their old place.  A digit that is equal in all arcs costs no pass.  */
static void
arcs_merge_sort (struct arc_list *list, struct arc *spare)
{
  struct arc differ = { 0 };

  for (size_t i = 1; i < list->len; i++)
    {
      differ.from |= list->arcs[i].from ^ list->arcs[0].from;
      differ.self |= list->arcs[i].self ^ list->arcs[0].self;
    }
  for (size_t digit = 0; digit < DIGITS; digit++)
    if (digit_of (&differ, digit) != 0)
      {
        struct arc *sorted = spare;

        sort_by_digit (sorted, list->arcs, list->len, digit);
        spare = list->arcs;
        list->arcs = sorted;
      }
}

/* Replaces neighbours with equal keys by one arc with the sum of their
   counts.  */
static void
add_up (struct arc_list *list)
{
  size_t kept = 0;

  for (size_t i = 0; i < list->len; i++)
    if (kept > 0 && list->arcs[kept - 1].from == list->arcs[i].from
        && list->arcs[kept - 1].self == list->arcs[i].self)
      list->arcs[kept - 1].count += list->arcs[i].count;
    else
      list->arcs[kept++] = list->arcs[i];
  list->len = kept;
}

/* Makes mapping NUMBER of LIST, with room for LEN arcs.  Returns the room, or
   NULL.  */
static struct arc *
map_arcs (struct arc_list *list, size_t number, size_t len)
{
  list->memory[number].size = len * sizeof (struct arc);
  list->memory[number].start = machine_map (list->memory[number].size);
  return list->memory[number].start;
}

bool
arc_list_make (struct arc_list *list, size_t room)
{
  *list = (struct arc_list) { .room = room };
  if (room != 0)
    list->arcs = map_arcs (list, 0, room);
  return room == 0 || list->arcs != NULL;
}

bool
arc_list_sum_up (struct arc_list *list)
{
  struct arc *spare;

  if (list->len < 2)
    return true;
  spare = map_arcs (list, 1, list->room);
  if (spare == NULL)
    return false;
  arcs_merge_sort (list, spare);
  add_up (list);
  return true;
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

void
arcs_merge_add (struct arc_list *list, const struct arc *arc)
{
  size_t at = list->len;

  while (at > 0 && (list->arcs[at - 1].from > arc->from
                    || (list->arcs[at - 1].from == arc->from
                        && list->arcs[at - 1].self > arc->self)))
    at--;
  if (at > 0 && list->arcs[at - 1].from == arc->from
      && list->arcs[at - 1].self == arc->self)
    {
      list->arcs[at - 1].count += arc->count;
      return;
    }
  memmove (&list->arcs[at + 1], &list->arcs[at],
           (list->len - at) * sizeof *arc);
  list->arcs[at] = *arc;
  list->len++;
}

void
arcs_merge_free (struct arc_list *list)
{
  for (size_t number = 0; number < 2; number++)
    if (list->memory[number].start != NULL)
      machine_unmap (list->memory[number].start, list->memory[number].size);
  *list = (struct arc_list) { 0 };
}
