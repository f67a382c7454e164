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
#include <string.h>

#include "arch/namespace.h"
#include "unwind/page_probe.h"
#include "unwind/target.h"

#define WORD sizeof (uintptr_t)

/* A frame's end, and the frame pointer of a caller, is at most so many bytes
   above the stack pointer; or it is taken for one of another stack, or for no
   frame pointer.  */
#define WALK_FARTHEST ((uintptr_t) 1 << 20)

/* The bytes of the call before a return address are read, and then those at the
   return address.  So WALK_WINDOW bytes of code are copied at once, from
   WALK_BEFORE bytes before the first that is wanted.  */
#define WALK_WINDOW 32
#define WALK_BEFORE 8

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
  struct page_range readable;   /* of the stack that the thread is on */
  bool can_copy;                /* page_copy may be used */
  struct
  {
    uintptr_t start;            /* 0: no code */
    unsigned char bytes[WALK_WINDOW];
  } code;                       /* that was copied last */
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
walk_copy_code (struct walk *walk, uintptr_t pc, unsigned char *code,
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

/* The walk goes on on another stack, at walk->at.sp.  */
static inline void
walk_enter_stack (struct walk *walk)
{
  (void) walk;
}

#else

/* Returns whether ADDRESS is of the stack that the thread is on: it stays as
   long as the thread is here.  */
static inline bool
walk_is_near (const struct walk *walk, uintptr_t address)
{
  const uintptr_t start = walk->readable.start;

  return address - start < walk->readable.end - start + WALK_FARTHEST;
}

static inline bool
walk_read (struct walk *walk, uintptr_t address, uintptr_t *word)
{
  if (walk->can_copy && !walk_is_near (walk, address))
    return address % WORD == 0 && page_copy (word, address, WORD);
  return page_read (&walk->readable, address, word);
}

static inline void
walk_enter_stack (struct walk *walk)
{
  if (!walk_is_near (walk, walk->at.sp))
    page_probe (&walk->readable, walk->at.sp);
}

/* Does what walk_copy_code does by page_copy.  */
static inline bool
walk_copy_window (struct walk *walk, uintptr_t pc, unsigned char *code,
                  size_t size)
{
  if (size > WALK_WINDOW - WALK_BEFORE)
    return page_copy (code, pc, size);
  if (pc - walk->code.start > WALK_WINDOW - size)
    {
      walk->code.start = pc - WALK_BEFORE;
      if (!page_copy (walk->code.bytes, walk->code.start, WALK_WINDOW))
        {
          walk->code.start = 0;
          return page_copy (code, pc, size);
        }
    }
  memcpy (code, walk->code.bytes + (pc - walk->code.start), size);
  return true;
}

/* Copies SIZE bytes of code from PC, if they are readable.  SIZE is at most
   PROBE_PAGE.  */
static inline PROBE_UNCHECKED bool
walk_copy_code (struct walk *walk, uintptr_t pc, unsigned char *code,
                size_t size)
{
  struct page_range readable = { 0, 0 };

  if (walk->can_copy)
    return walk_copy_window (walk, pc, code, size);
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
