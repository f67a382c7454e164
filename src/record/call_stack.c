/* record/call_stack.c -- the call stacks of samples of another process.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "record/call_stack.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "libgmon/unwind/unwind_copy.h"

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

/* The rows of program counters that were looked up before.  */
#define ROWS_BITS 14
#define ROWS ((size_t) 1 << ROWS_BITS)

struct known_row
{
  uint64_t offset, row;
  uint32_t image;               /* plus 1; 0: the entry is free */
};

struct call_stacks
{
  const struct images *images;
  struct known_row rows[ROWS];
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

/* The registers of a sample, in the order of the DWARF numbers; the last is the
   program counter.  */
static const unsigned char places[UNWIND_REGISTERS]
  = { 0, 3, 2, 1, 4, 5, 6, 7, 12, 13, 14, 15, 16, 17, 18, 19, 8 };
#define STACK_POINTER 7         /* its DWARF number */

/* A process while one of its stacks is unwound.  */
struct stopped
{
  struct call_stacks *stacks;
  const struct code_map *map;
  const unsigned char *stack;   /* copy of the memory at SP */
  size_t stack_len;
  uint64_t sp;
};

/* Copies from the copy of the stack, or from the file of the code at
   ADDRESS.  */
static bool
copy_memory (const void *data, uintptr_t address, void *to, size_t size)
{
  const struct stopped *process = data;
  const uint64_t above = address - process->sp;

  if (size <= process->stack_len && above <= process->stack_len - size)
    {
      memcpy (to, process->stack + above, size);
      return true;
    }
  const struct code_location at = locate (process->map, address);
  return at.image != IMAGE_ANONYMOUS
         && images_code (process->stacks->images, at.image, at.offset, to,
                         size);
}

static uint64_t
find_row (const void *data, uintptr_t pc)
{
  const struct stopped *process = data;
  const struct code_location at = locate (process->map, pc);
  const uint64_t mixed = (at.offset ^ at.image * UINT64_C (0x9e3779b9))
                         * UINT64_C (0x9e3779b97f4a7c15);
  struct known_row *known = &process->stacks->rows[mixed >> (64 - ROWS_BITS)];

  if (at.image == IMAGE_ANONYMOUS)
    return UNWIND_ROW_OUTSIDE;
  if (known->image != at.image + 1 || known->offset != at.offset)
    {
      const struct image *image = images_get (process->stacks->images,
                                              at.image);

      *known = (struct known_row) {
        .offset = at.offset, .image = at.image + 1,
        .row = image->tables.header
               ? unwind_file_row (&image->tables, at.offset)
               : UNWIND_ROW_UNKNOWN
      };
    }
  return known->row;
}

/* Stores the registers of SAMPLE in REGISTERS, in the order of DWARF.  */
static void
take_registers (const struct event *sample, uint64_t *registers)
{
  for (size_t i = 0; i < UNWIND_REGISTERS; i++)
    memcpy (&registers[i], sample->registers + 8 * places[i],
            sizeof *registers);
}

size_t
call_stack_find (struct call_stacks *stacks, const struct code_map *map,
                 const struct event *sample, struct code_location *frames,
                 unsigned *flags)
{
  uint64_t registers[UNWIND_REGISTERS];
  uintptr_t pcs[CALL_STACK_MOST];
  struct stopped process = {
    .stacks = stacks, .map = map, .stack = sample->stack,
    .stack_len = sample->stack_len
  };
  const struct unwind_process unwound = { &process, copy_memory, find_row };

  if (!sample->registers)
    {
      *flags = GMON_SAMPLE_NO_STACK;
      frames[0] = locate_without_registers (map, sample->ip);
      return 1;
    }
  take_registers (sample, registers);
  process.sp = registers[STACK_POINTER];
  const size_t len = unwind_copy (&unwound, registers, pcs, CALL_STACK_MOST,
                                  flags);
  /* A return address can be the first byte behind its object.  */
  frames[0] = locate (map, pcs[0]);
  for (size_t i = 1; i < len; i++)
    {
      frames[i] = locate (map, pcs[i] - 1);
      frames[i].offset++;
    }
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
