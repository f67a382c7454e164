/* base/string_sort.h -- many strings in strcmp's order.

   SPDX-License-Identifier: GPL-3.0-or-later

   Symbol names share long beginnings and lie scattered in memory, so that
   comparing whole strings at each step of a sort mostly waits for memory; this
   looks at each piece of a name about once.  */

#ifndef BASE_STRING_SORT_H
#define BASE_STRING_SORT_H

#include <stddef.h>
#include <stdint.h>

struct string_key
{
  uint64_t piece;               /* of string_sort alone */
  const char *string;           /* borrowed */
  uint32_t id;                  /* of the caller */
};

/* Sorts the LEN keys at KEYS; equal strings keep their order.  */
void string_sort (struct string_key *keys, size_t len);

#endif /* BASE_STRING_SORT_H */
