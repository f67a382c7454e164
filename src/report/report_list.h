/* report/report_list.h -- the list of reports, one row each.

   SPDX-License-Identifier: GPL-3.0-or-later

   A row makes the report's bit REPORT_NAME (style.h), its place in the table
   and the prototype of its function (reports.h).

     REPORT (NAME, OPTION, NEEDS, FSF, BSD, FUNCTION)
       A report.  OPTION is the long option that asks for it.  NEEDS are bits of
       enum report_need.  FSF and BSD are its places in the output, from 0, in
       the default layout and in that of -T.  Two rows with one place, or a
       place without a row, do not compile.

       FUNCTION (struct out *out, const struct view *view) writes the report.
       If NEEDS has NEED_ENTRIES, view->entries is not NULL.

     PART (NAME, OPTION, NEEDS, FSF, BSD, FUNCTION)
       A further part of the report NAME, which has a place of its own.

     RESULT (NAME, OPTION)
       A result that another stage writes: the list has its bit only.  */

#ifndef REPORT_REPORT_LIST_H
#define REPORT_REPORT_LIST_H

#define REPORTS(REPORT, PART, RESULT)                                         \
  /* The functions by the time they took, the longest first.  */              \
  REPORT (FLAT, "flat-profile", NEED_SYMBOLS | NEED_HISTOGRAM,                \
          0, 1, flat_print)                                                   \
  /* An entry for every function that took part: its callers above, its       \
     callees below.  */                                                       \
  REPORT (CALL_GRAPH, "graph",                                                \
          NEED_SYMBOLS | NEED_ARCS | NEED_ENTRIES | NEED_FILES,               \
          1, 0, cg_print)                                                     \
  /* The names with the numbers of their entries, in columns.  */             \
  PART (CALL_GRAPH, "graph", NEED_ARCS | NEED_ENTRIES, 2, 2, cg_index_print)  \
  /* How often each function and block ran, in the order of the sources.  */  \
  REPORT (EXEC_COUNTS, "exec-counts",                                         \
          NEED_SYMBOLS | NEED_LINES | NEED_ALL_LINES | NEED_BLOCKS,           \
          3, 3, exec_counts_print)                                            \
  /* The records of each profile: inputs.c.  */                               \
  RESULT (FILE_INFO, "file-info")                                             \
  /* The sum of all profiles: gprof.c.  */                                    \
  RESULT (SUM, "sum")                                                         \
  /* The text of each source file that has something to show, every line with \
     its counts in front, then its busiest lines and a summary: to OUT, or,   \
     with the style's separate_files, to files in the current directory.      \
     view->diag gets the files that cannot be found or written.  */           \
  REPORT (ANNOTATED, "annotated-source",                                      \
          NEED_SYMBOLS | NEED_LINES | NEED_ALL_LINES | NEED_CODE_LINES        \
          | NEED_BLOCKS,                                                      \
          4, 4, source_print_annotated)                                       \
  /* The functions in the order suggested, a raw name a line.  */             \
  REPORT (FUNCTION_ORDER, "function-ordering", NEED_SYMBOLS | NEED_GRAPH,     \
          5, 5, link_order_print_functions)                                   \
  /* The objects of view->map in the order suggested, one a line; last those  \
     of which no function is in the program, by name.  */                     \
  REPORT (FILE_ORDER, "file-ordering", NEED_SYMBOLS | NEED_GRAPH,             \
          6, 6, link_order_print_files)                                       \
  /* The threads by the CPU time they took.  */                               \
  REPORT (THREADS, "threads", NEED_SYMBOLS | NEED_STACKS, 7, 7,               \
          threads_print)                                                      \
  /* The call paths by the time in which threads were blocked there.  */      \
  REPORT (WAITS, "waits", NEED_SYMBOLS | NEED_STACKS | NEED_WAITS,            \
          8, 8, waits_print)

#endif /* REPORT_REPORT_LIST_H */
