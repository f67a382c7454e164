/* arc_list.c -- a sorted list of arcs, for the file.

   SPDX-License-Identifier: 0BSD

   Contracts are in arc_list.h.

   The list is sorted byte by byte, from the last byte of the key to the first.
   This sort needs no recursion and no malloc, which libc's qsort may need, and
   its time is linear in the number of arcs.  */

#include <limits.h>
#include <string.h>

#include "record/arc_list.h"
#include "machine.h"

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
arc_list_sort (struct arc_list *list, struct arc *spare)
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
  arc_list_sort (list, spare);
  add_up (list);
  return true;
}

void
arc_list_add (struct arc_list *list, const struct arc *arc)
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
arc_list_free (struct arc_list *list)
{
  for (size_t number = 0; number < 2; number++)
    if (list->memory[number].start != NULL)
      machine_unmap (list->memory[number].start, list->memory[number].size);
  *list = (struct arc_list) { 0 };
}
