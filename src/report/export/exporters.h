/* report/export/exporters.h -- the table of exporters, for --format=NAME.

   SPDX-License-Identifier: GPL-3.0-or-later

   An exporter writes the profile in a format of its own, in place of all
   reports.  A new exporter is one file in this folder and one row here;
   HACKING section 4 explains the rest.

     EXPORTER (NAME, ABILITIES, NEEDS, REPORTS, FUNCTION, DIFF, BY_FILE)
       NAME is the argument of --format.  ABILITIES are bits of enum
       exporter_ability.  NEEDS are bits of enum report_need.  REPORTS are the
       bits of the reports whose data it shows: only the options of these
       reports can be given with --format=NAME (for their specs).

       FUNCTION (struct out *out, const struct view *view) writes the profile.
       After a diag_error (view->diag) the output counts as incomplete.
       DIFF (diff.h) writes a comparison, and BY_FILE (report/by_file.h) files
       that are compared; NULL: the format cannot show them.  */

#ifndef REPORT_EXPORT_EXPORTERS_H
#define REPORT_EXPORT_EXPORTERS_H

#include <stdbool.h>

#include "base/diag.h"
#include "base/out.h"
#include "report/by_file.h"
#include "report/export/diff.h"
#include "report/needs.h"
#include "report/view.h"

enum exporter_ability
{
  EXPORT_BINARY = 1 << 0,       /* the format is not text; a terminal does not
                                   get it */
  EXPORT_SEVERAL = 1 << 1,      /* the exports of several programs can follow
                                   each other */
  EXPORT_ALL_ROWS = 1 << 2,     /* of --diff: shows all rows, not the first
                                   ones */
  EXPORT_RARE_ROWS = 1 << 3,    /* of --diff: also the rows with too few samples
                                   for a test */
  EXPORT_COLUMNS = 1 << 4,      /* shows the columns that --columns chooses */
  EXPORT_INLINES = 1 << 5,      /* shows inlined functions (--inlines) */
  EXPORT_BESIDE = 1 << 6,       /* ... and the stacks without them as well */
  EXPORT_USUAL_INLINES = 1 << 7 /* ... also without the option: its readers can
                                   leave them out */
};

#define EXPORTERS(EXPORTER)                                                   \
  /* A line a function: shares of the time, calls, and a name that is         \
     shortened to fit the terminal.  */                                       \
  EXPORTER ("table", EXPORT_SEVERAL | EXPORT_COLUMNS | EXPORT_INLINES,        \
            NEED_SYMBOLS | NEED_APPORTIONED | NEED_WAITS, REPORT_FLAT,        \
            table_print, diff_table_print, by_file_print)                     \
  /* All results, for programs.  */                                           \
  EXPORTER ("json", EXPORT_ALL_ROWS | EXPORT_RARE_ROWS | EXPORT_COLUMNS       \
            | EXPORT_INLINES | EXPORT_BESIDE | EXPORT_USUAL_INLINES,          \
            NEED_SYMBOLS | NEED_APPORTIONED | NEED_PLACES | NEED_WAITS,       \
            REPORT_FLAT | REPORT_CALL_GRAPH, json_print, diff_json_print,     \
            by_file_json)                                                     \
  /* For KCachegrind.  */                                                     \
  EXPORTER ("callgrind", 0, NEED_SYMBOLS | NEED_PLACES,                       \
            REPORT_FLAT | REPORT_CALL_GRAPH, callgrind_print, NULL, NULL)     \
  /* Call paths, for flame graphs.  */                                        \
  EXPORTER ("folded", EXPORT_INLINES, NEED_SYMBOLS | NEED_WAITS,              \
            REPORT_FLAT | REPORT_CALL_GRAPH, folded_print, NULL, NULL)        \
  EXPORTER ("speedscope", EXPORT_INLINES,                                     \
            NEED_SYMBOLS | NEED_PLACES | NEED_WAITS,                          \
            REPORT_FLAT | REPORT_CALL_GRAPH, speedscope_print, NULL, NULL)    \
  EXPORTER ("pprof", EXPORT_BINARY | EXPORT_INLINES | EXPORT_USUAL_INLINES,   \
            NEED_SYMBOLS | NEED_PLACES,                                       \
            REPORT_FLAT | REPORT_CALL_GRAPH, pprof_print, NULL, NULL)         \
  /* A picture of the largest functions, for Graphviz.  */                    \
  EXPORTER ("dot", EXPORT_INLINES, NEED_SYMBOLS,                              \
            REPORT_FLAT | REPORT_CALL_GRAPH, dot_print, NULL, NULL)           \
  /* A table for a pull request.  */                                          \
  EXPORTER ("markdown", EXPORT_SEVERAL | EXPORT_COLUMNS | EXPORT_INLINES,     \
            NEED_SYMBOLS | NEED_WAITS, REPORT_FLAT,                           \
            markdown_print, diff_markdown_print, NULL)                        \
  /* A table for spreadsheets and databases.  */                              \
  EXPORTER ("csv", EXPORT_ALL_ROWS | EXPORT_RARE_ROWS | EXPORT_COLUMNS        \
            | EXPORT_INLINES,                                                 \
            NEED_SYMBOLS | NEED_APPORTIONED | NEED_PLACES | NEED_WAITS,       \
            REPORT_FLAT, csv_print, diff_csv_print, by_file_csv)              \
  /* A page for a browser, with the JSON.  */                                 \
  EXPORTER ("html", EXPORT_ALL_ROWS | EXPORT_COLUMNS,                         \
            NEED_SYMBOLS | NEED_APPORTIONED | NEED_PLACES | NEED_WAITS,       \
            REPORT_FLAT | REPORT_CALL_GRAPH, html_print, diff_html_print,     \
            NULL)

/* The functions of the rows, each defined by the file of its exporter.  */
#define EXPORTER_PROTOTYPE(name, abilities, needs, reports, print, ...)       \
  void print (struct out *out, const struct view *view);
EXPORTERS (EXPORTER_PROTOTYPE)
#undef EXPORTER_PROTOTYPE

struct exporter
{
  const char *name;
  unsigned abilities;           /* bits of enum exporter_ability */
  unsigned needs;               /* bits of enum report_need */
  unsigned reports;             /* bits of enum report_bit */
  void (*print) (struct out *out, const struct view *view);
  diff_print *diff;             /* or NULL */
  by_file_writer *by_file;      /* or NULL */
};

/* Returns the exporter with the name NAME, or NULL if there is none.  */
const struct exporter *exporter_find (const char *name);

/* Tests an exporter for an ability.  */
typedef bool exporter_test (const struct exporter *exporter);

/* Writes the names of the exporters that pass TEST to OUT, separated by
   ", ".  */
void exporter_put_names (struct out *out, exporter_test *test);

/* Checks that EXPORTER may write to OUT: a terminal gets no binary format.
   Returns false after one diag_error.  */
bool exporter_suits (const struct exporter *exporter, const struct out *out,
                     struct diag *diag);

#endif /* REPORT_EXPORT_EXPORTERS_H */
