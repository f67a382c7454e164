/* report/text/blurb.h -- the explanatory texts.

   SPDX-License-Identifier: GPL-3.0-or-later

   They are made at build time from report/text/blurb-*.txt.  */

#ifndef REPORT_TEXT_BLURB_H
#define REPORT_TEXT_BLURB_H

#include "base/out.h"

/* Writes to OUT the explanation of the columns of the flat profile.  */
void flat_blurb (struct out *out);

/* Writes to OUT the explanation of the lines of the call graph, in the FSF and
   in the BSD layout.  */
void fsf_callg_blurb (struct out *out);
void bsd_callg_blurb (struct out *out);

#endif /* REPORT_TEXT_BLURB_H */
