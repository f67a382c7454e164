/* unlisted.c -- the callers of code that the unwind tables do not list.

   SPDX-License-Identifier: 0BSD

   Contracts are in unlisted.h.

   Functions in assembly often have no unwind tables, nor has code that was
   compiled without them.  The word at the stack pointer is the return address
   of a function that has put nothing on the stack.  Else the words above are
   tried, and the two words at which the frame pointer points.

   Each of them can be an old word, or data.  So the code before it must be a
   call that can lead to the function: one through a register or a slot that
   cannot be read, or a direct one of a function that is not listed either.

   If the target of a direct call is a little before the program counter, the
   function may begin there.  Then the instructions from there on tell how far
   the return address is from the stack pointer.  If a return address is there,
   this is proved.  Of several begins the last one counts: functions do not
   overlap, so others are those of functions before this one, whose old return
   addresses are on the stack.  The instructions that follow prove as much if
   they are the function's end.  */

#include <string.h>

#include "unwind/unlisted.h"
#include "unwind/row.h"
#include "arch/call_frame.h"
#include "arch/valgrind.h"

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
#define MOST_PROOFS 4           /* callers that are looked at for one word */
#define MOST_SIZE 32768         /* of the function, in bytes */
#define CODE_OF_BEGIN 64        /* bytes of the function that are looked at */
#define CODE_OF_END 32

/* The first addresses, of no object, need not be looked up.  */
#define LEAST_CODE_ADDRESS 4096

/* Kinds of calls before a return address.  */
enum lead
{
  LEAD_NONE,                    /* no call, or one of another function */
  LEAD_LISTED,                  /* a call of a function that is listed, or is
                                   elsewhere, which may have jumped to this
                                   one */
  LEAD_ANY,                     /* a call whose target is not known */
  LEAD_STUB,                    /* likewise, but through a slot for linking */
  LEAD_CERTAIN                  /* a call of this function */
};

/* Returns the first address of the function that holds PC, 0 if it is not
   listed.  */
static uintptr_t
begin_of (const struct unwinder *unwinder, uintptr_t pc)
{
  struct unwind_tables tables;
  uintptr_t start, size;

  return unwinder->find (unwinder->objects, pc, &tables)
         && cfi_function_range (&tables, pc, &start, &size) ? start : 0;
}

static bool
may_begin_at (uintptr_t target, uintptr_t pc)
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

/* Returns whether PC is in code of an object; or, if MAY_BE_MADE, in code that
   the program has made at run time, as far as that is known.  */
static bool
is_code (const struct unwinder *unwinder, uintptr_t pc, bool may_be_made)
{
  struct unwind_tables tables;

  if (unwinder->find (unwinder->objects, pc, &tables))
    return true;
#ifdef GMON_IN_GPROF
  return may_be_made && unwinder->is_made
         && unwinder->is_made (unwinder->objects, pc);
#else
  (void) may_be_made;
  return false;
#endif
}

/* Looks at the call before the return address AFTER, as a call of the function
   that holds PC.  If it is certain, or of another function, stores its target
   in *START.  */
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
  if (!may_begin_at (target, pc) && !pass_stub (walk, &target))
    return LEAD_STUB;
  *start = target;
  if (begin_of (unwinder, target) != 0)
    return LEAD_LISTED;
  return may_begin_at (target, pc) ? LEAD_CERTAIN : LEAD_LISTED;
}

/* Tells valgrind that the copy WORD of a word of the program has a value: it
   may be of a variable that the program has not set yet.  The request is not to
   be on the stack of the thread while the word is looked at.  */
static __attribute__ ((noinline)) void
define_word (const uintptr_t *word)
{
  machine_valgrind_define (word, sizeof *word);
}

/* Does so for the word at PLACE, which is stored in *AFTER.  MAY_BE_MADE: it is
   in code of an object, or in code that the program has made.  */
static enum lead
look_at_word (const struct unwinder *unwinder, struct walk *walk,
              uintptr_t place, uintptr_t pc, bool may_be_made,
              uintptr_t *after, uintptr_t *start)
{
  if (!walk_read (walk, place, after))
    return LEAD_NONE;
  define_word (after);
  if (*after < LEAST_CODE_ADDRESS
      || !is_code (unwinder, *after - 1, may_be_made))
    return LEAD_NONE;
  return look_at_lead (unwinder, walk, *after, pc, start);
}

/* A frame that is left, and the best end of it so far.  */
struct search
{
  const struct unwinder *unwinder;
  struct walk *walk;
  uintptr_t pc;
  bool is_interrupted, has_tables;
  struct unlisted best;         /* what code proves, if there is such a thing */
  uintptr_t start;              /* of the function; 0: nothing is proved */
};

/* Looks at the word that is DISTANCE bytes above the stack pointer, where code
   says that the return address is, and stores its address in *PLACE.  BEGIN is
   where that code says that the function begins, or 0.  A call of another
   function that has no tables either is not the one.  */
static bool
try_distance (struct search *search, uintptr_t distance, uintptr_t begin,
              uintptr_t *place)
{
  struct unlisted found = { .place = search->walk->at.sp + distance };
  uintptr_t start;
  enum lead lead;

  if (distance > WALK_FARTHEST)
    return false;
  lead = look_at_word (search->unwinder, search->walk, found.place, search->pc,
                       true, &found.pc, &start);
  if (lead == LEAD_NONE
      || (lead == LEAD_CERTAIN && begin != 0 && start != begin))
    return false;
  found.is_certain = found.has_fp_place = true;
  search->best = found;
  *place = found.place;
  return true;
}

/* Looks for the return address of a function whose end is running.  */
static bool
try_end (struct search *search)
{
  unsigned char code[CODE_OF_END];
  size_t popped, fp_above;
  uintptr_t place;

  if (!walk_copy_code (search->walk, search->pc, code, sizeof code)
      || !frame_popped (code, sizeof code, &popped, &fp_above)
      || !try_distance (search, popped, 0, &place))
    return false;
  if (fp_above != SIZE_MAX)
    search->best.fp_place = search->walk->at.sp + fp_above;
  return true;
}

/* Takes START for the begin of the function, if none behind it is proved.  It
   is proved if the instructions there tell where the return address is.  */
static void
try_start (struct search *search, uintptr_t start)
{
  unsigned char code[CODE_OF_BEGIN + FRAME_CODE_MORE];
  size_t size = search->pc - start, fp_below;
  uintptr_t place;

  if (size > CODE_OF_BEGIN)
    size = CODE_OF_BEGIN;
  if (start <= search->start
      || !walk_copy_code (search->walk, start, code, sizeof code)
      || !try_distance (search, frame_pushed (code, size, &fp_below), start,
                        &place))
    return;
  search->start = start;
  if (fp_below != 0)
    search->best.fp_place = place - fp_below;
}

/* Looks at the word at PLACE, which is stored in *AFTER.  A call that is
   certain may prove where the function begins; else it can be one of a function
   before this one.  */
static enum lead
try_place (struct search *search, uintptr_t place, bool may_be_made,
           uintptr_t *after)
{
  uintptr_t start;
  enum lead lead = look_at_word (search->unwinder, search->walk, place,
                                 search->pc, may_be_made, after, &start);

  if (lead == LEAD_CERTAIN)
    try_start (search, start);
  return lead;
}

/* Looks at the return address at the frame pointer.  */
static enum lead
try_frame_pointer (struct search *search, struct unlisted *end)
{
  uintptr_t fp = search->walk->at.fp, sp = search->walk->at.sp;

  if (!search->walk->at.has_fp || fp < sp || fp % WORD != 0
      || fp - sp > WALK_FARTHEST)
    return LEAD_NONE;
  *end = (struct unlisted) { .place = fp + WORD, .has_fp_place = true,
                             .fp_place = fp };
  return try_place (search, end->place, true, &end->pc);
}

/* Whether the callers of the function that a return address is in prove that
   the address is not an old one.  */
enum proof
{
  PROOF_NONE,
  PROOF_CALLED,                 /* its function was called there */
  PROOF_STALE                   /* another function was called there */
};

/* Stores in *PLACE, where the return address AFTER is, the place of the return
   address of the function that AFTER is in.  Returns false if that does not
   depend on the stack pointer alone.  */
static bool
next_place (const struct unwinder *unwinder, uintptr_t after, uintptr_t *place)
{
  struct unwind_tables tables;
  uint64_t row;

  if (!unwinder->find (unwinder->objects, after - 1, &tables)
      || tables.is_stub)
    return false;
  row = cfi_row (&tables, after - 1);
  if (row_kind (row) != ROW_CFA || row_base (row) != FRAME_SP
      || row_offset (row) < WORD || row_offset (row) > WALK_FARTHEST)
    return false;
  *place += row_offset (row);
  return true;
}

/* Returns what the callers say of the return address AFTER at PLACE.  An old
   one has a caller that did not call its function, unless the caller's is as
   old; so several are looked at.  A function that was called by a jump is
   taken for an old one: that loses callers, but does not invent any.  */
static enum proof
prove_word (const struct search *search, uintptr_t place, uintptr_t after)
{
  enum proof proof = PROOF_NONE;

  for (int i = 0; i < MOST_PROOFS; i++)
    {
      uintptr_t begin = begin_of (search->unwinder, after - 1), target = 0;
      uintptr_t pc = after - 1;
      enum lead lead;

      if (begin == 0 || !next_place (search->unwinder, after, &place))
        break;
      lead = look_at_word (search->unwinder, search->walk, place, pc, true,
                           &after, &target);
      if (lead != LEAD_LISTED)
        break;
      if (target != begin)
        return PROOF_STALE;
      proof = PROOF_CALLED;
    }
  return proof;
}

/* Returns true if the word at PLACE, the return address AFTER after a call of
   the kind LEAD, can be the one of the function.  IS_PUSHED: the function's own
   variables are not below it.  */
static bool
is_good_word (const struct search *search, enum lead lead, uintptr_t place,
              uintptr_t after, bool is_pushed)
{
  enum proof proof;

  if (lead < LEAD_ANY || (lead == LEAD_CERTAIN && !is_pushed))
    return false;
  proof = prove_word (search, place, after);
  if (proof == PROOF_NONE)
    return lead == LEAD_STUB || is_pushed;
  return proof == PROOF_CALLED;
}

/* Looks at the words from the stack pointer on.  Returns true, and the first
   one in *END, if there is a call that can be one of the function.  If the
   frame is interrupted, what its function has pushed is mostly registers: then
   a call through a register is good enough.  Others may have old return
   addresses in the room for their variables, so the callers must prove it.  */
static bool
try_words (struct search *search, struct unlisted *end)
{
  bool is_found = false;

  for (size_t i = 0; i < MOST_WORDS_ABOVE; i++)
    {
      uintptr_t place = search->walk->at.sp + i * WORD, after;
      enum lead lead = try_place (search, place, false, &after);

      if (!is_found
          && is_good_word (search, lead, place, after,
                           search->is_interrupted && i < MOST_WORDS_PUSHED))
        {
          *end = (struct unlisted) { .place = place, .pc = after };
          is_found = true;
        }
    }
  return is_found;
}

/* Chooses what is not proved.  Where the function may not have set its frame
   up, or has taken it down, the frame pointer is the caller's, and the word at
   the stack pointer is right.  It is seldom data that looks like a return
   address.  Of what else is found, the innermost counts: an outer frame that
   made a call through a pointer proves nothing.  */
static bool
find_likely (struct search *search, struct unlisted *end)
{
  struct unlisted at_sp = { .place = search->walk->at.sp }, at_fp, word;
  bool is_at_sp = search->is_interrupted
                  && try_place (search, at_sp.place, true, &at_sp.pc)
                     != LEAD_NONE;
  bool is_at_fp = try_frame_pointer (search, &at_fp) >= LEAD_ANY;
  bool is_word = try_words (search, &word);

  *end = at_sp;
  if (is_at_sp || !search->has_tables)
    return is_at_sp;
  *end = is_word && !(is_at_fp && at_fp.place < word.place) ? word : at_fp;
  return is_at_fp || is_word;
}

bool
unlisted_end (const struct unwinder *unwinder, struct walk *walk,
              uintptr_t pc, bool is_interrupted, struct unlisted *end)
{
  struct search search
    = { .unwinder = unwinder, .walk = walk, .pc = pc,
        .is_interrupted = is_interrupted };
  struct unwind_tables tables;
  bool is_likely;

  if (!walk->at.has_sp
      || !unwinder->find (unwinder->objects, pc, &tables)
      || begin_of (unwinder, pc) != 0)
    return false;
  search.has_tables = tables.header != NULL;
  if (is_interrupted && try_end (&search))
    {
      *end = search.best;
      return true;
    }
  is_likely = find_likely (&search, end);
  if (search.start != 0)
    *end = search.best;
  return is_likely || search.start != 0;
}

/* Returns true if a frame of the function that holds PC and begins at BEGIN can
   end at FP, above PLACE.  */
static bool
can_be_pointer (const struct unwinder *unwinder, struct walk *walk,
                uintptr_t place, uintptr_t pc, uintptr_t begin, uintptr_t fp)
{
  uintptr_t after, start = 0;
  enum lead lead;

  if (fp <= place || fp - place >= WALK_FARTHEST || fp % WORD != 0)
    return false;
  lead = look_at_word (unwinder, walk, fp + WORD, pc, true, &after, &start);
  return lead > LEAD_LISTED || (lead == LEAD_LISTED && start == begin);
}

bool
unlisted_pointer (const struct unwinder *unwinder, struct walk *walk,
                  const struct unlisted *end, uintptr_t *fp)
{
  uintptr_t begin = begin_of (unwinder, end->pc - 1);
  uintptr_t least = UINTPTR_MAX, word = walk->at.fp;
  bool is_word = walk->at.has_fp;

  for (size_t i = (end->place - walk->at.sp) / WORD + 1; i-- > 0;)
    {
      if (is_word && word < least
          && can_be_pointer (unwinder, walk, end->place, end->pc - 1, begin,
                             word))
        least = word;
      is_word = i > 0
                && walk_read (walk, walk->at.sp + (i - 1) * WORD, &word);
    }
  *fp = least;
  return least != UINTPTR_MAX;
}

#endif
