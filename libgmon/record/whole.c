/* whole.c -- addresses of arcs and samples as objects and offsets.

   SPDX-License-Identifier: 0BSD

   In: arcs and samples, as the hooks and the sampler record them.  Out: the
   keys under which they are added up.  Contracts are in whole.h.  */

#include "record/whole.h"
#include "record/arcs.h"

/* The call of a return address lies before it, maybe at the end of an object:
   the address itself may belong to another one.  */
bool
whole_arc (struct whole *whole, const struct gmon_objects *table,
           struct tally *entry, uintptr_t from, uintptr_t self)
{
  struct object_identity *callee;

  if (self == ARC_SELF_BLOCK || self == ARC_SELF_GUARD)
    return false;
  entry->key[2] = entry->key[3] = 0;
  if (from != ARC_FROM_NONE)
    {
      if (objects_resolve (&whole->objects, table, from - 1,
                           &entry->key[2], &entry->key[3]) == NULL)
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

bool
whole_sample (struct whole *whole, const struct gmon_objects *table,
              struct tally *entry, uintptr_t pc,
              const struct sample_kind *kind,
              const struct sample_counts *counts)
{
  entry->key[2] = kind->chain;
  entry->key[3] = (uint64_t) kind->thread << 16 | kind->flags;
  entry->sum[0] = counts->deliveries;
  entry->sum[1] = counts->periods;
  entry->sum[2] = counts->squares;
  return objects_resolve (&whole->objects, table, pc, &entry->key[0],
                          &entry->key[1])
         != NULL;
}
