/* compat/count_order.h -- the order in which GNU gprof -C lists symbols.

   SPDX-License-Identifier: GPL-3.0-or-later

   The quirk inconsistent_count_order, for report/text/bb_print.  GNU gprof
   compares by file, line and address, but by address alone if a symbol has no
   file.  This is not a consistent order, so the steps of the sort decide the
   result.  */

#ifndef COMPAT_COUNT_ORDER_H
#define COMPAT_COUNT_ORDER_H

#include <stddef.h>

#include "report/text/exec_key.h"

/* Sorts the N KEYS.  */
void count_order_sort (struct exec_key *keys, size_t n);

#endif /* COMPAT_COUNT_ORDER_H */
