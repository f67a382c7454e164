/* report/export/json.c -- the whole profile for programs: --format=json.

   SPDX-License-Identifier: GPL-3.0-or-later

   Each function and each arc is a line.  All times are in samples.

   The version is that of the schema: its first number changes when a key
   changes its meaning or goes, the second one when a key is added.  */

#include <config.h>

#include <inttypes.h>
#include <stdlib.h>

#include "base/out_number.h"
#include "profile/process.h"
#include "report/export/export_text.h"
#include "report/export/exporters.h"
#include "report/export/function_columns.h"
#include "report/export/interval.h"
#include "report/export/json.h"
#include "report/export/json_inlined.h"
#include "report/export/json_waits.h"
#include "report/export/paths.h"
#include "report/names.h"
#include "report/text/accounting.h"

#define JSON_VERSION "[1,7]"

/* The state of one export.  */
struct json
{
  struct out *out;
  const struct view *view;
  struct shown shown;
  struct function_table functions;
  struct json_inlined *inlined; /* or NULL */
  bool with_kinds;              /* functions have their waits by kind */
  double mean_weight;           /* of an observation, 0: unknown */
};

/* Writes a comma, unless *FIRST is true, and the line end before the next
   element of an array.  */
static void
next_element (struct out *out, bool *first)
{
  out_text (out, *first ? "\n" : ",\n");
  *first = false;
}

static void
json_range (struct out *out, const char *key, double lo, double hi)
{
  out_text (out, key);
  out_char (out, '[');
  json_real (out, lo);
  out_char (out, ',');
  json_real (out, hi);
  out_char (out, ']');
}

static void
json_hex_bytes (struct out *out, const unsigned char *bytes, size_t len)
{
  out_char (out, '"');
  for (size_t i = 0; i < len; i++)
    out_printf (out, "%02x", bytes[i]);
  out_char (out, '"');
}

/* -- The head ------------------------------------------------------------- */

static void
json_image (const struct json *json)
{
  struct out *out = json->out;
  struct image_build_id id;
  image_build_id (json->view->image, &id);
  json_text (out, "\"image\":{\"path\":", image_name (json->view->image));
  out_text (out, ",\"build_id\":");
  json_hex_bytes (out, id.bytes, id.len);
  json_text (out, ",\"machine\":",
             image_machine (json->view->image, false).name);
  out_text (out, "},\n");
}

/* Writes where the samples are: in functions, in no function, and in functions
   that are excluded, as the hooks of the profiler are; with stacks also, how
   many are in the code of libgmon.  */
static void
json_accounted (const struct json *json)
{
  const struct flat *flat = json->view->flat;
  const struct stacks *stacks = json->view->stacks;
  const struct hist_sums sums = profile_hist_sums (json->view->profile);
  double recorded = sums.samples, clipped = sums.clipped, functions = 0;
  if (stacks)
    {
      /* The counters of stacks have 64 bits.  */
      recorded
        = (double) (stacks->ledger.program + stacks->ledger.libraries
                   + stacks->ledger.generated + stacks->ledger.unseen);
      clipped = 0;
    }
  for (sym_id id = 0; id < symtab_len (json->view->symtab); id++)
    functions += flat->time[id];
  double outside = flat->total - functions;
  double excluded = recorded - flat->total;
  json_number (json->out, "\"accounted\":{\"functions\":", functions);
  json_number (json->out, ",\"outside\":", outside > 0 ? outside : 0);
  json_number (json->out, ",\"clipped\":", clipped);
  json_number (json->out, ",\"excluded\":", excluded > 0 ? excluded : 0);
  if (stacks)
    {
      json_count (json->out, ",\"profiling\":",
                  stacks->ledger.profiler + stacks->ledger.subtracted);
      json_count (json->out, ",\"unsampled\":", stacks->ledger.unseen);
    }
  out_text (json->out, "},\n");
}

static void
json_threads (struct out *out, const struct process *process)
{
  bool first = true;
  out_text (out, "\"threads\":[");
  for (size_t i = 0; i < process->n_threads; i++)
    {
      const struct process_thread *thread = &process->threads[i];
      next_element (out, &first);
      json_text (out, "{\"name\":", thread->name);
      json_count (out, ",\"threads\":", thread->threads);
      json_count (out, ",\"cpu_ns\":", thread->cpu_ns);
      json_count (out, ",\"deliveries\":", thread->observations);
      json_count (out, ",\"samples\":", thread->ticks);
      if (thread->measured)
        {
          json_count (out, ",\"measured\":", thread->measured);
          json_count (out, ",\"blocked_ns\":", thread->blocked_ns);
          json_count (out, ",\"queued_ns\":", thread->queued_ns);
        }
      out_char (out, '}');
    }
  out_text (out, "\n],\n");
}

static void
json_objects (struct out *out, const struct process *process)
{
  bool first = true;
  out_text (out, "\"objects\":[");
  for (size_t i = 0; i < process->n_objects; i++)
    {
      const struct process_object *object = &process->objects[i];
      next_element (out, &first);
      json_text (out, "{\"path\":", object->path);
      out_text (out, ",\"build_id\":");
      json_hex_bytes (out, object->build_id, object->build_id_len);
      out_char (out, '}');
    }
  out_text (out, "\n],\n");
}

/* Writes how gprof has recorded the profile from outside, if it has.  */
static void
json_recording (struct out *out, const struct view *view)
{
  const struct recording recording = recording_of (view);
  if (!recording.engine)
    return;
  json_text (out, "\"recording\":{\"engine\":", recording.engine);
  json_count (out, ",\"samples\":", recording.samples);
  json_number (out, ",\"not_sampled\":", recording.unsampled);
  json_number (out, ",\"kernel_not_visible\":", recording.kernel);
  json_number (out, ",\"lost\":", recording.lost);
  json_count (out, ",\"lost_records\":", recording.lost_records);
  json_number (out, ",\"not_permitted\":", recording.not_permitted);
  out_text (out, "},\n");
}

static void
json_head (const struct json *json)
{
  const struct profile *profile = json->view->profile;
  struct out *out = json->out;
  out_text (out, "{\"format\":\"gprof-profile\",\"version\":" JSON_VERSION
            ",\n\"tool\":\"" PACKAGE_NAME " " PACKAGE_VERSION "\",\n");
  json_image (json);
  json_text (out, "\"unit\":", profile->dimension);
  json_count (out, ",\"rate\":", profile->rate);
  out_text (out, ",\"samples_per_delivery\":");
  if (json->mean_weight > 0)
    json_real (out, json->mean_weight);
  else
    out_text (out, "null");
  json_number (out, ",\"interval_percent\":", json->functions.level);
  json_count (out, ",\n\"files\":", profile->n_files);
  json_number (out, ",\"samples\":", json->view->flat->total);
  if (view_counted (json->view))
    json_text (out, ",\"counted_functions\":", view_counted (json->view));
  out_text (out, ",\"paths\":\"");
  out_text (out, paths_are_measured (json->view) ? "measured" : "apportioned");
  out_text (out, "\",\n");
  json_accounted (json);
  if (!profile->process)
    return;
  json_recording (out, json->view);
  json_waits_head (out, json->view);
  json_threads (out, profile->process);
  json_objects (out, profile->process);
}

/* -- The graph ------------------------------------------------------------ */

static void
json_key (struct out *out, const struct column *column)
{
  out_text (out, ",\"");
  out_text (out, column->json ? column->json : column->key);
  out_text (out, "\":");
}

/* Writes the value of COLUMN in ROW with its key, if there is one.  */
static void
json_column (const struct json *json, const struct column *column,
             const void *row)
{
  const struct table *table = &json->functions.table;
  struct out *out = json->out;
  struct cell cell;
  if ((column->get || !column->put) && !table_get (table, column, row, &cell))
    return;
  json_key (out, column);
  if (column->put)
    {
      column->put (out, table, row, json_string);
      return;
    }
  switch (column->kind)
    {
    case COLUMN_COUNT:
    case COLUMN_SECONDS:
      out_unsigned (out, cell.count, 0);
      break;
    case COLUMN_ERROR:
    case COLUMN_RANGE:
      json_range (out, "", cell.lo, cell.hi);
      break;
    default:
      json_real (out, cell.value);
    }
}

static void
json_function (const struct json *json, uint32_t number)
{
  const struct table *table = &json->functions.table;
  json_count (json->out, "{\"id\":", number);
  for (size_t i = 0; i < table->n_columns; i++)
    json_column (json, table->columns[i], &json->shown.ids[number]);
  if (json->with_kinds)
    json_blocked_kinds (json->out, json->view, json->shown.ids[number]);
  if (json->inlined)
    json_inlined_self (json->out, json->inlined, number);
  out_char (json->out, '}');
}

static void
json_arcs (const struct json *json)
{
  const struct cg *cg = json->view->cg;
  struct out *out = json->out;
  bool first = true;
  out_text (out, "\"arcs\":[");
  for (size_t i = 0; i < cg->n_arcs; i++)
    {
      const struct cg_arc *arc = &cg->arcs[i];
      const struct cg_arc_times times = cg_arc_times (cg, i);
      if (!shown_has_arc (&json->shown, json->view, arc))
        continue;
      next_element (out, &first);
      json_count (out, "{\"from\":", json->shown.number[arc->parent]);
      json_count (out, ",\"to\":", json->shown.number[arc->child]);
      if (!view_is_uncounted (json->view, arc->count))
        json_count (out, ",\"calls\":", arc->count);
      json_number (out, ",\"self\":", times.down_self);
      json_number (out, ",\"children\":", times.down_child);
      if (cg->measured)
        json_number (out, ",\"of_callee\":", times.up_self + times.up_child);
      if (cg->apportioned)
        json_number (out, ",\"apportioned\":", arc->time + arc->child_time);
      out_char (out, '}');
    }
  out_text (out, "\n],\n");
}

static void
json_members (const struct json *json, const struct cg_node *cycle)
{
  const struct cg *cg = json->view->cg;
  const char *comma = "";
  for (cg_id m = cycle->next; m != CG_NONE; m = cg->nodes[m].next)
    if (json->shown.number[m] != SHOWN_NONE)
      {
        json_count (json->out, comma, json->shown.number[m]);
        comma = ",";
      }
}

static void
json_cycles (const struct json *json)
{
  const struct cg *cg = json->view->cg;
  struct out *out = json->out;
  bool first = true;
  out_text (out, "\"cycles\":[");
  for (uint32_t c = 1; c <= cg->n_cycles; c++)
    {
      const struct cg_node *cycle = &cg->nodes[cg_cycle_node (cg, c)];
      next_element (out, &first);
      json_count (out, "{\"id\":", c);
      json_number (out, ",\"self\":", cycle->time);
      json_number (out, ",\"children\":", cycle->child_time);
      json_count (out, ",\"calls\":", cycle->calls);
      json_count (out, ",\"inner_calls\":", cycle->self_calls);
      out_text (out, ",\"members\":[");
      json_members (json, cycle);
      out_text (out, "]}");
    }
  out_text (out, "\n]");
}

/* Writes the samples of each thread at the nodes of PATHS, unless all are of
   one thread.  */
static void
json_stacks_of_threads (struct out *out, const struct stack_paths *paths)
{
  const struct pair_table *parts = &paths->parts;
  bool several = false, first = true;
  for (size_t i = 1; i < parts->len && !several; i++)
    several = parts->pairs[i].b != parts->pairs[0].b;
  if (!several)
    return;
  out_text (out, ",\n\"stacks_of_threads\":[");
  for (size_t i = 0; i < parts->len; i++)
    if (paths->part_self[i])
      {
        next_element (out, &first);
        json_count (out, "[", parts->pairs[i].a);
        json_count (out, ",", parts->pairs[i].b);
        json_count (out, ",", paths->part_self[i]);
        out_char (out, ']');
      }
  out_text (out, "\n]");
}

static void
json_stacks (const struct json *json)
{
  struct stack_paths paths
    = json_stack_nodes (json->out, ",\n\"stacks\":[", json->view->stacks,
                        &json->shown);
  json_stacks_of_threads (json->out, &paths);
  stack_paths_free (&paths);
}

/* Writes the warnings that were printed until now.  */
static void
json_warnings (const struct json *json)
{
  const struct diag *diag = json->view->diag;
  bool first = true;
  out_text (json->out, ",\n\"warnings\":[");
  for (size_t i = 0; diag_kept_warning (diag, i); i++)
    {
      next_element (json->out, &first);
      json_string (json->out, diag_kept_warning (diag, i));
    }
  out_text (json->out, "\n]");
}

/* Writes the profile, with the columns of PAGE if it is not NULL.  */
static void
print_profile (struct out *out, const struct view *view,
               const struct table *page)
{
  const bool is_usual = page || !view->style->rows.column_keys;
  struct json json
    = { .out = out,
        .view = view,
        .with_kinds = is_usual,
        .mean_weight = profile_mean_weight (view->profile) };
  bool first = true;
  if (function_table_init (&json.functions, view, TABLE_JSON)
      && shown_collect (&json.shown, view))
    {
      if (page && view->style->rows.column_keys)
        {
          table_free (&json.functions.table);
          table_choose (&json.functions.table, &function_columns, TABLE_JSON,
                        NULL);
          table_add_columns (&json.functions.table, page);
        }
      json.inlined = json_inlined_new (view, &json.shown);
      json_head (&json);
      out_text (out, "\"functions\":[");
      for (uint32_t i = 0; i < json.shown.len; i++)
        {
          next_element (out, &first);
          json_function (&json, i);
        }
      out_text (out, "\n],\n");
      json_arcs (&json);
      json_cycles (&json);
      if (paths_are_measured (view))
        json_stacks (&json);
      if (json.inlined)
        json_inlined_print (out, json.inlined);
      json_waiting_stacks (out, view, &json.shown);
      json_warnings (&json);
      out_text (out, "}\n");
    }
  function_table_free (&json.functions);
  json_inlined_free (json.inlined);
  shown_free (&json.shown);
}

void
json_print (struct out *out, const struct view *view)
{
  print_profile (out, view, NULL);
}

void
json_print_with (struct out *out, const struct view *view,
                 const struct table *page)
{
  print_profile (out, view, page);
}
