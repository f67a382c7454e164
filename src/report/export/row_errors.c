/* report/export/row_errors.c -- the errors of the times in rows.

   SPDX-License-Identifier: GPL-3.0-or-later

   In: rows.  Out: percentages.  */

#include <config.h>

#include "report/export/row_errors.h"

#include "report/export/interval.h"

double
row_error (const struct row_errors *errors, double share)
{
  const double whole = errors->view->flat->total;
  double count = share * whole / 100;
  struct interval interval
    = interval_of (count, whole, errors->per_look, errors->deviations);
  return whole > 0 ? interval_error (interval, count) * 100 / whole : 0;
}

bool
row_range (const struct row_errors *errors, const struct row *row, double *lo,
           double *hi)
{
  const struct certain *certain = &errors->certain;
  const double whole = errors->view->flat->total;
  if (!(whole > 0) || certain->hi[row->id] < 0)
    return false;
  *lo = certain->lo[row->id] * 100 / whole;
  *hi = certain->hi[row->id] * 100 / whole;
  return *hi - *lo > ROW_NARROW * row->total;
}

void
row_errors_init (struct row_errors *errors, const struct view *view,
                 const struct rows *rows)
{
  double lo, hi;
  *errors = (struct row_errors) { .view = NULL };
  if (view->style->rows.level <= 0)
    return;
  errors->view = view;
  errors->deviations = interval_deviations (view->style->rows.level);
  errors->per_look = samples_per_look (view->profile);
  certain_init (&errors->certain, view);
  for (size_t i = 0; i < rows->len && !errors->has_ranges; i++)
    errors->has_ranges = row_range (errors, &rows->rows[i], &lo, &hi);
}

void
row_errors_free (struct row_errors *errors)
{
  if (errors->view)
    certain_free (&errors->certain);
}
