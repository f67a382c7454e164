/* stack_array.h -- the array that gets a call stack.

   SPDX-License-Identifier: 0BSD

   A deep stack keeps its innermost and its outermost frames.  */

#ifndef GMON_STACK_ARRAY_H
#define GMON_STACK_ARRAY_H

#include <stddef.h>
#include <stdint.h>

#include "arch/namespace.h"

/* The array that gets the stack.  When it is full, its last elements are used
   as a ring.  */
struct stack
{
  uintptr_t *pcs;
  size_t max, inner;            /* elements; those before the ring */
  size_t next;                  /* the element that gets the next frame */
  size_t count;                 /* frames, also those that were dropped */
};

static inline void
stack_add (struct stack *stack, uintptr_t pc)
{
  stack->pcs[stack->next] = pc;
  stack->count++;
  if (++stack->next == stack->max)
    stack->next = stack->inner;
}

/* Returns how many frames can be stored one behind the other, from the element
   NEXT on, if STACK gets at most MOST.  */
static inline size_t
stack_room (const struct stack *stack, size_t most)
{
  size_t room = stack->max - stack->next, left = most - stack->count;

  return room < left ? room : left;
}

/* Says that COUNT frames, at most stack_room, were stored.  */
static inline void
stack_added (struct stack *stack, size_t count)
{
  stack->count += count;
  stack->next += count;
  if (stack->next == stack->max)
    stack->next = stack->inner;
}

/* Returns an empty stack in the MAX elements of PCS, of which the last OUTER
   are for the outermost frames of a deep stack.  */
static inline struct stack
stack_in (uintptr_t *pcs, size_t max, size_t outer)
{
  return (struct stack) { pcs, max, max - outer, 0, 0 };
}

static inline void
reverse (uintptr_t *pcs, size_t count)
{
  for (size_t i = 0; i < count / 2; i++)
    {
      uintptr_t pc = pcs[i];

      pcs[i] = pcs[count - 1 - i];
      pcs[count - 1 - i] = pc;
    }
}

/* Turns the ring of STACK, so that it begins with its innermost frame.  */
static inline void
stack_turn (struct stack *stack)
{
  size_t size = stack->max - stack->inner;
  size_t first = stack->next - stack->inner;
  uintptr_t *ring = stack->pcs + stack->inner;

  reverse (ring, first);
  reverse (ring + first, size - first);
  reverse (ring, size);
}

/* Puts the elements of STACK in order.  Returns their number, and adds DEEP to
   *FLAGS if frames are left out.  */
static inline size_t
stack_end (struct stack *stack, unsigned deep, unsigned *flags)
{
  if (stack->count <= stack->max)
    return stack->count;
  *flags |= deep;
  stack_turn (stack);
  return stack->max;
}

#endif /* GMON_STACK_ARRAY_H */
