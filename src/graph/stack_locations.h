/* graph/stack_locations.h -- the locations of a process, as symbols.

   SPDX-License-Identifier: GPL-3.0-or-later

   The executable and all other objects share one table of symbols
   (object_address).  */

#ifndef GRAPH_STACK_LOCATIONS_H
#define GRAPH_STACK_LOCATIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "image/symtab.h"
#include "profile/process.h"
#include "profile/profile.h"

/* The symbols of one location.  In line mode a line of a function is a symbol
   of its own.  A call is a call of the function, and is made by the line.  */
struct stack_location
{
  sym_id id;                    /* SYM_NONE: the location is in no symbol */
  sym_id function;              /* what was called to get there; SYM_NONE only
                                   if id is */
};

/* Returns the address of LOCATION in a table of symbols.  IS_CALL: the byte
   before it is meant.  */
static inline uint64_t
location_address (const struct process_location *location, bool is_call)
{
  return (location->is_inlined ? inlined_address (location->offset)
          : object_address (location->object,
                            location->offset
                            - (is_call && location->offset > 0)));
}

/* Returns the symbols of LOCATION.  IS_LEAF: the location is a program
   counter, also if it is not marked as exact.  A return address stands for the
   call before it.  */
struct stack_location location_find (const struct symtab *symtab,
                                     const struct process_location *location,
                                     bool is_leaf);

/* Whose the code of a location is.  libgmon.a defines some functions before the
   C library does, as sigaction, which do work of the program.  libgmon.so does
   so too, but in its stacks the C library's functions stand for them.  */
enum location_kind
{
  LOCATION_PROGRAM,             /* the program's or a library's */
  LOCATION_WRAPPER,             /* a function of libgmon.a in place of one of
                                   the C library */
  LOCATION_INNER,               /* a function that only libgmon.a calls */
  LOCATION_HOOK                 /* any other code of libgmon */
};

/* Returns the kind of LOCATION.  FOUND is the result of location_find.  An
   inlined function is of the program, since code of libgmon gets no inlined
   functions (graph/inline_chains.h).  */
enum location_kind location_kind (const struct process *process,
                                  const struct symtab *symtab,
                                  const struct process_location *location,
                                  const struct stack_location *found);

/* Returns true if LOCATION is in the code of libgmon, but in no wrapper.
   FOUND is the result of location_find.  */
bool location_is_profiler (const struct process *process,
                           const struct symtab *symtab,
                           const struct process_location *location,
                           const struct stack_location *found);

/* Returns whether samples of threads with NAME count.  GLOB is a pattern of
   fnmatch, or NULL for all threads.  */
bool stack_thread_chosen (const char *name, const char *glob);

#endif /* GRAPH_STACK_LOCATIONS_H */
