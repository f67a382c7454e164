/* report/export/shown.h -- the functions of an exported graph, numbered.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef REPORT_EXPORT_SHOWN_H
#define REPORT_EXPORT_SHOWN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/out.h"
#include "report/view.h"

#define SHOWN_NONE UINT32_MAX

/* The functions with data and those at the ends of arcs, as far as the rules
   of the style select them (report/export/rows.h).  */
struct shown
{
  sym_id *ids;                  /* heap; in the order of the addresses */
  size_t len;
  uint32_t *number;             /* heap; by sym_id: its index in ids, or
                                   SHOWN_NONE */
  bool *repeated;               /* heap; by number: a function before it has
                                   the same name; NULL: not looked for */
};

/* Fills SHOWN with the functions of VIEW.  The caller releases it with
   shown_free in any case.  Returns false after one diag_error if there is no
   memory to match a regular expression.  */
bool shown_collect (struct shown *shown, const struct view *view);

/* As shown_collect, but with RULES instead of those of the style.  */
bool shown_collect_by (struct shown *shown, const struct view *view,
                       const struct row_rules *rules);

/* Finds the functions of SHOWN whose names are not unique, for shown_name.  An
   exporter that tells functions apart by numbers does not need it.  Called at
   most once.  */
void shown_find_repeated (struct shown *shown, const struct view *view);

/* Writes the name of the function NUMBER of SHOWN, as plain_name does.  If
   shown_find_repeated found a function before it that has the same name, " [0x"
   and its address follow.  */
void shown_name (struct out *out, const struct view *view,
                 const struct shown *shown, uint32_t number);

void shown_free (struct shown *shown);

/* Returns true if both ends of ARC are functions of SHOWN.  */
bool shown_has_arc (const struct shown *shown, const struct view *view,
                    const struct cg_arc *arc);

#endif /* REPORT_EXPORT_SHOWN_H */
