/* library_calls.h -- counts calls of libraries that have no hooks.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_LIBRARY_CALLS_H
#define GMON_LIBRARY_CALLS_H

#include "arch/namespace.h"

struct library_calls;

/* From now on counts each call of a function in a library whose base name, or
   whose path if PATTERN has a slash, fits PATTERN, if the call goes through a
   PLT and the library has no hooks of its own.  Binds all functions of such
   calls.  If PATTERN is NULL, only looks for libraries for functions=, if that
   may be of use.  Returns what library_look wants, or NULL, also if calls
   cannot be counted, which a message says.  Not async-signal-safe.  */
struct library_calls *library_calls_start (const char *pattern);

/* Counts the calls of libraries that were loaded since the last time, and calls
   to them.  library_look_hook calls this before a function that makes libraries
   known to the program.  Keeps errno.  Not async-signal-safe.  */
void library_look (void);

/* For the child after fork.  LIBRARIES may be NULL.  */
void library_calls_reset_in_child (struct library_calls *libraries);

/* Prints a message for each loaded library that has hooks but does not call
   ours, the first time that a process comes here.  Not async-signal-safe.  */
void library_check_hooks (void);

#endif /* GMON_LIBRARY_CALLS_H */
