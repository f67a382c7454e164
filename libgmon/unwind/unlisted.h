/* unlisted.h -- the callers of code that the unwind tables do not list.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_UNLISTED_H
#define GMON_UNLISTED_H

#include <stdbool.h>
#include <stdint.h>

#include "arch/namespace.h"
#include "unwind/unwinder.h"
#include "unwind/walk.h"

/* A frame's end.  */
struct unlisted
{
  uintptr_t place;              /* address of the word that is the return
                                   address */
  uintptr_t pc;                 /* that word */
  bool has_fp_place;            /* the frame pointer of the caller is the word
                                   at fp_place; if that is 0, the register's */
  uintptr_t fp_place;
  bool is_certain;              /* the call that returns there is one of this
                                   function */
};

/* Looks for the return address of the frame where WALK is, whose code holds PC
   and has no row.  IS_INTERRUPTED: the frame has not made a call that is not
   finished; so its prologue or its end may be running.  Stores in *END what is
   found, and returns false if nothing is.

   What is found follows a call that can be one of this function.  Without
   FRAME_HAS_CODE (arch/call_frame.h), and if the tables list the code and only
   their rule is not understood, nothing is found.  Reads memory and code as
   WALK does; async-signal-safe.  */
bool unlisted_end (const struct unwinder *unwinder, struct walk *walk,
                   uintptr_t pc, bool is_interrupted, struct unlisted *end);

/* Stores in *FP what is probably the frame pointer of the caller, if END has no
   place of it.  It is one of the words below the return address, which the
   function may have pushed, or the register: the innermost at which a frame of
   the caller can end.  Returns false if none can.  To be called before WALK is
   in the caller's frame.  */
bool unlisted_pointer (const struct unwinder *unwinder, struct walk *walk,
                       const struct unlisted *end, uintptr_t *fp);

#endif /* GMON_UNLISTED_H */
