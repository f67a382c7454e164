/* select/spell_suggest.h -- the names most similar to one that does not exist.

   SPDX-License-Identifier: GPL-3.0-or-later

   This is for "did you mean".  spell_offer takes time linear in the length of
   the name.  */

#ifndef SELECT_SPELL_SUGGEST_H
#define SELECT_SPELL_SUGGEST_H

#include <stddef.h>

#include "base/arena.h"

#define SPELL_MAX 3             /* the most names, and the largest distance */

/* A list of at most SPELL_MAX names, the nearest first.  Names with equal
   distances are in the order in which they were offered.  An empty list is all
   zeros.  */
struct spell_list
{
  const char *names[SPELL_MAX]; /* owned by the arena of spell_offer */
  unsigned distances[SPELL_MAX];
  size_t len;
};

/* Returns the edit distance: the number of insertions, deletions and changes
   of single bytes and of swaps of neighbours that turn the LEN_A bytes at A
   into the LEN_B bytes at B.  Returns MAX + 1 if it is more than MAX, which is
   at most SPELL_MAX.  */
unsigned spell_distance (const char *a, size_t len_a, const char *b,
                         size_t len_b, unsigned max);

/* Adds a copy of NAME, owned by ARENA, to LIST if the user may have meant NAME
   by TEXT and NAME is not in LIST yet.  That is so if the edit distance is
   small for the length of TEXT, if NAME is TEXT plus namespaces, classes or
   template arguments, or if NAME contains TEXT.  A NAME that begins with TEXT
   has a distance of 2, one that contains TEXT elsewhere a distance of 3.  */
void spell_offer (struct spell_list *list, struct arena *arena,
                  const char *text, const char *name);

#endif /* SELECT_SPELL_SUGGEST_H */
