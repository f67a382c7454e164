/* call_tree.c -- a tree that gives each path from its root a number.

   SPDX-License-Identifier: 0BSD

   Contracts are in call_tree.h.  The index is a hash table of numbers with
   twice as many slots as there is room for nodes.  */

#include <stdbool.h>
#include <string.h>

#include "record/call_tree.h"
#include "machine.h"

#define FIRST_NODES 256
#define MULTIPLIER 0x9e3779b97f4a7c15

static size_t
tree_size (size_t room)
{
  return room * (sizeof (struct call_node) + 2 * sizeof (uint32_t));
}

/* Returns the slot of the index for NODE: that of the equal node, or a free
   one.  */
static uint32_t *
tree_slot (const struct call_tree *tree, const struct call_node *node)
{
  uint32_t *index = (uint32_t *) (void *) (tree->nodes + tree->room);
  uint64_t hash = (node->a ^ node->parent * MULTIPLIER) * MULTIPLIER;
  size_t at;

  hash = ((hash ^ hash >> 32) + node->b) * MULTIPLIER;
  for (at = (size_t) (hash >> 32);; at++)
    {
      uint32_t *slot = &index[at & (2 * tree->room - 1)];
      const struct call_node *it = &tree->nodes[*slot - 1];

      if (*slot == 0 || (it->a == node->a && it->b == node->b
                         && it->parent == node->parent))
        return slot;
    }
}

/* Doubles the room of TREE.  Returns false without memory.  */
static bool
tree_grow (struct call_tree *tree)
{
  struct call_tree bigger = { .len = tree->len };

  bigger.room = tree->room != 0 ? tree->room * 2 : FIRST_NODES;
  if (bigger.room >= CALL_TREE_NONE / 4)
    return false;
  bigger.nodes = machine_map (tree_size (bigger.room));
  if (bigger.nodes == NULL)
    return false;
  if (tree->len != 0)
    memcpy (bigger.nodes, tree->nodes, tree->len * sizeof *tree->nodes);
  for (size_t i = 0; i < tree->len; i++)
    *tree_slot (&bigger, &bigger.nodes[i]) = (uint32_t) i + 1;
  call_tree_free (tree);
  *tree = bigger;
  return true;
}

uint32_t
call_tree_add (struct call_tree *tree, uint32_t parent, uint64_t a, uint64_t b)
{
  struct call_node node = { a, b, parent };
  uint32_t *slot;

  if (parent == CALL_TREE_NONE
      || (tree->len == tree->room && !tree_grow (tree)))
    return CALL_TREE_NONE;
  slot = tree_slot (tree, &node);
  if (*slot == 0)
    {
      tree->nodes[tree->len++] = node;
      *slot = (uint32_t) tree->len;
    }
  return *slot;
}

void
call_tree_free (struct call_tree *tree)
{
  if (tree->nodes != NULL)
    machine_unmap (tree->nodes, tree_size (tree->room));
  *tree = (struct call_tree) { .nodes = NULL };
}
