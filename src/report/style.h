/* report/style.h -- which reports, and how they look.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef REPORT_STYLE_H
#define REPORT_STYLE_H

#include <regex.h>
#include <stdbool.h>

#include "report/report_list.h"

/* The reports of report_list.h: a number each, and as bits.  */
#define STYLE_NUMBER(name, ...) STYLE_NUMBER_##name,
#define STYLE_BIT(name, ...) STYLE_##name = 1u << STYLE_NUMBER_##name,
#define NO_STYLE(name, ...)

enum
{
  REPORTS (STYLE_NUMBER, NO_STYLE, STYLE_NUMBER)
};

enum report_style
{
  REPORTS (STYLE_BIT, NO_STYLE, STYLE_BIT)
};

#undef STYLE_NUMBER
#undef STYLE_BIT
#undef NO_STYLE

/* In the order of the words of --sort.  */
enum row_order
{
  ROWS_BY_SELF,
  ROWS_BY_TOTAL,
  ROWS_BY_CALLS,
  ROWS_BY_NAME
};

/* Which functions the exporters show, and how (report/export/rows.h).  */
struct row_rules
{
  unsigned long top;            /* --top: rows at most, 0: all */
  unsigned order;               /* --sort: enum row_order */
  double min_percent;           /* --min-percent: the least total */
  regex_t *focus, *hide;        /* heap; NULL: all, none */
  unsigned long columns;        /* COLUMNS: width of the output, 0: that of the
                                   terminal */
};

/* The reports that show the counts of blocks.  */
#define STYLES_OF_COUNTS (STYLE_EXEC_COUNTS | STYLE_ANNOTATED)

struct style
{
  bool brief;                   /* -b: no explanatory texts */
  bool bsd_layout;              /* -T */
  bool show_unused;             /* -z */
  bool demangle;                /* C++ and other names in readable form */
  bool plain_names;             /* not so, but without what the target puts
                                   before each name */
  int demangle_flags;           /* libiberty's DMGL_ flags */
  bool full_path;               /* file names as recorded, not base names */
  bool line_mode;               /* symbols are source lines */
  bool strict;                  /* as GNU gprof 2.40 */
  unsigned long width;          /* -w: of the index */
  bool inline_file_names;       /* --inline-file-names */
  bool all_lines;               /* -x */
  bool separate_files;          /* -y */
  unsigned long min_count;      /* -m: smaller counts show as ##### */
  unsigned long table_length;   /* -t: of the list of busiest lines */
  struct row_rules rows;
};

#endif /* REPORT_STYLE_H */
