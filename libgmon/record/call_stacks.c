/* call_stacks.c -- call stacks, each kept once.

   SPDX-License-Identifier: 0BSD

   Contracts are in call_stacks.h.

   The memory begins with an index, a hash table of stack numbers.  A number is
   the place of the stack in the memory, in units of 8 bytes.  A stack is
   complete before the index names it, and never changes.  Of two handlers that
   add a stack at once one wastes its memory.  */

#include <string.h>

#include "record/call_stacks.h"
#include "machine.h"

#define LEAST_SIZE ((size_t) 65536)
#define MOST_SIZE ((size_t) 1 << 30)
#define BYTES_PER_SLOT 32       /* of all memory */
#define UNIT 8
#define PRIME 0x01000193

/* -- Memory --------------------------------------------------------------- */

static _Atomic uint32_t *
stacks_index (const struct call_stacks *stacks)
{
  return (_Atomic uint32_t *) (void *) stacks->memory;
}

bool
call_stacks_init (struct call_stacks *stacks, size_t size)
{
  uint32_t slots = 1;

  if (size < LEAST_SIZE || size > MOST_SIZE)
    return false;
  while ((size_t) slots * 2 <= size / BYTES_PER_SLOT)
    slots *= 2;
  stacks->memory = machine_map (size);
  if (stacks->memory == NULL)
    return false;
  stacks->size = size;
  stacks->slots = slots;
  atomic_init (&stacks->used, slots * sizeof (uint32_t));
  return true;
}

void
call_stacks_free (struct call_stacks *stacks)
{
  if (stacks->memory != NULL)
    machine_unmap (stacks->memory, stacks->size);
  *stacks = (struct call_stacks) { .memory = NULL };
}

struct call_stack *
call_stacks_get (const struct call_stacks *stacks, uint32_t number)
{
  return (void *) (stacks->memory + (size_t) number * UNIT);
}

static size_t
stack_size (size_t len)
{
  size_t size = sizeof (struct call_stack) + len * sizeof (uintptr_t);

  return (size + UNIT - 1) & ~(size_t) (UNIT - 1);
}

/* Clears in the index of STACKS the slots from the place of each stack up to a
   free one.  The stack's own slot is among those, unless it has been cleared
   for another stack.  */
void
call_stacks_clear (struct call_stacks *stacks)
{
  _Atomic uint32_t *index = stacks_index (stacks);
  size_t at = stacks->slots * sizeof (uint32_t);
  size_t end = atomic_load (&stacks->used);

  while (at < end)
    {
      const struct call_stack *stack
        = call_stacks_get (stacks, (uint32_t) (at / UNIT));
      uint32_t slot = stack->hash & (stacks->slots - 1);

      while (atomic_load (&index[slot]) != 0)
        {
          atomic_store (&index[slot], 0);
          slot = (slot + 1) & (stacks->slots - 1);
        }
      at += stack_size (stack->len);
    }
  atomic_store (&stacks->used, stacks->slots * sizeof (uint32_t));
  atomic_store (&stacks->count, 0);
}

/* -- The index ------------------------------------------------------------ */

/* A stack that is looked for, or added.  */
struct stack_words
{
  const uintptr_t *pcs;
  size_t len;
  uint32_t hash;
  bool folded;
};

static struct stack_words
stack_words (const uintptr_t *pcs, size_t len, bool folded)
{
  uint32_t hash = folded;

  for (size_t i = 0; i < len; i++)
    {
      hash = (hash ^ (uint32_t) pcs[i]) * PRIME;
      hash ^= hash >> 15;
    }
  return (struct stack_words) { pcs, len, hash, folded };
}

static bool
stack_equals (const struct call_stack *stack, const struct stack_words *words)
{
  if (stack->hash != words->hash || stack->len != words->len
      || stack->folded != words->folded)
    return false;
  for (size_t i = 0; i < words->len; i++)
    if (stack->pcs[i] != words->pcs[i])
      return false;
  return true;
}

/* Looks WORDS up.  Returns the number of the stack; or 0, and stores in *FREE a
   slot of the index that was free.  */
static uint32_t
stacks_find (const struct call_stacks *stacks, const struct stack_words *words,
                  uint32_t *free)
{
  uint32_t slot = words->hash & (stacks->slots - 1);
  uint32_t number;

  while ((number = atomic_load (&stacks_index (stacks)[slot])) != 0)
    {
      if (stack_equals (call_stacks_get (stacks, number), words))
        return number;
      slot = (slot + 1) & (stacks->slots - 1);
    }
  *free = slot;
  return 0;
}

/* Takes SIZE bytes of STACKS, of which at most LIMIT may be used.  Returns the
   place, 0 if they are too many.  */
static size_t
stacks_take (struct call_stacks *stacks, size_t size, size_t limit)
{
  size_t at = atomic_load (&stacks->used);

  do
    if (size > limit || at > limit - size)
      return 0;
  while (!atomic_compare_exchange_weak (&stacks->used, &at, at + size));
  return at;
}

/* Returns the number of the stack WORDS, which is added if at most LIMIT bytes
   are then used; else 0.  A quarter of the index stays free.  */
static uint32_t
stacks_intern (struct call_stacks *stacks, const struct stack_words *words,
                    size_t limit)
{
  uint32_t slot, number = stacks_find (stacks, words, &slot);
  struct call_stack *stack;
  size_t at;

  if (number != 0)
    return number;
  if (atomic_load (&stacks->count) >= stacks->slots / 4 * 3)
    return 0;
  at = stacks_take (stacks, stack_size (words->len), limit);
  if (at == 0)
    return 0;
  stack = call_stacks_get (stacks, (uint32_t) (at / UNIT));
  stack->hash = words->hash;
  stack->len = (uint16_t) words->len;
  stack->folded = words->folded;
  stack->key = 0;
  memcpy (stack->pcs, words->pcs, words->len * sizeof *words->pcs);
  atomic_fetch_add (&stacks->count, 1);
  for (;;)
    {
      uint32_t none = 0;

      if (atomic_compare_exchange_strong (&stacks_index (stacks)[slot], &none,
                                          (uint32_t) (at / UNIT)))
        return (uint32_t) (at / UNIT);
      number = stacks_find (stacks, words, &slot);
      if (number != 0)
        return number;
    }
}

/* -- Folding -------------------------------------------------------------- */

/* Returns true if the LEN words at WORDS have the call of INNER by OUTER.  */
static bool
fold_has (const uintptr_t *words, size_t len, uintptr_t inner, uintptr_t outer)
{
  for (size_t i = 1; i < len; i++)
    if (words[i - 1] == inner && words[i] == outer)
      return true;
  return false;
}

/* Stores the calls of a stack in WORDS, each once, in the order in which they
   come first.  Returns the number of words, at most 2 * LEN.  */
static size_t
stack_fold (const uintptr_t *pcs, size_t len, size_t gap, uintptr_t *words)
{
  size_t used = 0;

  for (size_t i = 1; i < len; i++)
    {
      if ((gap != 0 && i == gap)
          || fold_has (words, used, pcs[i - 1], pcs[i]))
        continue;
      if (used == 0 || words[used - 1] != pcs[i - 1])
        {
          if (used != 0)
            words[used++] = 0;
          words[used++] = pcs[i - 1];
        }
      words[used++] = pcs[i];
    }
  return used;
}

uint32_t
call_stacks_add (struct call_stacks *stacks, const uintptr_t *pcs, size_t len,
                 size_t gap, uintptr_t *scratch, bool *is_cut)
{
  struct stack_words words = stack_words (pcs, len, false);
  size_t limit = gap != 0 ? 0 : stacks->size / 2;
  uint32_t number;
  size_t folded;

  *is_cut = false;
  if (len == 0)
    return 0;
  if (stacks->memory == NULL)
    {
      *is_cut = true;
      return 0;
    }
  number = gap != 0 ? 0 : stacks_intern (stacks, &words, limit);
  if (number != 0)
    return number;
  folded = stack_fold (pcs, len, gap, scratch);
  if (folded != 0 && (folded < len || gap != 0))
    words = stack_words (scratch, folded, true);
  number = stacks_intern (stacks, &words, stacks->size / 16 * 15);
  if (number != 0)
    return number;
  *is_cut = true;
  words = stack_words (pcs, len < CALL_STACK_CUT ? len : CALL_STACK_CUT,
                       false);
  return stacks_intern (stacks, &words, stacks->size);
}
