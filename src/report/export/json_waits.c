/* report/export/json_waits.c -- where threads were blocked, as JSON.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "report/export/json_waits.h"

#include "report/export/export_text.h"

void
json_waits_head (struct out *out, const struct view *view)
{
  if (!view->waits)
    return;
  const struct process *process = view->profile->process;
  const char *rate = process_meta_of (process, GMON_META_WAIT_RATE);
  const uint64_t *counts = process->counts;
  out_text (out, "\"waits\":{\"rate\":");
  if (rate)
    json_string (out, rate);
  else
    out_text (out, "null");
  json_count (out, ",\"ticks\":", counts[GMON_COUNT_WAIT_TICKS]);
  json_count (out, ",\"looks\":", counts[GMON_COUNT_WAIT_POLLS]);
  json_count (out, ",\"discarded\":", counts[GMON_COUNT_WAIT_DISCARDED]);
  json_count (out, ",\"cut\":", counts[GMON_COUNT_WAIT_CUT]);
  json_count (out, ",\"seen_ns\":", counts[GMON_COUNT_WAIT_SEEN_NS]);
  json_count (out, ",\"blocked_ns\":", view->waits->stacks->total);
  out_text (out, "},\n");
}

void
json_blocked_kinds (struct out *out, const struct view *view, sym_id id)
{
  if (!view->waits || view->waits->stacks->times[id].incl == 0)
    return;
  out_text (out, ",\"blocked_by_kind\":{");
  for (unsigned kind = 0; kind < GMON_WAITS; kind++)
    {
      out_text (out, kind ? ",\"" : "\"");
      out_text (out, wait_kind_name (kind));
      json_count (out, "\":", view->waits->kinds[id].ns[kind]);
    }
  out_char (out, '}');
}

/* Writes the parts of PATHS: node, thread, kind, ns and waits.  */
static void
json_waits_of_threads (struct out *out, const struct stack_paths *paths)
{
  const char *before = "\n[";
  out_text (out, ",\n\"waits_of_threads\":[");
  for (size_t i = 0; i < paths->parts.len; i++)
    {
      const struct pair *part = &paths->parts.pairs[i];
      if (paths->part_self[i] == 0)
        continue;
      json_count (out, before, part->a);
      json_count (out, ",", part->b / GMON_WAITS);
      out_text (out, ",\"");
      out_text (out, wait_kind_name ((unsigned) (part->b % GMON_WAITS)));
      json_count (out, "\",", paths->part_self[i]);
      json_count (out, ",", paths->part_observations[i]);
      out_char (out, ']');
      before = ",\n[";
    }
  out_text (out, "\n]");
}

struct stack_paths
json_stack_nodes (struct out *out, const char *key,
                  const struct stacks *stacks, const struct shown *shown)
{
  const uint32_t other = (uint32_t) shown->len;
  const char *before = "\n[";
  struct stack_paths paths
    = stack_paths_new (stacks, shown->number, SHOWN_NONE, other,
                       PATHS_BY_PART);
  out_text (out, key);
  for (size_t i = 0; i < paths.nodes.len; i++)
    {
      const struct pair *node = &paths.nodes.pairs[i];
      json_count (out, before, node->a);
      if (node->b == other)
        out_text (out, ",null");
      else
        json_count (out, ",", node->b);
      json_count (out, ",", paths.self[i + 1]);
      out_char (out, ']');
      before = ",\n[";
    }
  out_text (out, "\n]");
  return paths;
}

void
json_waiting_stacks (struct out *out, const struct view *view,
                     const struct shown *shown)
{
  if (!view->waits)
    return;
  struct stack_paths paths
    = json_stack_nodes (out, ",\n\"waiting_stacks\":[", view->waits->stacks,
                        shown);
  json_waits_of_threads (out, &paths);
  stack_paths_free (&paths);
}
