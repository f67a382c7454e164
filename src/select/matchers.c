/* select/matchers.c -- finds the specs that match a symbol.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "select/matchers.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

/* The fields that a matcher tests, as bits.  Together they are its kind.  */
enum
{
  ASKS_NAME = 1,
  ASKS_FILE = 2,
  ASKS_LINE = 4
};

static unsigned
side_kind (const struct symspec_side *side)
{
  return ((side->name ? ASKS_NAME : 0) | (side->file ? ASKS_FILE : 0)
          | (side->line ? ASKS_LINE : 0));
}

void
matchers_add (struct matchers *matchers, struct matcher matcher)
{
  *ARRAY_APPEND (matchers->items, matchers->cap, matchers->len) = matcher;
}

void
matchers_free (struct matchers *matchers)
{
  free (matchers->items);
}

/* Replaces the file of each matcher by the pointer that SOURCES has for that
   file, so that pointers can be compared.  Drops matchers of unknown
   files.  */
static void
resolve_files (struct matchers *matchers, const struct sources *sources)
{
  size_t kept = 0;
  for (size_t i = 0; i < matchers->len; i++)
    {
      struct matcher matcher = matchers->items[i];
      if (matcher.side.file)
        {
          source_id id = source_file_by_name (sources, matcher.side.file);
          if (id == SOURCE_NONE)
            continue;
          matcher.side.file = source_file_name (sources, id);
        }
      matchers->items[kept++] = matcher;
    }
  matchers->len = kept;
}

/* Compares by line, then file, then name.  A and B are of one kind, so each
   field is set in both of them or in neither.  */
static int
compare_sides (const struct symspec_side *a, const struct symspec_side *b)
{
  uintptr_t x = (uintptr_t) a->file, y = (uintptr_t) b->file;
  if (a->line != b->line)
    return a->line < b->line ? -1 : 1;
  if (x != y)
    return x < y ? -1 : 1;
  return a->name ? strcmp (a->name, b->name) : 0;
}

static int
compare_matchers (const void *a, const void *b)
{
  const struct symspec_side *x = &((const struct matcher *) a)->side;
  const struct symspec_side *y = &((const struct matcher *) b)->side;
  unsigned kind_x = side_kind (x), kind_y = side_kind (y);
  return kind_x != kind_y ? (kind_x < kind_y ? -1 : 1) : compare_sides (x, y);
}

/* Sets `heads' and `all_named'.  */
static void
note_heads (struct matchers *matchers)
{
  matchers->all_named = true;
  for (size_t i = 0; i < matchers->len; i++)
    {
      const char *name = matchers->items[i].side.name;
      unsigned head = name ? matchers_head (name) : 0;
      if (name)
        matchers->heads[head / 64] |= UINT64_C (1) << head % 64;
      else
        matchers->all_named = false;
    }
}

void
matchers_finish (struct matchers *matchers, const struct sources *sources)
{
  size_t i = 0;
  resolve_files (matchers, sources);
  note_heads (matchers);
  if (matchers->len)
    qsort (matchers->items, matchers->len, sizeof *matchers->items,
           compare_matchers);
  for (unsigned kind = 0; kind <= MATCHER_KINDS; kind++)
    {
      while (i < matchers->len && side_kind (&matchers->items[i].side) < kind)
        i++;
      matchers->start[kind] = i;
    }
}

/* Returns the first item in [LO, HI) that does not sort before WANTED.  The
   items are of one kind.  */
static size_t
first_not_before (const struct matchers *matchers, size_t lo, size_t hi,
                  const struct symspec_side *wanted)
{
  while (lo < hi)
    {
      size_t mid = lo + (hi - lo) / 2;
      if (compare_sides (&matchers->items[mid].side, wanted) < 0)
        lo = mid + 1;
      else
        hi = mid;
    }
  return lo;
}

void
matchers_each (const struct matchers *matchers, const char *name,
               struct place place, matcher_fn *take, void *data)
{
  for (unsigned kind = 0; kind < MATCHER_KINDS; kind++)
    {
      size_t i = matchers->start[kind], end = matchers->start[kind + 1];
      const struct symspec_side wanted
        = { .name = kind & ASKS_NAME ? name : NULL,
            .file = kind & ASKS_FILE ? place.file : NULL,
            .line = kind & ASKS_LINE ? place.line : 0 };
      if (i == end || side_kind (&wanted) != kind)
        continue;
      for (i = first_not_before (matchers, i, end, &wanted);
           i < end && compare_sides (&matchers->items[i].side, &wanted) == 0;
           i++)
        take (data, &matchers->items[i]);
    }
}
