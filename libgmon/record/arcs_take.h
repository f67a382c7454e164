/* arcs_take.h -- takes away the call counts of objects that are unloaded.

   SPDX-License-Identifier: 0BSD

   A thread may count a pair at any moment, without a lock, so no count is ever
   changed: its slot says how much of it was taken.  */

#ifndef GMON_ARCS_TAKE_H
#define GMON_ARCS_TAKE_H

#include <stddef.h>
#include <stdint.h>

#include "arch/namespace.h"
#include "record/arcs.h"

/* The counts at the moment when a thread began to unload an object.  An object
   of zeros is valid and not in use.  */
struct arcs_note
{
  uint32_t thread;              /* the thread's id, 0: not in use */
  uint64_t number;              /* the later note has the higher one */
  const struct arc_table *newest;
  uint64_t *counts;             /* slot by slot; NULL: no other thread has
                                   counted */
  size_t len;
};

#define ARC_NOTES 16

/* Stores the counts in NOTE, which is not in use, with NUMBER.  Without memory
   it stays so.  Async-signal-safe.  */
void arcs_note (struct arcs_note *note, const struct arcs *arcs,
                uint64_t number);
void arcs_note_free (struct arcs_note *note);

/* Calls VISIT for every slot with a count whose pair CHOSEN accepts, and takes
   the count away.  With ARC_TAKE_NOTED, threads may be counting the pair again,
   with another meaning, but for those with a note among the ARC_NOTES NOTES: of
   their slots only what the latest note has is taken.  One thread at a time.
   Async-signal-safe.  */
enum arc_choice { ARC_KEEP, ARC_TAKE, ARC_TAKE_NOTED };
typedef enum arc_choice arc_chooser (uintptr_t from, uintptr_t self,
                                     void *data);
void arcs_take (struct arcs *arcs, const struct arcs_note *notes,
                arc_chooser *chosen, arc_visit *visit, void *data);

#endif /* GMON_ARCS_TAKE_H */
