/* clock_list.h -- the clocks that the option clock= of GMON_OPTIONS names.

   SPDX-License-Identifier: 0BSD

   This is the only list of clocks.  The words of the option, the enumeration
   in options.h, the declarations in clock.h and the table in profile.c are
   made from it.  In a row CLOCK (ENUMERATOR, NAME), OPTIONS_CLOCK_ENUMERATOR
   stands for clock_NAME, a struct clock that is defined in a file of its
   own.  */

#ifndef GMON_CLOCK_LIST_H
#define GMON_CLOCK_LIST_H

/* The first clock is the default.  */
#define CLOCK_LIST(CLOCK) \
  CLOCK (CPU, cpu)        \
  CLOCK (ITIMER, itimer)  \
  CLOCK (WALL, wall)      \
  CLOCK (PERF, perf)      \
  CLOCK (KERNEL, kernel)

#endif /* GMON_CLOCK_LIST_H */
