/* unit/t_lg_stacks.c -- tests of libgmon's tables of call stacks.

   SPDX-License-Identifier: GPL-3.0-or-later

   Of record/call_stacks.c, record/call_tree.c and record/wrapped.c.  Run by
   gprof.unit.  */

#include <config.h>

#include <pthread.h>
#include <string.h>

#include "check.h"
#include "record/call_tree.h"
#include "record/call_stacks.h"
#include "record/wrapped.h"

static uintptr_t scratch[2 * CALL_STACK_MAX];
static bool is_cut;

static uint32_t
add (struct call_stacks *stacks, const uintptr_t *pcs, size_t len, size_t gap)
{
  return call_stacks_add (stacks, pcs, len, gap, scratch, &is_cut);
}

static bool
is_stack (const struct call_stacks *stacks, uint32_t number,
          const uintptr_t *pcs, size_t len, bool folded)
{
  const struct call_stack *stack
    = number != 0 ? call_stacks_get (stacks, number) : NULL;

  return stack != NULL && stack->len == len && stack->folded == folded
         && memcmp (stack->pcs, pcs, len * sizeof *pcs) == 0;
}

/* -- Chains --------------------------------------------------------------- */

static void
test_whole (void)
{
  static const uintptr_t one[] = { 11, 12, 11, 12, 11, 13 };
  struct call_stacks stacks = { .memory = NULL };
  uint32_t first, second;

  CHECK (add (&stacks, one, 6, 0) == 0 && is_cut, "stacks without memory");
  CHECK (!call_stacks_init (&stacks, 65535), "too little memory");
  CHECK (call_stacks_init (&stacks, 65536), "enough memory");
  CHECK (add (&stacks, one, 0, 0) == 0 && !is_cut, "no callers");
  first = add (&stacks, one, 6, 0);
  second = add (&stacks, one, 5, 0);
  CHECK (first != second && add (&stacks, one, 6, 0) == first
           && add (&stacks, one, 5, 0) == second && !is_cut,
         "a stack is kept once");
  CHECK (is_stack (&stacks, first, one, 6, false)
           && is_stack (&stacks, second, one, 5, false),
         "stacks are kept whole");
  call_stacks_clear (&stacks);
  CHECK (atomic_load (&stacks.count) == 0, "cleared");
  CHECK (add (&stacks, one, 5, 0) == first
           && is_stack (&stacks, first, one, 5, false),
         "a cleared table is empty");
  call_stacks_free (&stacks);
}

/* Innermost first: 13 called 11, 12 called 11 and so on.  */
static void
test_fold (void)
{
  static const uintptr_t one[] = { 11, 12, 11, 12, 11, 13 };
  static const uintptr_t folded[] = { 11, 12, 11, 13 };
  static const uintptr_t gap_folded[] = { 21, 22, 0, 23, 24 };
  static const uintptr_t gap_stack[] = { 21, 22, 23, 24 };
  static const uintptr_t again[] = { 1, 2, 3, 1, 2, 4 };
  struct call_stacks stacks = { .memory = NULL };
  uintptr_t filler[CALL_STACK_MAX];
  uint32_t number;

  CHECK (call_stacks_init (&stacks, 65536), "memory");
  number = add (&stacks, gap_stack, 4, 2);
  CHECK (is_stack (&stacks, number, gap_folded, 5, true) && !is_cut,
         "no call across a gap");
  for (uintptr_t i = 0; i < CALL_STACK_MAX; i++)
    filler[i] = 1000 + i;
  for (uintptr_t i = 0; atomic_load (&stacks.used) < stacks.size / 2 - 4096;
       i++)
    {
      filler[0] = i;
      add (&stacks, filler, CALL_STACK_MAX, 0);
    }
  filler[0] = 999;
  while (atomic_load (&stacks.used) <= stacks.size / 2
         && add (&stacks, filler, 4, 0) != 0)
    filler[0]++;
  number = add (&stacks, one, 6, 0);
  CHECK (is_stack (&stacks, number, folded, 4, true) && !is_cut,
         "above half of the memory: the calls, each once");
  CHECK (add (&stacks, one, 6, 0) == number, "a folded stack is kept once");
  number = add (&stacks, again, 6, 0);
  CHECK (is_stack (&stacks, number, again, 6, false),
         "folding that does not help is left out");
  call_stacks_free (&stacks);
}

static void
test_cut (void)
{
  struct call_stacks stacks = { .memory = NULL };
  uintptr_t pcs[CALL_STACK_MAX];
  uint32_t last = 1, number = 0;
  int cut = 0;

  for (uintptr_t i = 0; i < CALL_STACK_MAX; i++)
    pcs[i] = 1000 + i;
  CHECK (call_stacks_init (&stacks, 65536), "memory");
  for (uintptr_t i = 0; last != 0 && i < 100000; i++)
    {
      pcs[0] = 5000 + i;
      last = add (&stacks, pcs, CALL_STACK_MAX, 0);
      if (last != 0 && is_cut)
        {
          cut++;
          number = last;
        }
    }
  CHECK (cut > 10, "full: %d stacks are cut", cut);
  CHECK (last == 0 && is_cut, "no memory at all");
  CHECK (number != 0
           && call_stacks_get (&stacks, number)->len == CALL_STACK_CUT,
         "the innermost callers are kept");
  CHECK (atomic_load (&stacks.used) <= stacks.size, "not more than the size");
  call_stacks_clear (&stacks);
  pcs[0] = 5000;
  number = add (&stacks, pcs, CALL_STACK_MAX, 0);
  CHECK (is_stack (&stacks, number, pcs, CALL_STACK_MAX, false) && !is_cut,
         "cleared: memory again");
  call_stacks_free (&stacks);
}

#define THREADS 4
#define STACKS 2000

static struct call_stacks shared;

struct adder
{
  uint32_t numbers[STACKS];
  uintptr_t scratch[2 * CALL_STACK_MAX];
};

static void *
add_stacks (void *data)
{
  struct adder *adder = data;
  bool cut;

  for (uintptr_t i = 0; i < STACKS; i++)
    {
      uintptr_t pcs[3] = { 7 * i + 1, 3 * i + 2, 9 };

      adder->numbers[i] = call_stacks_add (&shared, pcs, 3, 0, adder->scratch,
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

  CHECK (call_stacks_init (&shared, 1048576), "memory");
  for (int i = 0; i < THREADS; i++)
    pthread_create (&threads[i], NULL, add_stacks, &adders[i]);
  for (int i = 0; i < THREADS; i++)
    pthread_join (threads[i], NULL);
  for (int i = 0; i < STACKS; i++)
    for (int thread = 0; thread < THREADS; thread++)
      equal = equal && adders[thread].numbers[i] != 0
              && adders[thread].numbers[i] == adders[0].numbers[i];
  CHECK (equal, "one number for a stack in all threads");
  call_stacks_free (&shared);
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

/* -- Wrapped functions ----------------------------------------------------- */

/* libgmon.so is from 1000 to 2000.  Its functions at 1100 and 1200, of 10
   bytes, stand before those at 5000 and 5100 of 50 bytes.  */
static struct wrapped_list
make_wrapped (void)
{
  struct wrapped_list list = { .all = { 1000, 2000 } };

  wrapped_add (&list, (struct code_range) { 1100, 1110 },
               (struct code_range) { 5000, 5050 });
  wrapped_add (&list, (struct code_range) { 1200, 1210 },
               (struct code_range) { 5100, 5150 });
  return list;
}

#define MOST 8

static bool
becomes (const struct wrapped_list *list, const uintptr_t *before, size_t len,
         const uintptr_t *after, size_t new_len)
{
  uintptr_t pcs[MOST];
  size_t gap = 0;

  memcpy (pcs, before, len * sizeof *pcs);
  return wrapped_replace (list, pcs, len, &gap) == new_len
         && memcmp (pcs, after, new_len * sizeof *pcs) == 0 && gap == 0;
}

#define WORDS(...) (const uintptr_t[]) { __VA_ARGS__ }, \
    sizeof ((const uintptr_t[]) { __VA_ARGS__ }) / sizeof (uintptr_t)
#define BECOMES(list, before, after, text) \
  CHECK (becomes (list, before, after), text)

static void
test_wrapped (void)
{
  const struct wrapped_list none = { .len = 0 };
  struct wrapped_list list = make_wrapped ();

  BECOMES (&none, WORDS (1105, 300), WORDS (1105, 300), "no list");
  BECOMES (&list, WORDS (200, 300), WORDS (200, 300), "no frame of ours");
  BECOMES (&list, WORDS (1105, 300), WORDS (5000, 300), "a wrapper alone");
  BECOMES (&list, WORDS (1900, 1110, 300), WORDS (5000, 300),
           "what a wrapper calls in libgmon.so");
  BECOMES (&list, WORDS (1110, 300), WORDS (1110, 300),
           "the first byte behind a wrapper");
  BECOMES (&list, WORDS (5049, 1900, 1110, 300), WORDS (5049, 300),
           "a wrapper that calls the next function");
  BECOMES (&list, WORDS (7000, 5050, 1110, 300), WORDS (7000, 5050, 300),
           "... which calls another one");
  BECOMES (&list, WORDS (7000, 1900, 1110, 300), WORDS (7000, 5001, 300),
           "a wrapper that calls another function");
  BECOMES (&list, WORDS (5049, 1205, 300), WORDS (5049, 5101, 300),
           "a wrapper that calls another wrapped function");
  BECOMES (&list, WORDS (1105, 1205, 300), WORDS (5100, 300),
           "a wrapper that calls another wrapper");
  BECOMES (&list, WORDS (1900, 1800, 300), WORDS (1900, 1800, 300),
           "a hook");
  BECOMES (&list, WORDS (1900, 300, 1105, 400), WORDS (1900, 300, 5001, 400),
           "a hook in what a wrapper calls");
  BECOMES (&list, WORDS (1105), WORDS (5000), "nothing else");
  CHECK (wrapped_function (&list, 1100) == 5000
           && wrapped_function (&list, 1209) == 5100,
         "functions that are called");
  CHECK (wrapped_function (&list, 1110) == 1110
           && wrapped_function (&list, 5000) == 5000,
         "functions of no wrapper");
}

/* A libgmon.so that does nothing but pass calls on.  */
static void
test_passed_on (void)
{
  const struct wrapped_list list = { .all = { 1000, 2000 },
                                     .passes_on = true };

  BECOMES (&list, WORDS (5000, 1105, 300), WORDS (5000, 300), "calls go on");
  BECOMES (&list, WORDS (1105, 300, 400), WORDS (299, 400),
           "calls about to go on");
  BECOMES (&list, WORDS (1105), WORDS (1105), "no caller");
  BECOMES (&list, WORDS (1105, 1200), WORDS (1105, 1200), "no other frame");
}

static void
test_wrapped_gap (void)
{
  const struct wrapped_list list = make_wrapped ();
  uintptr_t pcs[] = { 5049, 1105, 300, 400, 5049, 1105, 500 };
  static const uintptr_t left[] = { 5049, 300, 400, 5049, 500 };
  size_t gap = 3;

  CHECK (wrapped_replace (&list, pcs, 7, &gap) == 5
           && memcmp (pcs, left, sizeof left) == 0,
         "frames on both sides of a gap");
  CHECK (gap == 2, "the gap moves");
}

static void
test_wrapped_full (void)
{
  struct wrapped_list list = { .all = { 1000, 2000 } };

  for (uintptr_t i = 0; i <= WRAPPED_MOST; i++)
    wrapped_add (&list, (struct code_range) { 1000 + i, 1001 + i },
                 (struct code_range) { 5000 + i, 5001 + i });
  CHECK (list.len == WRAPPED_MOST
           && wrapped_function (&list, 1000 + WRAPPED_MOST)
              == 1000 + WRAPPED_MOST,
         "a full list");
}

int
main (void)
{
  test_whole ();
  test_fold ();
  test_cut ();
  test_threads ();
  test_tree ();
  test_wrapped ();
  test_passed_on ();
  test_wrapped_gap ();
  test_wrapped_full ();
  return check_end ();
}
