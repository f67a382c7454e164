/* profile/process_order.c -- puts the profile of a process into order.

   SPDX-License-Identifier: GPL-3.0-or-later

   Objects and threads are sorted by their names here.  process_stacks.c puts
   all that refers to them into order.  */

#include <config.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "profile/process_sum.h"
#include "profile/process_tables.h"

void
process_result_free (struct process *process)
{
  free (process->runs);
  free (process->meta);
  free (process->objects);
  free (process->loads);
  free (process->threads);
  free (process->locations);
  free (process->arcs);
  free (process->nodes);
  free (process->links);
  free (process->sets);
  free (process->samples);
  free (process->names);
  *process = (struct process) { .flags = 0 };
}

/* -- Things with names ---------------------------------------------------- */

struct name_key
{
  const char *name;
  bool last;                    /* comes after all names that are not last */
  uint32_t old;
};

static int
compare_name_keys (const void *a, const void *b)
{
  const struct name_key *x = a, *y = b;

  return x->last != y->last ? x->last - y->last : strcmp (x->name, y->name);
}

/* Returns the names of TABLE in order, on the heap.  If OBJECTS is not NULL,
   the executables among them come first.  */
static struct name_key *
sorted_names (const struct name_table *table,
              const struct process_object *objects)
{
  struct name_key *keys = array_new (table->len, sizeof *keys);

  for (size_t i = 0; i < table->len; i++)
    keys[i] = (struct name_key)
      { name_text (table, i),
        objects && !(objects[i].flags & GMON_OBJECT_EXECUTABLE),
        (uint32_t) i };
  if (table->len > 1)
    qsort (keys, table->len, sizeof *keys, compare_name_keys);
  return keys;
}

static void
process_order_objects (struct process *to, const struct process_sum *sum,
                       struct renumbering *new)
{
  struct name_key *keys = sorted_names (&sum->object_keys, sum->objects);

  to->n_objects = sum->object_keys.len;
  to->objects = array_new (to->n_objects, sizeof *to->objects);
  new->objects = array_new (to->n_objects, sizeof *new->objects);
  for (size_t i = 0; i < to->n_objects; i++)
    {
      to->objects[i] = sum->objects[keys[i].old];
      new->objects[keys[i].old] = (uint32_t) i;
    }
  free (keys);
}

static void
order_threads (struct process *to, const struct process_sum *sum,
               struct renumbering *new)
{
  struct name_key *keys = sorted_names (&sum->thread_names, NULL);

  to->n_threads = sum->thread_names.len;
  to->threads = array_new (to->n_threads, sizeof *to->threads);
  new->threads = array_new (to->n_threads, sizeof *new->threads);
  for (size_t i = 0; i < to->n_threads; i++)
    {
      to->threads[i] = sum->threads[keys[i].old];
      new->threads[keys[i].old] = (uint32_t) i;
    }
  free (keys);
}

/* In a file without the key all functions are counted.  */
static const char *
meta_value (const struct process_sum *sum, const struct name_key *key)
{
  return (strcmp (key->name, GMON_META_FUNCTIONS) == 0
          && sum->n_functions < sum->n_files
          ? PROCESS_VARIOUS : sum->meta_values[key->old]);
}

static void
order_meta (struct process *to, const struct process_sum *sum)
{
  struct name_key *keys = sorted_names (&sum->meta_keys, NULL);

  to->n_meta = sum->meta_keys.len;
  to->meta = array_new (to->n_meta, sizeof *to->meta);
  for (size_t i = 0; i < to->n_meta; i++)
    to->meta[i] = (struct process_meta)
      { keys[i].name, meta_value (sum, &keys[i]) };
  free (keys);
}

static int
compare_runs (const void *a, const void *b)
{
  return memcmp (a, b, GMON_RUN_ID_SIZE);
}

/* Keeps the smallest ids, each once.  */
static void
order_runs (struct process *to, const struct process_sum *sum)
{
  size_t kept = 0;

  to->n_runs = sum->n_runs;
  to->runs = array_new (sum->n_ids, sizeof *to->runs);
  if (sum->n_ids)
    memcpy (to->runs, sum->runs, sum->n_ids * sizeof *to->runs);
  if (sum->n_ids > 1)
    qsort (to->runs, sum->n_ids, sizeof *to->runs, compare_runs);
  for (size_t i = 0; i < sum->n_ids; i++)
    if (kept && compare_runs (&to->runs[i], &to->runs[kept - 1]) == 0)
      to->has_repeated_run = true;
    else
      to->runs[kept++] = to->runs[i];
  to->n_ids = kept < GMON_RUNS_MAX ? kept : GMON_RUNS_MAX;
}

static int
compare_code_names (const void *a, const void *b)
{
  const struct process_name *x = a, *y = b;
  int order = compare_numbers (x->object, y->object);

  if (!order)
    order = compare_numbers (x->offset, y->offset);
  if (!order)
    order = compare_numbers (x->size, y->size);
  return order ? order : strcmp (x->name, y->name);
}

/* The result takes the array over.  */
static void
order_names (struct process *to, struct process_sum *sum,
             const struct renumbering *new)
{
  to->names = sum->names;
  sum->names = NULL;
  for (size_t i = 0; i < sum->n_names; i++)
    to->names[i].object = new->objects[to->names[i].object];
  if (sum->n_names > 1)
    qsort (to->names, sum->n_names, sizeof *to->names, compare_code_names);
  for (size_t i = 0; i < sum->n_names; i++)
    if (i == 0 || compare_code_names (&to->names[i],
                                      &to->names[to->n_names - 1]) != 0)
      to->names[to->n_names++] = to->names[i];
}

/* Load addresses are those of one run, so a sum has none.  The result takes
   the array over.  */
static void
order_loads (struct process *to, struct process_sum *sum,
             const struct renumbering *new)
{
  if (sum->flags & GMON_PROCESS_SUM)
    return;
  to->n_loads = sum->n_loads;
  to->loads = sum->loads;
  sum->loads = NULL;
  for (size_t i = 0; i < to->n_loads; i++)
    to->loads[i].object = new->objects[to->loads[i].object];
}

const struct process *
process_sum_finish (struct process_sum *sum)
{
  struct process *to = &sum->result;
  struct renumbering new = { NULL, NULL, NULL, NULL, NULL };

  if (sum->is_finished)
    return to;
  sum->is_finished = true;
  to->flags = sum->flags;
  to->values = sum->values;
  memcpy (to->counts, sum->counts, sizeof to->counts);
  order_runs (to, sum);
  order_meta (to, sum);
  process_order_objects (to, sum, &new);
  order_threads (to, sum, &new);
  order_loads (to, sum, &new);
  order_names (to, sum, &new);
  process_order_stacks (to, sum, &new);
  free (new.objects);
  free (new.threads);
  free (new.locations);
  free (new.nodes);
  free (new.sets);
  return to;
}

const struct process_value_type process_value_types[GMON_VALUES] = {
#define VALUE(symbol, name, unit) { name, unit },
  GMON_VALUE_LIST (VALUE)
#undef VALUE
};

struct process_totals
process_totals (const struct process *process, unsigned values)
{
  const uint64_t *counts = process->counts;
  struct process_totals totals = { 0, 0, 0 };

  if (values == GMON_CPU_VALUES)
    return (struct process_totals) { (double) counts[GMON_COUNT_OBSERVATIONS],
                                     (double) counts[GMON_COUNT_TICKS],
                                     (double) counts[GMON_COUNT_SQUARES] };
  for (size_t i = 0; i < process->n_samples; i++)
    if (sample_in (&process->samples[i], values))
      {
        totals.observations += (double) process->samples[i].observations;
        totals.sum += (double) process->samples[i].sum;
        totals.squares += (double) process->samples[i].squares;
      }
  totals.squares *= process_square_unit (values);
  return totals;
}

const char *
process_counted (const struct process *process)
{
  return process ? process_meta_of (process, GMON_META_FUNCTIONS) : NULL;
}

const char *
process_meta_of (const struct process *process, const char *key)
{
  for (size_t i = 0; i < process->n_meta; i++)
    if (strcmp (process->meta[i].key, key) == 0)
      return process->meta[i].value;
  return NULL;
}

bool
process_meta_number (const struct process *process, const char *key,
                     uint64_t *number)
{
  const char *value = process_meta_of (process, key);
  char *end;

  if (!value || *value < '0' || *value > '9')
    return false;
  errno = 0;
  *number = strtoull (value, &end, 10);
  return errno == 0 && *end == '\0';
}
