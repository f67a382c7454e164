/* report/text/trace.c -- the results as traces (-d).

   SPDX-License-Identifier: GPL-3.0-or-later

   The results are traced after the work, so that the code that does the work
   needs no hooks.  Only facts that leave no result are traced where they
   occur: why a symbol was refused, and which files were tried.  */

#include <config.h>

#include "report/text/trace.h"

#include <inttypes.h>

#include "base/diag.h"
#include "profile/hist.h"
#include "report/names.h"

/* -- Symbols and lines ---------------------------------------------------- */

static void
trace_symbols (const struct view *view)
{
  for (sym_id id = 0; id < symtab_len (view->symtab); id++)
    {
      const struct sym *sym = sym_get (view->symtab, id);
      diag_trace (view->diag, TRACE_SYMBOLS,
                  "%" PRIu32 ": 0x%" PRIx64 " to 0x%" PRIx64 " %s, %s%s", id,
                  sym->addr, sym->end_addr, sym->name,
                  sym->is_func ? "function" : sym_file (sym) ? "line" : "label",
                  sym->is_static ? ", static" : "");
    }
}

static void
trace_sources (const struct view *view)
{
  const struct sources *sources = lines_sources (view->lines);
  for (source_id id = 0; id < sources_len (sources); id++)
    diag_trace (view->diag, TRACE_SOURCES, "file %" PRIu32 ": %s", id,
                source_file_name (sources, id));
  for (sym_id id = 0; id < symtab_len (view->symtab); id++)
    {
      struct place place = lines_get (view->lines, id);
      if (place.file)
        diag_trace (view->diag, TRACE_SOURCES, "%s at 0x%" PRIx64 ": %s:%u",
                    raw_name (view, id), sym_get (view->symtab, id)->addr,
                    place.file, place.line);
    }
}

static void
trace_specs (const struct view *view)
{
  static const char *const titles[SYM_TABLES] = {
    [INCL_GRAPH] = "in the graph", [EXCL_GRAPH] = "not in the graph",
    [INCL_FLAT] = "in the flat profile",
    [EXCL_FLAT] = "not in the flat profile",
    [INCL_TIME] = "its time counts", [EXCL_TIME] = "its time does not count",
    [INCL_ANNO] = "annotated", [EXCL_ANNO] = "not annotated",
    [INCL_EXEC] = "its counts show", [EXCL_EXEC] = "its counts do not show"
  };
  for (int table = 0; table < SYM_TABLES; table++)
    for (sym_id id = 0; titles[table] && id < symtab_len (view->symtab); id++)
      if (sym_in (view->selection, (enum sym_table) table, id))
        diag_trace (view->diag, TRACE_SPECS, "%s: %s", raw_name (view, id),
                    titles[table]);
  for (size_t i = 0; i < view->cg->n_arcs; i++)
    {
      const struct cg_arc *arc = &view->cg->arcs[i];
      if (arc->child != cg_indirect (view->cg)
          && arc_in (view->selection, INCL_ARCS, arc->parent, arc->child))
        diag_trace (view->diag, TRACE_SPECS, "calls of %s by %s: chosen",
                    raw_name (view, arc->child), raw_name (view, arc->parent));
    }
}

/* -- Addresses of the profile --------------------------------------------- */

/* Traces the symbol that ADDR is in.  WHAT is a word for the kind of
   address.  */
static void
trace_address (const struct view *view, const char *what, uint64_t addr)
{
  sym_id id = sym_lookup (view->symtab, addr);
  if (id == SYM_NONE)
    diag_trace (view->diag, TRACE_LOOKUP, "%s 0x%" PRIx64 ": no symbol", what,
                addr);
  else
    diag_trace (view->diag, TRACE_LOOKUP, "%s 0x%" PRIx64 ": %s+0x%" PRIx64,
                what, addr, raw_name (view, id),
                addr - sym_get (view->symtab, id)->addr);
}

static void
trace_lookups (const struct view *view)
{
  const struct profile *profile = view->profile;
  for (size_t i = 0; i < profile->n_arcs; i++)
    {
      trace_address (view, "caller", profile->arcs[i].from);
      trace_address (view, "callee", profile->arcs[i].self);
    }
  for (size_t i = 0; i < profile->n_blocks; i++)
    trace_address (view, "block", profile->blocks[i].addr);
}

/* Traces the symbols of the arc RAW, and whether it is dropped.  */
static void
trace_raw_arc (const struct view *view, const struct raw_arc *raw)
{
  sym_id parent = sym_lookup (view->symtab, raw->from);
  sym_id child = sym_lookup (view->symtab, raw->self);
  const char *fate = "";
  if (child != SYM_NONE)
    child = sym_function (view->symtab, child);
  if (child == SYM_NONE)
    fate = ": dropped, no function there";
  else if (parent == SYM_NONE)
    fate = raw->from ? ": dropped, no caller there" : ": from outside";
  else if (!arc_selected (view->selection, parent, child))
    fate = ": left out by a spec";
  diag_trace (view->diag, TRACE_TALLY,
              "0x%" PRIx64 " to 0x%" PRIx64 ", %" PRIu64 " calls: %s to %s%s",
              raw->from, raw->self, raw->count,
              parent == SYM_NONE ? "?" : raw_name (view, parent),
              child == SYM_NONE ? "?" : raw_name (view, child), fate);
}

static void
trace_tally (const struct view *view)
{
  for (size_t i = 0; i < view->profile->n_arcs; i++)
    trace_raw_arc (view, &view->profile->arcs[i]);
}

static void
trace_static_calls (const struct view *view)
{
  for (size_t i = 0; i < view->cg->n_arcs; i++)
    {
      const struct cg_arc *arc = &view->cg->arcs[i];
      if (arc->count == 0)
        diag_trace (view->diag, TRACE_STATIC_CALLS,
                    "%s has a call of %s that was not counted",
                    raw_name (view, arc->parent), raw_name (view, arc->child));
    }
}

static void
trace_bins (const struct view *view, const struct hist *hist)
{
  const struct profile *profile = view->profile;
  diag_trace (view->diag, TRACE_SAMPLES,
              "histogram 0x%" PRIx64 " to 0x%" PRIx64 ": %" PRIu32
              " bins of %g bytes; a rate of %u, in %s", hist->low, hist->high,
              hist->bins.len, 2 * hist_bin_width (profile, hist),
              profile->rate, profile->dimension);
  for (uint32_t i = bins_next (&hist->bins, 0); i < hist->bins.len;
       i = bins_next (&hist->bins, i + 1))
    {
      uint64_t low = hist->low / 2 + hist_bin_start (profile, hist, i);
      uint64_t high = (hist->low / 2
                       + hist_bin_start (profile, hist, (uint64_t) i + 1));
      diag_trace (view->diag, TRACE_SAMPLES,
                  "bin %" PRIu32 ", 0x%" PRIx64 " up to 0x%" PRIx64
                  ": %" PRIu64, i, 2 * low, 2 * high,
                  bins_get (&hist->bins, i));
    }
}

static void
trace_samples (const struct view *view)
{
  for (size_t i = 0; i < view->profile->n_hists; i++)
    trace_bins (view, &view->profile->hists[i]);
  for (sym_id id = 0; id < symtab_len (view->symtab); id++)
    if (view->flat->time[id] != 0)
      diag_trace (view->diag, TRACE_SAMPLES, "%s at 0x%" PRIx64 ": %g of %g",
                  raw_name (view, id), sym_get (view->symtab, id)->addr,
                  view->flat->time[id], view->flat->total);
}

static void
trace_blocks (const struct view *view)
{
  const struct bb_counts *counts = view->blocks;
  if (!counts)
    {
      diag_trace (view->diag, TRACE_BLOCKS, "%zu blocks, not used",
                  view->profile->n_blocks);
      return;
    }
  for (sym_id id = 0; id < symtab_len (view->symtab); id++)
    for (size_t i = counts->start[id]; i < counts->start[id + 1]; i++)
      diag_trace (view->diag, TRACE_BLOCKS,
                  "%s: 0x%" PRIx64 " ran %" PRIu64 " times",
                  raw_name (view, id), counts->blocks[i].addr,
                  counts->blocks[i].count);
}

/* -- The graph ------------------------------------------------------------ */

static void
trace_dfn_order (const struct view *view)
{
  const struct cg *cg = view->cg;
  for (size_t i = 0; cg->topo && i < cg->n_syms; i++)
    diag_trace (view->diag, TRACE_DFN, "%" PRIu32 ": %s",
                cg->nodes[cg->topo[i]].order, raw_name (view, cg->topo[i]));
}

static void
trace_cycles (const struct view *view)
{
  const struct cg *cg = view->cg;
  for (uint32_t c = 1; c <= cg->n_cycles; c++)
    {
      const struct cg_node *cycle = &cg->nodes[cg_cycle_node (cg, c)];
      diag_trace (view->diag, TRACE_CYCLES,
                  "cycle %" PRIu32 ": %" PRIu64 " calls from outside, %" PRIu64
                  " inside", c, cycle->calls, cycle->self_calls);
      for (cg_id m = cycle->next; m != CG_NONE; m = cg->nodes[m].next)
        diag_trace (view->diag, TRACE_CYCLES, "cycle %" PRIu32 ": member %s",
                    c, raw_name (view, m));
    }
}

static void
trace_arc_time (const struct view *view, const struct cg_arc *arc)
{
  const struct cg *cg = view->cg;
  diag_trace (view->diag, TRACE_PROPAGATION,
              "  to %s for %" PRIu64 " of %" PRIu64 " calls: %g and %g",
              raw_name (view, arc->parent), arc->count,
              cg->nodes[cg_callee_node (cg, arc->child)].calls, arc->time,
              arc->child_time);
}

static void
trace_propagation (const struct view *view)
{
  const struct cg *cg = view->cg;
  for (size_t i = 0; cg->topo && i < cg->n_syms; i++)
    {
      const struct cg_node *node = &cg->nodes[cg->topo[i]];
      struct cg_span parents = cg_parents (cg, cg->topo[i]);
      if (node->time == 0 && node->child_time == 0)
        continue;
      diag_trace (view->diag, TRACE_PROPAGATION,
                  "%s: self %g, children %g, of which count %g",
                  raw_name (view, cg->topo[i]), node->time, node->child_time,
                  node->fraction);
      for (size_t j = 0; j < parents.len; j++)
        trace_arc_time (view, &cg->arcs[parents.arcs[j]]);
    }
}

void
trace_view (const struct view *view, const struct view *counts)
{
  static const struct
  {
    enum trace_topic topic;
    void (*tell) (const struct view *view);
  } topics[] = {
    { TRACE_SYMBOLS, trace_symbols },
    { TRACE_SOURCES, trace_sources },
    { TRACE_SPECS, trace_specs },
    { TRACE_SAMPLES, trace_samples },
    { TRACE_BLOCKS, trace_blocks },
    { TRACE_LOOKUP, trace_lookups },
    { TRACE_TALLY, trace_tally },
    { TRACE_STATIC_CALLS, trace_static_calls },
    { TRACE_DFN, trace_dfn_order },
    { TRACE_CYCLES, trace_cycles },
    { TRACE_PROPAGATION, trace_propagation }
  };
  for (size_t i = 0; i < sizeof topics / sizeof topics[0]; i++)
    if (diag_traces (view->diag, topics[i].topic))
      topics[i].tell (topics[i].topic == TRACE_BLOCKS ? counts : view);
}
