/* profile/process_sum.c -- adds up the profiles of whole processes.

   SPDX-License-Identifier: GPL-3.0-or-later

   The large tables have the records of the result, so that these need not be
   copied.  */

#include <config.h>

#include "profile/process_sum.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "profile/process_tables.h"

#define DECIMALS_MAX 20         /* digits of a number of 64 bits */

struct process_sum *
process_sum_new (bool with_stacks)
{
  struct process_sum *sum = array_new (1, sizeof *sum);

  sum->with_stacks = with_stacks;
  sum->arena = arena_new ();
  pair_enter (&sum->nodes, PROCESS_NONE, PROCESS_NONE);
  return sum;
}

bool
sum_with_stacks (const struct process_sum *sum)
{
  return sum->with_stacks;
}

void
process_sum_free (struct process_sum *sum)
{
  if (!sum)
    return;
  process_result_free (&sum->result);
  free (sum->runs);
  name_table_free (&sum->meta_keys);
  free (sum->meta_values);
  name_table_free (&sum->object_keys);
  free (sum->objects);
  name_table_free (&sum->thread_names);
  free (sum->threads);
  free (sum->loads);
  free (sum->names);
  free (sum->locations);
  slot_index_free (&sum->location_index);
  pair_table_free (&sum->nodes);
  pair_table_free (&sum->links);
  pair_table_free (&sum->sets);
  free (sum->arcs);
  free (sum->samples);
  slot_index_free (&sum->sample_index);
  arena_free (sum->arena);
  free (sum);
}

void
sum_input (struct process_sum *sum, size_t size)
{
  sum->input += size;
  sum->file = size;
}

void
sum_file (struct process_sum *sum, uint64_t flags)
{
  sum->flags |= flags;
  if (sum->n_files++)
    sum->flags |= GMON_PROCESS_SUM;
}

void
sum_runs (struct process_sum *sum, uint64_t n, const unsigned char *ids,
          size_t n_ids)
{
  add_to (&sum->n_runs, n);
  ARRAY_ROOM (sum->runs, sum->cap_ids, sum->n_ids + n_ids);
  if (n_ids)
    memcpy (sum->runs + sum->n_ids, ids, n_ids * sizeof *sum->runs);
  sum->n_ids += n_ids;
}

/* How values of one key become one value.  */
enum meta_rule
{
  META_EQUAL,                   /* or PROCESS_VARIOUS */
  META_CLOCK,                   /* as META_EQUAL, but for some */
  META_ADD,
  META_LOWEST,
  META_HIGHEST
};

static enum meta_rule
meta_rule_of (const char *key)
{
  static const struct { const char *key; enum meta_rule rule; } rules[] = {
    { GMON_META_CLOCK, META_CLOCK },
    { GMON_META_USER, META_ADD }, { GMON_META_SYSTEM, META_ADD },
    { GMON_META_MAX_RSS, META_HIGHEST }, { GMON_META_START, META_LOWEST },
    { GMON_META_END, META_HIGHEST },
  };

  for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
    if (strcmp (key, rules[i].key) == 0)
      return rules[i].rule;
  return META_EQUAL;
}

/* Returns true if TEXT is a number of at most 64 bits, which becomes *NUMBER.
   A longer text with leading zeros is none: reading it again for each of many
   values would take long.  */
static bool
is_decimal (const char *text, uint64_t *number)
{
  char *end;

  if (strnlen (text, DECIMALS_MAX + 1) > DECIMALS_MAX)
    return false;
  errno = 0;
  *number = strtoull (text, &end, 10);
  return *text >= '0' && *text <= '9' && *end == '\0' && errno == 0;
}

/* Returns whether a sum with profiles of the clock NAME is a sum of the other
   clock: they have no samples, or only complete those of gprof.  */
static bool
is_silent_clock (const char *name)
{
  return (strcmp (name, GMON_CLOCK_NONE) == 0
          || strcmp (name, GMON_CLOCK_KERNEL) == 0);
}

/* Returns the value of KEY for two files with the values A and B.  The result
   is A, is a constant, or belongs to the arena.  */
static const char *
join_meta (struct process_sum *sum, const char *key, const char *a,
           const char *b)
{
  const enum meta_rule rule = meta_rule_of (key);
  char text[32];
  uint64_t x, y;

  if (rule == META_CLOCK && is_silent_clock (a))
    return arena_strdup (sum->arena, b);
  if (rule == META_CLOCK && is_silent_clock (b))
    return a;
  if (rule <= META_CLOCK || !is_decimal (a, &x) || !is_decimal (b, &y))
    return strcmp (a, b) == 0 ? a : PROCESS_VARIOUS;
  if (rule == META_LOWEST || rule == META_HIGHEST)
    return ((rule == META_LOWEST ? x <= y : x >= y) ? a
            : arena_strdup (sum->arena, b));
  add_to (&x, y);
  snprintf (text, sizeof text, "%" PRIu64, x);
  return arena_strdup (sum->arena, text);
}

/* Returns where the value of KEY is, and NULL there if it is new.  */
static const char **
meta_slot (struct process_sum *sum, const char *key)
{
  const size_t known = sum->meta_keys.len;

  sum->n_functions += strcmp (key, GMON_META_FUNCTIONS) == 0;
  const uint32_t i = name_enter (&sum->meta_keys, sum->arena, key);

  ARRAY_ROOM (sum->meta_values, sum->cap_meta, sum->meta_keys.len);
  if (i == known)
    sum->meta_values[i] = NULL;
  return &sum->meta_values[i];
}

void
sum_meta (struct process_sum *sum, const char *key, const char *value)
{
  const char **at = meta_slot (sum, key);

  *at = *at ? join_meta (sum, key, *at, value)
            : arena_strdup (sum->arena, value);
}

void
sum_meta_set (struct process_sum *sum, const char *key, const char *value)
{
  *meta_slot (sum, key) = arena_strdup (sum->arena, value);
}

void
sum_count (struct process_sum *sum, enum gmon_count count, uint64_t value)
{
  add_to (&sum->counts[count], value);
}

/* -- Objects and threads -------------------------------------------------- */

/* Returns the key of OBJECT, on the heap.  Objects with one key are one
   object.  */
static char *
object_key (const struct process_object *object)
{
  const unsigned kind = (object->flags & GMON_OBJECT_ABSOLUTE) != 0;
  size_t room = strlen (object->path) + 2 * (size_t) GMON_BUILD_ID_MAX + 64;
  char *key = array_new (room, 1);
  int len;

  if (object->build_id_len == 0)
    {
      snprintf (key, room, "%u %" PRIu64 " %" PRIu64 " %s", 2 + kind,
                object->size, object->mtime, object->path);
      return key;
    }
  len = snprintf (key, room, "%u ", kind);
  for (unsigned i = 0; i < object->build_id_len; i++)
    len += snprintf (key + len, room - (size_t) len, "%02x",
                     (unsigned) object->build_id[i]);
  return key;
}

/* Gives OBJECT the path and the segments of OTHER, which has the same key, if
   they are the first ones in order, so that the order of files does not
   matter.  */
static void
choose_path (struct process_sum *sum, struct process_object *object,
             const struct process_object *other)
{
  size_t size = other->n_segments * sizeof *other->segments;

  if (!object->path || strcmp (other->path, object->path) < 0)
    object->path = arena_strdup (sum->arena, other->path);
  if (!object->segments || other->n_segments < object->n_segments
      || (size != 0 && other->n_segments == object->n_segments
          && memcmp (other->segments, object->segments, size) < 0))
    {
      object->n_segments = other->n_segments;
      object->segments = arena_alloc (sum->arena, size + 1);
      if (size)
        memcpy ((void *) object->segments, other->segments, size);
    }
}

uint32_t
sum_object (struct process_sum *sum, const struct process_object *object)
{
  char *key = object_key (object);
  size_t known = sum->object_keys.len;
  uint32_t i = name_enter (&sum->object_keys, sum->arena, key);

  free (key);
  ARRAY_ROOM (sum->objects, sum->cap_objects, sum->object_keys.len);
  if (i == known)
    {
      sum->objects[i] = *object;
      sum->objects[i].path = NULL;
      sum->objects[i].segments = NULL;
    }
  sum->objects[i].flags |= object->flags;
  choose_path (sum, &sum->objects[i], object);
  return i;
}

void
sum_load (struct process_sum *sum, const struct process_load *load)
{
  *ARRAY_APPEND (sum->loads, sum->cap_loads, sum->n_loads) = *load;
}

void
sum_clear_threads (struct process_sum *sum)
{
  for (size_t i = 0; i < sum->thread_names.len; i++)
    {
      struct process_thread *thread = &sum->threads[i];

      thread->threads = thread->cpu_ns = 0;
      thread->observations = thread->ticks = 0;
    }
}

uint32_t
sum_thread (struct process_sum *sum, const struct process_thread *thread)
{
  size_t known = sum->thread_names.len;
  uint32_t i = name_enter (&sum->thread_names, sum->arena, thread->name);
  struct process_thread *to;

  ARRAY_ROOM (sum->threads, sum->cap_threads, sum->thread_names.len);
  to = &sum->threads[i];
  if (i == known)
    *to = (struct process_thread) { .name = name_text (&sum->thread_names, i) };
  add_to (&to->threads, thread->threads);
  add_to (&to->cpu_ns, thread->cpu_ns);
  add_to (&to->observations, thread->observations);
  add_to (&to->ticks, thread->ticks);
  add_to (&to->measured, thread->measured);
  add_to (&to->blocked_ns, thread->blocked_ns);
  add_to (&to->queued_ns, thread->queued_ns);
  add_to (&to->polls, thread->polls);
  return i;
}

void
sum_name (struct process_sum *sum, const struct process_name *name)
{
  struct process_name *to;

  to = ARRAY_APPEND (sum->names, sum->cap_names, sum->n_names);
  *to = *name;
  to->name = arena_strdup (sum->arena, name->name);
}

/* -- Locations, arcs, stacks, samples ------------------------------------- */

static struct record_key
location_key (const void *records, uint32_t i)
{
  const struct location_entry *location
    = (const struct location_entry *) records + i;

  return (struct record_key) { location->offset, location->where };
}

uint32_t
sum_location (struct process_sum *sum, uint32_t object, uint64_t offset,
              bool exact)
{
  const struct location_entry location = { offset, object * 2 + exact, 0 };
  const uint32_t i = slot_index_enter (&sum->location_index, location_key,
                                       sum->locations, sum->n_locations,
                                       location_key (&location, 0));

  if (i == sum->n_locations)
    {
      *ARRAY_APPEND (sum->locations, sum->cap_locations, sum->n_locations)
        = location;
    }
  return i;
}

size_t
sum_n_locations (const struct process_sum *sum)
{
  return sum->n_locations;
}

void
sum_locations_reserve (struct process_sum *sum, size_t n)
{
  slot_index_reserve (&sum->location_index, n);
}

void
sum_location_prefetch (const struct process_sum *sum, uint32_t object,
                       uint64_t offset)
{
  slot_index_prefetch (&sum->location_index, offset, (uint64_t) object * 2);
}

void
sum_arc (struct process_sum *sum, uint32_t self, uint32_t from, uint64_t count)
{
  if (sum->n_arcs == sum->cap_arcs && sum->n_arcs >= 2 * sum->n_joined)
    sum->n_arcs = sum->n_joined = process_join_arcs (sum->arcs, sum->n_arcs);
  *ARRAY_APPEND (sum->arcs, sum->cap_arcs, sum->n_arcs)
    = (struct process_arc) { count, self, from };
}

uint32_t
sum_node (struct process_sum *sum, uint32_t parent, uint32_t location)
{
  return pair_enter (&sum->nodes, parent, location);
}

uint32_t
sum_set (struct process_sum *sum, uint32_t set, uint32_t outer, uint32_t inner)
{
  return pair_enter (&sum->sets, set, pair_enter (&sum->links, outer, inner));
}

void
sum_values (struct process_sum *sum, unsigned values)
{
  sum->values |= values;
}

static struct record_key
sample_key (const void *records, uint32_t i)
{
  const struct process_sample *sample
    = (const struct process_sample *) records + i;

  return (struct record_key)
    { (uint64_t) sample->location << 32 | sample->stack,
      (uint64_t) sample->thread << 32
      | (uint32_t) (sample->flags << 9 | sample->is_set << 8 | sample->type) };
}

void
sum_sample (struct process_sum *sum, const struct process_sample *sample)
{
  const uint32_t i = slot_index_enter (&sum->sample_index, sample_key,
                                       sum->samples, sum->n_samples,
                                       sample_key (sample, 0));
  struct process_sample *to;

  if (i == sum->n_samples)
    {
      *ARRAY_APPEND (sum->samples, sum->cap_samples, sum->n_samples) = *sample;
      sum->values |= 1u << sample->type;
      sum->n_off_cpu += sample_in (sample, GMON_OFF_CPU_VALUES);
      return;
    }
  to = &sum->samples[i];
  add_to (&to->observations, sample->observations);
  add_to (&to->sum, sample->sum);
  add_to (&to->squares, sample->squares);
}

struct process_thread *
sum_thread_samples (const struct process_sum *sum, size_t *n)
{
  struct process_thread *threads = array_new (sum->thread_names.len + 1,
                                              sizeof *threads);

  *n = sum->thread_names.len;

  for (size_t i = 0; i < sum->n_samples; i++)
    if (sum->samples[i].type == GMON_VALUE_CPU)
      {
        struct process_thread *thread = &threads[sum->samples[i].thread];

        add_to (&thread->observations, sum->samples[i].observations);
        add_to (&thread->ticks, sum->samples[i].sum);
      }
  return threads;
}

/* Makes *VALUE SCALE times as large, and *TOTAL less by as much.  */
static void
scale_down (uint64_t *value, uint64_t *total, double scale)
{
  const uint64_t less
    = *value - (uint64_t) (scale * (double) *value + 0.5);

  *value -= less;
  *total -= less <= *total ? less : *total;
}

void
sum_scale_samples (struct process_sum *sum, const double *scales)
{
  for (size_t i = 0; i < sum->n_samples; i++)
    {
      struct process_sample *sample = &sum->samples[i];
      const double scale = scales[sample->thread];

      if (sample->type != GMON_VALUE_CPU || scale >= 1)
        continue;
      scale_down (&sample->sum, &sum->counts[GMON_COUNT_TICKS], scale);
      scale_down (&sample->squares, &sum->counts[GMON_COUNT_SQUARES],
                  scale * scale);
    }
}
