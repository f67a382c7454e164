/* wrapped.h -- frames of functions that libgmon defines before the C library.

   SPDX-License-Identifier: 0BSD

   A program that calls syscall, sigwait or execve calls libgmon.so, which does
   something for the profile and calls the C library.  In a call stack these
   frames are the function that the program has called.  */

#ifndef GMON_WRAPPED_H
#define GMON_WRAPPED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arch/namespace.h"

#define WRAPPED_MOST 64         /* functions; libgmon.map has fewer */

struct code_range
{
  uintptr_t start, end;         /* the last byte is before END */
};

/* A list of zeros is valid and empty.  */
struct wrapped_list
{
  struct code_range all;        /* libgmon.so */
  bool passes_on;               /* that is not this libgmon, and does nothing
                                   but pass calls on */
  size_t len;
  struct
  {
    struct code_range own;      /* the function in libgmon.so */
    struct code_range next;     /* the one in the C library, or in another
                                   library that was preloaded */
  } functions[WRAPPED_MOST];
};

/* Adds the function OWN, which stands before the function NEXT.  Does nothing
   if LIST is full.  */
void wrapped_add (struct wrapped_list *list, struct code_range own,
                  struct code_range next);

/* Replaces the frames of libgmon.so in the LEN elements of PCS, a stack as
   gmon_unwind stores it, by the wrapped functions.  Frames that follow each
   other count as the outermost of them; those whose outermost function is not
   in LIST stay.  Nothing stands for them if the wrapped function itself comes
   next.  Nothing stands for frames that pass calls on, either: the caller is
   then where the program counter is.  *GAP is the number of elements before a
   gap in the stack, or 0, and is adapted.  Returns the new number of elements,
   at least 1.  Async-signal-safe.  */
size_t wrapped_replace (const struct wrapped_list *list, uintptr_t *pcs,
                        size_t len, size_t *gap);

/* Returns the address of the function that the code at ADDRESS stands before,
   or ADDRESS if it is in no function of LIST.  Async-signal-safe.  */
uintptr_t wrapped_function (const struct wrapped_list *list,
                            uintptr_t address);

#endif /* GMON_WRAPPED_H */
