/* graph/stack_locations.c -- the locations of a process, as symbols.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "graph/stack_locations.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

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

struct stack_location
location_find (const struct symtab *symtab,
               const struct process_location *location,
               bool is_leaf)
{
  const uint64_t addr = location_address (location,
                                          !is_leaf && !location->exact);
  struct stack_location found = { SYM_NONE, SYM_NONE };
  found.id = sym_lookup (symtab, addr);
  if (found.id != SYM_NONE)
    found.id = sym_home (symtab, found.id);
  if (found.id != SYM_NONE)
    found.function = called_function (symtab, found.id);
  return found;
}

/* The functions that libgmon.a defines before the C library, in the order of
   strcmp.  */
static const char *const wrappers[]
  = { "_Exit", "__sysv_signal", "_exit", "bsd_signal", "execl", "execle",
      "execlp", "execv", "execve", "execveat", "execvp", "execvpe", "fexecve",
      "prctl", "setns", "sigaction", "sigignore", "siginterrupt", "signal",
      "signalfd", "sigpending", "sigset", "sigtimedwait", "sigwait",
      "sigwaitinfo", "ssignal", "syscall", "sysv_signal", "unshare" };

static int
compare_wrapper (const void *name, const void *element)
{
  const char *const *wrapper = element;
  return strcmp (name, *wrapper);
}

/* Returns the kind of the function NAME of the executable.  */
static enum location_kind
kind_of_name (const char *name)
{
  static const char *const hooks[]
    = { "mcount", "_mcount", "__mcount", "__mcount_internal",
        "_gprof_mcount", "__gnu_mcount_nc", "__fentry__", "__mcleanup",
        "_mcleanup", "mcleanup", "profil", "sprofil", "__profil",
        "__sprofil" };
  if (!strchr ("_befmpsu", name[0]))
    return LOCATION_PROGRAM;    /* the most frequent case */
  if (strncmp (name, PROFILER_PREFIX, strlen (PROFILER_PREFIX)) == 0)
    return LOCATION_INNER;
  for (size_t i = 0; i < sizeof hooks / sizeof *hooks; i++)
    if (strcmp (name, hooks[i]) == 0)
      return LOCATION_HOOK;
  return bsearch (name, wrappers, sizeof wrappers / sizeof *wrappers,
                  sizeof *wrappers, compare_wrapper)
         ? LOCATION_WRAPPER : LOCATION_PROGRAM;
}

enum location_kind
location_kind (const struct process *process, const struct symtab *symtab,
               const struct process_location *location,
               const struct stack_location *found)
{
  uint64_t flags = process->objects[location->object].flags;
  if (location->is_inlined)
    return LOCATION_PROGRAM;
  if (flags & GMON_OBJECT_PROFILER)
    return LOCATION_HOOK;
  if (!(flags & GMON_OBJECT_EXECUTABLE) || found->function == SYM_NONE)
    return LOCATION_PROGRAM;
  return kind_of_name (sym_get (symtab, found->function)->name);
}

bool
location_is_profiler (const struct process *process,
                      const struct symtab *symtab,
                      const struct process_location *location,
                      const struct stack_location *found)
{
  return location_kind (process, symtab, location, found) >= LOCATION_INNER;
}

bool
stack_thread_chosen (const char *name, const char *glob)
{
  return !glob || fnmatch (glob, name, 0) == 0;
}
