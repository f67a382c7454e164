/* report/needs.h -- the data that reports need.

   SPDX-License-Identifier: GPL-3.0-or-later

   Each report states its needs in its row (report_list.h, export_list.h).  The
   pipeline in gprof.c joins the needs of all reports of a run, and computes no
   more than that.  */

#ifndef REPORT_NEEDS_H
#define REPORT_NEEDS_H

/* The needs, as bits.  */
enum report_need
{
  NEED_SYMBOLS = 1,             /* the symbols of the program */
  NEED_HISTOGRAM = 2,           /* samples; a profile without a histogram is an
                                   error */
  NEED_ARCS = 4,                /* recorded calls; a profile without any is an
                                   error */
  NEED_GRAPH = 8,               /* all fields of the call graph, even if the
                                   profile has no calls */
  NEED_RANK = 16,               /* view->rank, if the profile has calls */
  NEED_FILES = 32,              /* the source files of static functions */
  NEED_LINES = 64,              /* the source lines of symbols with data */
  NEED_ALL_LINES = 128,         /* where lines are needed: those of symbols
                                   without data as well */
  NEED_CODE_LINES = 256,        /* where the symbols are lines: also the lines
                                   of code without data */
  NEED_STACKS = 1024,           /* samples of threads and call stacks; a profile
                                   without any is an error */
  NEED_BLOCKS = 512,            /* the counts of basic blocks; the report gets
                                   the view by line if there is one */
  NEED_PLACES = 2048,           /* as NEED_LINES, but there is no warning if
                                   lines are missing */
  NEED_WAITS = 8192,            /* where threads were blocked, if the profile
                                   tells it */
  NEED_APPORTIONED = 4096       /* beside measured times also those that numbers
                                   of calls would give */
};

#endif /* REPORT_NEEDS_H */
