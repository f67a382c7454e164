/* report/export/rows.h -- functions as rows: filtered, sorted, cut.

   SPDX-License-Identifier: GPL-3.0-or-later

   Applies --focus, --hide, --min-percent, --sort and --top for all exporters
   that show a list of functions.  */

#ifndef REPORT_EXPORT_ROWS_H
#define REPORT_EXPORT_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "report/view.h"

struct row
{
  double self;                  /* percent of all samples */
  double total;                 /* percent of all samples, with the callees of
                                   the function */
  uint64_t blocked;             /* ns in which it was blocked, with its
                                   callees */
  uint64_t calls;               /* 0: none were recorded */
  const char *name;             /* decides the order of rows that are equal
                                   otherwise */
  sym_id id;
};

struct rows
{
  struct row *rows;             /* heap */
  size_t len;
};

/* Fills ROWS with the functions of VIEW that the rules of its style select, in
   the order of these rules.  The caller releases ROWS with rows_free in any
   case.  Percentages are of all samples, even of functions that the rules
   leave out.  Returns false after one diag_error if there is no memory to
   match a regular expression.  */
bool rows_collect (struct rows *rows, const struct view *view);

/* The two parts of rows_collect, with RULES of the caller.  rows_select leaves
   the rows in the order of the addresses, and does not apply --top.  If
   WITH_ENDS is true, it takes functions without data as well if they are ends
   of arcs.  */
bool rows_select (struct rows *rows, const struct view *view,
                  const struct row_rules *rules, bool with_ends);
void rows_order (struct rows *rows, const struct row_rules *rules);
void rows_free (struct rows *rows);

#endif /* REPORT_EXPORT_ROWS_H */
