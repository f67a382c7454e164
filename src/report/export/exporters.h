/* report/export/exporters.h -- the table of exporters, for --format=NAME.

   SPDX-License-Identifier: GPL-3.0-or-later

   An exporter writes the profile in a format of its own, in place of all
   reports.  A new exporter is one file in this folder and one row here;
   HACKING section 4 explains the rest.

     EXPORTER (NAME, IS_BINARY, NEEDS, REPORTS, FUNCTION)
       NAME is the argument of --format.  IS_BINARY is true if the format is
       not text; a terminal does not get it.  NEEDS are bits of enum
       report_need.  REPORTS are the bits of the reports whose data it shows:
       only the options of these reports can be given with --format=NAME (for
       their specs).

       FUNCTION (struct out *out, const struct view *view) writes the profile.
       After a diag_error (view->diag) the output counts as incomplete.  */

#ifndef REPORT_EXPORT_EXPORTERS_H
#define REPORT_EXPORT_EXPORTERS_H

#include <stdbool.h>

#include "base/diag.h"
#include "base/out.h"
#include "report/needs.h"
#include "report/view.h"

#define EXPORTERS(EXPORTER)                                                   \
  /* A line a function: shares of the time, calls, and a name that is         \
     shortened to fit the terminal.  */                                       \
  EXPORTER ("table", false, NEED_SYMBOLS | NEED_APPORTIONED | NEED_WAITS,     \
            REPORT_FLAT, table_print)                                         \
  /* All results, for programs.  */                                           \
  EXPORTER ("json", false,                                                    \
            NEED_SYMBOLS | NEED_APPORTIONED | NEED_PLACES | NEED_WAITS,       \
            REPORT_FLAT | REPORT_CALL_GRAPH, json_print)                      \
  /* For KCachegrind.  */                                                     \
  EXPORTER ("callgrind", false, NEED_SYMBOLS | NEED_PLACES,                   \
            REPORT_FLAT | REPORT_CALL_GRAPH, callgrind_print)                 \
  /* Call paths, for flame graphs.  */                                        \
  EXPORTER ("folded", false, NEED_SYMBOLS | NEED_WAITS,                       \
            REPORT_FLAT | REPORT_CALL_GRAPH, folded_print)                    \
  EXPORTER ("speedscope", false, NEED_SYMBOLS | NEED_PLACES | NEED_WAITS,     \
            REPORT_FLAT | REPORT_CALL_GRAPH, speedscope_print)                \
  EXPORTER ("pprof", true, NEED_SYMBOLS | NEED_PLACES,                        \
            REPORT_FLAT | REPORT_CALL_GRAPH, pprof_print)                     \
  /* A picture of the largest functions, for Graphviz.  */                    \
  EXPORTER ("dot", false, NEED_SYMBOLS, REPORT_FLAT | REPORT_CALL_GRAPH,      \
            dot_print)                                                        \
  /* A table for a pull request.  */                                          \
  EXPORTER ("markdown", false, NEED_SYMBOLS | NEED_WAITS, REPORT_FLAT,        \
            markdown_print)                                                   \
  /* A page for a browser, with the JSON.  */                                 \
  EXPORTER ("html", false,                                                    \
            NEED_SYMBOLS | NEED_APPORTIONED | NEED_PLACES | NEED_WAITS,       \
            REPORT_FLAT | REPORT_CALL_GRAPH, html_print)

/* The functions of the rows, each defined by the file of its exporter.  */
#define EXPORTER_PROTOTYPE(name, is_binary, needs, reports, print)            \
  void print (struct out *out, const struct view *view);
EXPORTERS (EXPORTER_PROTOTYPE)
#undef EXPORTER_PROTOTYPE

struct exporter
{
  const char *name;
  bool is_binary;
  unsigned needs;               /* bits of enum report_need */
  unsigned reports;             /* bits of enum report_bit */
  void (*print) (struct out *out, const struct view *view);
};

/* Returns the exporter with the name NAME, or NULL if there is none.  */
const struct exporter *exporter_find (const char *name);

/* Checks that EXPORTER may write to OUT: a terminal gets no binary format.
   Returns false after one diag_error.  */
bool exporter_suits (const struct exporter *exporter, const struct out *out,
                     struct diag *diag);

#endif /* REPORT_EXPORT_EXPORTERS_H */
