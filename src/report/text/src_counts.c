/* report/text/src_counts.c -- how often source lines ran, by their blocks.

   SPDX-License-Identifier: GPL-3.0-or-later

   A block reaches from its address to the next block, in memory, over all
   lines between them:

       symbols  | f: line 5  | line 6     | line 7  | line 6  | line 8 ...
       blocks                  [2          [26312             [2
       before     2 (calls)    -           2         26312     26312

   The first block of f belongs to line 6, though f was entered on line 5.  */

#include <config.h>

#include "report/text/src_counts.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

/* Returns the blocks of the symbol ID; sets *N to their number.  */
static const struct bb_count *
blocks_of (const struct view *view, sym_id id, size_t *n)
{
  const size_t *start = &view->blocks->start[id];
  *n = start[1] - start[0];
  return view->blocks->blocks + start[0];
}

/* Returns the first block of the function ID, or NULL if its blocks are not
   counted.  */
static const struct bb_count *
first_block (const struct view *view, sym_id id)
{
  const struct bb_counts *blocks = view->blocks;
  const struct bb_count *block = blocks->blocks + blocks->start[id];
  size_t all = blocks->start[symtab_len (view->symtab)];
  return (blocks->start[id] < all
          && block->addr <= sym_func_end (sym_get (view->symtab, id))
          ? block : NULL);
}

/* Returns the number of all calls of the function ID, with calls by
   itself.  */
static uint64_t
all_calls (const struct view *view, sym_id id)
{
  const struct cg_node *node = cg_node (view->cg, id);
  return node->calls + node->self_calls;
}

/* Returns how often the function ID was entered: its calls; without calls, the
   count of its first block.  */
static uint64_t
entries (const struct view *view, sym_id id)
{
  uint64_t calls = all_calls (view, id);
  const struct bb_count *block = calls ? NULL : first_block (view, id);
  return block ? block->count : calls;
}

struct known_count *
src_counts_before (const struct view *view)
{
  size_t len = symtab_len (view->symtab), n;
  struct known_count *before = array_new (len, sizeof *before);
  struct known_count now = { 0, false };
  for (sym_id id = 0; id < len; id++)
    {
      if (sym_get (view->symtab, id)->is_func)
        now = (struct known_count) { entries (view, id),
                                     first_block (view, id) != NULL };
      before[id] = now;
      const struct bb_count *blocks = blocks_of (view, id, &n);
      if (n)
        now = (struct known_count) { blocks[n - 1].count, true };
    }
  return before;
}

bool
src_entry_is_block (const struct view *view, sym_id id)
{
  size_t n;
  const struct bb_count *blocks = blocks_of (view, id, &n);
  uint64_t calls = all_calls (view, id);
  return n && (!calls || blocks[0].count == calls);
}

/* -- Lists ---------------------------------------------------------------- */

static void
counts_add (struct count_list *list, uint64_t count, bool once)
{
  if (once && list->n && list->counts[list->n - 1] == count)
    return;
  *ARRAY_APPEND (list->counts, list->cap, list->n) = count;
}

static void
counts_add_symbol (struct count_list *list, const struct view *view,
                   const struct known_count *before, sym_id id, bool all)
{
  const struct sym *sym = sym_get (view->symtab, id);
  size_t n;
  const struct bb_count *blocks = blocks_of (view, id, &n);
  if (!sym->is_func && all && before[id].is_known
      && (!n || blocks[0].addr != sym->addr))
    counts_add (list, before[id].count, true);
  for (size_t i = sym->is_func && src_entry_is_block (view, id); i < n; i++)
    counts_add (list, blocks[i].count, all);
}

/* Appends to LIST how often the functions among the N symbols IDS were
   entered, as one sum.  */
static void
add_entries (struct count_list *list, const struct view *view,
             const sym_id *ids, size_t n)
{
  uint64_t sum = 0;
  bool any = false;
  for (size_t i = 0; i < n; i++)
    if (sym_get (view->symtab, ids[i])->is_func)
      {
        sum += entries (view, ids[i]);
        any = true;
      }
  if (any)
    counts_add (list, sum, false);
}

void
src_counts_list (struct count_list *list, const struct view *view,
                 const struct known_count *before, const sym_id *ids,
                 size_t n, bool all)
{
  list->n = 0;
  add_entries (list, view, ids, n);
  for (size_t i = 0; i < n; i++)
    counts_add_symbol (list, view, before, ids[i], all);
}

uint64_t
src_counts_line (struct count_list *list, const struct view *view,
                 const struct known_count *before, const sym_id *ids, size_t n)
{
  uint64_t sum = 0;
  for (size_t i = 0, end; i < n; i = end)
    {
      sym_id function = sym_function (view->symtab, ids[i]);
      uint64_t most = 0;
      for (end = i + 1; end < n; end++)
        if (sym_function (view->symtab, ids[end]) != function)
          break;
      src_counts_list (list, view, before, ids + i, end - i, true);
      for (size_t k = 0; k < list->n; k++)
        if (list->counts[k] > most)
          most = list->counts[k];
      sum += most;
    }
  return sum;
}

/* -- Text ----------------------------------------------------------------- */

static int
compare_down (const void *a, const void *b)
{
  const uint64_t *x = a, *y = b;
  return (*x < *y) - (*x > *y);
}

/* Sorts the counts of LIST, the largest first, and keeps each distinct count
   once.  */
static void
make_distinct (struct count_list *list)
{
  size_t kept = 0;
  qsort (list->counts, list->n, sizeof *list->counts, compare_down);
  for (size_t i = 0; i < list->n; i++)
    if (kept == 0 || list->counts[i] != list->counts[kept - 1])
      list->counts[kept++] = list->counts[i];
  list->n = kept;
}

/* Writes as many counts of LIST to TEXT as fit into *ROOM bytes, and sets
   *ROOM to the bytes written.  Returns true if all counts fit.  */
static bool
counts_join (const struct count_list *list, char *text, size_t *room)
{
  size_t len = 0, i = 0;
  for (; i < list->n; i++)
    {
      char number[24];
      size_t size = snprintf (number, sizeof number, "%s%" PRIu64,
                              i ? "," : "", list->counts[i]);
      if (len + size > *room)
        break;
      memcpy (text + len, number, size);
      len += size;
    }
  *room = len;
  return i == list->n;
}

size_t
src_counts_text (struct count_list *list, char *text, size_t size, size_t room)
{
  static const char more[] = { ',', '.', '.', '.' };
  size_t len = room;
  if (counts_join (list, text, &len))
    return len;
  make_distinct (list);
  len = size;
  if (counts_join (list, text, &len))
    return len;
  len = size - sizeof more;
  counts_join (list, text, &len);
  memcpy (text + len, more, sizeof more);
  return len + sizeof more;
}
