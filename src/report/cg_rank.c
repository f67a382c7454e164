/* report/cg_rank.c -- the entries of the call graph, and their numbers.

   SPDX-License-Identifier: GPL-3.0-or-later

   In: the finished graph.  Out: its nodes in the order they are listed, and
   the numbers in brackets.  */

#include <config.h>

#include "report/cg_rank.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

struct rank_key
{
  double time;
  uint64_t calls;
  const char *name;             /* NULL: a cycle */
  cg_id node;
};

static int
compare_keys (const void *a, const void *b)
{
  const struct rank_key *x = a, *y = b;
  if (x->time != y->time)
    return x->time > y->time ? -1 : 1;
  if (!x->name != !y->name)
    return x->name ? 1 : -1;
  if (x->name && (x->name[0] == '_') != (y->name[0] == '_'))
    return x->name[0] == '_' ? 1 : -1;
  if (x->name && x->calls != y->calls)
    return x->calls > y->calls ? -1 : 1;
  int names = x->name ? strcmp (x->name, y->name) : 0;
  if (names != 0)
    return names;
  return (x->node > y->node) - (x->node < y->node);
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
    return !style->strict;
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

/* Numbers the entries of line mode, then what has none; and then lines, like
   the entry they are a part of.  */
static void
number_entries (struct cg_rank *rank, const struct style *style,
                const struct cg *cg, const struct symtab *symtab)
{
  uint32_t number = 0;
  for (size_t i = 0; i < rank->len; i++)
    {
      cg_id id = rank->order[i];
      rank->shown[id] = cg_has_entry (style, cg, symtab, id);
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

void
cg_rank_init (struct cg_rank *rank, const struct style *style,
              const struct cg *cg, const struct symtab *symtab)
{
  rank->len = cg->n_syms + cg->n_cycles;
  rank->order = array_new (rank->len, sizeof *rank->order);
  rank->shown = array_new (rank->len + 1, sizeof *rank->shown);
  rank->index = array_new (rank->len + 1, sizeof *rank->index);
  struct rank_key *keys = array_new (rank->len, sizeof *keys);
  for (size_t i = 0; i < rank->len; i++)
    {
      cg_id id = i < cg->n_syms ? i : i + 1;    /* not cg_indirect */
      const struct cg_node *node = &cg->nodes[id];
      keys[i] = (struct rank_key) {
        .time = node->prop_self + node->prop_child,
        .calls = node->calls,
        .name = id < cg->n_syms ? sym_get (symtab, id)->name : NULL,
        .node = id,
      };
    }
  qsort (keys, rank->len, sizeof *keys, compare_keys);
  for (size_t i = 0; i < rank->len; i++)
    rank->order[i] = keys[i].node;
  free (keys);
  if (style->line_mode && !style->strict)
    number_entries (rank, style, cg, symtab);
  else
    number_all (rank, cg);
}

void
cg_rank_free (struct cg_rank *rank)
{
  free (rank->order);
  free (rank->index);
  free (rank->shown);
}
