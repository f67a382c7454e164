/* report/style.h -- which reports, and how they look.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef REPORT_STYLE_H
#define REPORT_STYLE_H

#include <stdbool.h>

/* The output styles an option can ask for, as bits.  */
enum report_style
{
  STYLE_FLAT = 1,
  STYLE_CALL_GRAPH = 2,
  STYLE_EXEC_COUNTS = 4,
  STYLE_FILE_INFO = 8,
  STYLE_SUM = 16,
  STYLE_ANNOTATED = 32,
  STYLE_FUNCTION_ORDER = 64,
  STYLE_FILE_ORDER = 128
};

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
  unsigned width;               /* -w: of the index */
  bool inline_file_names;       /* --inline-file-names */
  bool all_lines;               /* -x */
  bool separate_files;          /* -y */
  unsigned long min_count;      /* -m: smaller counts show as ##### */
  unsigned long table_length;   /* -t: of the list of busiest lines */
};

#endif /* REPORT_STYLE_H */
