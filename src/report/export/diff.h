/* report/export/diff.h -- writes a comparison: --diff.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef REPORT_EXPORT_DIFF_H
#define REPORT_EXPORT_DIFF_H

#include "base/out.h"
#include "compare/compare.h"
#include "compare/rules.h"
#include "report/export/columns.h"
#include "report/style.h"

/* The input of the writers, all borrowed.  */
struct diff
{
  const struct comparison *comparison;
  const struct rule_verdict *verdicts;       /* of --fail-if */
  size_t n_verdicts;
  const uint32_t *rows;         /* the rows to show, in order */
  size_t n_rows;
  size_t n_rare;                /* rows left out for too few samples */
  const uint32_t *calls;        /* the rows whose calls differ, the one with
                                   the largest ratio first */
  size_t n_calls;
  size_t limit;                 /* of rows in each list */
  const char *column_keys;      /* of --columns, or NULL */
  const char *unit;             /* of times, as "seconds"; by share "%" */
};

/* Writes the comparison of DIFF; exporters.h lists the writers.  */
typedef void diff_print (struct out *out, const struct diff *diff);

diff_print diff_table_print, diff_markdown_print, diff_html_print,
  diff_csv_print, diff_json_print;

/* Writes COMPARISON and the N verdicts to OUT with PRINT.  RULES selects rows
   by their names and their share, and limits their number; ALL is true if it
   has no limit unless --top gives one, RARE if rows without enough samples for
   a test are shown as well.  Returns false after one diag_error if there is no
   memory to match a regular expression.  */
bool diff_write (struct out *out, diff_print *print, bool all, bool rare,
                 const struct comparison *comparison,
                 const struct rule_verdict *verdicts, size_t n,
                 const struct row_rules *rules, struct diag *diag);

/* Returns the name of the unit of the times of HEAD: "samples" if it has no
   rate.  Only off-CPU times count nanoseconds.  The name is borrowed from HEAD
   or constant.  */
const char *diff_unit (const struct side_head *head);

/* Writes to OUT which calls were counted on the side of HEAD, behind "; ", or
   nothing if all were.  */
void diff_counted (struct out *out, const struct side_head *head);

/* For the writers: return VALUE, in the unit of struct change, in that of
   diff->unit; write a line about the result of VERDICT, after
   "--fail-if=RULE: "; write how the sides are compared; and write how many
   functions are slower and faster.  */
double diff_shown (const struct diff *diff, double value);
void diff_verdict (struct out *out, const struct diff *diff,
                   const struct rule_verdict *verdict);
void diff_test (struct out *out, const struct diff *diff);
void diff_summary (struct out *out, const struct diff *diff);

/* Set TABLE to the changes of DIFF, or to the calls that differ, up to the
   limit, with the columns of --columns or FORMAT.  Each row is the index of a
   pair.  The caller releases TABLE with table_free.  */
void diff_changes (struct table *table, const struct diff *diff,
                   enum table_format format);
void diff_calls (struct table *table, const struct diff *diff,
                 enum table_format format);

#endif /* REPORT_EXPORT_DIFF_H */
