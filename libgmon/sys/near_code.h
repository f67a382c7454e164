/* near_code.h -- jumps that the code of a loaded object reaches.

   SPDX-License-Identifier: 0BSD

   A library may be too far for a direct call.  Then a page near the object has
   a jump.  No page is writable and executable at once, if the kernel lets a
   process write through /proc/self/mem.  Pages stay, as a thread may be in one.
   Not for several threads at once; no libc call; errno is kept.  */

#ifndef GMON_NEAR_CODE_H
#define GMON_NEAR_CODE_H

#include <stdbool.h>
#include <stdint.h>

#include "arch/namespace.h"
#include "sys/code_patch.h"

#define NEAR_PAGES 256          /* at most */

struct near_code
{
  bool is_refused;              /* the kernel refuses such pages */
  _Atomic unsigned n_pages;
  uintptr_t pages[NEAR_PAGES];  /* each begins with a jump */
};

/* Returns the address of code that goes on at TARGET, the same for all calls
   with NEAR, and that a call from all of START to END reaches: TARGET itself,
   or a jump.  Returns 0 if there is no place, or if the kernel refuses.  */
uintptr_t near_code_get (struct near_code *near, struct code_patch *patch,
                         uintptr_t start, uintptr_t end, uintptr_t target);

/* Returns true if ADDRESS is in one of these jumps.  Async-signal-safe.  */
bool near_code_contains (const struct near_code *near, uintptr_t address);

#endif /* GMON_NEAR_CODE_H */
