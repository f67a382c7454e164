/* call_tree.h -- a tree that gives each path from its root a number.

   SPDX-License-Identifier: 0BSD

   Not for several threads at once: the caller holds a lock.  Memory comes from
   mmap, so all functions are async-signal-safe.  */

#ifndef GMON_CALL_TREE_H
#define GMON_CALL_TREE_H

#include <stddef.h>
#include <stdint.h>

#include "arch/namespace.h"

#define CALL_TREE_NONE UINT32_MAX

/* A node of the path of its parent.  */
struct call_node
{
  uint64_t a, b;                /* the last step of the path */
  uint32_t parent;              /* a lower number */
};

/* An object of zeros is valid and has only the root, node 0, which is not
   stored.  */
struct call_tree
{
  struct call_node *nodes;      /* of node 1, 2... */
  size_t len;
  size_t room;                  /* nodes that have memory; the index of their
                                   numbers is behind them */
};

/* Returns the node of the path of PARENT with the step (A, B) at its end, a new
   one if there is none.  Returns CALL_TREE_NONE without memory.  */
uint32_t call_tree_add (struct call_tree *tree, uint32_t parent, uint64_t a,
                        uint64_t b);

/* Frees the memory and makes TREE empty.  */
void call_tree_free (struct call_tree *tree);

#endif /* GMON_CALL_TREE_H */
