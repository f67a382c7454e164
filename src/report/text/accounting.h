/* report/text/accounting.h -- lines that account for the samples.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef REPORT_TEXT_ACCOUNTING_H
#define REPORT_TEXT_ACCOUNTING_H

#include "base/out.h"
#include "report/view.h"

/* Write lines to OUT if the times of VIEW are measured by call stacks, for the
   heads of the flat profile and of the call graph: where the time was spent, or
   to what off-CPU times add up; and how complete the stacks are.  */
void print_accounting (struct out *out, const struct view *view);
void print_completeness (struct out *out, const struct view *view);

/* Writes a line to OUT if only the calls of some functions were counted in the
   profile of VIEW.  */
void print_counted (struct out *out, const struct view *view);

/* Writes to OUT that only the calls of the functions like PATTERNS were
   counted: a value of GMON_META_FUNCTIONS.  No newline is written.  */
void print_counted_patterns (struct out *out, const char *patterns);

/* Returns true if gprof has recorded the profile of VIEW from outside, by the
   kernel's events.  */
bool is_recorded_outside (const struct view *view);

/* How gprof has recorded a profile from outside.  */
struct recording
{
  const char *engine;           /* GMON_CLOCK_EVENTS or _BOTH; NULL: not from
                                   outside, and all others are 0 */
  uint64_t samples;
  double unsampled;             /* ticks of threads without a sample */
  double kernel;                /* ticks of the kernel, if it was not visible */
  double lost;                  /* ticks of threads that are not known, as
                                   records were lost: */
  uint64_t lost_records;
  double not_permitted;         /* ticks of programs that the kernel did not
                                   show */
};
struct recording recording_of (const struct view *view);

/* Writes lines to OUT if gprof has recorded the profile of VIEW from outside:
   how, and what it could not see.  print_accounting has these lines, too.  */
void print_recording (struct out *out, const struct view *view);

#endif /* REPORT_TEXT_ACCOUNTING_H */
