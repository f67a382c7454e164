/* report/entry_order.c -- the entries of the call graph, and their numbers.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "report/entry_order.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/sort.h"
#include "base/string_sort.h"

/* The order of two nodes with equal times.  */
enum rank_kind
{
  RANK_CYCLE,
  RANK_PLAIN,
  RANK_UNDERSCORE               /* a name that begins with '_' */
};

struct entry_key
{
  double time;
  uint64_t calls;               /* 0 for a cycle, whose calls do not matter */
  cg_id node;
  enum rank_kind kind;
};

static int
entry_compare_keys (const void *a, const void *b)
{
  const struct entry_key *x = a, *y = b;
  if (x->time != y->time)
    return x->time > y->time ? -1 : 1;
  if (x->kind != y->kind)
    return x->kind < y->kind ? -1 : 1;
  return (x->calls < y->calls) - (x->calls > y->calls);
}

bool
cg_has_entry (const struct style *style, const struct cg *cg,
              const struct symtab *symtab, cg_id id)
{
  const struct cg_node *node = &cg->nodes[id];
  if (!node->print
      || (!style->show_unused && node->calls == 0 && node->self_calls == 0
          && node->prop_self == 0 && node->prop_child == 0))
    return false;
  if (!style->line_mode)
    return true;
  if (id >= cg->n_syms)
    return !style->quirks.hide_cycles_of_lines;
  return sym_get (symtab, id)->is_func;
}

/* Numbers every node by its place.  */
static void
number_all (struct entry_order *entries, const struct cg *cg)
{
  for (size_t i = 0; i < entries->len; i++)
    {
      entries->index[entries->order[i]] = i + 1;
      entries->shown[entries->order[i]] = cg->nodes[entries->order[i]].print;
    }
}

/* Numbers the nodes for line mode: first the entries, then the nodes without
   an entry.  Then gives every line the number of its function's entry.  */
static void
number_entries (struct entry_order *entries, const struct cg *cg,
                const struct symtab *symtab)
{
  uint32_t number = 0;
  for (size_t i = 0; i < entries->len; i++)
    {
      cg_id id = entries->order[i];
      entries->shown[id] = entries->has_entry[id];
      if (entries->shown[id])
        entries->index[id] = ++number;
    }
  for (size_t i = 0; i < entries->len; i++)
    if (!entries->shown[entries->order[i]])
      entries->index[entries->order[i]] = ++number;
  for (cg_id id = 0; id < cg->n_syms; id++)
    {
      sym_id function = sym_function (symtab, id);
      if (function != SYM_NONE && entries->shown[function])
        {
          entries->index[id] = entries->index[function];
          entries->shown[id] = true;
        }
    }
}

/* Returns the LEN nodes in alphabetical order, on the heap.  Cycles have no
   name and are last.  */
static struct string_key *
sort_names (const struct cg *cg, const struct symtab *symtab, size_t len)
{
  struct string_key *names = array_new (len, sizeof *names);
  for (size_t i = 0; i < len; i++)
    if (i < cg->n_syms)
      names[i] = (struct string_key) { .string = sym_get (symtab, i)->name,
                                       .id = i };
    else
      names[i].id = i + 1;      /* + 1: leaves out cg_indirect */
  string_sort (names, cg->n_syms);
  return names;
}

/* Sets entries->order: the nodes sorted by time.  NAMES are the nodes in
   alphabetical order.  */
static void
sort_nodes (struct entry_order *entries, const struct cg *cg,
            const struct string_key *names)
{
  struct entry_key *keys = array_new (entries->len, sizeof *keys);
  for (size_t i = 0; i < entries->len; i++)
    {
      const struct cg_node *node = &cg->nodes[names[i].id];
      bool is_cycle = !names[i].string;
      keys[i] = (struct entry_key) {
        .time = node->prop_self + node->prop_child,
        .calls = is_cycle ? 0 : node->calls,
        .kind = (is_cycle ? RANK_CYCLE : names[i].string[0] == '_'
                 ? RANK_UNDERSCORE : RANK_PLAIN),
        .node = names[i].id,
      };
    }
  sort_stable (keys, entries->len, sizeof *keys, entry_compare_keys);
  for (size_t i = 0; i < entries->len; i++)
    entries->order[i] = keys[i].node;
  free (keys);
}

void
entry_order_init (struct entry_order *entries, const struct style *style,
                  const struct cg *cg, const struct symtab *symtab)
{
  entries->len = cg->n_syms + cg->n_cycles;
  entries->order = array_new (entries->len, sizeof *entries->order);
  entries->by_name = array_new (entries->len, sizeof *entries->by_name);
  entries->shown = array_new (entries->len + 1, sizeof *entries->shown);
  entries->index = array_new (entries->len + 1, sizeof *entries->index);
  entries->has_entry = array_new (entries->len + 1, sizeof *entries->has_entry);
  for (cg_id id = 0; id <= entries->len; id++)
    entries->has_entry[id] = cg_has_entry (style, cg, symtab, id);
  struct string_key *names = sort_names (cg, symtab, entries->len);
  for (size_t i = 0; i < entries->len; i++)
    entries->by_name[i] = names[i].id;
  sort_nodes (entries, cg, names);
  free (names);
  if (style->line_mode && !style->quirks.number_unused_lines)
    number_entries (entries, cg, symtab);
  else
    number_all (entries, cg);
}

void
entry_order_free (struct entry_order *entries)
{
  free (entries->order);
  free (entries->by_name);
  free (entries->index);
  free (entries->shown);
  free (entries->has_entry);
}
