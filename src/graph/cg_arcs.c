/* graph/cg_arcs.c -- arcs and the driver of the call graph.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "graph/cg_arcs.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/arena.h"
#include "graph/cg_cycle.h"
#include "graph/cg_dfn.h"
#include "graph/cg_prop.h"
#include "graph/process_arcs.h"
#include "image/find_call.h"

static struct record_key
arc_key (const void *arcs, uint32_t i)
{
  const struct cg_arc *arc = (const struct cg_arc *) arcs + i;
  return (struct record_key) { arc->parent, arc->child };
}

void
cg_enter_arcs (struct slot_index *index, const struct cg *cg)
{
  for (uint32_t i = 0; i < cg->n_arcs; i++)
    slot_index_enter (index, arc_key, cg->arcs, i, arc_key (cg->arcs, i));
}

uint32_t
arc_add (struct slot_index *index, struct cg *cg, cg_id parent, cg_id child,
         uint64_t count)
{
  const uint32_t at = slot_index_enter (index, arc_key, cg->arcs, cg->n_arcs,
                                        (struct record_key)
                                        { parent, child });
  if (at < cg->n_arcs)
    {
      cg->arcs[at].count += count;
      return at;
    }
  ARRAY_ROOM (cg->arcs, cg->cap_arcs, cg->n_arcs + 1);
  cg->arcs[at] = (struct cg_arc) { .parent = parent, .child = child,
                                   .count = count };
  return cg->n_arcs++;
}

/* Returns the function that a call of the address SELF counts for.  It is a
   typed function, also without line symbols: a call of an untyped label counts
   for the function before the label.  */
static sym_id
cg_arcs_find_callee (const struct symtab *symtab, uint64_t self)
{
  sym_id id = sym_lookup (symtab, self);
  return id == SYM_NONE ? id : sym_function (symtab, id);
}

/* The symbols of a raw arc.  */
struct call
{
  sym_id parent, child;         /* SYM_NONE: the address is in no symbol */
};

/* The number of arcs that are looked up before they are entered: as many as
   there are cache lines that memory delivers at a time.  */
#define BLOCK 32

static bool
is_outside (const struct raw_arc *raw, struct quirks quirks)
{
  return !quirks.drop_outside_calls && raw->from == GMON_FROM_OUTSIDE;
}

/* Prefetches the memory that cg_arcs_find_calls will read for the LEN arcs from
   RAW on.  A second call with IS_NEAR set prefetches the memory that the first
   one leads to (see sym_prefetch).  */
static void
calls_prefetch (const struct raw_arc *raw, size_t len,
                const struct symtab *symtab, bool is_near)
{
  for (size_t i = 0; i < len; i++)
    {
      sym_prefetch (symtab, raw[i].from, is_near);
      sym_prefetch (symtab, raw[i].self, is_near);
    }
}

/* Looks up the symbols of the LEN arcs at RAW, and prefetches the memory that
   tally_arc needs for them.  */
static void
cg_arcs_find_calls (struct call *calls, const struct raw_arc *raw, size_t len,
                    const struct symtab *symtab, const struct slot_index *index,
                    const struct cg *cg, struct quirks quirks)
{
  for (size_t i = 0; i < len; i++)
    {
      calls[i].child = cg_arcs_find_callee (symtab, raw[i].self);
      calls[i].parent = (is_outside (&raw[i], quirks) ? SYM_NONE
                         : sym_lookup (symtab, raw[i].from));
      if (calls[i].parent != SYM_NONE)
        calls[i].parent = sym_home (symtab, calls[i].parent);
      slot_index_prefetch (index, calls[i].parent, calls[i].child);
      if (calls[i].child != SYM_NONE)
        __builtin_prefetch (&cg->nodes[calls[i].child].calls, 1);
    }
}

/* Adds the calls of the arc RAW, whose symbols are CALL, to CG.  */
static void
tally_arc (struct slot_index *index, struct cg *cg, const struct raw_arc *raw,
           const struct call *call, const struct selection *selection,
           struct quirks quirks)
{
  bool outside = is_outside (raw, quirks);
  if (call->child == SYM_NONE || (call->parent == SYM_NONE && !outside)
      || !arc_selected (selection, call->parent, call->child))
    return;
  if (outside)
    cg->nodes[call->child].outside_calls += raw->count;
  else
    arc_add (index, cg, call->parent, call->child, raw->count);
  cg->nodes[call->child].calls += raw->count;
}

/* Adds all arcs of LIST to CG, in their order.  */
static void
tally_arcs (struct cg *cg, const struct arc_list *list, struct quirks quirks,
            const struct symtab *symtab, const struct selection *selection)
{
  const struct raw_arc *arcs = list->arcs;
  struct slot_index index = { .slots = NULL };
  for (size_t i = 0; i < list->len; i += BLOCK)
    {
      struct call calls[BLOCK];
      size_t left = list->len - i;
      size_t len = left < BLOCK ? left : BLOCK;
      for (size_t ahead = 2; ahead > 0; ahead--)
        if (left >= (ahead + 1) * BLOCK)
          calls_prefetch (arcs + i + ahead * BLOCK, BLOCK, symtab, ahead == 1);
      cg_arcs_find_calls (calls, arcs + i, len, symtab, &index, cg, quirks);
      for (size_t j = 0; j < len; j++)
        tally_arc (&index, cg, &arcs[i + j], &calls[j], selection, quirks);
    }
  slot_index_free (&index);
}

/* Returns true if the counts of LIST, arcs of PROFILE, add up to 64 bits at
   most, or false after one diag_error.  */
static bool
cg_counts_fit (const struct arc_list *list, struct diag *diag,
            const struct profile *profile)
{
  uint64_t total = 0;
  for (size_t i = 0; i < list->len; i++)
    if (__builtin_add_overflow (total, list->arcs[i].count, &total)
        && !profile->quirks.truncate_sums)
      {
        diag_error (diag, "%s: the counts of all calls, up to those from 0x%"
                    PRIx64 " to 0x%" PRIx64 ", add up to more than 64 bits",
                    profile_largest (profile), list->arcs[i].from,
                    list->arcs[i].self);
        return false;
      }
  return true;
}

bool
cg_tally (struct cg *cg, struct diag *diag, const struct profile *profile,
          const struct arc_list *calls, const struct symtab *symtab,
          const struct selection *selection)
{
  if (!cg_counts_fit (calls, diag, profile))
    return false;
  tally_arcs (cg, calls, profile->quirks, symtab, selection);
  cg_index_arcs (cg);
  return true;
}

struct adder
{
  struct cg *cg;
  struct slot_index index;
};

static void
add_call (void *data, sym_id caller, sym_id callee)
{
  struct adder *adder = data;
  arc_add (&adder->index, adder->cg, caller,
           callee == SYM_NONE ? cg_indirect (adder->cg) : callee, 0);
}

void
cg_add_static (struct cg *cg, struct diag *diag,
               const struct profile *profile, const struct image *image,
               const struct symtab *symtab)
{
  struct adder adder = { .cg = cg };
  struct text_range *limits = array_new (profile->n_hists, sizeof *limits);
  struct call_rules rules = { .quirks = profile->quirks, .limits = limits };
  for (size_t i = 0; i < profile->n_hists; i++)
    if (profile->hists[i].low < profile->hists[i].high)
      limits[rules.n_limits++] = (struct text_range) {
        profile->hists[i].low, profile->hists[i].high
      };
  cg_enter_arcs (&adder.index, cg);
  find_call (image, diag, symtab, &rules, add_call, &adder);
  cg_index_arcs (cg);
  slot_index_free (&adder.index);
  free (limits);
}

/* Moves calls of a function by itself from `calls' to `self_calls'.  */
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

/* Sorts the symbols by topological number, then address.  It is a counting
   sort, since the numbers are dense.  */
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
cg_arrange (struct cg *cg, const struct selection *selection,
            struct quirks quirks)
{
  cg_id *heads = array_new (cg->n_syms + 1, sizeof *heads);
  set_self_calls_apart (cg);
  cg_dfn (cg, heads);
  cycle_link (cg, heads);
  sort_topologically (cg);
  propagate_flags (cg, selection, quirks);
  free (heads);
}

void
cg_assemble (struct cg *cg, const struct flat *flat,
             const struct selection *selection, struct quirks quirks)
{
  for (cg_id id = 0; id < cg->n_syms; id++)
    cg->nodes[id].time = flat->time[id];
  cg_arrange (cg, selection, quirks);
  sum_cycles (cg);
  time_propagate (cg, selection);
}

