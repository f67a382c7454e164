/* counted.h -- which functions are counted, if not all.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_COUNTED_H
#define GMON_COUNTED_H

#include <stdbool.h>

#include "arch/namespace.h"

/* The first time, does what functions= in GMON_OPTIONS asks for: in all objects
   that are loaded, the calls of hooks by functions that are not wanted become
   instructions that do nothing.  Reads GMON_OPTIONS then, if it has the key.
   Where that is not possible, a message says why.  Returns true if the program
   has calls of our hooks, and functions= is given.  Not async-signal-safe.  */
bool counted_start (void);

/* Finds the functions of objects that were loaded since the last time.  Their
   calls of hooks stay, but are dropped when they are read.  Keeps errno.  Not
   async-signal-safe.  */
void counted_look (void);

/* For the child after fork.  */
void counted_reset_in_child (void);

/* Returns which functions are counted, a list of patterns or "none".  Returns
   NULL if all are.  The text stays.  */
const char *counted_functions (void);

/* Returns true if no function is counted.  */
bool counted_is_nothing (void);

#endif /* GMON_COUNTED_H */
