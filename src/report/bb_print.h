/* report/bb_print.h -- execution counts.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef REPORT_BB_PRINT_H
#define REPORT_BB_PRINT_H

#include "base/out.h"
#include "report/view.h"

/* Writes how often each function was called and, with the view's blocks, how
   often each of its blocks ran: one a line, in source order.  */
void print_exec_counts (struct out *out, const struct view *view);

#endif /* REPORT_BB_PRINT_H */
