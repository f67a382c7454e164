/* report/export/row_errors.h -- the errors of the times in rows.

   SPDX-License-Identifier: GPL-3.0-or-later

   --intervals shows two kinds of errors: that of sampling, and for totals that
   were not measured, the range that the calls alone allow.  */

#ifndef REPORT_EXPORT_ROW_ERRORS_H
#define REPORT_EXPORT_ROW_ERRORS_H

#include <stdbool.h>

#include "report/export/certain.h"
#include "report/export/rows.h"
#include "report/view.h"

/* A range of a total that is at most so wide, as a fraction of the total, is
   not shown.  */
#define ROW_NARROW 0.05

struct row_errors
{
  const struct view *view;      /* NULL: --intervals was not given */
  double deviations, per_look;  /* for interval_of */
  struct certain certain;
  bool has_ranges;              /* a row has a range that is shown */
};

/* Fills ERRORS for ROWS, which are those of VIEW.  The caller releases it with
   row_errors_free.  */
void row_errors_init (struct row_errors *errors, const struct view *view,
                      const struct rows *rows);
void row_errors_free (struct row_errors *errors);

/* Returns how far SHARE, a percentage of all samples, may be off by sampling,
   in percent of all samples.  --intervals was given.  */
double row_error (const struct row_errors *errors, double share);

/* Sets *LO and *HI to the range of the total of ROW, in percent of all samples.
   Returns false if it has none, or if the range is narrow.  --intervals was
   given.  */
bool row_range (const struct row_errors *errors, const struct row *row,
                double *lo, double *hi);

#endif /* REPORT_EXPORT_ROW_ERRORS_H */
