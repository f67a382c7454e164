/* graph/cg_arcs.c -- arcs and the driver of the call graph.

   SPDX-License-Identifier: GPL-3.0-or-later

   In: raw arcs, symbols, self times.  Out: the finished graph.  Called by the
   pipeline, gprof.c.  */

#include <config.h>

#include "graph/cg_arcs.h"

#include <stdlib.h>

#include "base/arena.h"
#include "graph/cg_cycle.h"
#include "graph/cg_dfn.h"
#include "graph/cg_prop.h"
#include "image/find_call.h"

/* Open addressing on (parent, child), slots hold an arc's index.  Not
   libiberty's hashtab: that one's callbacks get no context to find the arcs
   by, and a record of its own for each of 10^7 arcs costs more than the arc. */
struct arc_table
{
  uint32_t *slots;              /* CG_NONE: free */
  size_t size;                  /* a power of two */
  size_t used;
};

struct arc_table *
arc_table_new (void)
{
  return array_new (1, sizeof (struct arc_table));
}

void
arc_table_free (struct arc_table *table)
{
  if (table)
    free (table->slots);
  free (table);
}

/* The slot where the arc is or would be.  */
static size_t
find_slot (const struct arc_table *table, const struct cg *cg, cg_id parent,
           cg_id child)
{
  uint64_t hash = ((uint64_t) parent << 32 | child) * 0x9E3779B97F4A7C15u;
  size_t mask = table->size - 1;
  size_t slot = (hash ^ hash >> 32) & mask;
  while (table->slots[slot] != CG_NONE
         && (cg->arcs[table->slots[slot]].parent != parent
             || cg->arcs[table->slots[slot]].child != child))
    slot = (slot + 1) & mask;
  return slot;
}

/* Keeps the table at most half full.  */
static void
make_room (struct arc_table *table, const struct cg *cg)
{
  if (2 * (table->used + 1) <= table->size)
    return;
  table->size = table->size ? table->size : 1024;
  while (2 * (table->used + 1) > table->size)
    table->size *= 2;
  free (table->slots);
  table->slots = array_new (table->size, sizeof *table->slots);
  for (size_t i = 0; i < table->size; i++)
    table->slots[i] = CG_NONE;
  for (size_t i = 0; i < cg->n_arcs; i++)
    table->slots[find_slot (table, cg, cg->arcs[i].parent,
                            cg->arcs[i].child)] = i;
}

/* A table of the arcs that CG has.  */
static struct arc_table *
arc_table_of (const struct cg *cg)
{
  struct arc_table *table = arc_table_new ();
  table->used = cg->n_arcs;
  make_room (table, cg);
  return table;
}

void
arc_add (struct arc_table *table, struct cg *cg, cg_id parent, cg_id child,
         uint64_t count)
{
  make_room (table, cg);
  size_t slot = find_slot (table, cg, parent, child);
  if (table->slots[slot] != CG_NONE)
    {
      cg->arcs[table->slots[slot]].count += count;
      return;
    }
  cg->arcs = array_reserve (cg->arcs, &cg->cap_arcs, cg->n_arcs + 1,
                            sizeof *cg->arcs);
  cg->arcs[cg->n_arcs] = (struct cg_arc) { .parent = parent, .child = child,
                                           .count = count };
  table->slots[slot] = cg->n_arcs++;
  table->used++;
}

/* Calls count for typed functions only, also without line symbols: one to an
   untyped label counts for the function before it.  */
static sym_id
find_callee (const struct symtab *symtab, uint64_t self)
{
  sym_id id = sym_lookup (symtab, self);
  return id == SYM_NONE ? id : sym_function (symtab, id);
}

/* Enters one arc.  */
static void
tally_arc (struct arc_table *table, struct cg *cg, const struct raw_arc *raw,
           const struct symtab *symtab, const struct selection *selection,
           bool strict)
{
  bool outside = !strict && raw->from == GMON_FROM_OUTSIDE;
  sym_id child = find_callee (symtab, raw->self);
  sym_id parent = outside ? SYM_NONE : sym_lookup (symtab, raw->from);
  if (child == SYM_NONE || (parent == SYM_NONE && !outside)
      || !arc_selected (selection, parent, child))
    return;
  if (outside)
    cg->nodes[child].outside_calls += raw->count;
  else
    arc_add (table, cg, parent, child, raw->count);
  cg->nodes[child].calls += raw->count;
}

bool
cg_tally (struct cg *cg, struct diag *diag, const struct profile *profile,
          const struct symtab *symtab, const struct selection *selection)
{
  uint64_t total = 0;
  for (size_t i = 0; i < profile->n_arcs; i++)
    if (__builtin_add_overflow (total, profile->arcs[i].count, &total)
        && !profile->strict)
      {
        diag_error (diag, "the call counts add up to more than 64 bits");
        return false;
      }
  struct arc_table *table = arc_table_new ();
  for (size_t i = 0; i < profile->n_arcs; i++)
    tally_arc (table, cg, &profile->arcs[i], symtab, selection,
               profile->strict);
  arc_table_free (table);
  cg_index_arcs (cg);
  return true;
}

struct adder
{
  struct cg *cg;
  struct arc_table *table;
};

static void
add_call (void *data, sym_id caller, sym_id callee)
{
  struct adder *adder = data;
  arc_add (adder->table, adder->cg, caller,
           callee == SYM_NONE ? cg_indirect (adder->cg) : callee, 0);
}

void
cg_add_static (struct cg *cg, struct diag *diag,
               const struct profile *profile, const struct core *core,
               const struct symtab *symtab)
{
  struct adder adder = { cg, arc_table_of (cg) };
  struct text_range *limits = array_new (profile->n_hists, sizeof *limits);
  struct call_rules rules = { .strict = profile->strict, .limits = limits };
  for (size_t i = 0; i < profile->n_hists; i++)
    if (profile->hists[i].low < profile->hists[i].high)
      limits[rules.n_limits++] = (struct text_range) {
        profile->hists[i].low, profile->hists[i].high
      };
  find_call (core, diag, symtab, &rules, add_call, &adder);
  cg_index_arcs (cg);
  arc_table_free (adder.table);
  free (limits);
}

/* Calls of a function by itself stand apart from the others.  */
static void
set_self_calls_apart (struct cg *cg)
{
  for (size_t i = 0; i < cg->n_arcs; i++)
    {
      const struct cg_arc *arc = &cg->arcs[i];
      if (arc->parent == arc->child)
        {
          cg->nodes[arc->child].calls -= arc->count;
          cg->nodes[arc->child].self_calls = arc->count;
        }
    }
}

/* Orders the symbols by topological number, then address: a counting sort,
   as the numbers are dense.  */
static void
sort_topologically (struct cg *cg)
{
  uint32_t *first = array_new (cg->n_syms + 3, sizeof *first);
  cg->topo = array_new (cg->n_syms, sizeof *cg->topo);
  for (cg_id id = 0; id < cg->n_syms; id++)
    first[cg->nodes[id].order + 1]++;
  for (size_t i = 1; i < cg->n_syms + 3; i++)
    first[i] += first[i - 1];
  for (cg_id id = 0; id < cg->n_syms; id++)
    cg->topo[first[cg->nodes[id].order]++] = id;
  free (first);
}

void
cg_assemble (struct cg *cg, const struct flat *flat,
             const struct selection *selection, bool strict)
{
  cg_id *heads = array_new (cg->n_syms + 1, sizeof *heads);
  for (cg_id id = 0; id < cg->n_syms; id++)
    cg->nodes[id].time = flat->time[id];
  set_self_calls_apart (cg);
  cg_dfn (cg, heads);
  cycle_link (cg, heads);
  sort_topologically (cg);
  propagate_flags (cg, selection, strict);
  cycle_time (cg);
  propagate_time (cg, selection);
  free (heads);
}
