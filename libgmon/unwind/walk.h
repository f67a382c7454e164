/* walk.h -- the state of a walk along a stack, and what it reads.

   SPDX-License-Identifier: 0BSD

   In gprof (GMON_IN_GPROF) memory is read by a struct unwind_memory, and the
   first frame's registers were given.  In libgmon, memory is that of this
   process, and registers are in a signal's context.  The functions have the
   same names, so that unwind.c is compiled for both, and the handler does not
   pay for a choice.  */

#ifndef GMON_WALK_H
#define GMON_WALK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arch/namespace.h"
#include "unwind/page_probe.h"
#include "unwind/target.h"

#define WORD sizeof (uintptr_t)

/* Registers of a frame.  */
struct frame
{
  uintptr_t pc, sp, fp, saved;
  bool has_sp, has_fp, has_saved;       /* their values are known */
};

struct walk
{
  struct frame at;              /* where it is */
  uintptr_t context;            /* address of a ucontext_t with all registers of
                                   the frame, 0 if there is none */
#ifdef GMON_IN_GPROF
  const struct unwind_registers *given; /* likewise, if it is the first frame;
                                           else NULL */
  const struct unwind_memory *memory;
#else
  struct page_range readable;
#endif
  unsigned flags;               /* so far */
  size_t certain;               /* frames before one that was left by its frame
                                   pointer */
  unsigned unproved;            /* frames that must follow a call, since one
                                   did not */
};

#ifdef GMON_IN_GPROF

/* Stores the word at ADDRESS in *WORD.  Returns false if ADDRESS is not a
   multiple of a word, or not readable.  */
static inline bool
walk_read (struct walk *walk, uintptr_t address, uintptr_t *word)
{
  return address % WORD == 0
         && memory_read (walk->memory, address, word, WORD);
}

/* Copies SIZE bytes of code from PC, if they are readable.  */
static inline bool
walk_copy_code (const struct walk *walk, uintptr_t pc, unsigned char *code,
                size_t size)
{
  return memory_read (walk->memory, pc, code, size);
}

static inline const struct unwind_registers *
walk_given (const struct walk *walk)
{
  return walk->given;
}

/* Says that the frame has no registers but those in walk->at, or that they are
   in a context.  */
static inline void
walk_drop_given (struct walk *walk)
{
  walk->given = NULL;
}

/* In the end of a function, a register was restored from a place that is then
   below the stack pointer.  A copy of the stack does not have that.  */
static inline bool
walk_restored (const struct walk *walk, uintptr_t place)
{
  return place < walk->at.sp;
}

#else

static inline bool
walk_read (struct walk *walk, uintptr_t address, uintptr_t *word)
{
  return page_read (&walk->readable, address, word);
}

/* Copies SIZE bytes of code from PC, if they are readable.  SIZE is at most
   PROBE_PAGE.  */
static inline PROBE_UNCHECKED bool
walk_copy_code (const struct walk *walk, uintptr_t pc, unsigned char *code,
                size_t size)
{
  struct page_range readable = { 0, 0 };

  (void) walk;
  if (!page_probe (&readable, pc) || !page_probe (&readable, pc + size - 1))
    return false;
  for (size_t i = 0; i < size; i++)
    code[i] = ((const volatile unsigned char *) pc)[i];
  return true;
}

static inline const struct unwind_registers *
walk_given (const struct walk *walk)
{
  (void) walk;
  return NULL;
}

static inline void
walk_drop_given (struct walk *walk)
{
  (void) walk;
}

static inline bool
walk_restored (const struct walk *walk, uintptr_t place)
{
  (void) walk;
  (void) place;
  return false;
}

#endif

#endif /* GMON_WALK_H */
