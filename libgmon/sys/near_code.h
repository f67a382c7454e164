/* near_code.h -- a hook that the code of a loaded object reaches.

   SPDX-License-Identifier: 0BSD

   A library may be too far for a direct call.  Then a page near the object has
   the code of the hook, or a jump to it.  The page of code is mapped from the
   file of libgmon.so, so that other tools find its name, and no memory is made
   executable; else it is a copy.  No page is writable and executable at once,
   if the kernel lets a process write through /proc/self/mem.  Pages stay, as a
   thread may be in one.  Not for several threads at once; no libc call; errno
   is kept.  */

#ifndef GMON_NEAR_CODE_H
#define GMON_NEAR_CODE_H

#include <stdbool.h>
#include <stdint.h>

#include "arch/namespace.h"
#include "sys/code_patch.h"

#define NEAR_PAGES 256          /* at most */
#define NEAR_PAGE_SIZE 4096
#define NEAR_WORDS 3

/* The hook, and its code for a page elsewhere.  All else than TARGET may be
   0.  */
struct near_hook
{
  uintptr_t target;             /* the hook itself */
  const unsigned char *code;    /* NEAR_PAGE_SIZE bytes, NULL: none */
  uintptr_t words[NEAR_WORDS];  /* for the page behind them */
  const char *file;             /* that CODE is mapped from, NULL: not known.
                                   It must stay */
  uintptr_t offset;             /* of CODE in it, a multiple of a page */
};

struct near_code
{
  struct near_hook hook;        /* to be set first */
  bool is_refused;              /* the kernel refuses such pages */
  _Atomic unsigned n_pages;
  uintptr_t pages[NEAR_PAGES];  /* each begins with code, or a jump */
};

/* Returns the address of code that does what the hook does, and that a call
   from all of START to END reaches: the hook itself, or a page.  Returns 0 if
   there is no place, or if the kernel refuses.  */
uintptr_t near_code_get (struct near_code *near, struct code_patch *patch,
                         uintptr_t start, uintptr_t end);

/* Returns true if ADDRESS is in one of these pages.  Async-signal-safe.  */
bool near_code_contains (const struct near_code *near, uintptr_t address);

#endif /* GMON_NEAR_CODE_H */
