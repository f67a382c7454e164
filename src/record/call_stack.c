/* record/call_stack.c -- the call stacks of samples of another process.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "record/call_stack.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

/* -- The map -------------------------------------------------------------- */

/* Returns the number of mappings of MAP that end at or before ADDRESS.  */
static size_t
mappings_before (const struct code_map *map, uint64_t address)
{
  size_t low = 0, high = map->len;

  while (low < high)
    {
      size_t middle = low + (high - low) / 2;

      if (map->items[middle].end <= address)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* Replaces the N mappings from number AT on by the M of NEW.  */
static void
replace_mappings (struct code_map *map, size_t at, size_t n,
                  const struct code_mapping *new, size_t m)
{
  ARRAY_ROOM (map->items, map->cap, map->len + m);
  memmove (map->items + at + m, map->items + at + n,
           (map->len - at - n) * sizeof *map->items);
  memcpy (map->items + at, new, m * sizeof *new);
  map->len = map->len - n + m;
}

void
code_map_add (struct code_map *map, uint64_t address, uint64_t len,
              uint32_t image, uint64_t load)
{
  const uint64_t end = address + len < address ? UINT64_MAX : address + len;
  const size_t at = mappings_before (map, address);
  struct code_mapping new[3];
  size_t last = at, m = 0;

  if (len == 0)
    return;
  while (last < map->len && map->items[last].start < end)
    last++;
  if (last > at && map->items[at].start < address)
    {
      new[m] = map->items[at];
      new[m++].end = address;
    }
  new[m++] = (struct code_mapping) { address, end, load, image };
  if (last > at && map->items[last - 1].end > end)
    {
      new[m] = map->items[last - 1];
      new[m++].start = end;
    }
  replace_mappings (map, at, last - at, new, m);
}

void
code_map_copy (struct code_map *to, const struct code_map *from)
{
  to->len = 0;
  replace_mappings (to, 0, 0, from->items, from->len);
}

void
code_map_clear (struct code_map *map)
{
  map->len = 0;
}

void
code_map_free (struct code_map *map)
{
  free (map->items);
  *map = (struct code_map) { .items = NULL };
}

const struct code_mapping *
code_map_find (const struct code_map *map, uint64_t address)
{
  const size_t i = mappings_before (map, address);

  return (i < map->len && map->items[i].start <= address ? &map->items[i]
          : NULL);
}

/* -- Stacks --------------------------------------------------------------- */

struct call_stacks
{
  const struct images *images;
};

struct call_stacks *
call_stacks_new (const struct images *images)
{
  struct call_stacks *stacks = array_new (1, sizeof *stacks);

  stacks->images = images;
  return stacks;
}

void
call_stacks_free (struct call_stacks *stacks)
{
  free (stacks);
}

/* The place of the instruction pointer among the registers of a sample.  */
#define REGISTER_IP 8

/* Returns register number I of SAMPLE.  */
static uint64_t
register_of (const struct event *sample, unsigned i)
{
  uint64_t value;

  memcpy (&value, sample->registers + 8 * i, sizeof value);
  return value;
}

static struct code_location
locate (const struct code_map *map, uint64_t address)
{
  const struct code_mapping *mapping = code_map_find (map, address);

  return (mapping
          ? (struct code_location) { mapping->image, address - mapping->load }
          : (struct code_location) { IMAGE_ANONYMOUS, address });
}

size_t
call_stack_find (struct call_stacks *stacks, const struct code_map *map,
                 const struct event *sample, struct code_location *frames,
                 unsigned *flags)
{
  (void) stacks;
  *flags = GMON_SAMPLE_CUT;
  frames[0] = locate (map, sample->registers
                           ? register_of (sample, REGISTER_IP) : sample->ip);
  return 1;
}
