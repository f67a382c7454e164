/* stress.h -- what the generated functions of the stress test are made of.

   SPDX-License-Identifier: GPL-3.0-or-later

   See stress.awk and stress.c.  */

#ifndef LIBGMON_BASE_STRESS_H
#define LIBGMON_BASE_STRESS_H

#include <setjmp.h>
#include <stdint.h>

#define MOST_FUNCTIONS 6000
#define DEEPEST 24

/* A walk through the functions: every one decides by a random number which of
   its two calls it makes.  */
struct walk
{
  uint32_t random;
  int left;                     /* calls that may yet be made */
  int depth;
  sigjmp_buf start;             /* where a jump leads to */
};

/* What the profile of this process must have: calls from each place, and, in
   root_calls, of each function by stress.c or by a library.  */
extern uint64_t place_calls[2 * MOST_FUNCTIONS];
extern uint64_t root_calls[MOST_FUNCTIONS];

extern const unsigned functions;
extern void (*const function_at[]) (struct walk *);
extern const unsigned callee_at[];

/* In stress.c, and not counted: a function entered; may it make the call of
   PLACE, its BIT-th?  If so, the call is counted in place_calls.  */
void enter (struct walk *w);
int may_call (struct walk *w, int bit, unsigned place);

#define CALL(w, bit, place, function)                                   \
  do                                                                    \
    if (may_call (w, bit, place))                                       \
      {                                                                 \
        function (w);                                                   \
        (w)->depth--;                                                   \
      }                                                                 \
  while (0)

#endif /* LIBGMON_BASE_STRESS_H */
