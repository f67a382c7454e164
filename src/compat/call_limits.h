/* compat/call_limits.h -- the code in which GNU gprof looks for calls.

   SPDX-License-Identifier: GPL-3.0-or-later

   The quirk limit_calls, for image/find_call.  GNU gprof reads only the part
   of a symbol's code in the first histogram that overlaps the symbol, and
   accepts only calls of code in a histogram.  */

#ifndef COMPAT_CALL_LIMITS_H
#define COMPAT_CALL_LIMITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "image/image.h"

struct call_limit;

struct call_limits
{
  struct call_limit *items;     /* by address, heap */
  size_t len;
  size_t next;                  /* the first limit that does not end before
                                   the current symbol */
};

/* Sets LIMITS to the N RANGES, which are disjoint, not empty, and in the order
   of the histograms.  The caller releases LIMITS with call_limits_free.  */
void call_limits_init (struct call_limits *limits,
                       const struct text_range *ranges, size_t n);
void call_limits_free (struct call_limits *limits);

/* Reduces [*LOW, *HIGH) to the part in the first range that overlaps it; the
   result is empty if there is none.  Call it for symbols in ascending order,
   since one pass over the limits serves all of them.  */
void call_limits_apply (struct call_limits *limits, uint64_t *low,
                        uint64_t *high);

/* Returns true if ADDR is in a range.  */
bool call_limits_have (const struct call_limits *limits, uint64_t addr);

#endif /* COMPAT_CALL_LIMITS_H */
