/* unit/t_lg_stacks.c -- tests of libgmon's tables of call chains.

   SPDX-License-Identifier: GPL-3.0-or-later

   Of record/chains.c and record/call_tree.c.  Run by gprof.unit.  */

#include <config.h>

#include <pthread.h>
#include <string.h>

#include "check.h"
#include "record/call_tree.h"
#include "record/chains.h"

static uintptr_t scratch[2 * CHAIN_MAX];
static bool is_cut;

static uint32_t
add (struct chains *chains, const uintptr_t *pcs, size_t len, size_t gap)
{
  return chains_add (chains, pcs, len, gap, scratch, &is_cut);
}

static bool
is_chain (const struct chains *chains, uint32_t number, const uintptr_t *pcs,
          size_t len, bool folded)
{
  const struct chain *chain = number != 0 ? chains_get (chains, number) : NULL;

  return chain != NULL && chain->len == len && chain->folded == folded
         && memcmp (chain->pcs, pcs, len * sizeof *pcs) == 0;
}

/* -- Chains --------------------------------------------------------------- */

static void
test_whole (void)
{
  static const uintptr_t one[] = { 11, 12, 11, 12, 11, 13 };
  struct chains chains = { .memory = NULL };
  uint32_t first, second;

  CHECK (add (&chains, one, 6, 0) == 0 && is_cut, "chains without memory");
  CHECK (!chains_init (&chains, 65535), "too little memory");
  CHECK (chains_init (&chains, 65536), "enough memory");
  CHECK (add (&chains, one, 0, 0) == 0 && !is_cut, "no callers");
  first = add (&chains, one, 6, 0);
  second = add (&chains, one, 5, 0);
  CHECK (first != second && add (&chains, one, 6, 0) == first
           && add (&chains, one, 5, 0) == second && !is_cut,
         "a chain is kept once");
  CHECK (is_chain (&chains, first, one, 6, false)
           && is_chain (&chains, second, one, 5, false),
         "chains are kept whole");
  chains_clear (&chains);
  CHECK (atomic_load (&chains.count) == 0, "cleared");
  CHECK (add (&chains, one, 5, 0) == first
           && is_chain (&chains, first, one, 5, false),
         "a cleared table is empty");
  chains_free (&chains);
}

/* Innermost first: 13 called 11, 12 called 11 and so on.  */
static void
test_fold (void)
{
  static const uintptr_t one[] = { 11, 12, 11, 12, 11, 13 };
  static const uintptr_t folded[] = { 11, 12, 11, 13 };
  static const uintptr_t gap_folded[] = { 21, 22, 0, 23, 24 };
  static const uintptr_t gap_chain[] = { 21, 22, 23, 24 };
  static const uintptr_t again[] = { 1, 2, 3, 1, 2, 4 };
  struct chains chains = { .memory = NULL };
  uintptr_t filler[CHAIN_MAX];
  uint32_t number;

  CHECK (chains_init (&chains, 65536), "memory");
  number = add (&chains, gap_chain, 4, 2);
  CHECK (is_chain (&chains, number, gap_folded, 5, true) && !is_cut,
         "no call across a gap");
  for (uintptr_t i = 0; i < CHAIN_MAX; i++)
    filler[i] = 1000 + i;
  for (uintptr_t i = 0; atomic_load (&chains.used) < chains.size / 2 - 4096;
       i++)
    {
      filler[0] = i;
      add (&chains, filler, CHAIN_MAX, 0);
    }
  filler[0] = 999;
  while (atomic_load (&chains.used) <= chains.size / 2
         && add (&chains, filler, 4, 0) != 0)
    filler[0]++;
  number = add (&chains, one, 6, 0);
  CHECK (is_chain (&chains, number, folded, 4, true) && !is_cut,
         "above half of the memory: the calls, each once");
  CHECK (add (&chains, one, 6, 0) == number, "a folded chain is kept once");
  number = add (&chains, again, 6, 0);
  CHECK (is_chain (&chains, number, again, 6, false),
         "folding that does not help is left out");
  chains_free (&chains);
}

static void
test_cut (void)
{
  struct chains chains = { .memory = NULL };
  uintptr_t pcs[CHAIN_MAX];
  uint32_t last = 1, number = 0;
  int cut = 0;

  for (uintptr_t i = 0; i < CHAIN_MAX; i++)
    pcs[i] = 1000 + i;
  CHECK (chains_init (&chains, 65536), "memory");
  for (uintptr_t i = 0; last != 0 && i < 100000; i++)
    {
      pcs[0] = 5000 + i;
      last = add (&chains, pcs, CHAIN_MAX, 0);
      if (last != 0 && is_cut)
        {
          cut++;
          number = last;
        }
    }
  CHECK (cut > 10, "full: %d chains are cut", cut);
  CHECK (last == 0 && is_cut, "no memory at all");
  CHECK (number != 0 && chains_get (&chains, number)->len == CHAIN_CUT,
         "the innermost callers are kept");
  CHECK (atomic_load (&chains.used) <= chains.size, "not more than the size");
  chains_clear (&chains);
  pcs[0] = 5000;
  number = add (&chains, pcs, CHAIN_MAX, 0);
  CHECK (is_chain (&chains, number, pcs, CHAIN_MAX, false) && !is_cut,
         "cleared: memory again");
  chains_free (&chains);
}

#define THREADS 4
#define CHAINS 2000

static struct chains shared;

struct adder
{
  uint32_t numbers[CHAINS];
  uintptr_t scratch[2 * CHAIN_MAX];
};

static void *
add_chains (void *data)
{
  struct adder *adder = data;
  bool cut;

  for (uintptr_t i = 0; i < CHAINS; i++)
    {
      uintptr_t pcs[3] = { 7 * i + 1, 3 * i + 2, 9 };

      adder->numbers[i] = chains_add (&shared, pcs, 3, 0, adder->scratch,
                                      &cut);
    }
  return NULL;
}

static void
test_threads (void)
{
  static struct adder adders[THREADS];
  pthread_t threads[THREADS];
  bool equal = true;

  CHECK (chains_init (&shared, 1048576), "memory");
  for (int i = 0; i < THREADS; i++)
    pthread_create (&threads[i], NULL, add_chains, &adders[i]);
  for (int i = 0; i < THREADS; i++)
    pthread_join (threads[i], NULL);
  for (int i = 0; i < CHAINS; i++)
    for (int thread = 0; thread < THREADS; thread++)
      equal = equal && adders[thread].numbers[i] != 0
              && adders[thread].numbers[i] == adders[0].numbers[i];
  CHECK (equal, "one number for a chain in all threads");
  chains_free (&shared);
}

/* -- The tree ------------------------------------------------------------- */

static void
test_tree (void)
{
  struct call_tree tree = { .nodes = NULL };
  uint32_t first = call_tree_add (&tree, 0, 1, 2);
  bool right = true;

  CHECK_U64 (first, 1, "the first node");
  CHECK_U64 (call_tree_add (&tree, 0, 2, 1), 2, "another step");
  CHECK_U64 (call_tree_add (&tree, 1, 1, 2), 3, "another parent");
  CHECK_U64 (call_tree_add (&tree, 0, 1, 2), 1, "a node that is there");
  CHECK (call_tree_add (&tree, CALL_TREE_NONE, 1, 2) == CALL_TREE_NONE,
         "no parent");
  for (int round = 0; round < 2; round++)
    for (uint32_t i = 0; i < 5000; i++)
      right = right && call_tree_add (&tree, i % 7, 9, i) == 4 + i;
  CHECK (right && tree.len == 5003, "many nodes, each once");
  CHECK (tree.nodes[4 + 3000 - 1].parent == 3000 % 7
           && tree.nodes[4 + 3000 - 1].b == 3000,
         "their steps");
  call_tree_free (&tree);
  CHECK (tree.nodes == NULL && tree.len == 0, "freed");
}

int
main (void)
{
  test_whole ();
  test_fold ();
  test_cut ();
  test_threads ();
  test_tree ();
  return check_end ();
}
