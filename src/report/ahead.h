/* report/ahead.h -- what the next entries need, on its way to the cache.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef REPORT_AHEAD_H
#define REPORT_AHEAD_H

#include "report/view.h"

/* To be called with each PLACE in the order of the rank: asks the memory for
   what the entries soon after that one read.  */
void ahead_of_entry (const struct view *view, size_t place);

#endif /* REPORT_AHEAD_H */
