/* record/call_stack.c -- the call stacks of samples of another process.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "record/call_stack.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "libgmon/unwind/unwind.h"

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

/* Returns the part of MAPPING from START to END.  */
static struct code_mapping
mapping_part (const struct code_mapping *mapping, uint64_t start, uint64_t end)
{
  struct code_mapping part = *mapping;

  part.offset += start - part.start;
  part.start = start;
  part.end = end;
  return part;
}

void
code_map_add (struct code_map *map, const struct code_mapping *new,
              uint32_t version)
{
  const size_t at = mappings_before (map, new->start);
  struct code_mapping parts[3];
  size_t last = at, n = 0;

  map->version = version;
  while (last < map->len && map->items[last].start < new->end)
    last++;
  if (last > at && map->items[at].start < new->start)
    parts[n++] = mapping_part (&map->items[at], map->items[at].start,
                               new->start);
  parts[n++] = *new;
  if (last > at && map->items[last - 1].end > new->end)
    parts[n++] = mapping_part (&map->items[last - 1], new->end,
                               map->items[last - 1].end);
  replace_mappings (map, at, last - at, parts, n);
}

void
code_map_copy (struct code_map *to, const struct code_map *from)
{
  to->len = 0;
  to->version = from->version;
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
  struct row_cache rows;
  void *memory;                 /* heap; of the rows */
};

struct call_stacks *
call_stacks_new (const struct images *images)
{
  struct call_stacks *stacks = array_new (1, sizeof *stacks);

  stacks->images = images;
  stacks->memory = array_new (1, ROW_CACHE_SIZE);
  row_cache_init (&stacks->rows, stacks->memory);
  return stacks;
}

void
call_stacks_free (struct call_stacks *stacks)
{
  if (stacks)
    free (stacks->memory);
  free (stacks);
}

static struct code_location
locate (const struct code_map *map, uint64_t address)
{
  const struct code_mapping *mapping = code_map_find (map, address);

  return (mapping
          ? (struct code_location) { mapping->image, address - mapping->load }
          : (struct code_location) { IMAGE_ANONYMOUS, address });
}

/* Returns the location of a sample without registers.  Addresses of the kernel
   are in no map.  */
static struct code_location
locate_without_registers (const struct code_map *map, uint64_t ip)
{
  return (ip >> 63 ? (struct code_location) { IMAGE_START_END, 0 }
          : locate (map, ip));
}

#if EVENTS_REGISTERS

/* The places of the registers of a sample by their DWARF numbers; and that of
   the program counter.  */
static const unsigned char register_places[]
  = { 0, 3, 2, 1, 4, 5, 6, 7, 12, 13, 14, 15, 16, 17, 18, 19 };
#define REGISTERS_KNOWN (sizeof register_places)
#define STACK_POINTER 7         /* a DWARF number */
#define PC_PLACE 8

/* A process while one of its stacks is unwound.  */
struct stopped
{
  const struct images *images;
  const struct code_map *map;
  const unsigned char *stack;   /* copy of the memory at SP */
  size_t stack_len;
  uint64_t sp;
};

/* Reads from the copy of the stack, or from the file of the code at
   ADDRESS.  */
static size_t
read_stopped (void *data, uintptr_t address, void *to, size_t size)
{
  const struct stopped *process = data;
  const uint64_t above = address - process->sp;
  const struct code_mapping *mapping;

  if (above < process->stack_len)
    {
      if (size > process->stack_len - above)
        size = process->stack_len - above;
      memcpy (to, process->stack + above, size);
      return size;
    }
  mapping = code_map_find (process->map, address);
  const struct unwind_image *frames
    = mapping ? images_get (process->images, mapping->image)->frames : NULL;
  return frames ? unwind_image_read (frames, mapping->offset
                                             + (address - mapping->start),
                                     to, size)
         : 0;
}

static bool
find_stopped_tables (const void *data, uintptr_t pc,
                     struct unwind_tables *tables)
{
  const struct stopped *process = data;
  const struct code_mapping *mapping = code_map_find (process->map, pc);
  const struct unwind_image *frames
    = mapping ? images_get (process->images, mapping->image)->frames : NULL;
  const char *unused;

  if (!mapping || mapping->image == IMAGE_ANONYMOUS)
    return false;
  memset (tables, 0, sizeof *tables);
  if (frames)
    unwind_image_place (frames, mapping->start, mapping->offset, tables,
                        &unused);
  return true;
}

/* Stores the registers of SAMPLE in REGISTERS.  */
static void
take_registers (const struct event *sample, struct unwind_registers *registers)
{
  for (size_t i = 0; i < REGISTERS_KNOWN; i++)
    memcpy (&registers->values[i],
            sample->registers + sizeof (uint64_t) * register_places[i],
            sizeof (uint64_t));
  memcpy (&registers->pc, sample->registers + sizeof (uint64_t) * PC_PLACE,
          sizeof (uint64_t));
  registers->known = (1u << REGISTERS_KNOWN) - 1;
}

/* Returns the GMON_SAMPLE_* flags of a stack with the flags FOUND of
   unwind.h.  */
static unsigned
sample_flags (unsigned found)
{
  return ((found & UNWIND_NO_TABLES ? GMON_SAMPLE_CUT : 0)
          | (found & UNWIND_UNREADABLE ? GMON_SAMPLE_UNREADABLE : 0)
          | (found & (UNWIND_TOO_DEEP | UNWIND_DEEP) ? GMON_SAMPLE_DEEP : 0));
}

/* The first function of a file, mostly assembly, has no more bytes.  */
#define ENTRY_MOST 128

/* Returns whether AT is in the code where the kernel starts a program, or its
   dynamic linker.  That code has no caller, but not all of it has a table that
   says so.  */
static bool
is_entry (const struct images *images, const struct code_location *at)
{
  const struct unwind_image *frames = images_get (images, at->image)->frames;
  const uint64_t entry = frames ? unwind_image_entry (frames) : 0;

  return entry && at->offset >= entry && at->offset - entry <= ENTRY_MOST;
}

size_t
call_stack_find (struct call_stacks *stacks, const struct code_map *map,
                 const struct event *sample, struct code_location *frames,
                 unsigned *flags)
{
  struct unwind_registers registers = { .pc = 0 };
  uintptr_t pcs[CALL_STACK_MOST];
  struct stopped process = {
    .images = stacks->images, .map = map, .stack = sample->stack,
    .stack_len = sample->stack_len
  };
  const struct unwinder unwinder = {
    .rows = &stacks->rows, .find = find_stopped_tables, .objects = &process,
    .is_for_others = true
  };
  const struct unwind_memory memory = { read_stopped, &process };
  unsigned found;

  if (!sample->registers)
    {
      frames[0] = locate_without_registers (map, sample->ip);
      *flags = frames[0].image == IMAGE_START_END ? 0 : GMON_SAMPLE_NO_STACK;
      return 1;
    }
  take_registers (sample, &registers);
  process.sp = registers.values[STACK_POINTER];
  atomic_store_explicit (&stacks->rows.generation, map->version,
                         memory_order_relaxed);
  const size_t len = unwind_copy (&unwinder, &registers, &memory, pcs,
                                  CALL_STACK_MOST, &found);
  *flags = sample_flags (found);
  /* A return address can be the first byte behind its object.  */
  frames[0] = locate (map, pcs[0]);
  for (size_t i = 1; i < len; i++)
    {
      frames[i] = locate (map, pcs[i] - 1);
      frames[i].offset++;
    }
  if (is_entry (stacks->images, &frames[len - 1]))
    *flags &= ~(unsigned) GMON_SAMPLE_CUT;
  return len;
}

#else /* no registers, so no stack */

size_t
call_stack_find (struct call_stacks *stacks, const struct code_map *map,
                 const struct event *sample, struct code_location *frames,
                 unsigned *flags)
{
  (void) stacks;
  *flags = GMON_SAMPLE_NO_STACK;
  frames[0] = locate_without_registers (map, sample->ip);
  return 1;
}

#endif
