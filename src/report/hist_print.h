/* report/hist_print.h -- the flat profile.

   SPDX-License-Identifier: GPL-3.0-or-later

   Reading histograms and crediting samples is profile/hist's work.  */

#ifndef REPORT_HIST_PRINT_H
#define REPORT_HIST_PRINT_H

#include "base/out.h"
#include "report/view.h"

/* Writes the flat profile: who took how much time, the most first.  */
void hist_print (struct out *out, const struct view *view);

#endif /* REPORT_HIST_PRINT_H */
