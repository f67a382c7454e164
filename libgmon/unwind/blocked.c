/* blocked.c -- the call stack of another thread, which is blocked.

   SPDX-License-Identifier: 0BSD

   Needs a program counter, a stack pointer, the rows of .eh_frame, a copy of
   the stack, and the bytes of the code.  Contracts are in blocked.h.

   A frame that is found by its stack pointer needs no register.  Compilers that
   are asked for -pg make frames that are found by the frame pointer instead.
   Functions of the C library seldom use that register, so its value is the one
   that the innermost of such frames had, and is unknown.

   The prologue of the function tells how far the stack pointer is below it, and
   a call of this function must end at the return address that it leads to.  If
   arguments are on the stack, or the function has moved the stack pointer
   (alloca), the distance is greater.  Then all words above are tried: a call
   that may be of this function must end at the return address, and the chain
   from there on must end at a thread's first frame.  Old words of the stack can
   pass these tests, too.  So this counts only if one word alone does, or, among
   the few words of arguments, one word alone by a direct call.  */

#include <string.h>

#include "unwind/blocked.h"
#include "arch/call_frame.h"
#include "unwind/page_probe.h"
#include "unwind/row.h"
#include "unwind/stack_array.h"
#include "machine.h"

#ifndef FRAME_HAS_CODE

size_t
unwind_blocked (const struct unwinder *unwinder, struct blocked_stack *stack,
                uintptr_t pc, bool is_exact, uintptr_t sp, uintptr_t *pcs,
                size_t max, unsigned *flags)
{
  (void) unwinder;
  (void) stack;
  (void) is_exact;
  (void) sp;
  (void) max;
  pcs[0] = pc;
  *flags = UNWIND_CUT | UNWIND_NO_TABLES;
  return 1;
}

#else

/* -- Memory of the thread -------------------------------------------------- */

#define WORD sizeof (uintptr_t)
#define PIECE ((size_t) 4096)   /* that is copied at once */

/* Copies the SIZE bytes at ADDRESS of the process of STACK to TO.  Returns how
   many could be read.  */
static size_t
read_memory (const struct blocked_stack *stack, uintptr_t address, void *to,
             size_t size)
{
  const struct unwind_memory *memory = stack->memory;

#ifndef GMON_IN_GPROF
  if (memory == NULL)
    return page_copy_some (to, address, size);
#endif
  return memory->read (memory->data, address, to, size);
}

/* Makes the copy longer, so that it has the OFFSET bytes from its start.
   Returns false if that memory cannot be read, or is too much.  */
static bool
copy_up_to (struct blocked_stack *stack, size_t offset)
{
  while (stack->size < offset && offset <= BLOCKED_COPY_SIZE)
    {
      size_t room = BLOCKED_COPY_SIZE - stack->size;
      size_t read = read_memory (stack, stack->start + stack->size,
                                 stack->copy + stack->size,
                                 room < PIECE ? room : PIECE);

      if (read == 0)
        break;
      stack->size += read;
    }
  return stack->size >= offset;
}

/* Stores the word at ADDRESS in *WORD.  Returns false if it cannot be read.  A
   word that is not in the copied part, as on an alternate stack, is read by
   itself.  */
static bool
blocked_word (struct blocked_stack *stack, uintptr_t address, uintptr_t *word)
{
  uintptr_t offset = address - stack->start;

  if (address % WORD != 0)
    return false;
  if (offset < BLOCKED_COPY_SIZE && copy_up_to (stack, offset + WORD))
    {
      memcpy (word, stack->copy + offset, WORD);
      return true;
    }
  return read_memory (stack, address, word, WORD) == WORD;
}

/* -- One frame ------------------------------------------------------------- */

/* Registers of the frame in which the walk is.  */
struct place
{
  uintptr_t pc, sp, fp, saved;
  bool has_fp, has_saved;       /* their values are known */
  bool is_exact;                /* pc is the instruction that is not finished,
                                   not the one behind it */
  uintptr_t context;            /* address of a ucontext_t with all registers of
                                   the frame, 0 if there is none */
};

struct blocked_walk
{
  const struct unwinder *unwinder;
  uint32_t generation;
  struct blocked_stack *stack;
  struct place at;
  struct stack found;
  unsigned flags;
};

/* How a frame is left.  */
enum step
{
  STEP_DONE,                    /* the walk is in the caller's frame */
  STEP_END,                     /* there is no caller, or flags say why */
  STEP_NO_POINTER               /* the frame pointer is needed and unknown */
};

static enum step
blocked_cut (struct blocked_walk *walk, unsigned reason)
{
  walk->flags |= UNWIND_CUT | reason;
  return STEP_END;
}

static bool
blocked_register (struct blocked_walk *walk, unsigned number, uintptr_t *value)
{
  int place = frame_register_place (number);

  return place >= 0
         && blocked_word (walk->stack, walk->at.context + (uintptr_t) place,
                          value);
}

/* Enters the frame that a signal interrupted.  */
static enum step
enter_interrupted (struct blocked_walk *walk)
{
  struct place *at = &walk->at;

  at->context = frame_signal_context (at->sp);
  at->is_exact = at->has_fp = at->has_saved = true;
  if (!blocked_word (walk->stack, at->context + FRAME_PC_PLACE, &at->pc)
      || !blocked_register (walk, FRAME_SP, &at->sp)
      || !blocked_register (walk, FRAME_FP, &at->fp)
      || !blocked_register (walk, FRAME_SAVED, &at->saved))
    return blocked_cut (walk, UNWIND_UNREADABLE);
  return STEP_DONE;
}

/* Stores in *CFA what ROW says.  */
static enum step
blocked_cfa (struct blocked_walk *walk, uint64_t row, uintptr_t *cfa)
{
  const struct place *at = &walk->at;
  unsigned base = row_base (row);

  if (base == FRAME_SP)
    *cfa = at->sp;
  else if (base == FRAME_FP && at->has_fp)
    *cfa = at->fp;
  else if (base == FRAME_SAVED && at->has_saved)
    *cfa = at->saved;
  else if (at->context == 0)
    return base == FRAME_FP ? STEP_NO_POINTER
                            : blocked_cut (walk, UNWIND_NO_TABLES);
  else if (!blocked_register (walk, base, cfa))
    return blocked_cut (walk, UNWIND_UNREADABLE);
  *cfa += row_offset (row);
  if (row_kind (row) == ROW_CFA_AT && !blocked_word (walk->stack, *cfa, cfa))
    return blocked_cut (walk, UNWIND_UNREADABLE);
  return *cfa > at->sp ? STEP_DONE : blocked_cut (walk, UNWIND_UNREADABLE);
}

/* Replaces *VALUE, a register that *KNOWN says is known, by its value in the
   caller, which RULE and OFFSET say.  FP is the frame pointer, if HAS_FP.  */
static bool
blocked_restore (struct blocked_walk *walk, uintptr_t cfa, uintptr_t fp,
                 bool has_fp, enum row_rule rule, uintptr_t offset,
                 uintptr_t *value, bool *known)
{
  if (rule == RULE_SAME)
    return true;
  *known = rule == RULE_AT_CFA || (rule == RULE_AT_FP && has_fp);
  return !*known
         || blocked_word (walk->stack,
                          (rule == RULE_AT_CFA ? cfa : fp) + offset, value);
}

static enum step
leave_blocked_row (struct blocked_walk *walk, uint64_t row)
{
  struct place *at = &walk->at;
  const struct place before = *at;
  uintptr_t cfa, pc;
  enum step step = blocked_cfa (walk, row, &cfa);

  if (step != STEP_DONE)
    return step;
  if (!blocked_word (walk->stack, cfa - WORD, &pc)
      || !blocked_restore (walk, cfa, before.fp, before.has_fp,
                           row_saved_rule (row), row_saved_offset (row),
                           &at->saved, &at->has_saved)
      || !blocked_restore (walk, cfa, before.fp, before.has_fp,
                           row_fp_rule (row), row_fp_offset (row), &at->fp,
                           &at->has_fp))
    return blocked_cut (walk, UNWIND_UNREADABLE);
  at->pc = frame_strip (pc);
  at->sp = cfa;
  at->context = 0;
  at->is_exact = false;
  return STEP_DONE;
}

/* Returns true if the code at PC ends a signal handler.  */
static bool
ends_handler (const struct blocked_stack *stack, uintptr_t pc)
{
  static const unsigned char want[] = FRAME_TRAMPOLINE;
  unsigned char code[sizeof want - 1];

  return read_memory (stack, pc, code, sizeof code) == sizeof code
         && memcmp (code, want, sizeof code) == 0;
}

static uintptr_t
blocked_inside (const struct place *at)
{
  return at->pc - !at->is_exact;
}

static enum step
leave_blocked (struct blocked_walk *walk)
{
  uint64_t row = unwind_row (walk->unwinder, walk->generation,
                             blocked_inside (&walk->at));

  switch (row_kind (row))
    {
    case ROW_CFA:
    case ROW_CFA_AT:
      return leave_blocked_row (walk, row);
    case ROW_END:
      walk->flags |= UNWIND_COMPLETE;
      return STEP_END;
    case ROW_SIGNAL:
      return enter_interrupted (walk);
    default:
      return ends_handler (walk->stack, walk->at.pc)
             ? enter_interrupted (walk) : blocked_cut (walk, UNWIND_NO_TABLES);
    }
}

/* Goes to callers until the stack ends or the frame pointer is needed.  Returns
   STEP_END or STEP_NO_POINTER.  */
static enum step
walk_blocked (struct blocked_walk *walk)
{
  enum step step;

  while ((step = leave_blocked (walk)) == STEP_DONE)
    {
      if (walk->at.pc == 0)
        {
          walk->flags |= UNWIND_COMPLETE;
          return STEP_END;
        }
      if (walk->found.count == UNWIND_MOST_FRAMES)
        return blocked_cut (walk, UNWIND_TOO_DEEP);
      stack_add (&walk->found, walk->at.pc + walk->at.is_exact);
    }
  return step;
}

/* -- The frame pointer ----------------------------------------------------- */

/* How sure it is that a return address belongs to a function.  */
enum evidence { NO_CALL, INDIRECT_CALL, CALL_OF_IT };

#define CODE_SIZE 96            /* bytes of a prologue that are looked at */
#define LEAST_CODE 40
#define MOST_CODE 8192          /* of a function whose code is looked at */
#define MOST_WORDS 1024         /* of the stack, among which is looked for the
                                   return address */
#define ARGUMENT_WORDS 16       /* likewise, for arguments of a call */
#define MOST_CALLS 16           /* return addresses whose code is read */

/* The function in which the walk is.  */
struct function
{
  uintptr_t start, size;
  intptr_t below;               /* bytes from the stack pointer after the
                                   prologue to the frame pointer; -1: not
                                   known */
  bool moves_stack;             /* afterwards, maybe */
};

/* Stores in *TARGET the address to which the code at *TARGET, if it is a PLT's
   entry, jumps.  */
static void
follow_jump (const struct blocked_stack *stack, uintptr_t *target)
{
  unsigned char code[16] = { 0 };
  uintptr_t slot;

  if (read_memory (stack, *target, code, sizeof code) != sizeof code)
    return;
  slot = frame_jump_slot (code, *target);
  if (slot != 0)
    read_memory (stack, slot, target, WORD);
}

/* Returns what the code before the return address PC says of a call of the
   function that begins at START.  */
static enum evidence
look_at_call (const struct blocked_stack *stack, uintptr_t pc,
              uintptr_t start)
{
  unsigned char code[8] = { 0 };
  uintptr_t target;
  bool is_slot;

  if (read_memory (stack, pc - sizeof code, code, sizeof code) != sizeof code
      || !frame_follows_call (code))
    return NO_CALL;
  target = frame_call_target (code, pc, &is_slot);
  if (target == 0)
    return INDIRECT_CALL;
  if (is_slot && read_memory (stack, target, &target, WORD) != WORD)
    return NO_CALL;
  if (target != start)
    follow_jump (stack, &target);
  return target == start ? CALL_OF_IT : is_slot ? INDIRECT_CALL : NO_CALL;
}

/* Returns true if the word behind the one at FP is the return address of the
   frame BEFORE, according to its row.  An over-aligned frame has a copy of it
   there.  */
static bool
fits_row (const struct blocked_walk *before, uintptr_t fp)
{
  uint64_t row = unwind_row (before->unwinder, before->generation,
                             blocked_inside (&before->at));
  uintptr_t cfa = fp + row_offset (row), pc, copy;

  return (row_kind (row) == ROW_CFA
          || (blocked_word (before->stack, cfa, &cfa) && cfa > fp))
         && blocked_word (before->stack, cfa - WORD, &pc)
         && blocked_word (before->stack, fp + WORD, &copy) && pc == copy;
}

/* Goes on from BEFORE with the frame pointer FP.  Returns true if the stack
   then ends at a thread's first frame; the walk is there.  */
static bool
try_pointer (struct blocked_walk *walk, const struct blocked_walk *before,
             uintptr_t fp)
{
  *walk = *before;
  walk->at.fp = fp;
  walk->at.has_fp = true;
  return fits_row (before, fp) && walk_blocked (walk) == STEP_END
         && (walk->flags & UNWIND_COMPLETE) != 0;
}

/* Returns true if the code at PC is in a function that is known.  */
static bool
is_in_function (const struct blocked_walk *walk, uintptr_t pc)
{
  struct unwind_tables tables;
  uintptr_t start, size;

  return pc >= PIECE
         && walk->unwinder->find (walk->unwinder->objects, pc, &tables)
         && cfi_function_range (&tables, pc, &start, &size);
}

/* Returns how sure it is that the word behind the one at FP is the return
   address of FUNCTION.  */
static enum evidence
look_at_pointer (struct blocked_walk *walk, const struct function *function,
                 uintptr_t fp)
{
  uintptr_t pc;

  return blocked_word (walk->stack, fp + WORD, &pc)
         && is_in_function (walk, pc - 1)
         ? look_at_call (walk->stack, pc, function->start) : NO_CALL;
}

/* Searches the stack above FIRST for the frame of FUNCTION.  Returns the only
   frame pointer with which the stack is complete, or 0.  If FUNCTION has not
   moved the stack pointer, the innermost one is returned if it alone belongs to
   a direct call of FUNCTION: an outer frame that made a call through a pointer
   proves nothing.  */
static uintptr_t
search_pointer (struct blocked_walk *walk, const struct blocked_walk *before,
                const struct function *function, uintptr_t first)
{
  size_t words = function->moves_stack ? MOST_WORDS : ARGUMENT_WORDS;
  enum evidence of_found = NO_CALL;
  uintptr_t found = 0;
  unsigned calls = 0;

  for (size_t i = 0; i < words; i++)
    {
      uintptr_t fp = first + i * WORD;
      enum evidence evidence = look_at_pointer (walk, function, fp);

      if (evidence == NO_CALL)
        continue;
      if (++calls > MOST_CALLS)
        return 0;
      if (!try_pointer (walk, before, fp))
        continue;
      if (found != 0 && (function->moves_stack || of_found != CALL_OF_IT
                         || evidence == CALL_OF_IT))
        return 0;
      if (found == 0)
        {
          found = fp;
          of_found = evidence;
        }
    }
  return found;
}

/* Looks at the code of the function in which the walk is.  Returns false if
   nothing is known of it.  */
static bool
look_at_function (struct blocked_walk *walk, struct function *function)
{
  uintptr_t inside = blocked_inside (&walk->at);
  unsigned char code[CODE_SIZE + FRAME_CODE_MORE] = { 0 };
  struct unwind_tables tables;
  size_t size;

  if (!walk->unwinder->find (walk->unwinder->objects, inside, &tables)
      || !cfi_function_range (&tables, inside, &function->start,
                              &function->size))
    return false;
  size = read_memory (walk->stack, function->start, code, CODE_SIZE);
  function->below = size < LEAST_CODE ? -1 : frame_below_pointer (code, size);
  function->moves_stack = function->below < 0 || function->size > MOST_CODE;
  for (size_t at = 0; at < function->size && !function->moves_stack;
       at += CODE_SIZE - 2)
    {
      size = read_memory (walk->stack, function->start + at, code, CODE_SIZE);
      if (size > function->size - at)
        size = function->size - at;
      function->moves_stack = size == 0 || frame_may_move_stack (code, size);
    }
  return true;
}

/* Goes on to the end of the stack from a frame whose frame pointer is not
   known.  An attempt that fails must not write over outer frames in the
   ring.  */
static void
find_pointer (struct blocked_walk *walk)
{
  const struct blocked_walk before = *walk;
  struct function function;
  uintptr_t fp = before.at.sp;

  if (before.found.count < before.found.inner
      && look_at_function (walk, &function))
    {
      if (function.below > 0)
        fp += (uintptr_t) function.below;
      if (!function.moves_stack
          && look_at_pointer (walk, &function, fp) != NO_CALL
          && fits_row (&before, fp))
        {
          try_pointer (walk, &before, fp);
          return;
        }
      fp = search_pointer (walk, &before, &function, fp);
      if (fp != 0)
        {
          try_pointer (walk, &before, fp);
          return;
        }
    }
  *walk = before;
  blocked_cut (walk, UNWIND_NO_TABLES);
}

size_t
unwind_blocked (const struct unwinder *unwinder, struct blocked_stack *stack,
                uintptr_t pc, bool is_exact, uintptr_t sp, uintptr_t *pcs,
                size_t max, unsigned *flags)
{
  struct blocked_walk walk
    = { .unwinder = unwinder,
        .generation = atomic_load (&unwinder->rows->generation),
        .stack = stack,
        .at = { .pc = pc, .sp = sp, .is_exact = is_exact },
        .found = stack_in (pcs, max, UNWIND_OUTER (max)) };

  *stack = (struct blocked_stack) { stack->copy, stack->memory, sp & -WORD,
                                    0 };
  stack_add (&walk.found, pc);
  if (walk_blocked (&walk) == STEP_NO_POINTER)
    find_pointer (&walk);
  *flags = walk.flags;
  return stack_end (&walk.found, UNWIND_DEEP, flags);
}

#endif
