/* unlisted.c -- the callers of code that the unwind tables do not list.

   SPDX-License-Identifier: 0BSD

   In: a stack, and the bytes of the code.  Out: a return address.  Contracts are
   in unlisted.h.

   Functions in assembly often have no unwind tables, nor has code that was
   compiled without them.  The word at the stack pointer is the return address of
   a function that has put nothing on the stack.  Else the words above are tried,
   or the two words at which the frame pointer points.

   Each of them can be an old word, or data.  So the code before it must be a call
   that can lead to the function: one through a register or a slot that cannot be
   read, or a direct one of a function that is not listed either.  It is certain
   if its target is a little before the program counter.  Of several certain ones
   the one with the last target is the return address: functions do not overlap,
   so others are old words of calls of functions before this one.  */

#include <string.h>

#include "unwind/unlisted.h"
#include "arch/call_frame.h"

#ifndef FRAME_HAS_CODE

bool
unlisted_end (const struct unwinder *unwinder, struct walk *walk,
              uintptr_t pc, bool is_interrupted, struct unlisted *end)
{
  (void) unwinder;
  (void) walk;
  (void) pc;
  (void) is_interrupted;
  (void) end;
  return false;
}

bool
unlisted_pointer (const struct unwinder *unwinder, struct walk *walk,
                  const struct unlisted *end, uintptr_t *fp)
{
  (void) unwinder;
  (void) walk;
  (void) end;
  (void) fp;
  return false;
}

#else

#define MOST_WORDS_ABOVE 64     /* of the frame, among which is searched */
#define MOST_WORDS_PUSHED 16    /* likewise, for calls that prove little */
#define MOST_SIZE 32768         /* of the function, in bytes */
#define FARTHEST_POINTER ((uintptr_t) 1 << 20)

/* The first addresses, of no object, need not be looked up.  */
#define LEAST_CODE_ADDRESS 4096

/* What the code before a return address is.  */
enum lead
{
  LEAD_NONE,                    /* no call, or one of another function */
  LEAD_LISTED,                  /* a call of a function that is listed, which may
                                   have jumped to this one */
  LEAD_ANY,                     /* a call whose target is not known */
  LEAD_STUB,                    /* likewise, but through a slot for linking */
  LEAD_CERTAIN                  /* a call of this function */
};

static bool
is_listed (const struct unwinder *unwinder, uintptr_t pc)
{
  struct unwind_tables tables;
  uintptr_t start, size;

  return unwinder->find (unwinder->objects, pc, &tables)
         && cfi_function_range (&tables, pc, &start, &size);
}

static bool
is_before (uintptr_t target, uintptr_t pc)
{
  return target <= pc && pc - target < MOST_SIZE;
}

/* Stores in *TARGET the address to which the code at *TARGET jumps, if it is a
   PLT's entry.  Returns false if that address cannot be read.  */
static bool
pass_stub (struct walk *walk, uintptr_t *target)
{
  unsigned char code[16] = { 0 };
  uintptr_t slot;

  if (!walk_copy_code (walk, *target, code, sizeof code))
    return true;
  slot = frame_jump_slot (code, *target);
  return slot == 0 || walk_read (walk, slot, target);
}

/* Looks at the call before the return address AFTER, as a call of the function
   that holds PC.  If it is certain, stores its target in *START.  */
static enum lead
look_at_lead (const struct unwinder *unwinder, struct walk *walk,
              uintptr_t after, uintptr_t pc, uintptr_t *start)
{
  unsigned char code[8] = { 0 };
  uintptr_t target;
  bool is_slot;

  if (!walk_copy_code (walk, after - sizeof code, code, sizeof code)
      || !frame_follows_call (code))
    return LEAD_NONE;
  target = frame_call_target (code, after, &is_slot);
  if (target == 0)
    return LEAD_ANY;
  if (is_slot && !walk_read (walk, target, &target))
    return LEAD_STUB;
  if (!is_before (target, pc) && !pass_stub (walk, &target))
    return LEAD_STUB;
  if (is_listed (unwinder, target))
    return LEAD_LISTED;
  *start = target;
  return is_before (target, pc) ? LEAD_CERTAIN : LEAD_ANY;
}

/* Does so for the word at PLACE, which is stored in *AFTER.  */
static enum lead
look_at_place (const struct unwinder *unwinder, struct walk *walk,
               uintptr_t place, uintptr_t pc, uintptr_t *after,
               uintptr_t *start)
{
  struct unwind_tables tables;

  if (!walk_read (walk, place, after) || *after < LEAST_CODE_ADDRESS
      || !unwinder->find (unwinder->objects, *after - 1, &tables))
    return LEAD_NONE;
  return look_at_lead (unwinder, walk, *after, pc, start);
}

/* Looks for the return address at the frame pointer.  */
static enum lead
try_frame_pointer (const struct unwinder *unwinder, struct walk *walk,
                   uintptr_t pc, struct unlisted *end)
{
  uintptr_t fp = walk->at.fp, start;

  if (!walk->at.has_fp || fp < walk->at.sp || fp % WORD != 0
      || fp - walk->at.sp > FARTHEST_POINTER)
    return LEAD_NONE;
  end->place = fp + WORD;
  end->by_pointer = true;
  return look_at_place (unwinder, walk, end->place, pc, &end->pc, &start);
}

/* Searches the words from the stack pointer on.  Returns what the best call is,
   but not LEAD_LISTED.  If the frame IS_INTERRUPTED, what its function has
   pushed is mostly registers: then a call through a register is good enough.
   Others may have old return addresses in the room for their variables.  */
static enum lead
search_words (const struct unwinder *unwinder, struct walk *walk, uintptr_t pc,
              bool is_interrupted, struct unlisted *end)
{
  enum lead best = LEAD_NONE;
  uintptr_t last = 0;

  for (size_t i = 0; i < MOST_WORDS_ABOVE; i++)
    {
      uintptr_t place = walk->at.sp + i * WORD, after, start = 0;
      enum lead lead = look_at_place (unwinder, walk, place, pc, &after,
                                      &start);

      if (lead == LEAD_CERTAIN
          ? start > last
          : lead > best
            && (lead == LEAD_STUB
                || (lead == LEAD_ANY && is_interrupted
                    && i < MOST_WORDS_PUSHED)))
        {
          *end = (struct unlisted) { .place = place, .pc = after };
          best = lead;
          last = start;
        }
    }
  return best;
}

/* The order of the attempts: what is certain comes first.  Where the function
   may not have set its frame up, or has taken it down, the frame pointer is the
   caller's, and the word at the stack pointer is right.  It is seldom data that
   looks like a return address.  Of what else is found, the innermost counts: an
   outer frame that made a call through a pointer proves nothing.  */
static enum lead
find_end (const struct unwinder *unwinder, struct walk *walk, uintptr_t pc,
          bool is_interrupted, bool has_tables, struct unlisted *end)
{
  struct unlisted at_sp = { .place = walk->at.sp }, at_fp = { 0 };
  enum lead sp_lead = LEAD_NONE, fp_lead = LEAD_NONE, lead;
  uintptr_t start;

  if (is_interrupted)
    sp_lead = look_at_place (unwinder, walk, at_sp.place, pc, &at_sp.pc,
                             &start);
  if (has_tables)
    fp_lead = try_frame_pointer (unwinder, walk, pc, &at_fp);
  *end = at_sp;
  if (sp_lead == LEAD_CERTAIN)
    return sp_lead;
  if (fp_lead == LEAD_CERTAIN)
    {
      *end = at_fp;
      return fp_lead;
    }
  lead = has_tables ? search_words (unwinder, walk, pc, is_interrupted, end)
                    : LEAD_NONE;
  if (lead == LEAD_CERTAIN)
    return lead;
  if (sp_lead != LEAD_NONE)
    {
      *end = at_sp;
      return sp_lead;
    }
  if (fp_lead >= LEAD_ANY && (lead == LEAD_NONE || at_fp.place < end->place))
    {
      *end = at_fp;
      return fp_lead;
    }
  return lead;
}

bool
unlisted_end (const struct unwinder *unwinder, struct walk *walk,
              uintptr_t pc, bool is_interrupted, struct unlisted *end)
{
  struct unwind_tables tables;
  uintptr_t start, size;
  enum lead lead;

  if (!walk->at.has_sp
      || !unwinder->find (unwinder->objects, pc, &tables)
      || cfi_function_range (&tables, pc, &start, &size))
    return false;
  lead = find_end (unwinder, walk, pc, is_interrupted, tables.header != NULL,
                   end);
  end->is_certain = lead == LEAD_CERTAIN;
  return lead != LEAD_NONE;
}

/* Returns true if a frame of the function that holds PC can end at FP, above
   PLACE.  */
static bool
can_be_pointer (const struct unwinder *unwinder, struct walk *walk,
                uintptr_t place, uintptr_t pc, uintptr_t fp)
{
  uintptr_t after, start;

  return fp > place && fp - place < FARTHEST_POINTER && fp % WORD == 0
         && look_at_place (unwinder, walk, fp + WORD, pc, &after, &start)
              != LEAD_NONE;
}

bool
unlisted_pointer (const struct unwinder *unwinder, struct walk *walk,
                  const struct unlisted *end, uintptr_t *fp)
{
  for (size_t i = (end->place - walk->at.sp) / WORD; i-- > 0;)
    if (walk_read (walk, walk->at.sp + i * WORD, fp)
        && can_be_pointer (unwinder, walk, end->place, end->pc, *fp))
      return true;
  *fp = walk->at.fp;
  return walk->at.has_fp
         && can_be_pointer (unwinder, walk, end->place, end->pc, *fp);
}

#endif
