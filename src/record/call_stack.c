/* record/call_stack.c -- the call stacks of samples of another process.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "record/call_stack.h"

#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>

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

/* A part of the code that a process has made.  A process that has ended cannot
   be read, but its last samples come later.  */
#define MADE_BLOCK 64

struct made_block
{
  uint64_t address;             /* a multiple of MADE_BLOCK */
  uint64_t sample;              /* number of that for which it was read */
  pid_t pid;                    /* 0: not used */
  unsigned char bytes[MADE_BLOCK];
};

/* So many blocks are kept, in the place that their address tells; and for so
   many samples they are not read again: that takes a system call, and a stack
   has many return addresses.  */
#define MADE_PLACES 4096
#define MADE_SAMPLES 1000

struct call_stacks
{
  const struct images *images;
  struct row_cache rows;
  void *memory;                 /* heap; of the rows */
  struct made_block *made;      /* heap; NULL: not used yet */
  uint64_t samples;
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
    {
      free (stacks->memory);
      free (stacks->made);
    }
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

/* Addresses further above the stack pointer are not in the stack.  */
#define STACK_MOST ((uint64_t) 1 << 20)

/* A process while one of its stacks is unwound.  */
struct stopped
{
  struct call_stacks *stacks;
  const struct images *images;
  const struct code_map *map;
  const unsigned char *stack;   /* copy of the memory at SP */
  size_t stack_len;
  uint64_t sp;
  pid_t pid;
  bool is_deep;                 /* more than EVENTS_STACK bytes were needed */
};

static bool
read_made_block (pid_t pid, struct made_block *block, uint64_t address)
{
  const struct iovec here = { block->bytes, MADE_BLOCK };
  const struct iovec there
    = { (void *) (uintptr_t) address, MADE_BLOCK };  // NOLINT

  return process_vm_readv (pid, &here, 1, &there, 1, 0) == MADE_BLOCK;
}

/* Returns the block at ADDRESS of the code that PROCESS has made, as it is now,
   or as it was some samples ago; NULL: it cannot be read.  */
static const struct made_block *
find_block (const struct stopped *process, uint64_t address)
{
  struct call_stacks *stacks = process->stacks;
  struct made_block *place, block = { .address = address };

  if (!stacks->made)
    stacks->made = array_new (MADE_PLACES, sizeof *stacks->made);
  place = &stacks->made[(address / MADE_BLOCK) % MADE_PLACES];
  const bool is_known = place->pid == process->pid
                        && place->address == address;
  if (is_known && stacks->samples - place->sample < MADE_SAMPLES)
    return place;
  if (!read_made_block (process->pid, &block, address))
    return is_known ? place : NULL;
  block.sample = stacks->samples;
  block.pid = process->pid;
  *place = block;
  return place;
}

static size_t
read_made (const struct stopped *process, uint64_t address, void *to,
           size_t size)
{
  size_t done = 0;

  while (done < size)
    {
      const uint64_t at = (address + done) % MADE_BLOCK;
      const struct made_block *block
        = find_block (process, address + done - at);
      const size_t part = size - done < MADE_BLOCK - at
                          ? size - done : (size_t) (MADE_BLOCK - at);

      if (!block)
        break;
      memcpy ((unsigned char *) to + done, block->bytes + at, part);
      done += part;
    }
  return done;
}

/* Reads from the copy of the stack, or code: that of a file from it.  */
static size_t
read_stopped (void *data, uintptr_t address, void *to, size_t size)
{
  struct stopped *process = data;
  const uint64_t above = address - process->sp;
  const struct code_mapping *mapping;

  if (above >= EVENTS_STACK && above < STACK_MOST
      && process->stack_len >= EVENTS_STACK)
    process->is_deep = true;
  if (above < process->stack_len)
    {
      if (size > process->stack_len - above)
        size = process->stack_len - above;
      memcpy (to, process->stack + above, size);
      return size;
    }
  mapping = code_map_find (process->map, address);
  if (mapping && mapping->image == IMAGE_ANONYMOUS)
    return read_made (process, address, to, size);
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

static bool
is_stopped_made (const void *data, uintptr_t pc)
{
  const struct stopped *process = data;
  const struct code_mapping *mapping = code_map_find (process->map, pc);

  return mapping && mapping->image == IMAGE_ANONYMOUS;
}

static uint64_t
find_stopped_row (const void *data, uintptr_t pc)
{
  const struct stopped *process = data;
  const struct code_mapping *mapping = code_map_find (process->map, pc);
  const struct unwind_image *frames
    = mapping ? images_get (process->images, mapping->image)->frames : NULL;

  return frames ? unwind_image_row (frames, mapping->offset
                                            + (pc - mapping->start)) : 0;
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

size_t
call_stack_find (struct call_stacks *stacks, const struct code_map *map,
                 const struct event *sample, struct code_location *frames,
                 unsigned *flags, bool *is_deep)
{
  struct unwind_registers registers = { .pc = 0 };
  uintptr_t pcs[CALL_STACK_MOST];
  struct stopped process = {
    .stacks = stacks, .images = stacks->images, .map = map,
    .stack = sample->stack,
    .stack_len = sample->stack_len, .pid = sample->pid
  };
  const struct unwinder unwinder = {
    .rows = &stacks->rows, .find = find_stopped_tables, .objects = &process,
    .is_for_others = true, .is_made = is_stopped_made,
    .other_row = find_stopped_row
  };
  const struct unwind_memory memory = { read_stopped, &process };
  unsigned found;

  *is_deep = false;
  if (!sample->registers)
    {
      frames[0] = locate_without_registers (map, sample->ip);
      *flags = frames[0].image == IMAGE_START_END ? 0 : GMON_SAMPLE_NO_STACK;
      return 1;
    }
  stacks->samples++;
  take_registers (sample, &registers);
  process.sp = registers.values[STACK_POINTER];
  atomic_store_explicit (&stacks->rows.generation, map->version,
                         memory_order_relaxed);
  const size_t len = unwind_copy (&unwinder, &registers, &memory, pcs,
                                  CALL_STACK_MOST, &found);
  *flags = sample_flags (found);
  *is_deep = process.is_deep;
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
                 unsigned *flags, bool *is_deep)
{
  (void) stacks;
  *is_deep = false;
  *flags = GMON_SAMPLE_NO_STACK;
  frames[0] = locate_without_registers (map, sample->ip);
  return 1;
}

#endif
