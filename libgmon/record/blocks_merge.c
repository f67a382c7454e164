/* blocks_merge.c -- the blocks of all threads as one sorted list.

   SPDX-License-Identifier: 0BSD

   In: return addresses of callbacks, from the arc tables and the arrays of
   guards.  Out: a list of addresses in the file's terms, for serialize.c.

   clang calls a function's first callback right before mcount, on the line
   where the function begins, so that line would have one number twice.  Such a
   block is left out if mcount has counted its function, but if there were calls
   from outside the image: not all readers count those.  gcc calls it behind
   mcount, on the line of the first statement, which has no other number.

   Code is looked at in the executable only: what the program has given to
   monstartup may be a library's, which may have been unloaded.  */

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

/* Of a call only the callee counts here, and whether the caller is outside, as
   1 in FROM.  */
static bool
only_callee (struct arc *arc, const struct text *text, uintptr_t from,
             uintptr_t self)
{
  if (!arc_for_file (arc, text, from, self))
    return false;
  arc->from = arc->from == GMON_FROM_OUTSIDE;
  return true;
}

/* Is ADDRESS a callee in CALLEES, which is sorted, of callers OUTSIDE or
   inside?  */
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

/* Leave out what is followed by the hook of one of CALLEES, whose blocks are in
   TEXT.  Equal addresses become one.  */
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
  arcs_merge_free (&callees);
  return done;
}
