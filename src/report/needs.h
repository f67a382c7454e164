/* report/needs.h -- the data that reports need.

   SPDX-License-Identifier: GPL-3.0-or-later

   Each report and exporter states its needs in its row (report_list.h,
   export/exporters.h).  The pipeline in gprof.c joins the needs of all reports
   of a run, and computes no more than that.  */

#ifndef REPORT_NEEDS_H
#define REPORT_NEEDS_H

/* The needs, as bits.  */
enum report_need
{
  NEED_SYMBOLS = 1 << 0,        /* the symbols of the program */
  NEED_HISTOGRAM = 1 << 1,      /* samples; a profile without a histogram is an
                                   error */
  NEED_ARCS = 1 << 2,           /* recorded calls; a profile without any is an
                                   error */
  NEED_GRAPH = 1 << 3,          /* all fields of the call graph, even if the
                                   profile has no calls */
  NEED_ENTRIES = 1 << 4,        /* view->entries, if the profile has calls */
  NEED_FILES = 1 << 5,          /* the source files of static functions */
  NEED_LINES = 1 << 6,          /* the source lines of symbols with data */
  NEED_ALL_LINES = 1 << 7,      /* where lines are needed: those of symbols
                                   without data as well */
  NEED_CODE_LINES = 1 << 8,     /* where the symbols are lines: also the lines
                                   of code without data */
  NEED_PLACES = 1 << 9,         /* as NEED_LINES, but there is no warning if
                                   lines are missing */
  NEED_BLOCKS = 1 << 10,        /* the counts of basic blocks; the report gets
                                   the view by line if there is one */
  NEED_STACKS = 1 << 11,        /* samples of threads and call stacks; a profile
                                   without any is an error */
  NEED_WAITS = 1 << 12,         /* where threads were blocked, if the profile
                                   tells it */
  NEED_APPORTIONED = 1 << 13    /* beside measured times also those that numbers
                                   of calls would give */
};

#endif /* REPORT_NEEDS_H */
