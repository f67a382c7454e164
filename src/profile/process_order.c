/* profile/process_order.c -- puts the profile of a process into order.

   SPDX-License-Identifier: GPL-3.0-or-later

   In: the tables of a sum, whose numbers depend on the order of the files.
   Out: struct process, which does not.

   Objects and threads are sorted by their names first.  Their new numbers
   order the places, the numbers of the places order the children of each
   node, and so on: each sort uses numbers that are final already.  */

#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "profile/process_sum.h"
#include "profile/process_tables.h"

/* New numbers, by the number in the tables.  */
struct renumbering
{
  uint32_t *objects, *threads, *places, *nodes, *sets;  /* heap */
};

/* An entry to be sorted.  */
struct sort_key
{
  uint64_t major, minor;
  uint32_t old;                 /* number in a table */
};

static int
compare_numbers (uint64_t a, uint64_t b)
{
  return a < b ? -1 : a > b;
}

static int
compare_sort_keys (const void *a, const void *b)
{
  const struct sort_key *x = a, *y = b;
  int order = compare_numbers (x->major, y->major);

  return order ? order : compare_numbers (x->minor, y->minor);
}

#define DIGIT_BITS 11
#define DIGITS (1 << DIGIT_BITS)
#define RADIX_MIN 4096          /* fewer keys are sorted by comparison */

/* Sorts the N keys of FROM by one digit, the DIGIT_BITS from bit SHIFT on of
   the major or the minor number, into TO.  Keeps the order of equal ones.
   FIRST has room for DIGITS + 1 numbers.  */
static void
keys_by_digit (struct sort_key *to, const struct sort_key *from, size_t n,
               bool by_major, unsigned shift, size_t *first)
{
  memset (first, 0, (DIGITS + 1) * sizeof *first);
  for (size_t i = 0; i < n; i++)
    ++first[((by_major ? from[i].major : from[i].minor) >> shift) % DIGITS
            + 1];
  for (size_t i = 0; i < DIGITS; i++)
    first[i + 1] += first[i];
  for (size_t i = 0; i < n; i++)
    to[first[((by_major ? from[i].major : from[i].minor) >> shift)
             % DIGITS]++] = from[i];
}

/* Sorts by each digit in which keys differ, the last one first.  */
static void
keys_by_digits (struct sort_key *keys, size_t n)
{
  struct sort_key *other = array_new (n, sizeof *other);
  size_t *first = array_new (DIGITS + 1, sizeof *first);
  struct sort_key *from = keys, *to = other;
  uint64_t differ[2] = { 0, 0 };        /* bits of minor, of major */

  for (size_t i = 1; i < n; i++)
    {
      differ[0] |= keys[i].minor ^ keys[0].minor;
      differ[1] |= keys[i].major ^ keys[0].major;
    }
  for (int by_major = 0; by_major < 2; by_major++)
    for (unsigned shift = 0; shift < 64; shift += DIGIT_BITS)
      if ((differ[by_major] >> shift) % DIGITS != 0)
        {
          struct sort_key *sorted = to;

          keys_by_digit (to, from, n, by_major, shift, first);
          to = from;
          from = sorted;
        }
  if (from != keys)
    memcpy (keys, from, n * sizeof *keys);
  free (first);
  free (other);
}

static void
sort_keys (struct sort_key *keys, size_t n)
{
  if (n >= RADIX_MIN)
    keys_by_digits (keys, n);
  else if (n > 1)
    qsort (keys, n, sizeof *keys, compare_sort_keys);
}

void
process_result_free (struct process *process)
{
  free (process->runs);
  free (process->meta);
  free (process->objects);
  free (process->loads);
  free (process->threads);
  free (process->places);
  free (process->arcs);
  free (process->nodes);
  free (process->links);
  free (process->sets);
  free (process->samples);
  free (process->waits);
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

static void
order_meta (struct process *to, const struct process_sum *sum)
{
  struct name_key *keys = sorted_names (&sum->meta_keys, NULL);

  to->n_meta = sum->meta_keys.len;
  to->meta = array_new (to->n_meta, sizeof *to->meta);
  for (size_t i = 0; i < to->n_meta; i++)
    to->meta[i] = (struct process_meta)
      { keys[i].name, sum->meta_values[keys[i].old] };
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

static void
order_names (struct process *to, const struct process_sum *sum,
             const struct renumbering *new)
{
  to->names = array_new (sum->n_names, sizeof *to->names);
  for (size_t i = 0; i < sum->n_names; i++)
    {
      to->names[i] = sum->names[i];
      to->names[i].object = new->objects[sum->names[i].object];
    }
  if (sum->n_names > 1)
    qsort (to->names, sum->n_names, sizeof *to->names, compare_code_names);
  for (size_t i = 0; i < sum->n_names; i++)
    if (i == 0 || compare_code_names (&to->names[i], &to->names[i - 1]) != 0)
      to->names[to->n_names++] = to->names[i];
}

/* Load addresses are those of one run, so a sum has none.  */
static void
order_loads (struct process *to, const struct process_sum *sum,
             const struct renumbering *new)
{
  if (sum->flags & GMON_PROCESS_SUM)
    return;
  to->n_loads = sum->n_loads;
  to->loads = array_new (to->n_loads, sizeof *to->loads);
  for (size_t i = 0; i < to->n_loads; i++)
    {
      to->loads[i] = sum->loads[i];
      to->loads[i].object = new->objects[sum->loads[i].object];
    }
}

/* -- Places, chains, counts ----------------------------------------------- */

static void
order_places (struct process *to, const struct process_sum *sum,
              struct renumbering *new)
{
  const size_t n = sum->places.len;
  struct sort_key *keys = array_new (n, sizeof *keys);

  for (size_t i = 0; i < n; i++)
    {
      const struct pair *place = &sum->places.pairs[i];

      /* Offsets have 64 bits, so "exact" cannot join them in one number.
         Equal offsets are entered in any order, and put right below.  */
      keys[i] = (struct sort_key)
        { (uint64_t) new->objects[place->b / 2], place->a, (uint32_t) i };
    }
  sort_keys (keys, n);
  for (size_t i = 1; i < n; i++)
    if (compare_sort_keys (&keys[i - 1], &keys[i]) == 0
        && sum->places.pairs[keys[i - 1].old].b % 2)
      {
        struct sort_key exact = keys[i - 1];

        keys[i - 1] = keys[i];
        keys[i] = exact;
      }
  to->n_places = n;
  to->places = array_new (n, sizeof *to->places);
  new->places = array_new (n, sizeof *new->places);
  for (size_t i = 0; i < n; i++)
    {
      const struct pair *place = &sum->places.pairs[keys[i].old];

      to->places[i] = (struct process_place)
        { place->a, new->objects[place->b / 2], place->b % 2 };
      new->places[keys[i].old] = (uint32_t) i;
    }
  free (keys);
}

/* Returns the nodes but the root, by parent and then by place, on the heap.
   *FIRST becomes the index of the first child of each node, on the heap.  */
static struct sort_key *
sorted_children (const struct process_sum *sum, const struct renumbering *new,
                 size_t **first)
{
  const size_t n = sum->nodes.len;
  struct sort_key *keys = array_new (n, sizeof *keys);

  for (size_t i = 1; i < n; i++)
    keys[i - 1] = (struct sort_key)
      { sum->nodes.pairs[i].a, new->places[sum->nodes.pairs[i].b],
        (uint32_t) i };
  sort_keys (keys, n - 1);
  *first = array_new (n + 1, sizeof **first);
  for (size_t i = 0; i < n - 1; i++)
    ++(*first)[keys[i].major + 1];
  for (size_t i = 0; i < n; i++)
    (*first)[i + 1] += (*first)[i];
  return keys;
}

/* Numbers the nodes depth-first, so that most parents stand just before their
   first child.  */
static void
order_nodes (struct process *to, const struct process_sum *sum,
             struct renumbering *new)
{
  const size_t n = sum->nodes.len;
  size_t *first, top = 0;
  struct sort_key *children = sorted_children (sum, new, &first);
  uint32_t *stack = array_new (n, sizeof *stack);

  to->nodes = array_new (n, sizeof *to->nodes);
  new->nodes = array_new (n, sizeof *new->nodes);
  stack[top++] = 0;
  while (top)
    {
      uint32_t old = stack[--top];
      const struct pair *node = &sum->nodes.pairs[old];

      to->nodes[to->n_nodes]
        = old ? (struct process_node) { new->nodes[node->a],
                                        new->places[node->b] }
          : (struct process_node) { PROCESS_NONE, PROCESS_NONE };
      new->nodes[old] = (uint32_t) to->n_nodes++;
      for (size_t i = first[old + 1]; i > first[old]; i--)
        stack[top++] = children[i - 1].old;
    }
  free (stack);
  free (first);
  free (children);
}

/* A call from nowhere comes before others.  */
static struct sort_key
arc_key (const struct process_arc *arc, size_t i)
{
  return (struct sort_key)
    { arc->self, arc->from == PROCESS_NONE ? 0 : (uint64_t) arc->from + 1,
      (uint32_t) i };
}

/* Returns true if each of the N arcs comes behind the one before it.  */
static bool
arcs_ascend (const struct process_arc *arcs, size_t n)
{
  for (size_t i = 1; i < n; i++)
    {
      const struct sort_key keys[] = { arc_key (&arcs[i - 1], 0),
                                       arc_key (&arcs[i], 0) };
      if (compare_sort_keys (&keys[0], &keys[1]) >= 0)
        return false;
    }
  return true;
}

size_t
process_join_arcs (struct process_arc *arcs, size_t n)
{
  size_t joined = 0;

  if (arcs_ascend (arcs, n))
    return n;
  struct sort_key *keys = array_new (n, sizeof *keys);
  struct process_arc *old = array_new (n, sizeof *old);
  memcpy (old, arcs, n * sizeof *old);
  for (size_t i = 0; i < n; i++)
    keys[i] = arc_key (&arcs[i], i);
  sort_keys (keys, n);
  for (size_t i = 0; i < n; i++)
    if (i > 0 && compare_sort_keys (&keys[i - 1], &keys[i]) == 0)
      add_to (&arcs[joined - 1].count, old[keys[i].old].count);
    else
      arcs[joined++] = old[keys[i].old];
  free (keys);
  free (old);
  return joined;
}

/* The result takes the array over.  */
static void
order_arcs (struct process *to, struct process_sum *sum,
            const struct renumbering *new)
{
  to->arcs = sum->arcs;
  sum->arcs = NULL;
  for (size_t i = 0; i < sum->n_arcs; i++)
    {
      struct process_arc *arc = &to->arcs[i];

      arc->self = new->places[arc->self];
      if (arc->from != PROCESS_NONE)
        arc->from = new->places[arc->from];
    }
  to->n_arcs = process_join_arcs (to->arcs, sum->n_arcs);
}

/* -- Sets of links -------------------------------------------------------- */

struct set_key
{
  const struct process_link *links;
  size_t len;
  uint32_t old;
};

static int
compare_sets (const void *a, const void *b)
{
  const struct set_key *x = a, *y = b;
  int order = compare_numbers (x->len, y->len);

  for (size_t i = 0; i < x->len && !order; i++)
    {
      order = compare_numbers (x->links[i].outer, y->links[i].outer);
      if (!order)
        order = compare_numbers (x->links[i].inner, y->links[i].inner);
    }
  return order;
}

static size_t
set_len (const struct process_sum *sum, uint64_t set)
{
  size_t len = 0;

  for (; set != PROCESS_NONE; set = sum->sets.pairs[set].a)
    len++;
  return len;
}

/* Writes the LEN links of SET to LINKS.  */
static void
copy_set (struct process_link *links, size_t len,
          const struct process_sum *sum, uint64_t set,
          const struct renumbering *new)
{
  for (; set != PROCESS_NONE; set = sum->sets.pairs[set].a)
    {
      const struct pair *link = &sum->links.pairs[sum->sets.pairs[set].b];

      links[--len] = (struct process_link) { new->places[link->a],
                                             new->places[link->b] };
    }
}

/* Sets USED for each set that is the chain of an entry of STACKS, samples or
   waits.  Returns the number of links of those that were not set before.  */
static size_t
find_used_sets (const struct process_sum *sum, const struct pair_table *stacks,
                bool *used)
{
  size_t n_links = 0;

  for (size_t i = 0; i < stacks->len; i++)
    {
      uint32_t set = (uint32_t) stacks->pairs[i].a;

      if (!(stacks->pairs[i].b & 1) || used[set])
        continue;
      used[set] = true;
      n_links += set_len (sum, set);
    }
  return n_links;
}

/* Gives the sets of KEYS their new numbers, and TO their links.  */
static void
store_sets (struct process *to, const struct set_key *keys, size_t n,
            size_t n_links, struct renumbering *new)
{
  size_t at = 0;

  to->links = array_new (n_links, sizeof *to->links);
  to->sets = array_new (n + 1, sizeof *to->sets);
  for (to->n_sets = 0; to->n_sets < n; to->n_sets++)
    {
      const struct set_key *key = &keys[to->n_sets];

      memcpy (to->links + at, key->links, key->len * sizeof *to->links);
      at += key->len;
      to->sets[to->n_sets + 1] = at;
      new->sets[key->old] = (uint32_t) to->n_sets;
    }
}

static void
order_sets (struct process *to, const struct process_sum *sum,
            struct renumbering *new)
{
  bool *used = array_new (sum->sets.len, sizeof *used);
  size_t n = 0, at = 0;
  size_t n_links = find_used_sets (sum, &sum->samples, used)
                   + find_used_sets (sum, &sum->waits, used);
  struct process_link *links = array_new (n_links, sizeof *links);
  struct set_key *keys = array_new (sum->sets.len, sizeof *keys);

  new->sets = array_new (sum->sets.len, sizeof *new->sets);
  for (uint32_t i = 0; i < sum->sets.len; i++)
    if (used[i])
      {
        size_t len = set_len (sum, i);

        copy_set (links + at, len, sum, i, new);
        keys[n++] = (struct set_key) { links + at, len, i };
        at += len;
      }
  if (n > 1)
    qsort (keys, n, sizeof *keys, compare_sets);
  store_sets (to, keys, n, n_links, new);
  free (keys);
  free (links);
  free (used);
}

static int
compare_samples (const void *a, const void *b)
{
  const struct process_sample *x = a, *y = b;
  int order = compare_numbers (x->place, y->place);

  if (!order)
    order = compare_numbers (x->chain, y->chain);
  if (!order)
    order = compare_numbers (x->thread, y->thread);
  return order ? order : compare_numbers (x->flags, y->flags);
}

/* Returns the new number of the chain of KEY, a key of samples or waits.  */
static uint32_t
new_chain (const struct process *to, const struct pair *key,
           const struct renumbering *new)
{
  const uint32_t chain = (uint32_t) key->a;

  return (key->b & 1 ? (uint32_t) to->n_nodes + new->sets[chain]
          : new->nodes[chain]);
}

static void
order_samples (struct process *to, const struct process_sum *sum,
               const struct renumbering *new)
{
  to->n_samples = sum->samples.len;
  to->samples = array_new (to->n_samples, sizeof *to->samples);
  for (size_t i = 0; i < to->n_samples; i++)
    {
      const struct pair *key = &sum->samples.pairs[i];
      const struct sample_sum *counts = &sum->sample_sums[i];

      to->samples[i] = (struct process_sample)
        { counts->deliveries, counts->periods, counts->squares,
          new->places[key->a >> 32], new_chain (to, key, new),
          new->threads[key->b >> 32], (uint32_t) key->b >> 1 };
    }
  if (to->n_samples > 1)
    qsort (to->samples, to->n_samples, sizeof *to->samples, compare_samples);
}

static int
compare_waits (const void *a, const void *b)
{
  const struct process_wait *x = a, *y = b;
  int order = compare_numbers (x->place, y->place);

  if (!order)
    order = compare_numbers (x->chain, y->chain);
  if (!order)
    order = compare_numbers (x->thread, y->thread);
  if (!order)
    order = compare_numbers (x->flags, y->flags);
  return order ? order : compare_numbers (x->kind, y->kind);
}

static void
order_waits (struct process *to, const struct process_sum *sum,
             const struct renumbering *new)
{
  to->n_waits = sum->waits.len;
  to->waits = array_new (to->n_waits, sizeof *to->waits);
  for (size_t i = 0; i < to->n_waits; i++)
    {
      const struct pair *key = &sum->waits.pairs[i];
      const struct wait_sum *counts = &sum->wait_sums[i];
      const uint32_t flags = (uint32_t) key->b;

      to->waits[i] = (struct process_wait)
        { counts->ns, counts->looks, counts->waits,
          new->places[key->a >> 32], new_chain (to, key, new),
          new->threads[key->b >> 32], flags >> 3, flags >> 1 & 3 };
    }
  if (to->n_waits > 1)
    qsort (to->waits, to->n_waits, sizeof *to->waits, compare_waits);
}

/* Orders what refers to places, and frees each table behind its last use: of
   streams with millions of entries these are the largest ones.  */
static void
order_tables (struct process *to, struct process_sum *sum,
              struct renumbering *new)
{
  key_index_free (&sum->places.index);
  key_index_free (&sum->nodes.index);
  key_index_free (&sum->links.index);
  key_index_free (&sum->sets.index);
  key_index_free (&sum->samples.index);
  key_index_free (&sum->waits.index);
  order_places (to, sum, new);
  pair_table_free (&sum->places);
  order_arcs (to, sum, new);
  order_nodes (to, sum, new);
  pair_table_free (&sum->nodes);
  order_sets (to, sum, new);
  pair_table_free (&sum->links);
  pair_table_free (&sum->sets);
  order_samples (to, sum, new);
  pair_table_free (&sum->samples);
  order_waits (to, sum, new);
  pair_table_free (&sum->waits);
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
  memcpy (to->counts, sum->counts, sizeof to->counts);
  order_runs (to, sum);
  order_meta (to, sum);
  process_order_objects (to, sum, &new);
  order_threads (to, sum, &new);
  order_loads (to, sum, &new);
  order_names (to, sum, &new);
  order_tables (to, sum, &new);
  free (new.objects);
  free (new.threads);
  free (new.places);
  free (new.nodes);
  free (new.sets);
  return to;
}

const char *
process_meta_of (const struct process *process, const char *key)
{
  for (size_t i = 0; i < process->n_meta; i++)
    if (strcmp (process->meta[i].key, key) == 0)
      return process->meta[i].value;
  return NULL;
}
