/* arcs_merge.c -- all tables as one sorted list, as the file wants it.

   SPDX-License-Identifier: 0BSD

   In: the slots of all tables, where a pair may occur many times.  Out: a
   list for gmon_write.c.  Heap sort, since it needs neither recursion nor
   malloc, as libc's qsort may.  */

#include "internal.h"
#include "arcs_merge.h"
#include "machine.h"

struct merge
{
  struct arc_list *list;
  const struct text *text;
};

bool
arc_for_file (struct arc *arc, const struct text *text, uintptr_t from,
              uintptr_t self)
{
  if (!text_contains (text, self))
    return false;
  arc->self = self - text->base;
  arc->from = text_contains_return (text, from) ? from - text->base
                                                : GMON_FROM_OUTSIDE;
  return true;
}

/* Pairs that appeared after arcs_bound was asked find no room: they are
   younger than the moment for which the file speaks.  */
static void
collect (uintptr_t from, uintptr_t self, uint64_t count, void *data)
{
  struct merge *merge = data;
  struct arc_list *list = merge->list;
  struct arc arc = { .count = count };

  if (list->len < list->room && arc_for_file (&arc, merge->text, from, self))
    list->arcs[list->len++] = arc;
}

static bool
is_before (const struct arc *a, const struct arc *b)
{
  return a->from != b->from ? a->from < b->from : a->self < b->self;
}

/* ARCS[AT] may be smaller than its children in a heap of LEN.  */
static void
sift_down (struct arc *arcs, size_t at, size_t len)
{
  struct arc moved = arcs[at];

  for (size_t child; (child = 2 * at + 1) < len; at = child)
    {
      if (child + 1 < len && is_before (&arcs[child], &arcs[child + 1]))
        child++;
      if (!is_before (&moved, &arcs[child]))
        break;
      arcs[at] = arcs[child];
    }
  arcs[at] = moved;
}

static void
sort (struct arc *arcs, size_t len)
{
  for (size_t at = len / 2; at-- > 0;)
    sift_down (arcs, at, len);
  for (size_t end = len; end-- > 1;)
    {
      struct arc largest = arcs[0];

      arcs[0] = arcs[end];
      arcs[end] = largest;
      sift_down (arcs, 0, end);
    }
}

/* Add up equal neighbours.  */
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

bool
arcs_merge (struct arc_list *list, const struct arcs *arcs,
            const struct text *text)
{
  struct merge merge = { list, text };

  list->arcs = NULL;
  list->len = 0;
  list->room = arcs_bound (arcs);
  if (list->room == 0)
    return true;
  list->arcs = machine_map (list->room * sizeof (struct arc));
  if (list->arcs == NULL)
    return false;
  arcs_each (arcs, collect, &merge);
  sort (list->arcs, list->len);
  add_up (list);
  return true;
}

void
arcs_merge_free (struct arc_list *list)
{
  if (list->arcs != NULL)
    machine_unmap (list->arcs, list->room * sizeof (struct arc));
  list->arcs = NULL;
  list->len = 0;
}
