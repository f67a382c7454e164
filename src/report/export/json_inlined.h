/* report/export/json_inlined.h -- inlined functions, as JSON.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef REPORT_EXPORT_JSON_INLINED_H
#define REPORT_EXPORT_JSON_INLINED_H

#include "base/out.h"
#include "report/export/shown.h"
#include "report/view.h"

struct json_inlined;

/* Returns the stacks of VIEW with inlined functions beside the functions of
   SHOWN (both borrowed), or NULL if it has none.  json_inlined_free frees the
   result.  */
struct json_inlined *json_inlined_new (const struct view *view,
                                       const struct shown *shown);
void json_inlined_free (struct json_inlined *inlined);  /* may be NULL */

/* Writes the part of the self time of function NUMBER that is in code inlined
   into it, after a comma.  */
void json_inlined_self (struct out *out, const struct json_inlined *inlined,
                        uint32_t number);

/* Writes the inlined functions and the stacks with them, after a comma.  */
void json_inlined_print (struct out *out, const struct json_inlined *inlined);

#endif /* REPORT_EXPORT_JSON_INLINED_H */
