/* base/string_sort.h -- many strings in strcmp's order.

   SPDX-License-Identifier: GPL-3.0-or-later

   Symbol names share long prefixes and are scattered in memory.  A sort that
   compares whole strings at each step mostly waits for memory.  This sort
   reads each piece of a name about once.  */

#ifndef BASE_STRING_SORT_H
#define BASE_STRING_SORT_H

#include <stddef.h>
#include <stdint.h>

struct string_key
{
  uint64_t piece;               /* used by string_sort only */
  const char *string;           /* borrowed */
  uint32_t id;                  /* for the caller, not used here */
};

/* Sorts the LEN keys at KEYS by their strings, in the order of strcmp.  Equal
   strings keep their order.  */
void string_sort (struct string_key *keys, size_t len);

#endif /* BASE_STRING_SORT_H */
