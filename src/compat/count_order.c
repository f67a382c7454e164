/* compat/count_order.c -- the order in which GNU gprof -C lists symbols.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "compat/count_order.h"

#include <stdlib.h>

#include "base/arena.h"

/* This is a top-down merge sort with halves of n/2 and n - n/2 elements, as the
   qsort of the C library that GNU gprof runs on.  It recurses, log2 (n) deep,
   because a bottom-up sort would have to record the splits.  */
static void
merge_sort (struct exec_key *keys, struct exec_key *spare, size_t n)
{
  size_t half = n / 2, a = 0, b = half, to = 0;
  if (n < 2)
    return;
  merge_sort (keys, spare, half);
  merge_sort (keys + half, spare, n - half);
  while (a < half && b < n)
    spare[to++] = (exec_key_compare (&keys[a], &keys[b]) <= 0 ? keys[a++]
                   : keys[b++]);
  memcpy (spare + to, keys + a, (half - a) * sizeof *keys);
  memcpy (keys, spare, (to + half - a) * sizeof *keys);
}

void
count_order_sort (struct exec_key *keys, size_t n)
{
  struct exec_key *spare = array_new (n, sizeof *spare);
  merge_sort (keys, spare, n);
  free (spare);
}
