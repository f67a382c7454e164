/* select/near.h -- the few names most like one that does not exist.

   SPDX-License-Identifier: GPL-3.0-or-later

   For "did you mean".  The cost of an offer is linear in the name's length.  */

#ifndef SELECT_NEAR_H
#define SELECT_NEAR_H

#include <stddef.h>

#include "base/arena.h"

#define NEAR_MAX 3              /* names kept, and the largest distance */

/* A list of at most NEAR_MAX names, the nearest first, and of equally near
   ones the first offered.  Zero it to begin.  */
struct near_list
{
  const char *names[NEAR_MAX];  /* in the arena */
  unsigned distances[NEAR_MAX];
  size_t len;
};

/* How many single-byte insertions, deletions, changes and swaps of neighbours
   make the LEN_A bytes at A the LEN_B bytes at B; MAX + 1 if more than MAX,
   which is at most NEAR_MAX.  */
unsigned near_distance (const char *a, size_t len_a, const char *b,
                        size_t len_b, unsigned max);

/* NAME may be what TEXT was to be: it joins LIST (copied to ARENA) if it is
   near enough for TEXT's length, is TEXT but for namespaces, classes and
   template arguments, or has TEXT as a part, and is not there yet.  A name that
   begins with TEXT is as near as one with two changes, and one that has TEXT
   elsewhere as one with three.  */
void near_offer (struct near_list *list, struct arena *arena, const char *text,
                 const char *name);

#endif /* SELECT_NEAR_H */
