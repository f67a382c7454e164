/* report/style.h -- the reports of a run, and their layout.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef REPORT_STYLE_H
#define REPORT_STYLE_H

#include <regex.h>
#include <stdbool.h>

#include "base/quirks.h"
#include "report/report_list.h"

/* The reports of report_list.h: first a number for each, then a bit.  */
#define REPORT_NUMBER(name, ...) REPORT_NUMBER_##name,
#define REPORT_BIT(name, ...) REPORT_##name = 1u << REPORT_NUMBER_##name,
#define NO_REPORT(name, ...)

enum
{
  REPORTS (REPORT_NUMBER, NO_REPORT, REPORT_NUMBER)
};

enum report_bit
{
  REPORTS (REPORT_BIT, NO_REPORT, REPORT_BIT)
};

#undef REPORT_NUMBER
#undef REPORT_BIT
#undef NO_REPORT

/* The orders of rows.  They are in the order of the words of --sort.  */
enum row_order
{
  ROWS_BY_SELF,
  ROWS_BY_TOTAL,
  ROWS_BY_CALLS,
  ROWS_BY_NAME,
  ROWS_BY_BLOCKED
};

/* The times of call paths.  They are in the order of the words of
   --dimension.  */
enum dimension
{
  DIMENSION_CPU,
  DIMENSION_BLOCKED
};

/* The probability of intervals unless --intervals sets it, in percent.  */
#define INTERVAL_LEVEL 95

/* The functions that exporters show, and their order
   (report/export/rows.h).  */
struct row_rules
{
  unsigned long top;            /* --top: highest number of rows, 0: no
                                   limit */
  unsigned order;               /* --sort: enum row_order */
  double min_percent;           /* --min-percent: lowest total shown;
                                   below 0: not given */
  double level;                 /* --intervals: probability that an interval
                                   contains the true time, in percent;
                                   0: not given */
  regex_t *focus, *hide;        /* heap; NULL: not given */
  const char *column_keys;      /* --columns: keys of columns, NULL: the usual
                                   ones */
  unsigned long columns;        /* COLUMNS: width of the output; 0: width of
                                   the terminal */
};

struct side_request;

struct style
{
  bool brief;                   /* -b: no explanatory texts */
  bool bsd_layout;              /* -T */
  bool show_unused;             /* -z */
  bool demangle;                /* C++ and other names in readable form */
  bool plain_names;             /* names as in the object file, without the
                                   prefix that the target adds to every
                                   name */
  int demangle_flags;           /* libiberty's DMGL_ flags */
  bool full_path;               /* file names as recorded, not base names */
  bool line_mode;               /* symbols are source lines */
  struct quirks quirks;         /* of GNU gprof, to emulate */
  unsigned long width;          /* -w: of the index */
  bool inline_file_names;       /* --inline-file-names */
  bool all_lines;               /* -x */
  bool separate_files;          /* -y */
  unsigned long min_count;      /* -m: smaller counts show as ##### */
  unsigned long table_length;   /* -t: of the list of busiest lines */
  bool subtract_overhead;       /* the calibrated cost of calls is taken out
                                   of the times */
  const char *threads;          /* --threads=GLOB: names of the threads whose
                                   samples count, NULL: all */
  bool by_run;                  /* --run has recorded the profile */
  unsigned dimension;           /* --dimension: enum dimension */
  struct row_rules rows;
  const struct side_request *side_request;      /* of --diff: for
                                                   diff_side_exporter */
};

#endif /* REPORT_STYLE_H */
