/* address_set.h -- a set of addresses of pages.

   SPDX-License-Identifier: 0BSD

   Not for several threads at once.  No function makes a libc call.  */

#ifndef GMON_ADDRESS_SET_H
#define GMON_ADDRESS_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arch/namespace.h"

/* An object of zeros is an empty set.  */
struct address_set
{
  size_t len, size;             /* of the slots: 0, or a power of two that is at
                                   least twice LEN */
  uintptr_t *slots;             /* address | 1; 0: free */
};

bool address_set_has (const struct address_set *set, uintptr_t address);

/* Adds ADDRESS, of a page, to SET.  Without memory nothing is added.  */
void address_set_add (struct address_set *set, uintptr_t address);

/* Empties SET and frees its memory.  */
void address_set_clear (struct address_set *set);

#endif /* GMON_ADDRESS_SET_H */
