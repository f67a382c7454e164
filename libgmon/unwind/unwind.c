/* unwind.c -- the call stack of what a signal interrupted, here or elsewhere.

   SPDX-License-Identifier: 0BSD

   A frame is left by its row.  Where there is none, the bytes of the code may
   say that it ends a signal handler.  Where the code is in no object, because
   the program made it, the frame pointer is followed, if it looks like one.
   Code of an object that its tables do not list is left by unlisted.c.

   This file is compiled twice.  In libgmon it has gmon_unwind, which reads the
   memory of its own process, most of it by walk_known.  In gprof, which defines
   GMON_IN_GPROF, it has unwind_copy, which takes only the slower steps, with a
   reader of another process's memory (walk.h).  */

#include "unwind/unwind.h"

#include "arch/call_frame.h"
#include "unwind/loader_tables.h"
#include "unwind/row.h"
#include "unwind/stack_array.h"
#include "unwind/unlisted.h"
#include "unwind/walk.h"

#include "machine.h"

/* -- Without frames ------------------------------------------------------- */

#ifndef MACHINE_HAS_FRAMES

#ifndef GMON_IN_GPROF

static unsigned
walk_from (const struct unwinder *unwinder, const ucontext_t *context,
           struct stack *stack)
{
  (void) unwinder;
  stack_add (stack, machine_context_pc (context));
  return UNWIND_CUT | UNWIND_NO_TABLES;
}

#else

static unsigned
walk_copy (const struct unwinder *unwinder,
           const struct unwind_registers *registers,
           const struct unwind_memory *memory, struct stack *stack)
{
  (void) unwinder;
  (void) memory;
  stack_add (stack, registers->pc);
  return UNWIND_CUT | UNWIND_NO_TABLES;
}

#endif

#else

/* -- Registers ------------------------------------------------------------ */

/* Ends the walk for REASON.  Returns false.  */
static inline bool
cut (struct walk *walk, unsigned reason)
{
  walk->flags |= UNWIND_CUT | reason;
  return false;
}

static bool
read_word (struct walk *walk, uintptr_t address, uintptr_t *word)
{
  return walk_read (walk, address, word) || cut (walk, UNWIND_UNREADABLE);
}

static inline bool
is_given (const struct unwind_registers *given, unsigned number)
{
  return number < UNWIND_REGISTERS && (given->known >> number & 1) != 0;
}

/* Reads the register with the DWARF number NUMBER of a frame that has all its
   registers.  */
static bool
read_register (struct walk *walk, unsigned number, uintptr_t *value)
{
  const struct unwind_registers *given = walk_given (walk);
  int place = frame_register_place (number);

  if (given != NULL && is_given (given, number))
    {
      *value = given->values[number];
      return true;
    }
  if (given != NULL || place < 0)
    return cut (walk, UNWIND_NO_TABLES);
  return read_word (walk, walk->context + (uintptr_t) place, value);
}

/* Takes all registers from the ucontext_t at CONTEXT.  */
static bool
enter_context (struct walk *walk, uintptr_t context)
{
  walk->context = context;
  walk_drop_given (walk);
  walk->at.has_sp = walk->at.has_fp = walk->at.has_saved = true;
  if (!read_word (walk, context + FRAME_PC_PLACE, &walk->at.pc)
      || !read_register (walk, FRAME_SP, &walk->at.sp)
      || !read_register (walk, FRAME_FP, &walk->at.fp)
      || !read_register (walk, FRAME_SAVED, &walk->at.saved))
    return false;
  walk_enter_stack (walk);
  return true;
}

/* Enters the caller, whose program counter is PC and whose stack pointer is
   SP.  */
static void
enter_caller (struct walk *walk, uintptr_t pc, uintptr_t sp)
{
  walk->at.pc = frame_strip (pc);
  walk->at.sp = sp;
  walk->context = 0;
  walk_drop_given (walk);
}

/* Returns true if all registers of the frame are known, because it was
   interrupted.  */
static inline bool
is_interrupted (const struct walk *walk)
{
  return walk->context != 0 || walk_given (walk) != NULL;
}

/* Returns an address inside the instruction that the frame has not finished.  A
   call can be the last instruction of a function, so a return address can be
   outside.  */
static inline uintptr_t
inside (const struct walk *walk)
{
  return walk->at.pc - !is_interrupted (walk);
}

/* -- Rows ----------------------------------------------------------------- */

/* Returns the row of code that has the stack that a call leaves.  */
static uint64_t
entry_row (void)
{
#ifdef FRAME_RETURN_IN_REGISTER
  const intptr_t offset = 0;
#else
  const intptr_t offset = WORD;
#endif
  const struct row row = { .kind = ROW_CFA, .base = FRAME_SP,
                           .offset = offset };

  return row_pack (&row);
}

/* Asks the C library, if the code is of this process.  */
static inline bool
find_loaded (uintptr_t pc, struct unwind_tables *tables)
{
#ifdef GMON_IN_GPROF
  (void) pc;
  (void) tables;
  return false;
#else
  return loader_find_tables (pc, tables);
#endif
}

/* Returns the row of PC, of which the tables of its object say nothing.  */
static inline uint64_t
find_other_row (const struct unwinder *unwinder, uintptr_t pc)
{
#ifdef GMON_IN_GPROF
  return unwinder->other_row ? unwinder->other_row (unwinder->objects, pc) : 0;
#else
  uint64_t row = row_of_entry (pc, unwinder->entries[0]);

  return row != 0 ? row : row_of_entry (pc, unwinder->entries[1]);
#endif
}

/* Returns the row of PC from the tables and adds it to the cache.  What is in
   no object is not added: an object may be loaded there.  Nor is what may
   change unseen.  */
static uint64_t
fill_row (const struct unwinder *unwinder, uint64_t key, uintptr_t pc)
{
  struct unwind_tables tables;
  uint64_t row;

  if (!unwinder->find (unwinder->objects, pc, &tables)
      && (unwinder->is_for_others || !find_loaded (pc, &tables)))
    return ROW_OUTSIDE;
  row = tables.is_stub ? entry_row () : cfi_row (&tables, pc);
  if (row_kind (row) == ROW_NONE)
    row = find_other_row (unwinder, pc);
  if (!tables.may_change)
    row_cache_add (unwinder->rows, key, row);
  return row;
}

uint64_t
unwind_row (const struct unwinder *unwinder, uint32_t generation, uintptr_t pc)
{
  uint64_t key = row_cache_key (generation, pc);
  uint64_t row;

  if (row_cache_find (unwinder->rows, key, &row))
    return row;
  return fill_row (unwinder, key, pc);
}

/* Stores in *CFA the base register of ROW plus its offset.  On machines where
   the frame pointer does not tell the stack pointer of the caller, and it is
   not known, uses that the frame pointer points at its saved value.  */
static bool
compute_cfa (struct walk *walk, uint64_t row, uintptr_t *cfa)
{
  unsigned base = row_base (row);

  if (base == FRAME_SP && walk->at.has_sp)
    *cfa = walk->at.sp + row_offset (row);
  else if (base == FRAME_FP && walk->at.has_fp)
    *cfa = walk->at.fp + row_offset (row);
  else if (base == FRAME_SAVED && walk->at.has_saved)
    *cfa = walk->at.saved + row_offset (row);
  else if (base == FRAME_SP && walk->at.has_fp
           && row_fp_rule (row) == RULE_AT_CFA)
    *cfa = walk->at.fp - row_fp_offset (row);
  else if (!is_interrupted (walk))
    return cut (walk, UNWIND_NO_TABLES);
  else if (read_register (walk, base, cfa))
    *cfa += row_offset (row);
  else
    return false;
  return row_kind (row) == ROW_CFA || read_word (walk, *cfa, cfa);
}

/* Replaces *VALUE, a register of the frame that *KNOWN says is known, by its
   value in the caller, which RULE and OFFSET say.  FP is FRAME_FP in this
   frame.  */
static bool
restore (struct walk *walk, uintptr_t cfa, uintptr_t fp, enum row_rule rule,
         uintptr_t offset, uintptr_t *value, bool *known)
{
  uintptr_t place = (rule == RULE_AT_CFA ? cfa : fp) + offset;

  if (rule == RULE_SAME || (rule == RULE_AT_CFA && walk_restored (walk, place)))
    return true;
  *known = rule == RULE_AT_CFA || (rule == RULE_AT_FP && walk->at.has_fp);
  return !*known || read_word (walk, place, value);
}

/* Leaves the frame by ROW, whose kind is ROW_CFA or ROW_CFA_AT.  */
static bool
leave_by_row (struct walk *walk, uint64_t row)
{
  uintptr_t fp = walk->at.fp, cfa, pc;
  bool has_fp = walk->at.has_fp;

  if (!compute_cfa (walk, row, &cfa))
    return false;
#ifdef FRAME_RETURN_IN_REGISTER
  if (cfa < walk->at.sp || (cfa == walk->at.sp && !is_interrupted (walk)))
    return cut (walk, UNWIND_UNREADABLE);
  if (!restore (walk, cfa, fp, row_saved_rule (row), row_saved_offset (row),
                &walk->at.saved, &walk->at.has_saved))
    return false;
  if (!walk->at.has_saved)
    return cut (walk, UNWIND_NO_TABLES);
  pc = walk->at.saved;
  walk->at.has_saved = false;
#else
  if (cfa <= walk->at.sp)
    return cut (walk, UNWIND_UNREADABLE);
  if (!read_word (walk, cfa - WORD, &pc)
      || !restore (walk, cfa, fp, row_saved_rule (row), row_saved_offset (row),
                   &walk->at.saved, &walk->at.has_saved))
    return false;
#endif
  if (!restore (walk, cfa, fp, row_fp_rule (row), row_fp_offset (row),
                &walk->at.fp, &has_fp))
    return false;
  walk->at.has_fp = has_fp;
  walk->at.has_sp = true;
  enter_caller (walk, pc, cfa);
  return true;
}

/* Leaves the frame by ROW, whose kind is ROW_RETURN_IN.  All registers of a
   frame are known only if it was interrupted.  */
static bool
leave_by_register (struct walk *walk, uint64_t row)
{
  const uintptr_t cfa = walk->at.sp + row_offset (row), fp = walk->at.fp;
  uintptr_t pc;
  bool has_fp = walk->at.has_fp;

  if (!walk->at.has_sp || !is_interrupted (walk) || cfa < walk->at.sp)
    return cut (walk, UNWIND_NO_TABLES);
  if (!read_register (walk, row_base (row), &pc)
      || !restore (walk, cfa, fp, row_saved_rule (row), row_saved_offset (row),
                   &walk->at.saved, &walk->at.has_saved)
      || !restore (walk, cfa, fp, row_fp_rule (row), row_fp_offset (row),
                   &walk->at.fp, &has_fp))
    return false;
  walk->at.has_fp = has_fp;
  enter_caller (walk, pc, cfa);
  return true;
}

/* -- Without a row -------------------------------------------------------- */

static bool
has_trampoline (struct walk *walk, uintptr_t pc)
{
  static const unsigned char want[] = FRAME_TRAMPOLINE;
  unsigned char code[sizeof want - 1];

  return walk_copy_code (walk, pc, code, sizeof code)
         && memcmp (code, want, sizeof code) == 0;
}

/* Returns true if the frame is the code that ends a signal handler.  Some C
   libraries and qemu have no tables for it.  */
static bool
is_trampoline (struct walk *walk)
{
  return has_trampoline (walk, walk->at.pc)
         || (is_interrupted (walk)
             && has_trampoline (walk, walk->at.pc - FRAME_TRAMPOLINE_SECOND));
}

static bool
is_return_address (struct walk *walk, uintptr_t pc)
{
  unsigned char code[8];

  return walk_copy_code (walk, pc - sizeof code, code, sizeof code)
         && frame_follows_call (code);
}

#ifdef FRAME_POINTER_IS_KEPT
# define POINTER_IS_KEPT true
#else
# define POINTER_IS_KEPT false
#endif

static bool
is_near_pointer (const struct walk *walk)
{
  uintptr_t fp = walk->at.fp;

  return walk->at.has_fp && fp % WORD == 0 && fp >= walk->at.sp
         && fp - walk->at.sp <= WALK_FARTHEST;
}

/* Leaves the frame by its frame pointer, which points at two words: the frame
   pointer of the caller and the return address.  */
static bool
leave_by_pointer (struct walk *walk)
{
  uintptr_t fp = walk->at.fp, pc;

  if (!is_near_pointer (walk))
    return cut (walk, UNWIND_NO_TABLES);
  if (!read_word (walk, fp, &walk->at.fp) || !read_word (walk, fp + WORD, &pc))
    return false;
  walk->at.has_saved = false;
#ifndef FRAME_RECORD_ENDS_FRAME
  walk->at.has_sp = false;
#endif
  walk->flags |= UNWIND_BY_POINTER;
  enter_caller (walk, pc, fp + 2 * WORD);
  return true;
}

#ifdef GMON_IN_GPROF

/* Leaves a frame in code that the program has made, and that has not set its
   frame pointer yet, or no longer has one, by the word at the stack pointer.
   Returns false if the frame pointer is as good.  */
static bool
leave_by_word (struct walk *walk)
{
  uintptr_t pc, place = walk->at.fp + WORD;

  if (!is_interrupted (walk) || !walk->at.has_sp)
    return false;
  if (is_near_pointer (walk) && walk_read (walk, place, &pc)
      && (pc == 0 || is_return_address (walk, pc)))
    return false;
  if (!walk_read (walk, walk->at.sp, &pc) || !is_return_address (walk, pc))
    return false;
  walk->at.has_saved = false;
  walk->flags |= UNWIND_BY_POINTER;
  enter_caller (walk, pc, walk->at.sp + WORD);
  return true;
}

#endif

/* Leaves a frame in code that the program has made at run time.  */
static bool
leave_made (struct walk *walk)
{
#ifdef GMON_IN_GPROF
  if (leave_by_word (walk))
    return true;
#endif
  return leave_by_pointer (walk);
}

/* Leaves a frame in code that the tables of its object do not list.  A function
   that has put nothing on the stack has not saved a register either.  */
static bool
leave_unlisted (const struct unwinder *unwinder, struct walk *walk)
{
  struct unlisted end;
  uintptr_t fp = walk->at.fp;
  bool has_fp = walk->at.has_fp;

  if (!unlisted_end (unwinder, walk, inside (walk), is_interrupted (walk),
                     &end))
    return cut (walk, UNWIND_NO_TABLES);
  if (end.fp_place != 0)
    has_fp = walk_read (walk, end.fp_place, &fp);
  else if (!end.has_fp_place && end.place != walk->at.sp)
    has_fp = unlisted_pointer (unwinder, walk, &end, &fp);
  walk->at.has_saved = walk->at.has_saved && end.place == walk->at.sp;
  walk->at.has_fp = has_fp;
  walk->at.fp = fp;
  if (!end.is_certain)
    walk->flags |= UNWIND_BY_POINTER;
  enter_caller (walk, end.pc, end.place + WORD);
  return true;
}

#ifndef GMON_IN_GPROF

/* -- Fast ----------------------------------------------------------------- */

/* Memory that was probed: SIZE bytes, at least a word, from START.  */
struct known
{
  uintptr_t start, size;
};

/* Stores the word at ADDRESS in *WORD.  Returns false if KNOWN does not have
   it.  */
static inline PROBE_UNCHECKED bool
read_known (struct known known, uintptr_t address, uintptr_t *word)
{
  if (address % WORD != 0 || address - known.start >= known.size)
    return false;
  *word = *(const uintptr_t *) address;
  return true;
}

/* Reads the saved value of a register as RULE and OFFSET say.  Returns false if
   that is not as simple as usual.  */
static inline bool
restore_known (struct known known, uintptr_t cfa, enum row_rule rule,
               uintptr_t offset, uintptr_t *value, bool *is_known)
{
  if (rule == RULE_SAME)
    return true;
  *is_known = true;
  return rule == RULE_AT_CFA && read_known (known, cfa + offset, value);
}

/* Goes from FRAME, whose registers FRAME_SP and FRAME_FP are known, to its
   caller's by ROW, if all that it takes is as usual: one of these two registers
   for the CFA, and memory in KNOWN.  Returns false, and may have changed
   *FRAME, if it is not.  */
static inline bool
leave_by_base (struct frame *frame, struct known known, uint64_t row)
{
  unsigned base = row_base (row);
  uintptr_t cfa;

  if (row_kind (row) != ROW_CFA)
    return false;
  if (base == FRAME_SP)
    cfa = frame->sp;
  else if (base == FRAME_FP)
    cfa = frame->fp;
  else
    return false;
  cfa += row_offset (row);
  if (cfa <= frame->sp
      || !restore_known (known, cfa, row_saved_rule (row),
                         row_saved_offset (row), &frame->saved,
                         &frame->has_saved)
      || !restore_known (known, cfa, row_fp_rule (row), row_fp_offset (row),
                         &frame->fp, &frame->has_fp))
    return false;
#ifdef FRAME_RETURN_IN_REGISTER
  if (!frame->has_saved)
    return false;
  frame->pc = frame_strip (frame->saved);
  frame->has_saved = false;
#else
  if (!read_known (known, cfa - WORD, &frame->pc))
    return false;
#endif
  frame->sp = cfa;
  return frame->pc != 0;
}

#ifdef FRAME_RECORD_ENDS_FRAME

/* Returns true if ROW says that the frame pointer points at the two words that
   end the frame: its own value in the caller, and the return address.  */
static inline bool
row_is_record (uint64_t row)
{
  const struct row record
    = { .kind = ROW_CFA, .base = FRAME_FP, .offset = 2 * WORD,
        .fp_rule = RULE_AT_CFA, .fp_offset = -2 * (intptr_t) WORD };

  return (row & ~ROW_SAVED_BITS) == row_pack (&record);
}

/* Does what leave_by_base does, for a ROW of which row_is_record is true.  The
   addresses of the two words do not depend on ROW: so the CPU, which predicts
   that branch, goes on to callers without waiting for rows.  */
static inline PROBE_UNCHECKED bool
leave_record (struct frame *frame, struct known known, uint64_t row)
{
  uintptr_t fp = frame->fp, cfa = fp + 2 * WORD;

  if (fp % WORD != 0 || cfa <= frame->sp
      || fp - known.start >= known.size - WORD
      || !restore_known (known, cfa, row_saved_rule (row),
                         row_saved_offset (row), &frame->saved,
                         &frame->has_saved))
    return false;
  frame->fp = ((const uintptr_t *) fp)[0];
  frame->pc = ((const uintptr_t *) fp)[1];
  frame->sp = cfa;
  return frame->pc != 0;
}

#endif

static inline bool
leave_known (struct frame *frame, struct known known, uint64_t row)
{
#ifdef FRAME_RECORD_ENDS_FRAME
  if (row_is_record (row))
    return leave_record (frame, known, row);
#endif
  return leave_by_base (frame, known, row);
}

/* Goes to callers, and adds them to STACK, while each frame is as usual.  Then
   stores the row of the frame where the walk is in *ROW.  Returns false if that
   row is not in the cache, or a register is not known.  This loop does nothing
   that the slower steps do not, but keeps the registers of the frames in those
   of the CPU: nothing has the address of AT, and no call is in the loop.  */
static __attribute__ ((noinline)) bool
walk_known (const struct row_cache *rows, uint32_t generation,
            struct walk *walk, struct stack *stack, uint64_t *row)
{
  const struct row_cache cache = { rows->entries, 0 };
  const struct known known
    = { walk->readable.start, walk->readable.end - walk->readable.start };
  const uint64_t key_base = row_cache_key (generation, 0);
  const size_t room = stack_room (stack, UNWIND_MOST_FRAMES);
  uintptr_t *const first = stack->pcs + stack->next, *const end = first + room;
  uintptr_t *pc = first, address = inside (walk);
  struct frame at = walk->at;
  uint64_t found;
  bool is_found;

  if (!at.has_sp || !at.has_fp)
    return false;
  for (;;)
    {
      struct frame next = at;

      is_found = row_cache_find (&cache, key_base + address, &found);
      if (!is_found || pc == end || !leave_known (&next, known, found))
        break;
      at = next;
      *pc++ = at.pc;
      address = at.pc - 1;
    }
  *row = found;
  if (pc == first)
    return is_found;
  walk->context = 0;
  walk->at = at;
  stack_added (stack, (size_t) (pc - first));
  return is_found;
}

#endif

/* -- The walk ------------------------------------------------------------- */

/* Goes from a frame to its caller's.  Returns false if there is none, or if it
   cannot be found.  */
static bool
leave_frame (const struct unwinder *unwinder, struct walk *walk, uint64_t row)
{
  switch (row_kind (row))
    {
    case ROW_CFA:
    case ROW_CFA_AT:
      return leave_by_row (walk, row);
    case ROW_RETURN_IN:
      return leave_by_register (walk, row);
    case ROW_END:
      walk->flags |= UNWIND_COMPLETE;
      return false;
    case ROW_CUT:
      return cut (walk, UNWIND_NO_TABLES);
    case ROW_SIGNAL:
      return enter_context (walk, frame_signal_context (walk->at.sp));
    default:
      if (is_trampoline (walk))
        return enter_context (walk, frame_signal_context (walk->at.sp));
      if (row_kind (row) == ROW_OUTSIDE)
        return leave_made (walk);
      if (POINTER_IS_KEPT)
        return leave_by_pointer (walk);
      return leave_unlisted (unwinder, walk);
    }
}

/* How many frames must follow calls behind one that does not.  */
#define PROOFS 2

/* Returns true if PC is in code that the program has made, as far as that is
   known.  */
static inline bool
is_made_code (const struct unwinder *unwinder, uintptr_t pc)
{
#ifdef GMON_IN_GPROF
  return unwinder->is_made && unwinder->is_made (unwinder->objects, pc);
#else
  (void) unwinder;
  (void) pc;
  return false;
#endif
}

/* Returns true if the frame that was just entered proves that a frame before it
   had no frame pointer: no call ends at the return address.  Some interpreters
   return to code that follows none; so that is a proof only if it comes again
   within PROOFS frames, and not in code that the program has made.  COUNT is
   the number of frames before this one.  */
static bool
is_doubtful (const struct unwinder *unwinder, struct walk *walk, size_t count)
{
  if ((walk->flags & UNWIND_BY_POINTER) == 0 || is_interrupted (walk))
    return false;
  if (walk->certain == 0)
    walk->certain = count;
  if (!is_return_address (walk, walk->at.pc))
    {
      if (is_made_code (unwinder, walk->at.pc))
        return false;
      if (walk->unproved != 0)
        return true;
      walk->unproved = PROOFS;
    }
  else if (walk->unproved != 0)
    walk->unproved--;
  return false;
}

/* Ends the walk: drops the frames that were found by a frame pointer that was
   none.  */
static void
drop_doubtful (struct walk *walk, struct stack *stack)
{
  walk->flags &= ~(unsigned) UNWIND_COMPLETE;
  cut (walk, UNWIND_NO_TABLES);
  stack->count = walk->certain;
}

/* Returns the row of the frame where the walk is.  May first go to callers, and
   add them to STACK.  */
static inline uint64_t
walk_row (const struct unwinder *unwinder, uint32_t generation,
          struct walk *walk, struct stack *stack)
{
#ifdef GMON_IN_GPROF
  (void) stack;
#else
  uint64_t row;

  if ((walk->flags & UNWIND_BY_POINTER) == 0
      && walk_known (unwinder->rows, generation, walk, stack, &row))
    return row;
#endif
  return unwind_row (unwinder, generation, inside (walk));
}

/* Goes from the frame where WALK is, which is in STACK, to the outermost one,
   and adds them to STACK.  Returns the flags.  */
static inline unsigned
walk_on (const struct unwinder *unwinder, uint32_t generation,
         struct walk *walk, struct stack *stack)
{
  while ((walk->flags & UNWIND_CUT) == 0)
    {
      if (!leave_frame (unwinder, walk,
                        walk_row (unwinder, generation, walk, stack)))
        break;
      if (walk->at.pc == 0)
        {
          walk->flags |= UNWIND_COMPLETE;
          break;
        }
      if (is_doubtful (unwinder, walk, stack->count))
        break;
      if (stack->count == UNWIND_MOST_FRAMES)
        cut (walk, UNWIND_TOO_DEEP);
      else
        stack_add (stack, walk->at.pc + is_interrupted (walk));
    }
  if (walk->unproved != 0)
    drop_doubtful (walk, stack);
  return walk->flags;
}

#ifdef GMON_IN_GPROF

static unsigned
walk_copy (const struct unwinder *unwinder,
           const struct unwind_registers *registers,
           const struct unwind_memory *memory, struct stack *stack)
{
  struct walk walk
    = { .given = registers, .memory = memory,
        .at = { .pc = registers->pc,
                .sp = registers->values[FRAME_SP],
                .fp = registers->values[FRAME_FP],
                .saved = registers->values[FRAME_SAVED],
                .has_sp = is_given (registers, FRAME_SP),
                .has_fp = is_given (registers, FRAME_FP),
                .has_saved = is_given (registers, FRAME_SAVED) } };

  stack_add (stack, walk.at.pc);
  if (!walk.at.has_sp)
    cut (&walk, UNWIND_UNREADABLE);
  return walk_on (unwinder, atomic_load (&unwinder->rows->generation), &walk,
                  stack);
}

#else

/* Returns the pages that need not be probed: the one of CONTEXT, and the next
   one if the kernel wrote there when it delivered the signal.  The interrupted
   frame is usually on one of them.  */
static struct page_range
context_pages (const ucontext_t *context)
{
  uintptr_t start = (uintptr_t) context & -PROBE_PAGE;
  struct page_range pages = { start, start + PROBE_PAGE };

#ifdef FRAME_TELLS_END
  if (((frame_signal_end (context) - 1) & -PROBE_PAGE) == pages.end)
    pages.end += PROBE_PAGE;
#endif
  return pages;
}

static unsigned
walk_from (const struct unwinder *unwinder, const ucontext_t *context,
           struct stack *stack)
{
  uint32_t generation = atomic_load (&unwinder->rows->generation);
  struct walk walk;

  walk.flags = 0;
  walk.certain = 0;
  walk.unproved = 0;
  walk.can_copy = atomic_load_explicit (&unwinder->can_copy,
                                        memory_order_relaxed);
  walk.code.start = 0;
  walk.readable = context_pages (context);
  if (!enter_context (&walk, (uintptr_t) context))
    walk.at.pc = machine_context_pc (context);
  stack_add (stack, walk.at.pc);
  return walk_on (unwinder, generation, &walk, stack);
}

#endif

#endif

#ifdef GMON_IN_GPROF

size_t
unwind_copy (const struct unwinder *unwinder,
             const struct unwind_registers *registers,
             const struct unwind_memory *memory, uintptr_t *pcs, size_t max,
             unsigned *flags)
{
  struct stack stack = stack_in (pcs, max, UNWIND_OUTER (max));

  *flags = walk_copy (unwinder, registers, memory, &stack);
  return stack_end (&stack, UNWIND_DEEP, flags);
}

#else

size_t
gmon_unwind (const struct unwinder *unwinder, const ucontext_t *context,
             uintptr_t *pcs, size_t max, unsigned *flags)
{
  struct stack stack = stack_in (pcs, max, UNWIND_OUTER (max));

  *flags = walk_from (unwinder, context, &stack);
  return stack_end (&stack, UNWIND_DEEP, flags);
}

#endif
