/* leaf.h -- the functions whose calls many programs of libgmon.base count.

   SPDX-License-Identifier: GPL-3.0-or-later

   Included by the program itself, once.  */

#ifndef LIBGMON_BASE_LEAF_H
#define LIBGMON_BASE_LEAF_H

#include "test.h"

/* What is done to it is not optimized away; threads do not race for it.  */
static __thread volatile int sink;

NOINLINE void
leaf (void)
{
  sink++;
}

/* The last thing it does is no call: that would be a jump.  */
NOINLINE void
call_leaf (int times)
{
  while (times-- > 0)
    leaf ();
  sink++;
}

#endif /* LIBGMON_BASE_LEAF_H */
