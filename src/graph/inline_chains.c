/* graph/inline_chains.c -- the inlined functions at the locations of a process.

   SPDX-License-Identifier: GPL-3.0-or-later

   Contracts are in inline_chains.h.  Each object is asked once.  A frame of its
   index has one chain, which the locations with that frame share.  */

#include <config.h>

#include "graph/inline_chains.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/diag.h"

/* The chain of a location: its frames are functions[first] and on.  */
struct span
{
  size_t first;
  uint32_t len;
};

struct inline_chains
{
  const struct process *process;
  const struct symtab *symtab;
  const struct inline_files *files;
  struct inlined_functions *table;
  bool *used[USES];             /* by location: it may have a chain */
  struct span *spans[USES];     /* by location */
  uint32_t *functions;          /* heap */
  size_t len, cap;
};

/* -- Uses ----------------------------------------------------------------- */

/* Notes which locations are used, and how.  */
static void
find_uses (struct inline_chains *chains)
{
  const struct process *process = chains->process;
  const size_t n_links = process->n_sets ? process->sets[process->n_sets] : 0;
  for (size_t i = 0; i < process->n_samples; i++)
    chains->used[USE_LEAF][process->samples[i].location] = true;
  for (size_t i = 1; i < process->n_nodes; i++)
    chains->used[USE_CALL][process->nodes[i].location] = true;
  for (size_t i = 0; i < n_links; i++)
    {
      chains->used[USE_CALL][process->links[i].outer] = true;
      chains->used[USE_CALL][process->links[i].inner] = true;
    }
  for (size_t i = 0; i < process->n_arcs; i++)
    if (process->arcs[i].from != PROCESS_NONE)
      chains->used[USE_CALL][process->arcs[i].from] = true;
}

/* Returns the address in its object that location NUMBER means in its USE: of a
   return address the last byte of the call.  */
static uint64_t
meant_address (const struct inline_chains *chains, size_t number,
               enum location_use use)
{
  const struct process_location *location
    = &chains->process->locations[number];
  return (location->offset
          - (use == USE_CALL && !location->exact && location->offset > 0));
}

/* Returns true if location NUMBER is code of the program in its USE.  */
static bool
is_program_code (const struct inline_chains *chains, size_t number,
               enum location_use use)
{
  const struct process_location *location
    = &chains->process->locations[number];
  const struct stack_location found
    = location_find (chains->symtab, location, use == USE_LEAF);
  return location_kind (chains->process, chains->symtab, location, &found)
         == LOCATION_PROGRAM;
}

/* -- Chains --------------------------------------------------------------- */

/* The chains of the object at hand.  */
struct object_chains
{
  uint32_t object;
  const struct inline_index *index;
  struct span *spans;           /* heap; by frame of INDEX; len 0: not made */
  uint32_t *functions;          /* heap; by frame: its function + 1; 0: not
                                   entered */
};

/* Returns the function of frame NUMBER, FRAME.  Many chains have one frame.  */
static uint32_t
function_of_frame (struct inline_chains *chains, struct object_chains *object,
                   uint32_t number, const struct inline_frame *frame)
{
  uint32_t *function = &object->functions[number];
  if (*function == 0)
    *function = inlined_function_enter (chains->table, object->object, frame)
                + 1;
  return *function - 1;
}

/* Appends the chain of FRAME to CHAINS, and returns it.  */
static struct span
make_span (struct inline_chains *chains, struct object_chains *object,
           uint32_t frame)
{
  struct span span = { .first = chains->len };
  for (uint32_t at = frame; at != INLINE_NONE;
       at = inline_index_get (object->index, at).parent)
    span.len++;
  ARRAY_ROOM (chains->functions, chains->cap, chains->len + span.len);
  size_t place = chains->len += span.len;
  for (uint32_t at = frame; at != INLINE_NONE;)
    {
      const struct inline_frame found = inline_index_get (object->index, at);
      chains->functions[--place]
        = function_of_frame (chains, object, at, &found);
      at = found.parent;
    }
  return span;
}

/* Sets the chain of location NUMBER in its USE.  */
static void
set_span (struct inline_chains *chains, struct object_chains *object,
          size_t number, enum location_use use)
{
  const uint32_t frame
    = chains->used[use][number]
      ? inline_index_find (object->index, meant_address (chains, number, use))
      : INLINE_NONE;
  if (frame == INLINE_NONE)
    return;
  if (object->spans[frame].len == 0)
    object->spans[frame] = make_span (chains, object, frame);
  chains->spans[use][number] = object->spans[frame];
}

/* Sets the chains of the locations from FIRST up to END, all of one object,
   for which INDEX is.  */
static void
set_spans (struct inline_chains *chains, const struct inline_index *index,
           size_t first, size_t end)
{
  struct object_chains object = {
    .object = chains->process->locations[first].object, .index = index,
    .spans = array_new (inline_index_len (index), sizeof *object.spans),
    .functions = array_new (inline_index_len (index),
                            sizeof *object.functions)
  };
  for (size_t i = first; i < end; i++)
    for (int use = 0; use < USES; use++)
      set_span (chains, &object, i, use);
  free (object.spans);
  free (object.functions);
}

/* Returns the file of object NUMBER if it may have inlined functions, else
   NULL.  */
static struct image *
inlines_file (const struct inline_chains *chains, uint32_t number)
{
  const uint64_t none = GMON_OBJECT_PROFILER | GMON_OBJECT_UNSEEN
                        | GMON_OBJECT_VDSO | GMON_OBJECT_ABSOLUTE;
  if (number >= OBJECTS_MAX - 1
      || (chains->process->objects[number].flags & none))
    return NULL;
  struct image *image = chains->files->image_of (chains->files->data, number);
  return image && inline_index_is_possible (image) ? image : NULL;
}

/* Adds the addresses of the locations from FIRST up to END to WANTS, and notes
   which of them can have no chain.  */
static void
want_addresses (struct inline_chains *chains, size_t first, size_t end,
                struct line_wants *wants)
{
  for (size_t i = first; i < end; i++)
    for (int use = 0; use < USES; use++)
      {
        bool *used = &chains->used[use][i];
        *used = *used && is_program_code (chains, i, use);
        if (*used)
          line_wants_add (wants, meant_address (chains, i, use));
      }
}

/* Reads and sets the chains of the locations from FIRST up to END, all of one
   object.  */
static void
read_chains (struct inline_chains *chains, size_t first, size_t end)
{
  struct image *image
    = inlines_file (chains, chains->process->locations[first].object);
  struct line_wants wants = { .len = 0 };
  if (!image)
    return;
  want_addresses (chains, first, end, &wants);
  struct inline_index *index = inline_index_read (image, &wants);
  if (index)
    set_spans (chains, index, first, end);
  if (index && chains->files->diag && inline_index_lacks_split (index))
    diag_warning (chains->files->diag, "%s: functions that were inlined are"
                  " not shown, since the split debugging information (.dwo) is"
                  " not found", image_name (image));
  inline_index_free (index);
  line_wants_free (&wants);
}

struct inline_chains *
inline_chains_new (const struct process *process, const struct symtab *symtab,
                   const struct inline_files *files,
                   struct inlined_functions *functions)
{
  const size_t n = process->n_locations;
  struct inline_chains *chains = array_new (1, sizeof *chains);
  *chains = (struct inline_chains) { .process = process, .symtab = symtab,
                                     .files = files, .table = functions };
  for (int use = 0; use < USES; use++)
    {
      chains->used[use] = array_new (n, sizeof *chains->used[use]);
      chains->spans[use] = array_new (n, sizeof *chains->spans[use]);
    }
  find_uses (chains);
  for (size_t first = 0, end; first < n; first = end)
    {
      const uint32_t object = process->locations[first].object;
      for (end = first; end < n && process->locations[end].object == object;)
        end++;
      read_chains (chains, first, end);
    }
  return chains;
}

void
inline_chains_free (struct inline_chains *chains)
{
  for (int use = 0; use < USES; use++)
    {
      free (chains->used[use]);
      free (chains->spans[use]);
    }
  free (chains->functions);
  free (chains);
}

struct inline_chain
inline_chain_of (const struct inline_chains *chains, uint32_t number,
                 enum location_use use)
{
  const struct span *span = &chains->spans[use][number];
  return (struct inline_chain) { chains->functions + span->first, span->len };
}
