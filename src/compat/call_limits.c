/* compat/call_limits.c -- the code in which GNU gprof looks for calls.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "compat/call_limits.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/search.h"

struct call_limit
{
  struct text_range range;
  size_t number;                /* index in the order of the histograms */
};

static int
compare_limits (const void *a, const void *b)
{
  const struct call_limit *x = a, *y = b;
  return ((x->range.low > y->range.low) - (x->range.low < y->range.low));
}

void
call_limits_init (struct call_limits *limits, const struct text_range *ranges,
                  size_t n)
{
  *limits = (struct call_limits) { .len = n };
  limits->items = array_new (n, sizeof *limits->items);
  for (size_t i = 0; i < n; i++)
    limits->items[i] = (struct call_limit) { ranges[i], i };
  qsort (limits->items, n, sizeof *limits->items, compare_limits);
}

void
call_limits_free (struct call_limits *limits)
{
  free (limits->items);
}

void
call_limits_apply (struct call_limits *limits, uint64_t *low, uint64_t *high)
{
  const struct call_limit *chosen = NULL;
  while (limits->next < limits->len
         && limits->items[limits->next].range.high <= *low)
    limits->next++;
  for (size_t i = limits->next;
       i < limits->len && limits->items[i].range.low < *high; i++)
    if (!chosen || limits->items[i].number < chosen->number)
      chosen = &limits->items[i];
  if (!chosen)
    *high = *low;
  else
    {
      if (chosen->range.low > *low)
        *low = chosen->range.low;
      if (chosen->range.high < *high)
        *high = chosen->range.high;
    }
}

bool
call_limits_have (const struct call_limits *limits, uint64_t addr)
{
  size_t n = search_up_to (limits->items, limits->len, sizeof *limits->items,
                           addr);
  return n > 0 && addr < limits->items[n - 1].range.high;
}
