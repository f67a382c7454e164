/* whole.c -- addresses of arcs and samples as objects and offsets.

   SPDX-License-Identifier: 0BSD

   Contracts are in whole.h.  */

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
  self = callers_wrapped_function (&whole->callers, self);
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

/* -- Stacks --------------------------------------------------------------- */

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

/* Returns the node of STACK, or CALL_TREE_NONE.  Callers come first.  */
static uint32_t
whole_calls (struct whole *whole, const struct gmon_objects *table,
             const struct call_stack *stack)
{
  uint32_t node = 0;

  for (size_t i = stack->len; i-- > 0;)
    {
      uint64_t index, offset;

      if (!resolve_return (whole, table, stack->pcs[i], &index, &offset))
        return CALL_TREE_NONE;
      node = call_tree_add (&whole->calls, node, index, offset);
    }
  return node;
}

/* Returns the node of the folded STACK, or CALL_TREE_NONE.  */
static uint32_t
whole_set (struct whole *whole, const struct gmon_objects *table,
           const struct call_stack *stack)
{
  uint32_t node = 0, inner = 0;

  for (size_t i = 0; i < stack->len; i++)
    {
      uint64_t index, offset;
      uint32_t place = 0;

      if (stack->pcs[i] != 0
          && (!resolve_return (whole, table, stack->pcs[i], &index, &offset)
              || (place = call_tree_add (&whole->places, 0, index, offset))
                 == CALL_TREE_NONE))
        return CALL_TREE_NONE;
      if (place != 0 && inner != 0)
        node = call_tree_add (&whole->sets, node, place, inner);
      inner = place;
    }
  return node;
}

/* Returns the key of STACK (WHOLE_SET).  Returns 0 without memory.  */
static uint64_t
whole_stack (struct whole *whole, const struct gmon_objects *table,
             struct call_stack *stack)
{
  uint32_t node;

  if (stack->key != 0)
    return stack->key;
  node = stack->folded ? whole_set (whole, table, stack)
                       : whole_calls (whole, table, stack);
  if (node != CALL_TREE_NONE)
    stack->key = node | (stack->folded ? WHOLE_SET : 0);
  return stack->key;
}

bool
whole_sample (struct whole *whole, const struct gmon_objects *table,
              struct tally *entry, const struct recording *recording,
              uintptr_t pc, const struct sample_kind *kind,
              const struct sample_value *value)
{
  unsigned flags = kind->flags;

  entry->key[2] = 0;
  if (kind->stack != 0)
    entry->key[2]
      = whole_stack (whole, table,
                     call_stacks_get (&recording->stacks, kind->stack));
  if (kind->stack != 0 && entry->key[2] == 0)
    flags |= GMON_SAMPLE_NO_MEMORY;
  entry->key[3] = whole_key (kind->thread, flags, kind->type);
  entry->sum[0] = value->observations;
  entry->sum[1] = value->sum;
  entry->sum[2] = value->squares;
  return objects_resolve (&whole->objects, table, pc, &entry->key[0],
                          &entry->key[1])
         != NULL;
}

/* -- Recordings ----------------------------------------------------------- */

#define PATIENCE 10000          /* pauses */
#define PAUSE 100000            /* ns */

struct recording *
recording_new (const struct whole *whole)
{
  struct recording *recording = machine_map (sizeof *recording);

  if (recording != NULL && whole->callers.buffers != NULL)
    call_stacks_init (&recording->stacks, whole->stacks_size);
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
recording_replace (struct whole *whole, struct recording **former,
                   sample_visit *visit, void *data)
{
  struct recording *old = atomic_load (&whole->recording);
  struct recording *next = whole->spare;
  bool is_free;

  if (old != NULL && samples_are_empty (&old->samples))
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
  if (!is_free)
    return;
  samples_free (&old->samples);
  if (old->stacks.memory != NULL)
    call_stacks_clear (&old->stacks);
  if (next != NULL)
    whole->spare = old;
  else
    atomic_store (&whole->recording, old);
}
