/* unwinder.h -- what a walk along a stack knows of the process.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_UNWINDER_H
#define GMON_UNWINDER_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arch/namespace.h"
#include "unwind/cfi.h"
#include "unwind/row_cache.h"

struct unwinder
{
  struct row_cache *rows;
  /* Stores the unwind tables of the object whose code holds PC in *TABLES; if
     that has none, all zeros.  Returns false if there is no such object.
     Async-signal-safe.  OBJECTS is the field below.  */
  bool (*find) (const void *objects, uintptr_t pc,
                struct unwind_tables *tables);
  const void *objects;
  bool is_for_others;           /* for stacks of other threads: nothing is used
                                   that FIND does not find */
#ifdef GMON_IN_GPROF
  /* Returns whether the process has made code at run time that holds PC.
     NULL: it never does.  */
  bool (*is_made) (const void *objects, uintptr_t pc);
  /* Returns the row of PC (unwind/row.h) by other tables than those of FIND;
     ROW_NONE if there are none.  NULL: there never are.  */
  uint64_t (*other_row) (const void *objects, uintptr_t pc);
#else
  /* Whether page_copy may be used.  Where it may not, a thread that unmaps
     memory while another one's stack is followed into it by mistake ends the
     program.  */
  _Atomic bool can_copy;
  /* The entry points of the executable and of the loader; 0: none.  */
  uintptr_t entries[2];
#endif
};

#endif /* GMON_UNWINDER_H */
