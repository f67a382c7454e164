/* report/text/bb_print.c -- execution counts.

   SPDX-License-Identifier: GPL-3.0-or-later

   In: calls and source positions of all symbols.  Out: a line for each symbol
   that was called, and for each block.  */

#include <config.h>

#include "report/reports.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/out_number.h"
#include "report/text/src_counts.h"

struct exec_key
{
  struct place place;
  uint64_t addr;
  sym_id id;
};

/* Compares by file, line and address, as GNU gprof does: by address alone if a
   symbol has no file.  This is not a consistent order.  */
static int
compare_gnu (const struct exec_key *x, const struct exec_key *y)
{
  if (x->place.file && y->place.file)
    {
      int files = strcmp (x->place.file, y->place.file);
      if (files != 0)
        return files;
      if (x->place.line != y->place.line)
        return x->place.line < y->place.line ? -1 : 1;
    }
  return (x->addr > y->addr) - (x->addr < y->addr);
}

/* Compares by file, line and address; symbols without a file are last.  */
static int
compare_ours (const struct exec_key *x, const struct exec_key *y)
{
  if (!x->place.file != !y->place.file)
    return x->place.file ? -1 : 1;
  return compare_gnu (x, y);
}

/* Sorts the N KEYS by a top-down merge sort with halves of n/2 and n - n/2
   elements, as the qsort of the C library that GNU gprof runs on.  With
   compare_gnu the steps of the algorithm decide the result.  It recurses, log2
   (n) deep, because a bottom-up sort would have to record the splits.  */
static void
merge_sort (struct exec_key *keys, struct exec_key *spare, size_t n,
            int (*compare) (const struct exec_key *, const struct exec_key *))
{
  size_t half = n / 2, a = 0, b = half, to = 0;
  if (n < 2)
    return;
  merge_sort (keys, spare, half, compare);
  merge_sort (keys + half, spare, n - half, compare);
  while (a < half && b < n)
    spare[to++] = compare (&keys[a], &keys[b]) <= 0 ? keys[a++] : keys[b++];
  memcpy (spare + to, keys + a, (half - a) * sizeof *keys);
  memcpy (keys, spare, (to + half - a) * sizeof *keys);
}

/* Writes that the code at ADDR in the symbol of KEY ran COUNT times.  */
static void
print_count (struct out *out, const struct view *view,
             const struct exec_key *key, uint64_t addr, uint64_t count)
{
  if (count == 0 && !view->style->show_unused)
    return;
  const char *file = key->place.file ? key->place.file : "<unknown>";
  const char *name = sym_get (view->symtab, key->id)->name;
  out_name (out, file, strlen (file));
  out_char (out, ':');
  out_unsigned (out, key->place.line, 0);
  out_text (out, ": (");
  out_name (out, name, strlen (name));
  out_text (out, ":0x");
  out_hex (out, addr);
  out_text (out, ") ");
  out_unsigned (out, count, 0);
  out_text (out, " executions\n");
}

/* Returns true if a line with the calls of the symbol ID is to be printed.  If
   blocks are counted, that holds only for a function whose entry is not
   counted by a block.  */
static bool
has_own_count (const struct view *view, sym_id id)
{
  if (view->style->quirks.print_entries_twice || !view->blocks
      || !view->profile->n_blocks)
    return true;
  return (sym_get (view->symtab, id)->is_func
          && !src_entry_is_block (view, id));
}

static void
print_symbol (struct out *out, const struct view *view,
              const struct exec_key *key)
{
  const struct bb_counts *counts = view->blocks;
  if (has_own_count (view, key->id))
    print_count (out, view, key, key->addr,
                 cg_node (view->cg, key->id)->calls);
  if (counts)
    for (size_t i = counts->start[key->id]; i < counts->start[key->id + 1];
         i++)
      print_count (out, view, key, counts->blocks[i].addr,
                   counts->blocks[i].count);
}

void
print_exec_counts (struct out *out, const struct view *view)
{
  size_t len = symtab_len (view->symtab);
  struct exec_key *keys = array_new (len, sizeof *keys);
  struct exec_key *spare = array_new (len, sizeof *keys);
  size_t n = 0;
  for (sym_id id = 0; id < len; id++)
    if (sym_selected (view->selection, INCL_EXEC, id))
      keys[n++] = (struct exec_key) { lines_get (view->lines, id),
                                      sym_get (view->symtab, id)->addr, id };
  merge_sort (keys, spare, n,
              view->style->quirks.inconsistent_count_order
              ? compare_gnu : compare_ours);
  out_page (out);
  for (size_t i = 0; i < n; i++)
    print_symbol (out, view, &keys[i]);
  free (keys);
  free (spare);
}
