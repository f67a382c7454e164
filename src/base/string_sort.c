/* base/string_sort.c -- many strings in strcmp's order.

   SPDX-License-Identifier: GPL-3.0-or-later

   The sort compares eight bytes of each string as one number.  Strings that
   are equal there, and longer, form a run, which is sorted by the next eight
   bytes, and so on.  A list holds the runs still to sort, so the sort needs no
   recursion.  */

#include <config.h>

#include "base/string_sort.h"

#include <stdbool.h>

#include "base/sort.h"

#define PIECE 8

/* A run of at most this many strings is sorted with strcmp.  */
#define FEW 8

/* A run of strings whose first DEPTH bytes are equal.  */
struct run
{
  size_t start, len, depth;
};

struct runs
{
  struct run *items;
  size_t len, cap;
};

static void
add_run (struct runs *runs, size_t start, size_t len, size_t depth)
{
  *ARRAY_APPEND (runs->items, runs->cap, runs->len)
    = (struct run) { start, len, depth };
}

/* Returns the first PIECE bytes of S as a number, the first byte highest, with
   zeros for the bytes after the end of S.  */
static uint64_t
piece_of (const char *s)
{
  uint64_t piece = 0;
  for (unsigned i = 0; i < PIECE && s[i]; i++)
    piece |= (uint64_t) (unsigned char) s[i] << (8 * (PIECE - 1 - i));
  return piece;
}

static int
compare_pieces (const void *a, const void *b)
{
  const struct string_key *x = a, *y = b;
  return (x->piece > y->piece) - (x->piece < y->piece);
}

static int
compare_string_keys (const void *a, const void *b)
{
  const struct string_key *x = a, *y = b;
  return strcmp (x->string, y->string);
}

/* Sorts RUN by one piece of each string, and adds the runs whose pieces are
   equal to RUNS.  KEYS is the first key of RUN.  */
static void
sort_pieces (struct runs *runs, struct string_key *keys, const struct run *run)
{
  for (size_t i = 0; i < run->len; i++)
    keys[i].piece = piece_of (keys[i].string + run->depth);
  sort_stable (keys, run->len, sizeof *keys, compare_pieces);
  for (size_t i = 0, end; i < run->len; i = end)
    {
      for (end = i + 1; end < run->len && keys[end].piece == keys[i].piece;)
        end++;
      bool goes_on = (keys[i].piece & 0xff) != 0;
      if (goes_on && end - i > 1)
        add_run (runs, run->start + i, end - i, run->depth + PIECE);
    }
}

void
string_sort (struct string_key *keys, size_t len)
{
  struct runs runs = { NULL, 0, 0 };
  add_run (&runs, 0, len, 0);
  while (runs.len > 0)
    {
      const struct run run = runs.items[--runs.len];
      if (run.len <= FEW)
        sort_stable (keys + run.start, run.len, sizeof *keys,
                     compare_string_keys);
      else
        sort_pieces (&runs, keys + run.start, &run);
    }
  free (runs.items);
}
