/* report/export/json.c -- the whole profile for programs: --format=json.

   SPDX-License-Identifier: GPL-3.0-or-later

   In: the view.  Out: JSON, described by doc/gprof-profile.schema.json.  Each
   function and each arc is a line.  All times are in samples.

   The version is that of the schema: its first number changes when a key
   changes its meaning or goes, the second one when a key is added.  */

#include <config.h>

#include <inttypes.h>
#include <stdlib.h>

#include "base/out_number.h"
#include "graph/stack_paths.h"
#include "profile/process.h"
#include "report/export/certain.h"
#include "report/export/export_text.h"
#include "report/export/exporters.h"
#include "report/export/interval.h"
#include "report/export/paths.h"
#include "report/export/shown.h"
#include "report/names.h"

#define JSON_VERSION "[1,1]"

/* The state of one export.  */
struct json
{
  struct out *out;
  const struct view *view;
  struct shown shown;
  struct certain certain;
  double per_delivery;          /* samples of a look, 0: unknown */
};

/* Writes a comma, unless *FIRST is true, and the line end before the next
   element of an array.  */
static void
next_element (struct out *out, bool *first)
{
  out_text (out, *first ? "\n" : ",\n");
  *first = false;
}

/* Writes KEY, which comes with its quotes, comma and colon, and a number.  */
static void
json_count (struct out *out, const char *key, uint64_t value)
{
  out_text (out, key);
  out_unsigned (out, value, 0);
}

static void
json_time (struct out *out, const char *key, double samples)
{
  out_text (out, key);
  json_real (out, samples);
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
  struct core_build_id id;
  core_build_id (json->view->core, &id);
  out_text (out, "\"image\":{\"path\":");
  json_string (out, core_name (json->view->core));
  out_text (out, ",\"build_id\":");
  json_hex_bytes (out, id.bytes, id.len);
  out_text (out, "},\n");
}

/* Returns the samples of all bins.  */
static double
recorded_samples (const struct profile *profile)
{
  double sum = 0;
  for (size_t i = 0; i < profile->n_hists; i++)
    {
      const struct bins *bins = &profile->hists[i].bins;
      for (uint32_t bin = bins_next (bins, 0); bin < bins->len;
           bin = bins_next (bins, bin + 1))
        sum += (double) bins_get (bins, bin);
    }
  return sum;
}

/* Writes where the samples are: in functions, in no function, and in functions
   that are excluded, as the hooks of the profiler are; with stacks also, how
   many are in the code of libgmon.  */
static void
json_accounted (const struct json *json)
{
  const struct flat *flat = json->view->flat;
  const struct stacks *stacks = json->view->stacks;
  double recorded
    = stacks ? (double) (stacks->ledger.program + stacks->ledger.libraries)
      : recorded_samples (json->view->profile);
  double functions = 0;
  for (sym_id id = 0; id < symtab_len (json->view->symtab); id++)
    functions += flat->time[id];
  double outside = flat->total - functions;
  double excluded = recorded - flat->total;
  json_time (json->out, "\"accounted\":{\"functions\":", functions);
  json_time (json->out, ",\"outside\":", outside > 0 ? outside : 0);
  json_time (json->out, ",\"excluded\":", excluded > 0 ? excluded : 0);
  if (stacks)
    json_count (json->out, ",\"profiling\":", stacks->ledger.profiler);
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
      out_text (out, "{\"name\":");
      json_string (out, thread->name);
      json_count (out, ",\"threads\":", thread->threads);
      json_count (out, ",\"cpu_ns\":", thread->cpu_ns);
      json_count (out, ",\"deliveries\":", thread->deliveries);
      json_count (out, ",\"samples\":", thread->periods);
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
      out_text (out, "{\"path\":");
      json_string (out, object->path);
      out_text (out, ",\"build_id\":");
      json_hex_bytes (out, object->build_id, object->build_id_len);
      out_char (out, '}');
    }
  out_text (out, "\n],\n");
}

static void
json_head (const struct json *json)
{
  const struct profile *profile = json->view->profile;
  struct out *out = json->out;
  out_text (out, "{\"format\":\"gprof-profile\",\"version\":" JSON_VERSION
            ",\n\"tool\":\"" PACKAGE_NAME " " PACKAGE_VERSION "\",\n");
  json_image (json);
  out_text (out, "\"unit\":");
  json_string (out, profile->dimension);
  json_count (out, ",\"rate\":", profile->rate);
  out_text (out, ",\"samples_per_delivery\":");
  if (json->per_delivery > 0)
    json_real (out, json->per_delivery);
  else
    out_text (out, "null");
  json_count (out, ",\n\"files\":", profile->n_files);
  json_time (out, ",\"samples\":", json->view->flat->total);
  out_text (out, ",\"paths\":\"");
  out_text (out, paths_are_measured (json->view) ? "measured" : "apportioned");
  out_text (out, "\",\n");
  json_accounted (json);
  if (!profile->process)
    return;
  json_threads (out, profile->process);
  json_objects (out, profile->process);
}

/* -- The graph ------------------------------------------------------------ */

/* Writes the facts about the symbol ID.  */
static void
json_symbol (struct out *out, const struct view *view, sym_id id)
{
  const struct sym *sym = sym_get (view->symtab, id);
  out_text (out, ",\"name\":");
  json_string (out, name_of (view, id));
  out_text (out, ",\"symbol\":");
  json_string (out, sym->name);
  out_text (out, ",\"address\":\"0x");
  out_hex (out, symtab_file_address (view->symtab, id));
  json_count (out, "\",\"size\":",
              sym->end_addr < sym->addr ? 0 : sym->end_addr - sym->addr + 1);
  json_place (out, lines_get (view->lines, id));
  if (symtab_n_objects (view->symtab) > 1)
    json_count (out, ",\"object\":", symtab_object_of (view->symtab, id));
}

static void
json_function (const struct json *json, uint32_t number)
{
  const struct view *view = json->view;
  struct out *out = json->out;
  sym_id id = json->shown.ids[number];
  const struct cg_node *node = cg_node (view->cg, id);
  double self = view->flat->time[id];
  struct interval interval
    = interval_of (self, view->flat->total, json->per_delivery);
  json_count (out, "{\"id\":", number);
  json_symbol (out, view, id);
  json_time (out, ",\"self\":", self);
  json_time (out, ",\"children\":", node->child_time);
  if (view->cg->apportioned)
    json_time (out, ",\"apportioned_children\":", view->cg->apportioned[id]);
  json_count (out, ",\"calls\":", node->calls);
  json_count (out, ",\"self_calls\":", node->self_calls);
  json_count (out, ",\"outside_calls\":", node->outside_calls);
  if (node->cycle)
    json_count (out, ",\"cycle\":", node->cycle);
  json_range (out, ",\"interval\":", interval.lo, interval.hi);
  if (json->certain.hi[id] >= 0)
    json_range (out, ",\"certain\":", json->certain.lo[id],
                json->certain.hi[id]);
  out_char (out, '}');
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
      json_count (out, ",\"calls\":", arc->count);
      json_time (out, ",\"self\":", times.down_self);
      json_time (out, ",\"children\":", times.down_child);
      if (cg->measured)
        json_time (out, ",\"of_callee\":", times.up_self + times.up_child);
      if (cg->apportioned)
        json_time (out, ",\"apportioned\":", arc->time + arc->child_time);
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
      json_time (out, ",\"self\":", cycle->time);
      json_time (out, ",\"children\":", cycle->child_time);
      json_count (out, ",\"calls\":", cycle->calls);
      json_count (out, ",\"inner_calls\":", cycle->self_calls);
      out_text (out, ",\"members\":[");
      json_members (json, cycle);
      out_text (out, "]}");
    }
  out_text (out, "\n]");
}

/* Writes the paths of the call stacks as a tree: each node is its parent, its
   function and its samples.  Parent 0 is none, parent 1 the first node.  */
static void
json_stacks (const struct json *json)
{
  struct out *out = json->out;
  const uint32_t other = (uint32_t) json->shown.len;
  bool first = true;
  struct stack_paths paths
    = stack_paths_new (json->view->stacks, json->shown.number, SHOWN_NONE,
                       other);
  out_text (out, ",\n\"stacks\":[");
  for (size_t i = 0; i < paths.nodes.len; i++)
    {
      const struct pair *node = &paths.nodes.pairs[i];
      next_element (out, &first);
      json_count (out, "[", node->a);
      if (node->b == other)
        out_text (out, ",null");
      else
        json_count (out, ",", node->b);
      json_count (out, ",", paths.self[i + 1]);
      out_char (out, ']');
    }
  out_text (out, "\n]");
  stack_paths_free (&paths);
}

void
json_print (struct out *out, const struct view *view)
{
  struct json json
    = { .out = out,
        .view = view,
        .per_delivery = samples_per_delivery (view->profile) };
  bool first = true;
  if (shown_collect (&json.shown, view))
    {
      certain_init (&json.certain, view);
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
      out_text (out, "}\n");
      certain_free (&json.certain);
    }
  shown_free (&json.shown);
}
