/* report/blurb.h -- the explanatory texts.

   SPDX-License-Identifier: GPL-3.0-or-later

   Made at build time from report/blurb-*.txt.  */

#ifndef REPORT_BLURB_H
#define REPORT_BLURB_H

#include "base/out.h"

/* What the columns of the flat profile mean.  */
void flat_blurb (struct out *out);

/* What the lines of the call graph mean, in the FSF and the BSD layout.  */
void fsf_callg_blurb (struct out *out);
void bsd_callg_blurb (struct out *out);

#endif /* REPORT_BLURB_H */
