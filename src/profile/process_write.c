/* profile/process_write.c -- encodes the profile of a whole process.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "profile/process_write.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/leb128.h"
#include "libgmon/gmon_digest.h"

/* The location before the next one of a record: records store differences.  */
struct last_location
{
  uint64_t object, offset;
};

static void
wr_difference (struct writer *w, uint64_t *last, uint64_t value)
{
  wr_sleb (w, value - *last);
  *last = value;
}

static void
wr_location (struct writer *w, struct last_location *last,
             const struct process_location *location)
{
  wr_difference (w, &last->object, location->object);
  wr_difference (w, &last->offset, location->offset);
}

static void
wr_text (struct writer *w, const char *text)
{
  size_t len = strlen (text);

  wr_uleb (w, len);
  wr_bytes (w, text, len);
}

/* Appends the header of a record.  Returns the offset of its body.  */
static size_t
open_record (struct writer *w, uint8_t tag)
{
  wr_u8 (w, tag);
  wr_u32 (w, 0);
  return w->len;
}

/* Stores VALUE of SIZE bytes at offset AT of W.  */
static void
store_at (struct writer *w, size_t at, uint64_t value, unsigned size)
{
  for (unsigned i = 0; i < size; i++)
    w->data[at + (w->wire.big_endian ? size - 1 - i : i)]
      = (unsigned char) (value >> (8 * i));
}

/* Stores the length of the record whose body begins at offset BODY.  */
static void
close_record (struct writer *w, size_t body)
{
  store_at (w, body - 4, w->len - body, 4);
}

static void
write_runs (const struct process *process, struct writer *w)
{
  size_t body = open_record (w, GMON_TAG_RUN);

  wr_uleb (w, process->n_runs);
  wr_uleb (w, process->n_ids);
  wr_bytes (w, process->runs, process->n_ids * sizeof *process->runs);
  close_record (w, body);
}

static void
write_meta (const struct process *process, struct writer *w)
{
  size_t body = open_record (w, GMON_TAG_META);

  wr_uleb (w, process->n_meta);
  for (size_t i = 0; i < process->n_meta; i++)
    {
      wr_text (w, process->meta[i].key);
      wr_text (w, process->meta[i].value);
    }
  close_record (w, body);
}

/* The counts of waits, the last ones, are only in profiles that have waits.  */
static void
write_counts (const struct process *process, struct writer *w)
{
  size_t body = open_record (w, GMON_TAG_COUNTS);
  size_t n = ((process->values & GMON_OFF_CPU_VALUES) != 0
              ? GMON_COUNTS : GMON_COUNT_WAIT_TICKS);

  wr_uleb (w, n);
  for (size_t i = 0; i < n; i++)
    wr_uleb (w, process->counts[i]);
  close_record (w, body);
}

static void
write_object (const struct process_object *object, size_t index,
              struct writer *w)
{
  size_t body = open_record (w, GMON_TAG_OBJECT);

  wr_uleb (w, index);
  wr_uleb (w, object->flags);
  wr_uleb (w, object->build_id_len);
  wr_bytes (w, object->build_id, object->build_id_len);
  wr_text (w, object->path);
  wr_uleb (w, object->size);
  wr_uleb (w, object->mtime);
  wr_uleb (w, object->n_segments);
  for (size_t i = 0; i < object->n_segments; i++)
    {
      wr_uleb (w, object->segments[i].start);
      wr_uleb (w, object->segments[i].size);
    }
  close_record (w, body);
}

static void
write_load (const struct process_load *load, struct writer *w)
{
  size_t body = open_record (w, GMON_TAG_LOAD);

  wr_uleb (w, load->object);
  wr_uleb (w, load->generation);
  wr_uleb (w, load->address);
  wr_uleb (w, load->from);
  wr_uleb (w, load->to);
  close_record (w, body);
}

static void
write_thread (const struct process_thread *thread, size_t index,
              struct writer *w)
{
  size_t body = open_record (w, GMON_TAG_THREAD);

  wr_uleb (w, index);
  wr_text (w, thread->name);
  wr_uleb (w, thread->threads);
  wr_uleb (w, thread->cpu_ns);
  wr_uleb (w, thread->observations);
  wr_uleb (w, thread->ticks);
  if (thread->measured || thread->polls)
    {
      wr_uleb (w, thread->measured);
      wr_uleb (w, thread->blocked_ns);
      wr_uleb (w, thread->queued_ns);
      wr_uleb (w, thread->polls);
    }
  close_record (w, body);
}

static void
process_write_arcs (const struct process *process, struct writer *w)
{
  struct last_location self = { 0, 0 }, from = { 0, 0 };
  size_t body = open_record (w, GMON_TAG_ARCS);

  wr_uleb (w, process->n_arcs);
  for (size_t i = 0; i < process->n_arcs; i++)
    {
      const struct process_arc *arc = &process->arcs[i];
      const struct process_location *caller = NULL;

      if (arc->from != PROCESS_NONE)
        caller = &process->locations[arc->from];
      wr_location (w, &self, &process->locations[arc->self]);
      wr_difference (w, &from.object,
                     caller ? (uint64_t) caller->object + 1 : 0);
      wr_difference (w, &from.offset, caller ? caller->offset : 0);
      wr_uleb (w, arc->count);
    }
  close_record (w, body);
}

static void
write_nodes (const struct process *process, struct writer *w)
{
  struct last_location last = { 0, 0 };
  size_t body = open_record (w, GMON_TAG_NODES);

  wr_uleb (w, process->n_nodes - 1);
  for (size_t i = 1; i < process->n_nodes; i++)
    {
      const struct process_node *node = &process->nodes[i];
      const struct process_location *location
        = &process->locations[node->location];

      wr_uleb (w, (i - node->parent) * 2 + location->exact);
      wr_location (w, &last, location);
    }
  close_record (w, body);
}

/* Writes the locations of all links.  Returns the number that each location of
   PROCESS has in the record, on the heap.  */
static uint32_t *
write_pair_locations (const struct process *process, struct writer *w)
{
  struct last_location last = { 0, 0 };
  uint32_t *numbers = array_new (process->n_locations, sizeof *numbers);
  uint32_t n = 0;

  for (size_t l = 0; l < process->sets[process->n_sets]; l++)
    numbers[process->links[l].outer] = numbers[process->links[l].inner] = 1;
  for (size_t i = 0; i < process->n_locations; i++)
    n += numbers[i];
  wr_uleb (w, n);
  n = 0;
  for (size_t i = 0; i < process->n_locations; i++)
    if (numbers[i])
      {
        wr_uleb (w, process->locations[i].exact);
        wr_location (w, &last, &process->locations[i]);
        numbers[i] = n++;
      }
  return numbers;
}

static void
write_pairs (const struct process *process, struct writer *w)
{
  size_t body = open_record (w, GMON_TAG_PAIRS);
  uint32_t *numbers = write_pair_locations (process, w);

  wr_uleb (w, process->n_sets);
  for (size_t i = 0; i < process->n_sets; i++)
    {
      wr_uleb (w, process->sets[i + 1] - process->sets[i]);
      for (size_t l = process->sets[i]; l < process->sets[i + 1]; l++)
        {
          wr_uleb (w, numbers[process->links[l].outer]);
          wr_uleb (w, numbers[process->links[l].inner]);
        }
    }
  free (numbers);
  close_record (w, body);
}

/* Writes one record for all names of an object.  */
static void
write_names (const struct process *process, struct writer *w)
{
  for (size_t i = 0, end; i < process->n_names; i = end)
    {
      uint64_t last = 0;
      size_t body = open_record (w, GMON_TAG_JIT_NAMES);

      for (end = i; (end < process->n_names
                     && process->names[end].object
                        == process->names[i].object); end++)
        ;
      wr_uleb (w, process->names[i].object);
      wr_uleb (w, end - i);
      for (size_t n = i; n < end; n++)
        {
          wr_difference (w, &last, process->names[n].offset);
          wr_uleb (w, process->names[n].size);
          wr_text (w, process->names[n].name);
        }
      close_record (w, body);
    }
}

/* Writes the value types of PROCESS.  Sets NUMBERS, by enum gmon_value, to
   their numbers in the stream.  */
static void
write_values (const struct process *process, uint32_t *numbers,
              struct writer *w)
{
  size_t body = open_record (w, GMON_TAG_VALUES);
  uint32_t n = 0;

  for (unsigned type = 0; type < GMON_VALUES; type++)
    n += numbers[type] = process->values >> type & 1;
  wr_uleb (w, n);
  n = 0;
  for (unsigned type = 0; type < GMON_VALUES; type++)
    if (numbers[type])
      {
        wr_text (w, process_value_types[type].name);
        wr_text (w, process_value_types[type].unit);
        numbers[type] = n++;
      }
  close_record (w, body);
}

/* Returns whether A and B are values of one entry.  */
static bool
is_one_entry (const struct process_sample *a, const struct process_sample *b)
{
  return (a->location == b->location && a->stack == b->stack
          && a->thread == b->thread && a->flags == b->flags);
}

/* NUMBERS has the numbers of the value types.  */
static void
write_samples (const struct process *process, const uint32_t *numbers,
               struct writer *w)
{
  const struct process_sample *samples = process->samples;
  const size_t n = process->n_samples;
  struct last_location last = { 0, 0 };
  uint64_t last_stack = 0;
  size_t body = open_record (w, GMON_TAG_SAMPLES), entries = 0;

  for (size_t i = 0; i < n; i++)
    entries += i == 0 || !is_one_entry (&samples[i - 1], &samples[i]);
  wr_uleb (w, entries);
  for (size_t i = 0, end; i < n; i = end)
    {
      uint32_t types = 0;

      for (end = i; end < n && is_one_entry (&samples[i], &samples[end]); end++)
        types |= 1u << numbers[samples[end].type];
      wr_location (w, &last, &process->locations[samples[i].location]);
      wr_difference (w, &last_stack, samples[i].stack);
      wr_uleb (w, samples[i].thread);
      wr_uleb (w, samples[i].flags);
      wr_uleb (w, types);
      for (size_t value = i; value < end; value++)
        {
          wr_uleb (w, samples[value].observations);
          wr_uleb (w, samples[value].sum);
          wr_uleb (w, samples[value].squares);
        }
    }
  close_record (w, body);
}

static void
write_header (const struct process *process, struct writer *w)
{
  wr_bytes (w, GMON_PROCESS_MAGIC, GMON_PROCESS_MAGIC_SIZE);
  wr_u64 (w, 0);                /* the length */
  wr_u8 (w, GMON_PROCESS_VERSION);
  wr_u8 (w, w->wire.big_endian ? GMON_PROCESS_BIG : GMON_PROCESS_LITTLE);
  wr_u8 (w, (uint8_t) w->wire.addr_size);
  wr_u8 (w, 0);
  wr_u32 (w, (uint32_t) process->flags);
}

void
process_write (const struct process *process, struct writer *w)
{
  const size_t start = w->len;
  uint32_t numbers[GMON_VALUES];
  size_t body;

  write_header (process, w);
  write_runs (process, w);
  write_meta (process, w);
  write_counts (process, w);
  for (size_t i = 0; i < process->n_objects; i++)
    write_object (&process->objects[i], i, w);
  for (size_t i = 0; i < process->n_loads; i++)
    write_load (&process->loads[i], w);
  for (size_t i = 0; i < process->n_threads; i++)
    write_thread (&process->threads[i], i, w);
  if (process->n_arcs)
    process_write_arcs (process, w);
  if (process->n_nodes > 1)
    write_nodes (process, w);
  if (process->n_sets)
    write_pairs (process, w);
  write_values (process, numbers, w);
  if (process->n_samples)
    write_samples (process, numbers, w);
  write_names (process, w);
  body = open_record (w, GMON_TAG_END);
  wr_u64 (w, 0);
  close_record (w, body);
  store_at (w, start + GMON_PROCESS_LENGTH_OFFSET, w->len - start, 8);
  store_at (w, body, gmon_process_digest (w->data + start, body - start), 8);
}
