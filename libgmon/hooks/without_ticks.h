/* without_ticks.h -- sets of signals without the clock's SIGPROF.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_WITHOUT_TICKS_H
#define GMON_WITHOUT_TICKS_H

#include <signal.h>
#include <stdbool.h>

/* Returns true if SET contains a signal other than SIGPROF.  */
static inline bool
set_has_another (const sigset_t *set)
{
  for (int number = 1; number < _NSIG; number++)
    if (number != SIGPROF && sigismember (set, number) == 1)
      return true;
  return false;
}

/* Sets *COPY to SET, a set of signals that the program takes without a handler,
   but without SIGPROF if CLOCKS says that this signal is the clock's: a thread
   that blocks SIGPROF would receive the ticks.  A SET of SIGPROF alone is not
   changed, as the program then means that signal.  */
static inline void
set_without_ticks (sigset_t *copy, const sigset_t *set, bool clocks)
{
  *copy = *set;
  if (clocks && sigismember (set, SIGPROF) == 1 && set_has_another (set))
    sigdelset (copy, SIGPROF);
}

#endif /* GMON_WITHOUT_TICKS_H */
