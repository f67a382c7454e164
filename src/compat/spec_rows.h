/* compat/spec_rows.h -- the rows that arc specs add to the orders of -r, -R.

   SPDX-License-Identifier: GPL-3.0-or-later

   The quirk list_arc_specs, for report/text/cg_order.  GNU gprof takes an arc
   spec for an arc between functions of its own.  Such a function has the name
   of the first function of a run; a run is a series of functions that one side
   of the spec means.  The last spec comes first.  */

#ifndef COMPAT_SPEC_ROWS_H
#define COMPAT_SPEC_ROWS_H

#include "report/text/chains.h"
#include "select/sym_ids.h"

struct spec_rows
{
  struct order_row *rows;       /* heap */
  size_t len;
  cg_id *ids;                   /* of all rows, heap */
  size_t n_ids;
};

/* Sets ROWS to the rows of the arc specs of SELECTION.  The caller releases
   ROWS with spec_rows_free.  */
void spec_rows_init (struct spec_rows *rows,
                     const struct selection *selection);
void spec_rows_free (struct spec_rows *rows);

#endif /* COMPAT_SPEC_ROWS_H */
