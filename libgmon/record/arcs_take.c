/* arcs_take.c -- takes away the call counts of objects that are unloaded.

   SPDX-License-Identifier: 0BSD

   Contracts are in arcs_take.h.  */

#include "record/arcs_take.h"
#include "arch/atomic64.h"
#include "sys/thread_pool.h"
#include "machine.h"

static bool
table_belongs_to (const struct arc_table *table, uint32_t thread)
{
  return table->thread != NULL && thread != 0
         && owner_id (&table->thread->owned) == thread;
}

/* Copies the counts of TABLE to COUNTS.  Returns the place behind them.  */
static uint64_t *
table_note (const struct arc_table *table, uint64_t *counts)
{
  const struct arc_slot *end = arc_table_end (table);

  for (const struct arc_slot *slot = arc_slot_at (table, 0); slot < end; slot++)
    *counts++ = wide_load (&slot->count);
  return counts;
}

void
arcs_note (struct arcs_note *note, const struct arcs *arcs, uint64_t number)
{
  const struct arc_table *table = arcs_newest (arcs);
  uint32_t me = machine_thread_id ();
  bool is_alone = true;
  uint64_t *counts;

  *note = (struct arcs_note) { .number = number, .newest = table,
                               .len = arcs_bound (table) };
  for (; table != NULL; table = table->next)
    is_alone = is_alone && table_belongs_to (table, me);
  if (!is_alone)
    note->counts = machine_map (note->len * sizeof *note->counts);
  counts = note->counts;
  for (table = note->newest; counts != NULL && table != NULL;
       table = table->next)
    counts = table_note (table, counts);
  if (is_alone || counts != NULL)
    note->thread = me;
}

void
arcs_note_free (struct arcs_note *note)
{
  if (note->counts != NULL)
    machine_unmap (note->counts, note->len * sizeof *note->counts);
  *note = (struct arcs_note) { .thread = 0 };
}

static const struct arcs_note *
latest_note (const struct arcs_note *notes)
{
  const struct arcs_note *latest = NULL;

  for (int i = 0; i < ARC_NOTES; i++)
    if (notes[i].thread != 0
        && (latest == NULL || notes[i].number > latest->number))
      latest = &notes[i];
  return latest;
}

/* Returns true if the owner of TABLE has one of NOTES.  */
static bool
table_has_note (const struct arc_table *table, const struct arcs_note *notes)
{
  for (int i = 0; i < ARC_NOTES; i++)
    if (table_belongs_to (table, notes[i].thread))
      return true;
  return false;
}

/* Takes what CHOSEN accepts.  NOTED has the counts of TABLE in the note, NULL
   if there are none.  IS_NOTED: only those are taken for ARC_TAKE_NOTED.  */
static void
table_take (struct arc_table *table, bool is_noted, const uint64_t *noted,
            arc_chooser *chosen, arc_visit *visit, void *data)
{
  const struct arc_slot *end = arc_table_end (table);
  struct arc_slot *slot = arc_slot_at (table, 0);

  for (size_t i = 0; slot < end; slot++, i++)
    {
      uintptr_t from = atomic_load_explicit (&slot->from,
                                             memory_order_relaxed);
      uintptr_t self = atomic_load_explicit (&slot->self,
                                             memory_order_acquire);
      uint64_t count = wide_load (&slot->count);
      uint64_t taken = wide_load (&slot->taken);
      enum arc_choice choice = ARC_KEEP;

      if (from != 0 && self != 0 && count != taken)
        choice = chosen (from, self, data);
      if (choice == ARC_TAKE_NOTED && is_noted)
        count = noted != NULL ? noted[i] : 0;
      if (choice == ARC_KEEP || count <= taken)
        continue;
      wide_store (&slot->taken, count);
      visit (from, self, count - taken, data);
    }
}

/* The early table is not written any more.  */
void
arcs_take (struct arcs *arcs, const struct arcs_note *notes,
           arc_chooser *chosen, arc_visit *visit, void *data)
{
  const struct arcs_note *latest = latest_note (notes);
  struct arc_table *table = atomic_load (&arcs->tables);
  const uint64_t *noted = NULL;

  if (arc_table_mask (&arcs->early.table) != 0)
    table_take (&arcs->early.table, false, NULL, chosen, visit, data);
  for (; table != NULL; table = table->next)
    {
      if (latest != NULL && table == latest->newest)
        noted = latest->counts;
      table_take (table, latest != NULL && !table_has_note (table, notes),
                  noted, chosen, visit, data);
      if (noted != NULL)
        noted += arc_table_end (table) - arc_slot_at (table, 0);
    }
}
