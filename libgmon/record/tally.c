/* tally.c -- sums under keys of four numbers: as a hash table, or as a list.

   SPDX-License-Identifier: 0BSD

   Contracts are in tally.h.  */

#include <string.h>

#include "record/tally.h"
#include "machine.h"

#define FIRST_ROOM 64
#define MULTIPLIER 0x9e3779b97f4a7c15

static struct tally *
map_entries (size_t room)
{
  return room > SIZE_MAX / sizeof (struct tally)
         ? NULL : machine_map (room * sizeof (struct tally));
}

void
tally_free (struct tallies *tallies)
{
  if (tallies->entries != NULL)
    machine_unmap (tallies->entries, tallies->room * sizeof (struct tally));
  *tallies = (struct tallies) { 0 };
}

static bool
is_used (const struct tally *entry)
{
  return (entry->sum[0] | entry->sum[1] | entry->sum[2]) != 0;
}

static int
compare (const struct tally *one, const struct tally *two)
{
  for (size_t i = 0; i < TALLY_KEYS; i++)
    if (one->key[i] != two->key[i])
      return one->key[i] < two->key[i] ? -1 : 1;
  return 0;
}

static void
add_sums (struct tally *entry, const struct tally *other)
{
  for (size_t i = 0; i < TALLY_SUMS; i++)
    entry->sum[i] += other->sum[i];
}

/* -- Hash table ----------------------------------------------------------- */

/* Returns the place of KEY: its entry or a free one.  ROOM is a power of two,
   and there is a free entry.  */
static struct tally *
place_of (struct tally *entries, size_t room, const struct tally *key)
{
  uint64_t hash = 0;

  for (size_t i = 0; i < TALLY_KEYS; i++)
    {
      hash = (hash ^ key->key[i]) * MULTIPLIER;
      hash ^= hash >> 32;
    }
  for (size_t at = (size_t) hash & (room - 1);; at = (at + 1) & (room - 1))
    if (!is_used (&entries[at]) || compare (&entries[at], key) == 0)
      return &entries[at];
}

/* Doubles the room of TABLE.  The new entries are complete before TABLE names
   them.  Returns false without memory.  */
static bool
tally_grow (struct tallies *table)
{
  struct tallies bigger = { .len = table->len };
  struct tallies old = *table;

  bigger.room = table->room != 0 ? table->room * 2 : FIRST_ROOM;
  bigger.entries = map_entries (bigger.room);
  if (bigger.entries == NULL)
    return false;
  for (size_t i = 0; i < old.room; i++)
    if (is_used (&old.entries[i]))
      *place_of (bigger.entries, bigger.room, &old.entries[i])
        = old.entries[i];
  *table = bigger;
  tally_free (&old);
  return true;
}

bool
tally_add (struct tallies *table, const struct tally *entry)
{
  struct tally *place;

  if (!is_used (entry))
    return true;
  if (table->len * 2 >= table->room && !tally_grow (table))
    return false;
  place = place_of (table->entries, table->room, entry);
  if (is_used (place))
    add_sums (place, entry);
  else
    {
      *place = *entry;
      table->len++;
    }
  return true;
}

/* -- List ----------------------------------------------------------------- */

bool
tally_append (struct tallies *list, const struct tally *entry)
{
  if (list->len == list->room)
    {
      struct tallies bigger = { .len = list->len };

      bigger.room = list->room != 0 ? list->room * 2 : FIRST_ROOM;
      bigger.entries = map_entries (bigger.room);
      if (bigger.entries == NULL)
        return false;
      if (list->len != 0)
        memcpy (bigger.entries, list->entries, list->len * sizeof *entry);
      tally_free (list);
      *list = bigger;
    }
  list->entries[list->len++] = *entry;
  return true;
}

bool
tally_append_all (struct tallies *list, const struct tallies *table)
{
  for (size_t i = 0; i < table->room; i++)
    if (is_used (&table->entries[i])
        && !tally_append (list, &table->entries[i]))
      return false;
  return true;
}

/* Lets the entry AT sink in the heap of LEN entries, whose largest entry is the
   first one.  */
static void
tally_sink (struct tally *heap, size_t at, size_t len)
{
  struct tally entry = heap[at];

  for (;;)
    {
      size_t child = 2 * at + 1;

      if (child >= len)
        break;
      if (child + 1 < len && compare (&heap[child], &heap[child + 1]) < 0)
        child++;
      if (compare (&heap[child], &entry) <= 0)
        break;
      heap[at] = heap[child];
      at = child;
    }
  heap[at] = entry;
}

void
tally_sort (struct tallies *list)
{
  struct tally *entries = list->entries;
  size_t kept = 0;

  for (size_t at = list->len / 2; at-- > 0;)
    tally_sink (entries, at, list->len);
  for (size_t len = list->len; len > 1; len--)
    {
      struct tally largest = entries[0];

      entries[0] = entries[len - 1];
      entries[len - 1] = largest;
      tally_sink (entries, 0, len - 1);
    }
  for (size_t i = 0; i < list->len; i++)
    if (kept > 0 && compare (&entries[kept - 1], &entries[i]) == 0)
      add_sums (&entries[kept - 1], &entries[i]);
    else
      entries[kept++] = entries[i];
  list->len = kept;
}
