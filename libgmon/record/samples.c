/* samples.c -- samples of any address, in one growing hash table.

   SPDX-License-Identifier: 0BSD

   Contracts are in samples.h.

   A slot is claimed by its program counter before the rest of its key is
   stored.  A handler that meets a slot that is only claimed goes on to the
   next one, so an entry may be in a table twice.  */

#include "record/samples.h"
#include "machine.h"

#define FIRST_SLOTS 512
#define MULTIPLIER 0x9e3779b97f4a7c15
#define PAGE 4096

struct sample_slot
{
  _Atomic uintptr_t pc;         /* 0: the slot is free */
  wide_counter kind;            /* packed, 0: only claimed */
  wide_counter observations;
  wide_counter sum;
  wide_counter squares;
};

struct sample_table
{
  struct sample_table *next;    /* the one before this one */
  size_t len;                   /* slots, a power of two */
  _Atomic uint32_t used;
  struct sample_slot slots[];
};

/* Never returns 0.  */
static uint64_t
pack (const struct sample_kind *kind)
{
  return (uint64_t) kind->stack << 32 | (uint64_t) kind->thread << 17
         | (uint64_t) kind->flags << 5 | (uint64_t) kind->type << 1 | 1;
}

static struct sample_kind
unpack (uint64_t packed)
{
  return (struct sample_kind) { .stack = (uint32_t) (packed >> 32),
                                .thread = (packed >> 17) & 0x7fff,
                                .flags = (packed >> 5) & 0xfff,
                                .type = (packed >> 1) & 0xf };
}

/* -- Tables --------------------------------------------------------------- */

static size_t
samples_table_size (size_t len)
{
  return sizeof (struct sample_table) + len * sizeof (struct sample_slot);
}

/* Touches the pages of TABLE, so that a new entry costs no page fault.  */
static void
touch (struct sample_table *table)
{
  volatile unsigned char *bytes = (volatile unsigned char *) table;

  for (size_t at = 0; at < samples_table_size (table->len); at += PAGE)
    bytes[at] = bytes[at];
}

/* Makes a table that follows OLD, which may be NULL.  Returns the newest table,
   maybe that of another handler; NULL without memory.  */
static struct sample_table *
samples_grow (struct samples *samples, struct sample_table *old)
{
  size_t len = old != NULL ? old->len * 2 : FIRST_SLOTS;
  struct sample_table *table;

  if (atomic_load (&samples->no_memory))
    return NULL;
  table = machine_map (samples_table_size (len));
  if (table == NULL)
    {
      atomic_store (&samples->no_memory, true);
      return NULL;
    }
  table->next = old;
  table->len = len;
  touch (table);
  if (atomic_compare_exchange_strong (&samples->newest, &old, table))
    return table;
  machine_unmap (table, samples_table_size (len));
  return old;
}

/* Returns the slot of the entry in TABLE, a new one if there is none.  Returns
   NULL if the table is full.  */
static struct sample_slot *
samples_find (struct sample_table *table, uintptr_t pc, uint64_t kind)
{
  uint64_t hash = ((uint64_t) pc ^ kind * MULTIPLIER) * MULTIPLIER;
  size_t at = (size_t) (hash >> 32);

  for (size_t i = 0; i < table->len; i++)
    {
      struct sample_slot *slot = &table->slots[(at + i) & (table->len - 1)];
      uintptr_t key = atomic_load (&slot->pc);

      if (key == 0)
        {
          if (atomic_load (&table->used) >= table->len / 2)
            return NULL;
          if (atomic_compare_exchange_strong (&slot->pc, &key, pc))
            {
              atomic_fetch_add (&table->used, 1);
              wide_store (&slot->kind, kind);
              return slot;
            }
        }
      if (key == pc && wide_load (&slot->kind) == kind)
        return slot;
    }
  return NULL;
}

/* -- Contracts are in samples.h ------------------------------------------- */

bool
samples_add (struct samples *samples, uintptr_t pc,
             const struct sample_kind *kind, const struct sample_value *value)
{
  struct sample_table *table = atomic_load (&samples->newest);
  struct sample_slot *slot = NULL;

  while (slot == NULL)
    {
      if (table != NULL)
        slot = samples_find (table, pc, pack (kind));
      if (slot == NULL)
        table = samples_grow (samples, table);
      if (table == NULL)
        return false;
    }
  wide_add (&slot->observations, value->observations);
  wide_add (&slot->sum, value->sum);
  wide_add (&slot->squares, value->squares);
  return true;
}

bool
samples_are_empty (const struct samples *samples)
{
  const struct sample_table *table = atomic_load (&samples->newest);

  return table == NULL
         || (table->next == NULL && atomic_load (&table->used) == 0);
}

void
samples_each (const struct samples *samples, sample_visit *visit, void *data)
{
  struct sample_table *table = atomic_load (&samples->newest);

  for (; table != NULL; table = table->next)
    for (size_t i = 0; i < table->len; i++)
      {
        struct sample_slot *slot = &table->slots[i];
        uint64_t packed = wide_load (&slot->kind);
        struct sample_kind kind = unpack (packed);
        struct sample_value value = { wide_load (&slot->observations),
                                      wide_load (&slot->sum),
                                      wide_load (&slot->squares) };

        if (packed != 0 && (value.observations | value.sum) != 0)
          visit (atomic_load (&slot->pc), &kind, &value, data);
      }
}

void
samples_free (struct samples *samples)
{
  struct sample_table *table = atomic_load (&samples->newest);

  while (table != NULL)
    {
      struct sample_table *next = table->next;

      machine_unmap (table, samples_table_size (table->len));
      table = next;
    }
  atomic_store (&samples->newest, NULL);
  atomic_store (&samples->no_memory, false);
}
