/* chains.c -- call chains, each kept once.

   SPDX-License-Identifier: 0BSD

   In: return addresses, from the handlers of SIGPROF.  Out: numbers of chains.
   Contracts are in chains.h.

   The memory begins with an index, a hash table of chain numbers.  A number is
   the place of the chain in the memory, in units of 8 bytes.  A chain is
   complete before the index names it, and never changes.  Of two handlers that
   add a chain at once one wastes its memory.  */

#include <string.h>

#include "record/chains.h"
#include "machine.h"

#define LEAST_SIZE ((size_t) 65536)
#define MOST_SIZE ((size_t) 1 << 30)
#define BYTES_PER_SLOT 32       /* of all memory */
#define UNIT 8
#define PRIME 0x01000193

/* -- Memory --------------------------------------------------------------- */

static _Atomic uint32_t *
chains_index (const struct chains *chains)
{
  return (_Atomic uint32_t *) (void *) chains->memory;
}

bool
chains_init (struct chains *chains, size_t size)
{
  uint32_t slots = 1;

  if (size < LEAST_SIZE || size > MOST_SIZE)
    return false;
  while ((size_t) slots * 2 <= size / BYTES_PER_SLOT)
    slots *= 2;
  chains->memory = machine_map (size);
  if (chains->memory == NULL)
    return false;
  chains->size = size;
  chains->slots = slots;
  atomic_init (&chains->used, slots * sizeof (uint32_t));
  return true;
}

void
chains_free (struct chains *chains)
{
  if (chains->memory != NULL)
    machine_unmap (chains->memory, chains->size);
  *chains = (struct chains) { .memory = NULL };
}

struct chain *
chains_get (const struct chains *chains, uint32_t number)
{
  return (struct chain *) (void *) (chains->memory + (size_t) number * UNIT);
}

static size_t
chain_size (size_t len)
{
  size_t size = sizeof (struct chain) + len * sizeof (uintptr_t);

  return (size + UNIT - 1) & ~(size_t) (UNIT - 1);
}

/* Clears in the index of CHAINS the slots from the place of each chain up to a
   free one.  The chain's own slot is among those, unless it has been cleared
   for another chain.  */
void
chains_clear (struct chains *chains)
{
  _Atomic uint32_t *index = chains_index (chains);
  size_t at = chains->slots * sizeof (uint32_t);
  size_t end = atomic_load (&chains->used);

  while (at < end)
    {
      const struct chain *chain = chains_get (chains, (uint32_t) (at / UNIT));
      uint32_t slot = chain->hash & (chains->slots - 1);

      while (atomic_load (&index[slot]) != 0)
        {
          atomic_store (&index[slot], 0);
          slot = (slot + 1) & (chains->slots - 1);
        }
      at += chain_size (chain->len);
    }
  atomic_store (&chains->used, chains->slots * sizeof (uint32_t));
  atomic_store (&chains->count, 0);
}

/* -- The index ------------------------------------------------------------ */

/* A chain that is looked for, or added.  */
struct chain_words
{
  const uintptr_t *pcs;
  size_t len;
  uint32_t hash;
  bool folded;
};

static struct chain_words
chain_words (const uintptr_t *pcs, size_t len, bool folded)
{
  uint32_t hash = folded;

  for (size_t i = 0; i < len; i++)
    {
      hash = (hash ^ (uint32_t) pcs[i]) * PRIME;
      hash ^= hash >> 15;
    }
  return (struct chain_words) { pcs, len, hash, folded };
}

static bool
chain_equals (const struct chain *chain, const struct chain_words *words)
{
  if (chain->hash != words->hash || chain->len != words->len
      || chain->folded != words->folded)
    return false;
  for (size_t i = 0; i < words->len; i++)
    if (chain->pcs[i] != words->pcs[i])
      return false;
  return true;
}

/* Looks WORDS up.  Returns the number of the chain; or 0, and stores in *FREE a
   slot of the index that was free.  */
static uint32_t
chains_find (const struct chains *chains, const struct chain_words *words,
             uint32_t *free)
{
  uint32_t slot = words->hash & (chains->slots - 1);
  uint32_t number;

  while ((number = atomic_load (&chains_index (chains)[slot])) != 0)
    {
      if (chain_equals (chains_get (chains, number), words))
        return number;
      slot = (slot + 1) & (chains->slots - 1);
    }
  *free = slot;
  return 0;
}

/* Takes SIZE bytes of CHAINS, of which at most LIMIT may be used.  Returns the
   place, 0 if they are too many.  */
static size_t
chains_take (struct chains *chains, size_t size, size_t limit)
{
  size_t at = atomic_load (&chains->used);

  do
    if (size > limit || at > limit - size)
      return 0;
  while (!atomic_compare_exchange_weak (&chains->used, &at, at + size));
  return at;
}

/* Returns the number of the chain WORDS, which is added if at most LIMIT bytes
   are then used; else 0.  A quarter of the index stays free.  */
static uint32_t
chains_intern (struct chains *chains, const struct chain_words *words,
               size_t limit)
{
  uint32_t slot, number = chains_find (chains, words, &slot);
  struct chain *chain;
  size_t at;

  if (number != 0)
    return number;
  if (atomic_load (&chains->count) >= chains->slots / 4 * 3)
    return 0;
  at = chains_take (chains, chain_size (words->len), limit);
  if (at == 0)
    return 0;
  chain = chains_get (chains, (uint32_t) (at / UNIT));
  chain->hash = words->hash;
  chain->len = (uint16_t) words->len;
  chain->folded = words->folded;
  chain->key = 0;
  memcpy (chain->pcs, words->pcs, words->len * sizeof *words->pcs);
  atomic_fetch_add (&chains->count, 1);
  for (;;)
    {
      uint32_t none = 0;

      if (atomic_compare_exchange_strong (&chains_index (chains)[slot], &none,
                                          (uint32_t) (at / UNIT)))
        return (uint32_t) (at / UNIT);
      number = chains_find (chains, words, &slot);
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

/* Stores the calls of a chain in WORDS, each once, in the order in which they
   come first.  Returns the number of words, at most 2 * LEN.  */
static size_t
chain_fold (const uintptr_t *pcs, size_t len, size_t gap, uintptr_t *words)
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
chains_add (struct chains *chains, const uintptr_t *pcs, size_t len,
            size_t gap, uintptr_t *scratch, bool *is_cut)
{
  struct chain_words words = chain_words (pcs, len, false);
  size_t limit = gap != 0 ? 0 : chains->size / 2;
  uint32_t number;
  size_t folded;

  *is_cut = false;
  if (len == 0)
    return 0;
  if (chains->memory == NULL)
    {
      *is_cut = true;
      return 0;
    }
  number = gap != 0 ? 0 : chains_intern (chains, &words, limit);
  if (number != 0)
    return number;
  folded = chain_fold (pcs, len, gap, scratch);
  if (folded != 0 && (folded < len || gap != 0))
    words = chain_words (scratch, folded, true);
  number = chains_intern (chains, &words, chains->size / 16 * 15);
  if (number != 0)
    return number;
  *is_cut = true;
  words = chain_words (pcs, len < CHAIN_CUT ? len : CHAIN_CUT, false);
  return chains_intern (chains, &words, chains->size);
}
