/* report/cg_rank.c -- the order of call-graph entries, and their numbers.

   SPDX-License-Identifier: GPL-3.0-or-later

   In: the finished graph.  Out: its nodes in the order they are listed.  */

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

void
cg_rank_init (struct cg_rank *rank, const struct cg *cg,
              const struct symtab *symtab)
{
  rank->len = cg->n_syms + cg->n_cycles;
  rank->order = array_new (rank->len, sizeof *rank->order);
  rank->index = array_new (rank->len, sizeof *rank->index);
  struct rank_key *keys = array_new (rank->len, sizeof *keys);
  for (cg_id id = 0; id < rank->len; id++)
    {
      const struct cg_node *node = &cg->nodes[id];
      keys[id] = (struct rank_key) {
        .time = node->prop_self + node->prop_child,
        .calls = node->calls,
        .name = id < cg->n_syms ? sym_get (symtab, id)->name : NULL,
        .node = id,
      };
    }
  qsort (keys, rank->len, sizeof *keys, compare_keys);
  for (size_t i = 0; i < rank->len; i++)
    {
      rank->order[i] = keys[i].node;
      rank->index[keys[i].node] = i + 1;
    }
  free (keys);
}

void
cg_rank_free (struct cg_rank *rank)
{
  free (rank->order);
  free (rank->index);
}
