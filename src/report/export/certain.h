/* report/export/certain.h -- how far a total may be off by averaging.

   SPDX-License-Identifier: GPL-3.0-or-later

   The time of a callee is divided among its callers by numbers of calls, as if
   every call took equally long.  The graph alone says how wrong that can be: a
   function is active at least while it or a function runs that only it can
   reach, and at most while a function runs that it can reach.  This holds if
   all calls were recorded.  */

#ifndef REPORT_EXPORT_CERTAIN_H
#define REPORT_EXPORT_CERTAIN_H

#include <stdbool.h>

#include "report/view.h"

/* The least share of all samples that the total of a function has if its range
   is computed, in percent.  */
#define CERTAIN_MIN_PERCENT 1.0

struct certain
{
  double *lo, *hi;              /* heap; by sym_id, in samples.  A negative hi:
                                   the function has no range */
};

/* Fills CERTAIN.  The caller releases it with certain_free.  No function has a
   range if the profile has no calls, if times are measured, or if the work
   takes too many steps.  */
void certain_init (struct certain *certain, const struct view *view);
void certain_free (struct certain *certain);

#endif /* REPORT_EXPORT_CERTAIN_H */
