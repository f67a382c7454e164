/* run/libraries.c -- reads the symbols of the libraries of a process.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "run/libraries.h"

#include <fnmatch.h>
#include <stdlib.h>

#include <libiberty.h>

#include "base/sort.h"

/* Code without a symbol has a name of its own if it, or code that it called,
   has at least one part in this number of all samples.  */
#define LEAST_SHARE 100

/* The weight of all off-CPU times if there is no CPU time.  */
#define OFF_CPU_ALONE 1e6

/* The sums of a process, for the weights of its addresses.  */
struct weight_sums
{
  uint64_t all;                 /* weight of all CPU times, in ticks; without
                                   them that of the off-CPU times */
  double per_ns;                /* weight of 1 ns off-CPU: these times weigh as
                                   much as the others */
};

static struct weight_sums
weight_sums_of (const struct process *process)
{
  double ticks, ns;
  process_count (process, GMON_CPU_VALUES, &ticks);
  process_count (process, GMON_OFF_CPU_VALUES, &ns);
  if (ticks == 0 && ns > 0)
    ticks = OFF_CPU_ALONE;
  return (struct weight_sums) { (uint64_t) ticks, ns > 0 ? ticks / ns : 0 };
}

static uint64_t
weight_of_sample (const struct weight_sums *sums,
                  const struct process_sample *sample)
{
  return (sample_in (sample, GMON_CPU_VALUES) ? sample->sum
          : (uint64_t) (sums->per_ns * (double) sample->sum));
}

/* An address in an object that the profile uses.  */
struct used_location
{
  struct object_use use;
  uint32_t object;
};

struct used_locations
{
  struct used_location *items;  /* heap */
  size_t len;
};

static int
compare_used (const void *a, const void *b)
{
  const struct used_location *x = a, *y = b;
  if (x->object != y->object)
    return x->object < y->object ? -1 : 1;
  return (x->use.offset > y->use.offset) - (x->use.offset < y->use.offset);
}

/* Adds the address in LOCATION to USED, with WEIGHT, unless it is in the
   program.  IS_CALL: the location is a return address, and the call before it
   is meant.  */
static void
add_used (struct used_locations *used, const struct process_location *location,
          bool is_call, uint64_t weight)
{
  if (location->object == 0)
    return;
  used->items[used->len++] = (struct used_location) {
    { location->offset - (is_call && location->offset ? 1 : 0), weight },
    location->object
  };
}

/* Returns the weight of the samples below each call stack of PROCESS: by node,
   then by set; on the heap.  */
static uint64_t *
weigh_stacks (const struct process *process, const struct weight_sums *sums)
{
  uint64_t *weights = array_new (process->n_nodes + process->n_sets,
                                 sizeof *weights);
  for (size_t i = 0; i < process->n_samples; i++)
    weights[process->samples[i].stack]
      += weight_of_sample (sums, &process->samples[i]);
  for (size_t i = process->n_nodes; i-- > 1;)
    weights[process->nodes[i].parent] += weights[i];
  return weights;
}

/* Adds the addresses in the call stacks of PROCESS to USED.  */
static void
add_stacks (struct used_locations *used, const struct process *process,
            const struct weight_sums *sums)
{
  uint64_t *weights = weigh_stacks (process, sums);
  for (size_t i = 1; i < process->n_nodes; i++)
    {
      const struct process_location *location
        = &process->locations[process->nodes[i].location];
      add_used (used, location, !location->exact, weights[i]);
    }
  for (size_t set = 0; set < process->n_sets; set++)
    for (size_t i = process->sets[set]; i < process->sets[set + 1]; i++)
      {
        const struct process_location
          *outer = &process->locations[process->links[i].outer],
          *inner = &process->locations[process->links[i].inner];
        const uint64_t weight = weights[process->n_nodes + set];
        add_used (used, outer, !outer->exact, weight);
        add_used (used, inner, !inner->exact, weight);
      }
  free (weights);
}

/* Adds equal addresses up.  USED is sorted.  */
static void
unite_used (struct used_locations *used)
{
  size_t kept = 0;
  for (size_t i = 1; i < used->len; i++)
    if (compare_used (&used->items[kept], &used->items[i]) == 0)
      used->items[kept].use.weight += used->items[i].use.weight;
    else
      used->items[++kept] = used->items[i];
  if (used->len)
    used->len = kept + 1;
}

/* Sets USED to all addresses in libraries that PROCESS uses, sorted by object
   and offset.  */
static void
collect_used (struct used_locations *used, const struct process *process)
{
  const size_t n_links = process->n_sets ? process->sets[process->n_sets] : 0;
  const struct weight_sums sums = weight_sums_of (process);
  used->items = array_new (process->n_samples + process->n_nodes
                           + 2 * (process->n_arcs + n_links),
                           sizeof *used->items);
  used->len = 0;
  for (size_t i = 0; i < process->n_samples; i++)
    add_used (used, &process->locations[process->samples[i].location], false,
              weight_of_sample (&sums, &process->samples[i]));
  for (size_t i = 0; i < process->n_arcs; i++)
    {
      const struct process_arc *arc = &process->arcs[i];
      add_used (used, &process->locations[arc->self], false, 0);
      if (arc->from != PROCESS_NONE)
        add_used (used, &process->locations[arc->from], true, 0);
    }
  add_stacks (used, process, &sums);
  sort_stable (used->items, used->len, sizeof *used->items, compare_used);
  unite_used (used);
}

struct objects *
libraries_new (const struct image *image, struct diag *diag,
               const struct options *options, const struct process *process,
               struct sources *sources)
{
  struct object_rules rules = {
    .dirs = options->object_dirs.items,
    .n_dirs = options->object_dirs.len,
    .copies = options->object_copies,
    .debug = { .dirs = options->debug_dirs.items,
               .n_dirs = options->debug_dirs.len,
               .ask_servers = options->debuginfod },
    .no_static = options->no_static,
    .sources = options->style.line_mode ? sources : NULL,
  };
  rules.least_weight = weight_sums_of (process).all / LEAST_SHARE;
  return objects_new (image, diag, &rules);
}

static enum object_kind
object_kind_of (const struct process_object *object)
{
  if (object->flags & GMON_OBJECT_VDSO)
    return OBJECT_VDSO;
  if (object->flags & GMON_OBJECT_ABSOLUTE)
    return OBJECT_ANON;
  return object->flags & (GMON_OBJECT_PROFILER | GMON_OBJECT_UNSEEN)
         ? OBJECT_UNREAD : OBJECT_FILE;
}

/* Adds the names that PROCESS has for the code of object NUMBER to FUNCS.  */
static void
add_names (struct object_funcs *funcs, const struct process *process,
           uint32_t number)
{
  for (size_t i = 0; i < process->n_names; i++)
    {
      const struct process_name *name = &process->names[i];
      if (name->object != number || name->size == 0)
        continue;
      *ARRAY_APPEND (funcs->items, funcs->cap, funcs->len)
        = (struct object_func) { name->offset, name->size, name->name, false };
    }
  object_funcs_sort (funcs);
}

/* Adds the symbols of object NUMBER of PROCESS, which uses the N_USES addresses
   of USES, to SYMTAB.  */
static void
make_library (struct objects *objects, struct symtab *symtab,
             const struct process *process, uint32_t number,
             const struct object_use *uses, size_t n_uses)
{
  const struct process_object *object = &process->objects[number];
  struct object_funcs names = { .len = 0 };
  struct object_request request = {
    .kind = object_kind_of (object), .path = object->path,
    .build_id = object->build_id, .build_id_len = object->build_id_len,
    .size = object->size, .mtime = object->mtime,
    .uses = uses, .n_uses = n_uses, .names = &names
  };
  add_names (&names, process, number);
  objects_add (objects, symtab, number, &request);
  free (names.items);
}

void
libraries_add (struct objects *objects, struct symtab *symtab,
               const struct process *process)
{
  struct used_locations used;
  collect_used (&used, process);
  struct object_use *uses = array_new (used.len, sizeof *uses);
  for (size_t i = 0, end; i < used.len; i = end)
    {
      const uint32_t number = used.items[i].object;
      for (end = i; end < used.len && used.items[end].object == number; end++)
        uses[end] = used.items[end].use;
      if (number < OBJECTS_MAX - 1)
        make_library (objects, symtab, process, number, uses + i, end - i);
      else
        {
          make_library (objects, symtab, process, OBJECTS_MAX - 1, uses + i, 0);
          break;
        }
    }
  free (uses);
  free (used.items);
  symtab_find_ambiguous (symtab, lbasename (process->objects[0].path));
}

static bool
is_shown_object (const char *glob, const char *path)
{
  return (fnmatch (glob, path, 0) == 0
          || fnmatch (glob, lbasename (path), 0) == 0);
}

bool *
libraries_shown (const struct process *process, const char *program,
                 const char *glob, struct diag *diag)
{
  const size_t n = process ? process->n_objects : 1;
  bool *shown = array_new (n < OBJECTS_MAX ? n : OBJECTS_MAX, sizeof *shown);
  bool any = false;
  for (size_t i = 0; i < n && i < OBJECTS_MAX; i++)
    {
      shown[i] = is_shown_object (glob, process ? process->objects[i].path
                                  : program);
      any |= shown[i];
    }
  if (!any)
    diag_warning (diag, "no object of the profile matches --object=%s, so"
                  " nothing is shown; -i lists the objects", glob);
  return shown;
}
