/* wraps.h -- what life/ knows of the functions that libgmon wraps.

   SPDX-License-Identifier: 0BSD

   The functions belong to hooks/, a layer above life/.  */

#ifndef GMON_WRAPS_H
#define GMON_WRAPS_H

#include <stddef.h>

#include "arch/compiler.h"
#include "arch/namespace.h"

/* The linker takes a member of libgmon.a only if the member defines a name that
   is still undefined.  A program need not refer to _exit, exec or sigaction
   itself, yet its C library calls them.  So the start of libgmon refers to one
   name of each member that must be linked.  */
extern const char exit_exec_member HIDDEN;
extern const char sigaction_wrap_member HIDDEN;
extern const char block_callbacks_member HIDDEN;

/* A function that libgmon.so defines before the C library does.  */
struct wrapper
{
  const char *own;              /* its code, also if the program has another
                                   function of this name */
  const char *name;
  void *next;                   /* a pointer to a function, which gets the next
                                   definition at the start; or NULL */
};

/* Adds FUNCTION, which the program knows as the string NAME and which the same
   file defines, to the list of all wrappers of libgmon.so.  The archive has no
   such list.  NEXT is a field of the list.  With WRAPPER_AT, OWN is a hidden
   name of the function.  */
#ifdef __PIE__
# define WRAPPER_AT(own, name, next) struct wrapper
# define WRAPPER_AS(function, name, next) struct wrapper
#else
# define WRAPPER_AT(own, name, next)                                    \
  static const struct wrapper wrapper_##own                             \
    = { (const char *) own, name, next };                               \
  static const struct wrapper *const listed_##own                       \
    __attribute__ ((section ("gmon_wrappers"), used))                   \
    = &wrapper_##own
# define WRAPPER_AS(function, name, next)                               \
  __asm__ (".set gmon_own_" #function ", " name);                       \
  extern const char gmon_own_##function[] HIDDEN;                       \
  WRAPPER_AT (gmon_own_##function, name, next)

/* The list, to which the linker gives these names.  It has pointers, since
   compilers leave gaps between structures.  */
extern const struct wrapper *const __start_gmon_wrappers[] HIDDEN;
extern const struct wrapper *const __stop_gmon_wrappers[] HIDDEN;
#endif

#define WRAPPER(function) WRAPPER_AS (function, #function, NULL)

/* Before a function that wrappers call, and that calls other functions: with
   libgmon.a, frames of its own would be in the stacks of the program.  */
#define PART_OF_WRAPPER static inline __attribute__ ((always_inline))

#endif /* GMON_WRAPS_H */
