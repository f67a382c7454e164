/* graph/stack_places.c -- the places of a process, as symbols.

   SPDX-License-Identifier: GPL-3.0-or-later

   In: offsets in objects.  Out: symbols of the table that all objects
   share.  */

#include <config.h>

#include "graph/stack_places.h"

#include <fnmatch.h>
#include <string.h>

#include "base/arena.h"

/* The beginning of the names of functions within libgmon.a.  */
#define PROFILER_PREFIX "__gmon_"

/* Returns the function that a call of code in the symbol ID counts for.  It is
   in the object of ID.  */
static sym_id
called_function (const struct symtab *symtab, sym_id id)
{
  sym_id function = sym_function (symtab, id);
  if (function == SYM_NONE
      || symtab_object_of (symtab, function) != symtab_object_of (symtab, id))
    return id;
  return function;
}

struct stack_place
place_find (const struct symtab *symtab, const struct process_place *place,
            bool is_leaf)
{
  bool is_call = !is_leaf && !place->exact && place->offset > 0;
  uint64_t addr = object_address (place->object, place->offset - is_call);
  struct stack_place found = { SYM_NONE, SYM_NONE };
  found.id = sym_lookup (symtab, addr);
  if (found.id != SYM_NONE)
    found.function = called_function (symtab, found.id);
  return found;
}

/* Returns true if NAME is a function of libgmon.a.  */
static bool
is_profiler_name (const char *name)
{
  static const char *const hooks[]
    = { "mcount", "_mcount", "__mcount", "__mcount_internal",
        "_gprof_mcount", "__gnu_mcount_nc", "__fentry__", "__mcleanup",
        "_mcleanup", "mcleanup", "profil", "sprofil", "__profil",
        "__sprofil" };
  if (!strchr ("_mps", name[0]))
    return false;               /* the most frequent case */
  if (strncmp (name, PROFILER_PREFIX, strlen (PROFILER_PREFIX)) == 0)
    return true;
  for (size_t i = 0; i < sizeof hooks / sizeof *hooks; i++)
    if (strcmp (name, hooks[i]) == 0)
      return true;
  return false;
}

bool
place_is_profiler (const struct process *process, const struct symtab *symtab,
                   const struct process_place *place,
                   const struct stack_place *found)
{
  uint64_t flags = process->objects[place->object].flags;
  if (flags & GMON_OBJECT_PROFILER)
    return true;
  return (flags & GMON_OBJECT_EXECUTABLE && found->function != SYM_NONE
          && is_profiler_name (sym_get (symtab, found->function)->name));
}

bool
stack_thread_chosen (const char *name, const char *glob)
{
  return !glob || fnmatch (glob, name, 0) == 0;
}
