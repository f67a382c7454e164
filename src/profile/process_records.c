/* profile/process_records.c -- decodes the records of a stream.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "profile/process_records.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/leb128.h"

/* Limits of what a sum can number.  */
#define OBJECTS_MAX 32768

/* A location as records store it: each field is a difference.  */
struct delta_location
{
  uint64_t object, offset;
};

/* -- Counts --------------------------------------------------------------- */

/* Counts N things of PART.  */
static void
count_parts_of (struct decoder *d, enum process_part part, uint64_t n)
{
  d->parts.n[part] += n;
}

/* Counts N entries of PART, each of which has a location.  */
static void
count_entries (struct decoder *d, enum process_part part, uint64_t n)
{
  count_parts_of (d, part, n);
  if (!d->locations)
    count_parts_of (d, PART_PLACES, n);
}

void
process_check_room (struct decoder *d)
{
  d->is_too_large |= d->limit && !process_fits (d->limit, &d->parts);
  d->r.failed |= d->is_too_large;
}

/* Counts the location AT exactly, if that is to be done.  */
#define PLACES_BETWEEN_CHECKS 4096
static void
count_location (struct decoder *d, const struct delta_location *at, bool exact)
{
  if (!d->locations)
    return;
  sum_location (d->locations, (uint32_t) at->object, at->offset, exact);
  d->parts.n[PART_PLACES] = sum_n_locations (d->locations);
  if (d->parts.n[PART_PLACES] % PLACES_BETWEEN_CHECKS == 0)
    process_check_room (d);
}

/* Counts the depth of node I, whose parent is node PARENT.  */
static void
count_depth (struct decoder *d, uint32_t i, uint32_t parent)
{
  if (!d->depths)
    return;
  d->depths[i] = d->depths[parent] + 1;
  if (d->parts.n[PART_DEPTH] < d->depths[i])
    d->parts.n[PART_DEPTH] = d->depths[i];
}

/* -- Numbers -------------------------------------------------------------- */

/* Reads a number below LIMIT.  */
static uint64_t
rd_below (struct reader *r, uint64_t limit)
{
  uint64_t value = rd_uleb (r);

  if (value >= limit)
    r->failed = true;
  return r->failed ? 0 : value;
}

/* Reads a number of entries that have at least SIZE bytes each.  */
static uint32_t
rd_number (struct reader *r, size_t size)
{
  return (uint32_t) rd_below (r, (rd_left (r) / size < UINT32_MAX - 2
                                  ? rd_left (r) / size + 1
                                  : UINT32_MAX - 2));
}

/* Returns the arena of the record at hand.  */
static struct arena *
record_arena (struct decoder *d)
{
  if (!d->arena)
    d->arena = arena_new ();
  return d->arena;
}

/* Reads a string, which may not contain NUL.  It is valid until the end of the
   record; unless it IS_WANTED, it is "".  */
static const char *
decode_text (struct decoder *d, bool is_wanted)
{
  size_t len = rd_number (&d->r, 1);
  const unsigned char *text = rd_bytes (&d->r, len);

  if (!text || memchr (text, 0, len))
    d->r.failed = true;
  count_parts_of (d, PART_TEXT, len + 1);
  return (d->r.failed || !is_wanted ? ""
          : arena_strndup (record_arena (d), (const char *) text, len));
}

/* Reads a string for the sum; in the first pass it is "".  */
static const char *
rd_text (struct decoder *d)
{
  return decode_text (d, d->sum);
}

/* Reads the differences of a location to *AT, the location before it.  */
static void
rd_location (struct decoder *d, struct delta_location *at)
{
  at->object += rd_sleb (&d->r);
  at->offset += rd_sleb (&d->r);
  if (at->object >= d->n_objects)
    {
      d->r.failed = true;
      at->object = 0;
    }
}

/* Enters AT into the sum; for the second pass.  */
static uint32_t
enter_location (struct decoder *d, const struct delta_location *at, bool exact)
{
  return sum_location (d->sum, d->objects[at->object], at->offset, exact);
}

/* -- Records -------------------------------------------------------------- */

static void
decode_runs (struct decoder *d)
{
  uint64_t runs = rd_uleb (&d->r);
  size_t n = rd_number (&d->r, GMON_RUN_ID_SIZE);
  const unsigned char *ids = rd_bytes (&d->r, n * GMON_RUN_ID_SIZE);

  if (n > runs || n > GMON_RUNS_MAX)
    d->r.failed = true;
  if (d->sum)
    sum_runs (d->sum, runs, ids, n);
}

static void
decode_meta (struct decoder *d)
{
  size_t n = rd_number (&d->r, 2);

  count_parts_of (d, PART_META, n);
  for (; n && !d->r.failed; n--)
    {
      const char *key = rd_text (d);
      const char *value = rd_text (d);

      if (d->sum)
        sum_meta (d->sum, key, value);
    }
}

static void
decode_counts (struct decoder *d)
{
  size_t n = rd_number (&d->r, 1);

  for (size_t i = 0; i < n; i++)
    {
      uint64_t count = rd_uleb (&d->r);

      if (d->sum && i < GMON_COUNTS)
        sum_count (d->sum, (enum gmon_count) i, count);
    }
}

static void
decode_segments (struct decoder *d, struct process_object *object)
{
  struct process_segment *segments = NULL;

  object->n_segments = rd_number (&d->r, 2);
  count_parts_of (d, PART_SEGMENTS, object->n_segments);
  if (d->sum)
    object->segments = segments
      = arena_alloc (record_arena (d),
                     object->n_segments * sizeof *segments + 1);
  for (size_t i = 0; i < object->n_segments && !d->r.failed; i++)
    {
      const uint64_t start = rd_uleb (&d->r), size = rd_uleb (&d->r);

      if (segments)
        segments[i] = (struct process_segment) { start, size };
    }
}

static void
decode_object (struct decoder *d)
{
  struct process_object object = { .path = NULL };
  const unsigned char *id;

  if (rd_uleb (&d->r) != d->n_objects || d->n_objects == OBJECTS_MAX)
    d->r.failed = true;
  object.flags = rd_uleb (&d->r);
  object.build_id_len = (unsigned) rd_below (&d->r, GMON_BUILD_ID_MAX + 1);
  id = rd_bytes (&d->r, object.build_id_len);
  if (id)
    memcpy (object.build_id, id, object.build_id_len);
  object.path = rd_text (d);
  object.size = rd_uleb (&d->r);
  object.mtime = rd_uleb (&d->r);
  decode_segments (d, &object);
  if (d->sum)
    {
      ARRAY_ROOM (d->objects, d->cap_objects, d->n_objects + 1);
      d->objects[d->n_objects] = sum_object (d->sum, &object);
    }
  d->n_objects++;
  count_parts_of (d, PART_OBJECTS, 1);
}

static void
decode_load (struct decoder *d)
{
  struct process_load load;

  load.object = (uint32_t) rd_below (&d->r, d->n_objects);
  load.generation = rd_uleb (&d->r);
  load.address = rd_uleb (&d->r);
  load.from = rd_uleb (&d->r);
  load.to = rd_uleb (&d->r);
  count_parts_of (d, PART_LOADS, 1);
  if (!d->sum)
    return;
  load.object = d->objects[load.object];
  sum_load (d->sum, &load);
}

static void
decode_thread (struct decoder *d)
{
  struct process_thread thread = { .measured = 0 };

  if (rd_uleb (&d->r) != d->n_threads)
    d->r.failed = true;
  thread.name = rd_text (d);
  thread.threads = rd_uleb (&d->r);
  thread.cpu_ns = rd_uleb (&d->r);
  thread.observations = rd_uleb (&d->r);
  thread.ticks = rd_uleb (&d->r);
  if (!d->r.failed && d->r.pos != d->r.end)
    {
      thread.measured = rd_uleb (&d->r);
      thread.blocked_ns = rd_uleb (&d->r);
      thread.queued_ns = rd_uleb (&d->r);
      thread.polls = d->r.pos != d->r.end ? rd_uleb (&d->r) : 0;
      d->r.pos = d->r.end;
    }
  if (d->sum)
    {
      ARRAY_ROOM (d->threads, d->cap_threads, (size_t) d->n_threads + 1);
      d->threads[d->n_threads] = sum_thread (d->sum, &thread);
    }
  d->n_threads++;
  count_parts_of (d, PART_THREADS, 1);
}

/* An arc as its record has it.  from.object is 0 if there is no caller, else
   one more than its number.  */
struct delta_arc
{
  struct delta_location self, from;
  uint64_t count;
};

/* Reads what the arc behind *ARC differs by.  */
static void
rd_arc (struct decoder *d, struct delta_arc *arc)
{
  rd_location (d, &arc->self);
  arc->from.object += rd_sleb (&d->r);
  arc->from.offset += rd_sleb (&d->r);
  arc->count = rd_uleb (&d->r);
  if (arc->from.object > d->n_objects)
    d->r.failed = true;
}

/* Enters the N arcs of ARCS, at most ARCS_BLOCK, into the sum.  The memory for
   all of them is prefetched first, since each lies elsewhere.  */
#define ARCS_BLOCK 16
static void
enter_arcs (struct decoder *d, const struct delta_arc *arcs, size_t n)
{
  uint32_t self = PROCESS_NONE;

  for (size_t i = 0; i < n; i++)
    {
      const struct delta_arc *arc = &arcs[i];

      sum_location_prefetch (d->sum, d->objects[arc->self.object],
                             arc->self.offset);
      if (arc->from.object)
        sum_location_prefetch (d->sum, d->objects[arc->from.object - 1],
                               arc->from.offset);
    }
  for (size_t i = 0; i < n; i++)
    {
      const struct delta_arc *arc = &arcs[i];
      uint32_t caller = PROCESS_NONE;

      if (arc->from.object)
        caller = sum_location (d->sum, d->objects[arc->from.object - 1],
                               arc->from.offset, false);
      if (i == 0 || arc->self.offset != arc[-1].self.offset
          || arc->self.object != arc[-1].self.object)
        self = enter_location (d, &arc->self, false);
      sum_arc (d->sum, self, caller, arc->count);
    }
}

/* Counts the locations of ARC exactly, if that is to be done.  */
static void
count_arc_locations (struct decoder *d, const struct delta_arc *arc)
{
  const struct delta_location from = { arc->from.object - 1, arc->from.offset };

  count_location (d, &arc->self, false);
  if (arc->from.object)
    count_location (d, &from, false);
}

static void
decode_arcs (struct decoder *d)
{
  struct delta_arc arc = { { 0, 0 }, { 0, 0 }, 0 }, block[ARCS_BLOCK];
  size_t n = rd_number (&d->r, 5), in_block = 0;

  if (d->sum)
    sum_locations_reserve (d->sum, n);
  count_entries (d, PART_ARCS, n);
  if (!d->locations)
    count_parts_of (d, PART_PLACES, n);     /* the callers */
  for (; n && !d->r.failed; n--)
    {
      rd_arc (d, &arc);
      if (!d->sum)
        {
          count_arc_locations (d, &arc);
          continue;
        }
      block[in_block++] = arc;
      if (in_block < ARCS_BLOCK && n > 1)
        continue;
      enter_arcs (d, block, in_block);
      in_block = 0;
    }
}

static void
decode_nodes (struct decoder *d)
{
  const uint32_t n = rd_number (&d->r, 3);
  struct delta_location at = { 0, 0 };

  count_entries (d, PART_NODES, n);
  if (d->sum)
    d->nodes = array_new ((size_t) n + 1, sizeof *d->nodes);
  else if (d->locations)
    d->depths = array_new ((size_t) n + 1, sizeof *d->depths);
  else
    count_parts_of (d, PART_DEPTH, n);
  for (uint32_t i = 1; i <= n && !d->r.failed; i++)
    {
      uint64_t back = rd_uleb (&d->r);

      rd_location (d, &at);
      if (back / 2 == 0 || back / 2 > i)
        d->r.failed = true;
      else if (d->sum)
        d->nodes[i] = sum_node (d->sum, d->nodes[i - back / 2],
                                enter_location (d, &at, back % 2));
      else
        {
          count_location (d, &at, back % 2);
          count_depth (d, i, (uint32_t) (i - back / 2));
        }
    }
  d->n_nodes = n + 1;
}

/* Reads the locations of PAIRS.  Returns their numbers in the sum, on the heap;
   in the first pass NULL.  *N becomes their number.  */
static uint32_t *
decode_pair_locations (struct decoder *d, uint32_t *n)
{
  struct delta_location at = { 0, 0 };
  uint32_t *locations = NULL;

  *n = rd_number (&d->r, 3);
  if (!d->locations)
    count_parts_of (d, PART_PLACES, *n);
  if (d->sum)
    locations = array_new (*n, sizeof *locations);
  for (uint32_t i = 0; i < *n && !d->r.failed; i++)
    {
      bool exact = rd_below (&d->r, 2);

      rd_location (d, &at);
      if (locations)
        locations[i] = enter_location (d, &at, exact);
      else
        count_location (d, &at, exact);
    }
  return locations;
}

static void
decode_pairs (struct decoder *d)
{
  uint32_t n_locations;
  uint32_t *locations = decode_pair_locations (d, &n_locations);

  d->n_sets = rd_number (&d->r, 1);
  count_parts_of (d, PART_SETS, d->n_sets);
  if (d->sum)
    d->sets = array_new (d->n_sets, sizeof *d->sets);
  for (uint32_t i = 0; i < d->n_sets && !d->r.failed; i++)
    {
      uint32_t set = PROCESS_NONE;
      size_t n = rd_number (&d->r, 2);

      if (n == 0)
        d->r.failed = true;
      count_parts_of (d, PART_LINKS, n);
      for (; n && !d->r.failed; n--)
        {
          uint64_t outer = rd_below (&d->r, n_locations);
          uint64_t inner = rd_below (&d->r, n_locations);

          if (locations)
            set = sum_set (d->sum, set, locations[outer], locations[inner]);
        }
      if (d->sum)
        d->sets[i] = set;
    }
  free (locations);
}

static void
decode_names (struct decoder *d)
{
  struct process_name name = { NULL, 0, 0, 0 };

  name.object = (uint32_t) rd_below (&d->r, d->n_objects);
  size_t n = rd_number (&d->r, 3);
  count_parts_of (d, PART_NAMES, n);
  for (; n && !d->r.failed; n--)
    {
      struct process_name in_sum;

      name.offset += rd_sleb (&d->r);
      name.size = rd_uleb (&d->r);
      name.name = rd_text (d);
      if (!d->sum)
        continue;
      in_sum = name;
      in_sum.object = d->objects[name.object];
      sum_name (d->sum, &in_sum);
    }
}

/* Returns the type with NAME and UNIT, or GMON_VALUES if it is unknown.  */
static enum gmon_value
value_type (const char *name, const char *unit)
{
  const struct process_value_type *types = process_value_types;
  unsigned type = 0;

  while (type < GMON_VALUES && (strcmp (types[type].name, name) != 0
                                || strcmp (types[type].unit, unit) != 0))
    type++;
  return (enum gmon_value) type;
}

static void
decode_values (struct decoder *d)
{
  d->n_values = (uint32_t) rd_below (&d->r, GMON_VALUES_MAX + 1);
  for (uint32_t i = 0; i < d->n_values && !d->r.failed; i++)
    {
      const char *name = decode_text (d, true);
      const char *unit = decode_text (d, true);
      const enum gmon_value type = value_type (name, unit);

      d->values[i] = (uint8_t) type;
      if (d->sum && type < GMON_VALUES)
        sum_values (d->sum, 1u << type);
    }
}

/* The fields of an entry of SAMPLES by which it differs from others.  */
struct sample_fields
{
  struct delta_location at;
  uint64_t stack;               /* number in the stream */
  uint32_t thread, flags, types;
};

/* Reads the fields of the next entry to KEY, which holds the entry before
   it.  */
static void
rd_sample (struct decoder *d, struct sample_fields *key)
{
  rd_location (d, &key->at);
  key->stack += rd_sleb (&d->r);
  key->thread = (uint32_t) rd_below (&d->r, d->n_threads);
  key->flags = (uint32_t) rd_below (&d->r, PROCESS_FLAGS_END);
  key->types = (uint32_t) rd_below (&d->r, UINT64_C (1) << d->n_values);
  if (key->stack >= (uint64_t) d->n_nodes + d->n_sets || key->types == 0)
    d->r.failed = true;
}

/* Returns the entry with the fields KEY in the numbers of the sum, without
   values; for the second pass.  */
static struct process_sample
enter_sample (struct decoder *d, const struct sample_fields *key)
{
  const bool is_set = key->stack >= d->n_nodes;

  return (struct process_sample) {
    .location = enter_location (d, &key->at, false),
    .stack = (is_set ? d->sets[key->stack - d->n_nodes]
              : key->stack ? d->nodes[key->stack] : 0),
    .thread = d->threads[key->thread],
    .flags = key->flags & (PROCESS_FLAGS_END - 1), .is_set = is_set
  };
}

static void
decode_samples (struct decoder *d)
{
  struct sample_fields key = { .stack = 0 };
  size_t n = rd_number (&d->r, 9);

  if (!d->locations)
    count_parts_of (d, PART_PLACES, n);
  for (; n && !d->r.failed; n--)
    {
      struct process_sample sample = { .sum = 0 };

      rd_sample (d, &key);
      if (d->sum)
        sample = enter_sample (d, &key);
      else
        count_location (d, &key.at, false);
      for (uint32_t i = 0; i < d->n_values; i++)
        if (key.types >> i & 1)
          {
            sample.observations = rd_uleb (&d->r);
            sample.sum = rd_uleb (&d->r);
            sample.squares = rd_uleb (&d->r);
            sample.type = d->values[i];
            count_parts_of (d, PART_SAMPLES, 1);
            count_parts_of (d, PART_OFF_CPU, sample.type != GMON_VALUE_CPU);
            if (d->sum && sample.type < GMON_VALUES)
              sum_sample (d->sum, &sample);
          }
    }
}

/* -- All records ---------------------------------------------------------- */

/* Returns true if records with TAG are calls, call stacks or samples, or
   belong to them.  */
static bool
is_of_stacks (uint8_t tag)
{
  return (tag == GMON_TAG_ARCS || tag == GMON_TAG_NODES
          || tag == GMON_TAG_PAIRS || tag == GMON_TAG_JIT_NAMES
          || tag == GMON_TAG_SAMPLES);
}

void
process_decode_body (struct decoder *d, uint8_t tag)
{
  if (d->sum && !sum_with_stacks (d->sum) && is_of_stacks (tag))
    {
      d->r.pos = d->r.end;
      return;
    }
  switch (tag)
    {
    case GMON_TAG_RUN: decode_runs (d); break;
    case GMON_TAG_META: decode_meta (d); break;
    case GMON_TAG_COUNTS: decode_counts (d); break;
    case GMON_TAG_OBJECT: decode_object (d); break;
    case GMON_TAG_LOAD: decode_load (d); break;
    case GMON_TAG_THREAD: decode_thread (d); break;
    case GMON_TAG_ARCS: decode_arcs (d); break;
    case GMON_TAG_NODES: decode_nodes (d); break;
    case GMON_TAG_PAIRS: decode_pairs (d); break;
    case GMON_TAG_JIT_NAMES: decode_names (d); break;
    case GMON_TAG_VALUES: decode_values (d); break;
    case GMON_TAG_SAMPLES: decode_samples (d); break;
    default:                    /* of a newer version */
      d->r.pos = d->r.end;
      break;
    }
  arena_free (d->arena);
  d->arena = NULL;
  if (d->r.pos != d->r.end)
    d->r.failed = true;
}
