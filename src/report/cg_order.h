/* report/cg_order.h -- the link orders that -r and -R suggest.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef REPORT_CG_ORDER_H
#define REPORT_CG_ORDER_H

#include "base/out.h"
#include "report/view.h"

/* Writes the functions in the order suggested, a raw name a line.  */
void cg_print_function_ordering (struct out *out, const struct view *view);

/* Writes the objects of the map in the order suggested, one a line; last those
   of which no function is in the program, by name.  VIEW has a map.  */
void cg_print_file_ordering (struct out *out, const struct view *view);

#endif /* REPORT_CG_ORDER_H */
