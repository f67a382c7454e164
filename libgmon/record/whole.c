/* whole.c -- addresses of arcs and samples as objects and offsets.

   SPDX-License-Identifier: 0BSD

   In: arcs and samples, as the hooks and the sampler record them.  Out: the
   keys under which they are added up.  Contracts are in whole.h.  */

#include "record/whole.h"
#include "record/arcs.h"
#include "machine.h"

/* The call of a return address lies before it, maybe at the end of an object:
   the address itself may belong to another one.  */
bool
whole_arc (struct whole *whole, const struct gmon_objects *table,
           struct tally *entry, uintptr_t from, uintptr_t self)
{
  struct object_identity *callee;
  const struct object_identity *caller;

  if (self == ARC_SELF_BLOCK || self == ARC_SELF_GUARD)
    return false;
  self = wrapped_function (&whole->callers.wrapped, self);
  entry->key[2] = entry->key[3] = 0;
  if (from != ARC_FROM_NONE)
    {
      caller = objects_resolve (&whole->objects, table, from - 1,
                                &entry->key[2], &entry->key[3]);
      if (caller == NULL || (caller->flags & GMON_OBJECT_PROFILER) != 0)
        return false;
      entry->key[2]++;
      entry->key[3]++;
    }
  callee = objects_resolve (&whole->objects, table, self,
                            &entry->key[0], &entry->key[1]);
  if (callee == NULL)
    return false;
  callee->flags |= GMON_OBJECT_ARCS;
  return true;
}

/* -- Chains --------------------------------------------------------------- */

/* Stores the object and the offset of the return address PC, whose call may be
   the last instruction of the object.  */
static bool
resolve_return (struct whole *whole, const struct gmon_objects *table,
                uintptr_t pc, uint64_t *index, uint64_t *offset)
{
  if (objects_resolve (&whole->objects, table, pc - 1, index, offset) == NULL)
    return false;
  ++*offset;
  return true;
}

/* Returns the node of CHAIN, or CALL_TREE_NONE.  Callers come first.  */
static uint32_t
whole_calls (struct whole *whole, const struct gmon_objects *table,
             const struct chain *chain)
{
  uint32_t node = 0;

  for (size_t i = chain->len; i-- > 0;)
    {
      uint64_t index, offset;

      if (!resolve_return (whole, table, chain->pcs[i], &index, &offset))
        return CALL_TREE_NONE;
      node = call_tree_add (&whole->calls, node, index, offset);
    }
  return node;
}

/* Returns the node of the folded CHAIN, or CALL_TREE_NONE.  */
static uint32_t
whole_set (struct whole *whole, const struct gmon_objects *table,
           const struct chain *chain)
{
  uint32_t node = 0, inner = 0;

  for (size_t i = 0; i < chain->len; i++)
    {
      uint64_t index, offset;
      uint32_t place = 0;

      if (chain->pcs[i] != 0
          && (!resolve_return (whole, table, chain->pcs[i], &index, &offset)
              || (place = call_tree_add (&whole->places, 0, index, offset))
                 == CALL_TREE_NONE))
        return CALL_TREE_NONE;
      if (place != 0 && inner != 0)
        node = call_tree_add (&whole->sets, node, place, inner);
      inner = place;
    }
  return node;
}

/* Returns the key of CHAIN (WHOLE_SET).  Returns 0 without memory.  */
static uint64_t
whole_chain (struct whole *whole, const struct gmon_objects *table,
             struct chain *chain)
{
  uint32_t node;

  if (chain->key != 0)
    return chain->key;
  node = chain->folded ? whole_set (whole, table, chain)
                       : whole_calls (whole, table, chain);
  if (node != CALL_TREE_NONE)
    chain->key = node | (chain->folded ? WHOLE_SET : 0);
  return chain->key;
}

bool
whole_sample (struct whole *whole, const struct gmon_objects *table,
              struct tally *entry, const struct recording *recording,
              uintptr_t pc, const struct sample_kind *kind,
              const struct sample_counts *counts)
{
  unsigned flags = kind->flags;

  entry->key[2] = 0;
  if (kind->chain != 0)
    entry->key[2] = whole_chain (whole, table,
                                 chains_get (&recording->chains, kind->chain));
  if (kind->chain != 0 && entry->key[2] == 0)
    flags |= GMON_SAMPLE_NO_MEMORY;
  entry->key[3] = (uint64_t) kind->thread << 16 | flags;
  entry->sum[0] = counts->deliveries;
  entry->sum[1] = counts->periods;
  entry->sum[2] = counts->squares;
  return objects_resolve (&whole->objects, table, pc, &entry->key[0],
                          &entry->key[1])
         != NULL;
}

bool
whole_wait (struct whole *whole, const struct gmon_objects *table,
            struct tally *entry, const struct recording *recording,
            const struct tally *wait)
{
  const struct sample_kind kind = { .chain = (uint32_t) wait->key[1],
                                    .thread = (uint16_t) (wait->key[2] >> 16),
                                    .flags = wait->key[2] & 0xffff };
  const struct sample_counts counts = { wait->sum[0], wait->sum[1],
                                        wait->sum[2] };
  bool found = whole_sample (whole, table, entry, recording,
                             (uintptr_t) wait->key[0], &kind, &counts);

  entry->key[3] = entry->key[3] << 16 | wait->key[3];
  return found;
}

/* -- Recordings ----------------------------------------------------------- */

#define PATIENCE 10000          /* pauses */
#define PAUSE 100000            /* ns */

struct recording *
recording_new (const struct whole *whole)
{
  struct recording *recording = machine_map (sizeof *recording);

  if (recording != NULL && whole->callers.buffers != NULL)
    chains_init (&recording->chains, whole->chains_size);
  return recording;
}

/* recording_replace stores a pointer before it reads the number of handlers, a
   handler does the opposite.  So one of them sees what the other did.  */
struct recording *
recording_enter (struct whole *whole)
{
  for (;;)
    {
      struct recording *recording = atomic_load (&whole->recording);

      if (recording == NULL)
        return NULL;
      atomic_fetch_add (&recording->handlers, 1);
      if (atomic_load (&whole->recording) == recording)
        return recording;
      atomic_fetch_sub (&recording->handlers, 1);
    }
}

void
recording_leave (struct recording *recording)
{
  atomic_fetch_sub (&recording->handlers, 1);
}

/* Returns true if no handler uses RECORDING any more.  */
static bool
recording_wait (const struct recording *recording)
{
  for (int i = 0; i < PATIENCE && atomic_load (&recording->handlers) != 0; i++)
    machine_sleep (PAUSE);
  return atomic_load (&recording->handlers) == 0;
}

void
recording_waits (const struct recording *recording, wait_visit *visit,
                 void *data)
{
  for (size_t i = 0; i < recording->waits.room; i++)
    if ((recording->waits.entries[i].sum[0]
         | recording->waits.entries[i].sum[1]) != 0)
      visit (&recording->waits.entries[i], data);
}

void
recording_replace (struct whole *whole, struct recording **former,
                   sample_visit *visit, wait_visit *visit_wait, void *data)
{
  struct recording *old = atomic_load (&whole->recording);
  struct recording *next = whole->spare;
  bool is_free;

  if (old != NULL && samples_are_empty (&old->samples)
      && old->waits.len == 0)
    return;
  if (next == NULL)
    next = recording_new (whole);
  whole->spare = NULL;
  atomic_store (&whole->recording, next);
  if (old == NULL)
    return;
  is_free = recording_wait (old);
  *former = old;
  whole->replaced++;
  samples_each (&old->samples, visit, data);
  recording_waits (old, visit_wait, data);
  if (!is_free)
    return;
  samples_free (&old->samples);
  tally_free (&old->waits);
  if (old->chains.memory != NULL)
    chains_clear (&old->chains);
  if (next != NULL)
    whole->spare = old;
  else
    atomic_store (&whole->recording, old);
}
