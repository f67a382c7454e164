/* blocks_merge.c -- the blocks of all threads as one sorted list.

   SPDX-License-Identifier: 0BSD

   clang inserts a function's first callback right before the call of mcount,
   on the line where the function begins.  So the file would have two counts
   for this line.  Such a block is left out if mcount has counted its function.
   But it is kept if the function was called from outside the image, since not
   all readers count such calls.  gcc inserts the callback behind mcount, on
   the line of the first statement, which has no other count.

   Code is read in the executable only.  The range that the program has given
   to monstartup may belong to a library, which may have been unloaded.  */

#include "record/blocks_merge.h"
#include "gmon_out.h"
#include "record/arcs.h"
#include "record/arcs_merge.h"
#include "record/blocks.h"
#include "sys/program_image.h"

bool
block_for_file (struct arc *arc, const struct text *text, uintptr_t from,
                uintptr_t self)
{
  if ((self != ARC_SELF_BLOCK && self != ARC_SELF_GUARD)
      || !text_contains_return (text, from))
    return false;
  arc->from = (text_is_program (text, from - 1)
               ? block_start (from, self == ARC_SELF_GUARD, text->low)
               : from - 1)
              - text->base;
  arc->self = from - text->base;
  return true;
}

/* Makes the entry of a call for the list of callees: SELF is the callee, and
   FROM is 1 if the caller is outside the text, else 0.  Returns false if the
   pair is no call or the callee is not in TEXT.  */
static bool
only_callee (struct arc *arc, const struct text *text, uintptr_t from,
             uintptr_t self)
{
  if (!arc_for_file (arc, text, from, self))
    return false;
  arc->from = arc->from == GMON_FROM_OUTSIDE;
  return true;
}

/* Returns true if ADDRESS is a callee in CALLEES, a sorted list of
   only_callee's entries, with callers outside the text if OUTSIDE is 1, or
   inside if it is 0.  */
static bool
is_callee (const struct arc_list *callees, uintptr_t outside,
           uintptr_t address)
{
  size_t first = 0, end = callees->len;

  while (first < end)
    {
      size_t middle = first + (end - first) / 2;
      const struct arc *arc = &callees->arcs[middle];

      if (arc->from == outside && arc->self == address)
        return true;
      if (arc->from < outside
          || (arc->from == outside && arc->self < address))
        first = middle + 1;
      else
        end = middle;
    }
  return false;
}

/* Leaves out of LIST each block that is followed by the call hook of one of
   CALLEES, unless that function was also called from outside TEXT.  */
static void
keep_others (struct arc_list *list, const struct arc_list *callees,
             const struct text *text)
{
  size_t kept = 0;

  for (size_t i = 0; i < list->len; i++)
    {
      uintptr_t pc = list->arcs[i].self + text->base;
      uintptr_t hook = text_is_program (text, pc)
                       ? block_next_return (pc) : 0;

      if (hook == 0 || !is_callee (callees, 0, hook - text->base)
          || is_callee (callees, 1, hook - text->base))
        list->arcs[kept++] = list->arcs[i];
    }
  list->len = kept;
}

bool
blocks_merge (struct arc_list *list, const struct arcs *arcs,
              const struct blocks *blocks, const struct text *text)
{
  struct arc_list callees = { .len = 0 };
  bool done = arcs_merge (list, arcs, blocks, text, block_for_file)
              && arcs_merge (&callees, arcs, NULL, text, only_callee);

  if (done)
    keep_others (list, &callees, text);
  arc_list_free (&callees);
  return done;
}
