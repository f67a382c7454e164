/* report/text/prefetch.h -- prefetches the data of the next entries.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef REPORT_TEXT_PREFETCH_H
#define REPORT_TEXT_PREFETCH_H

#include "report/view.h"

/* Prefetches the data that entries soon after number PLACE read.
   Must be called for each PLACE, in ascending order.  */
void entry_prefetch (const struct view *view, size_t place);

#endif /* REPORT_TEXT_PREFETCH_H */
