/* report/export/json.h -- the whole profile for programs.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef REPORT_EXPORT_JSON_H
#define REPORT_EXPORT_JSON_H

#include "report/export/columns.h"
#include "report/view.h"

/* Writes what --format=json writes without --columns.  If that option was
   given, functions have the columns of PAGE as well.  */
void json_print_with (struct out *out, const struct view *view,
                      const struct table *page);

#endif /* REPORT_EXPORT_JSON_H */
