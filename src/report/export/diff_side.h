/* report/export/diff_side.h -- the results of a run as a side of a comparison.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef REPORT_EXPORT_DIFF_SIDE_H
#define REPORT_EXPORT_DIFF_SIDE_H

#include "compare/side.h"
#include "report/export/exporters.h"

/* Where diff_side_exporter puts the results.  */
struct side_request
{
  struct side *side;
  const struct side *other;     /* that SIDE must fit, or NULL */
};

/* An exporter without a name for --format.  It writes nothing, but adds the
   functions and calls that --format=json shows without options to the side of
   style.side_request, as a part.  */
extern const struct exporter diff_side_exporter;

#endif /* REPORT_EXPORT_DIFF_SIDE_H */
