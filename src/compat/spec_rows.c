/* compat/spec_rows.c -- the rows that arc specs add to the orders of -r, -R.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "compat/spec_rows.h"

#include <stdlib.h>

#include "base/arena.h"

/* Adds the row of arc spec number SPEC to ROWS.  If its callers are several
   runs, the row has only these callers, the last run first.  (GNU gprof does
   not terminate if only the callees are several runs, or if no call was
   counted.)  */
static void
add_row (struct spec_rows *rows, const struct selection *selection,
         size_t spec)
{
  cg_id *ids = rows->ids + rows->n_ids;
  size_t n_parents = sym_ids_n_runs (selection, spec, false);
  size_t n_children = sym_ids_n_runs (selection, spec, true);
  if (n_parents == 0 || n_children == 0)
    return;
  for (size_t k = n_parents; k > 0; k--)
    rows->ids[rows->n_ids++] = sym_ids_run (selection, spec, false, k - 1);
  if (n_parents == 1)
    rows->ids[rows->n_ids++] = sym_ids_run (selection, spec, true, 0);
  rows->rows[rows->len++]
    = (struct order_row) { .ids = ids, .early = n_parents > 1,
                           .len = rows->ids + rows->n_ids - ids };
}

void
spec_rows_init (struct spec_rows *rows, const struct selection *selection)
{
  size_t n_specs = sym_ids_n_arcs (selection);
  size_t max_ids = 0;
  for (size_t i = 0; i < n_specs; i++)
    max_ids += sym_ids_n_runs (selection, i, false) + 1;
  *rows = (struct spec_rows) { .rows = array_new (n_specs, sizeof *rows->rows),
                               .ids = array_new (max_ids,
                                                 sizeof *rows->ids) };
  while (n_specs-- > 0)
    add_row (rows, selection, n_specs);
}

void
spec_rows_free (struct spec_rows *rows)
{
  free (rows->rows);
  free (rows->ids);
}
