/* report/export/json_waits.h -- where threads were blocked, as JSON.

   SPDX-License-Identifier: GPL-3.0-or-later

   Parts of --format=json.  All but json_stack_nodes are for profiles that were
   recorded with wait=on; for other profiles they write nothing.  Times are in
   ns.  */

#ifndef REPORT_EXPORT_JSON_WAITS_H
#define REPORT_EXPORT_JSON_WAITS_H

#include "base/out.h"
#include "graph/stack_paths.h"
#include "report/export/shown.h"
#include "report/view.h"

/* Writes KEY and the paths of STACKS as a tree: each node is its parent, its
   function and its value.  Parent 0 is none, parent 1 the first node.  Returns
   the paths, which the caller frees.  */
struct stack_paths json_stack_nodes (struct out *out, const char *key,
                                     const struct stacks *stacks,
                                     const struct shown *shown);

/* Writes the key "waits" of the head, and a comma behind it.  */
void json_waits_head (struct out *out, const struct view *view);

/* Writes the times of the function ID, after a comma.  */
void json_blocked_kinds (struct out *out, const struct view *view, sym_id id);

/* Writes the call paths of blocked threads, after a comma.  */
void json_waiting_stacks (struct out *out, const struct view *view,
                          const struct shown *shown);

#endif /* REPORT_EXPORT_JSON_WAITS_H */
