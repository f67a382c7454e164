/* report/export/function_columns.h -- the functions of a profile as a table.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef REPORT_EXPORT_FUNCTION_COLUMNS_H
#define REPORT_EXPORT_FUNCTION_COLUMNS_H

#include "report/export/certain.h"
#include "report/export/columns.h"
#include "report/export/rows.h"
#include "report/view.h"

struct function_table
{
  struct table table;           /* its rows are sym_ids */
  struct rows rows;
  const struct view *view;
  enum table_format format;
  double level;                 /* probability of intervals, in percent */
  double deviations, interval_weight;  /* the same, for interval_of */
  struct certain certain;       /* without arrays if no column shows it */
};

/* Fills FUNCTIONS with the functions that the style of VIEW selects, and the
   columns that --columns names, or else those of FORMAT.  The table of JSON has
   no rows, and its columns are for ids that its writer knows.  The caller
   releases FUNCTIONS with function_table_free in any case.  Returns false after
   one diag_error if there is no memory to match a regular expression.  */
bool function_table_init (struct function_table *functions,
                          const struct view *view, enum table_format format);
void function_table_free (struct function_table *functions);

#endif /* REPORT_EXPORT_FUNCTION_COLUMNS_H */
