/* report/text/bb_print.c -- execution counts.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "report/reports.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/out_number.h"
#include "base/sort.h"
#include "compat/count_order.h"
#include "report/text/exec_key.h"
#include "report/text/src_counts.h"

/* Compares two exec_key by file, line and address; symbols without a file are
   last.  */
static int
compare_keys (const void *a, const void *b)
{
  const struct exec_key *x = a, *y = b;
  if (!x->place.file != !y->place.file)
    return x->place.file ? -1 : 1;
  return exec_key_compare (x, y);
}

/* Writes that the code at ADDR in the symbol of KEY ran COUNT times.  */
static void
bb_print_count (struct out *out, const struct view *view,
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
bb_print_symbol (struct out *out, const struct view *view,
                 const struct exec_key *key)
{
  const struct bb_counts *counts = view->blocks;
  if (has_own_count (view, key->id))
    bb_print_count (out, view, key, key->addr,
                    cg_node (view->cg, key->id)->calls);
  if (counts)
    for (size_t i = counts->start[key->id]; i < counts->start[key->id + 1];
         i++)
      bb_print_count (out, view, key, counts->blocks[i].addr,
                      counts->blocks[i].count);
}

void
exec_counts_print (struct out *out, const struct view *view)
{
  size_t len = symtab_len (view->symtab);
  struct exec_key *keys = array_new (len, sizeof *keys);
  size_t n = 0;
  for (sym_id id = 0; id < len; id++)
    if (sym_selected (view->selection, INCL_EXEC, id))
      keys[n++] = (struct exec_key) { lines_get (view->lines, id),
                                      sym_get (view->symtab, id)->addr, id };
  if (view->style->quirks.inconsistent_count_order)
    count_order_sort (keys, n);
  else
    sort_stable (keys, n, sizeof *keys, compare_keys);
  out_page (out);
  for (size_t i = 0; i < n; i++)
    bb_print_symbol (out, view, &keys[i]);
  free (keys);
}
