/* report/cg_rank.c -- the entries of the call graph, and their numbers.

   SPDX-License-Identifier: GPL-3.0-or-later

   In: the finished graph.  Out: its nodes in the order they are listed, and
   the numbers in brackets.  */

#include <config.h>

#include "report/cg_rank.h"

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

struct rank_key
{
  double time;
  uint64_t calls;               /* 0 for a cycle, whose calls do not matter */
  cg_id node;
  enum rank_kind kind;
};

static int
rank_compare_keys (const void *a, const void *b)
{
  const struct rank_key *x = a, *y = b;
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
number_all (struct cg_rank *rank, const struct cg *cg)
{
  for (size_t i = 0; i < rank->len; i++)
    {
      rank->index[rank->order[i]] = i + 1;
      rank->shown[rank->order[i]] = cg->nodes[rank->order[i]].print;
    }
}

/* Numbers the nodes for line mode: first the entries, then the nodes without
   an entry.  Then gives every line the number of its function's entry.  */
static void
number_entries (struct cg_rank *rank, const struct cg *cg,
                const struct symtab *symtab)
{
  uint32_t number = 0;
  for (size_t i = 0; i < rank->len; i++)
    {
      cg_id id = rank->order[i];
      rank->shown[id] = rank->has_entry[id];
      if (rank->shown[id])
        rank->index[id] = ++number;
    }
  for (size_t i = 0; i < rank->len; i++)
    if (!rank->shown[rank->order[i]])
      rank->index[rank->order[i]] = ++number;
  for (cg_id id = 0; id < cg->n_syms; id++)
    {
      sym_id function = sym_function (symtab, id);
      if (function != SYM_NONE && rank->shown[function])
        {
          rank->index[id] = rank->index[function];
          rank->shown[id] = true;
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

/* Sets rank->order: the nodes sorted by time.  NAMES are the nodes in
   alphabetical order.  */
static void
sort_nodes (struct cg_rank *rank, const struct cg *cg,
            const struct string_key *names)
{
  struct rank_key *keys = array_new (rank->len, sizeof *keys);
  for (size_t i = 0; i < rank->len; i++)
    {
      const struct cg_node *node = &cg->nodes[names[i].id];
      bool is_cycle = !names[i].string;
      keys[i] = (struct rank_key) {
        .time = node->prop_self + node->prop_child,
        .calls = is_cycle ? 0 : node->calls,
        .kind = (is_cycle ? RANK_CYCLE : names[i].string[0] == '_'
                 ? RANK_UNDERSCORE : RANK_PLAIN),
        .node = names[i].id,
      };
    }
  sort_stable (keys, rank->len, sizeof *keys, rank_compare_keys);
  for (size_t i = 0; i < rank->len; i++)
    rank->order[i] = keys[i].node;
  free (keys);
}

void
cg_rank_init (struct cg_rank *rank, const struct style *style,
              const struct cg *cg, const struct symtab *symtab)
{
  rank->len = cg->n_syms + cg->n_cycles;
  rank->order = array_new (rank->len, sizeof *rank->order);
  rank->by_name = array_new (rank->len, sizeof *rank->by_name);
  rank->shown = array_new (rank->len + 1, sizeof *rank->shown);
  rank->index = array_new (rank->len + 1, sizeof *rank->index);
  rank->has_entry = array_new (rank->len + 1, sizeof *rank->has_entry);
  for (cg_id id = 0; id <= rank->len; id++)
    rank->has_entry[id] = cg_has_entry (style, cg, symtab, id);
  struct string_key *names = sort_names (cg, symtab, rank->len);
  for (size_t i = 0; i < rank->len; i++)
    rank->by_name[i] = names[i].id;
  sort_nodes (rank, cg, names);
  free (names);
  if (style->line_mode && !style->quirks.number_unused_lines)
    number_entries (rank, cg, symtab);
  else
    number_all (rank, cg);
}

void
cg_rank_free (struct cg_rank *rank)
{
  free (rank->order);
  free (rank->by_name);
  free (rank->index);
  free (rank->shown);
  free (rank->has_entry);
}
