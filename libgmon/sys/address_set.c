/* address_set.c -- a set of addresses of pages.

   SPDX-License-Identifier: 0BSD

   Contracts are in address_set.h.  The set is a hash table with linear
   probing.  */

#include "sys/address_set.h"
#include "machine.h"

#define LEAST_SIZE 512          /* slots: a page */

/* Returns the slot that has ADDRESS, or where it belongs.  The size of SET is
   not 0.  */
static uintptr_t *
set_slot (const struct address_set *set, uintptr_t address)
{
  uint64_t hash = (address >> 12) * UINT64_C (0x9e3779b97f4a7c15) >> 32;

  for (size_t at = (size_t) hash;; at++)
    {
      uintptr_t *slot = &set->slots[at & (set->size - 1)];

      if (*slot == 0 || *slot == (address | 1))
        return slot;
    }
}

bool
address_set_has (const struct address_set *set, uintptr_t address)
{
  return set->size != 0 && *set_slot (set, address) != 0;
}

/* Makes room for one more address.  Returns false without memory.  */
static bool
grow (struct address_set *set)
{
  struct address_set larger = { .len = set->len };

  if (set->size != 0 && set->len < set->size / 2)
    return true;
  larger.size = set->size != 0 ? set->size * 2 : LEAST_SIZE;
  larger.slots = machine_map (larger.size * sizeof *larger.slots);
  if (larger.slots == NULL)
    return false;
  for (size_t i = 0; i < set->size; i++)
    if (set->slots[i] != 0)
      *set_slot (&larger, set->slots[i] & ~(uintptr_t) 1) = set->slots[i];
  address_set_clear (set);
  *set = larger;
  return true;
}

void
address_set_add (struct address_set *set, uintptr_t address)
{
  uintptr_t *slot;

  if (!grow (set))
    return;
  slot = set_slot (set, address);
  set->len += *slot == 0;
  *slot = address | 1;
}

void
address_set_clear (struct address_set *set)
{
  if (set->size != 0)
    machine_unmap (set->slots, set->size * sizeof *set->slots);
  *set = (struct address_set) { .size = 0 };
}
