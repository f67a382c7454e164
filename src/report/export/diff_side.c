/* report/export/diff_side.c -- the results of a run as a side of a comparison.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "report/export/diff_side.h"

#include <stdlib.h>

#include "base/arena.h"
#include "report/export/interval.h"
#include "report/export/shown.h"
#include "report/names.h"

static uint32_t
diff_add_function (struct side *side, const struct view *view, sym_id id)
{
  const struct cg_node *node = cg_node (view->cg, id);
  const char *file = lines_get (view->lines, id).file
                     ? file_of (view, id) : NULL;
  double self = view->flat->time[id];
  const struct side_function function = {
    .symbol = sym_get (view->symtab, id)->name,
    .name = name_of (view, id),
    .file = file ? file : "",
    .self = self,
    .total = self + node->child_time,
    .calls = node->calls,
  };
  return side_add_function (side, &function);
}

/* Adds the arcs of VIEW between functions of SHOWN, whose index in SIDE is in
   NUMBERS.  */
static void
diff_add_arcs (struct side *side, const struct view *view,
          const struct shown *shown, const uint32_t *numbers)
{
  const struct cg *cg = view->cg;
  for (size_t i = 0; i < cg->n_arcs; i++)
    {
      const struct cg_arc *arc = &cg->arcs[i];
      const struct cg_arc_times times = cg_arc_times (cg, i);
      if (arc->parent == arc->child || !shown_has_arc (shown, view, arc))
        continue;
      side_add_arc (side, &(struct side_arc) {
                            numbers[shown->number[arc->parent]],
                            numbers[shown->number[arc->child]], arc->count,
                            times.down_self + times.down_child });
    }
}

static void
diff_side_print (struct out *out, const struct view *view)
{
  const struct row_rules rules = { .min_percent = -1 };
  const struct side_request *request = view->style->side_request;
  const struct profile *profile = view->profile;
  const struct side_head head = {
    .unit = profile->dimension,
    .machine = image_machine (view->image, false).name,
    .counted = view_counted (view),
    .rate = profile->rate,
    .mean_weight = profile_mean_weight (profile),
    .files = profile->n_files,
    .samples = view->flat->total,
  };
  struct shown shown;
  (void) out;
  if (shown_collect_by (&shown, view, &rules))
    {
      uint32_t *numbers = array_new (shown.len, sizeof *numbers);
      for (size_t i = 0; i < shown.len; i++)
        numbers[i] = diff_add_function (request->side, view, shown.ids[i]);
      diff_add_arcs (request->side, view, &shown, numbers);
      side_end_part (request->side, request->other, &head,
                     profile_name (profile), view->diag);
      free (numbers);
    }
  shown_free (&shown);
}

const struct exporter diff_side_exporter = {
  .name = "",
  .needs = NEED_SYMBOLS | NEED_PLACES,
  .reports = REPORT_FLAT | REPORT_CALL_GRAPH,
  .print = diff_side_print
};
