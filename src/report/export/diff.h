/* report/export/diff.h -- writes a comparison: --diff.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef REPORT_EXPORT_DIFF_H
#define REPORT_EXPORT_DIFF_H

#include "base/out.h"
#include "compare/compare.h"
#include "compare/rules.h"
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
  const char *unit;             /* of times, as "seconds"; by share "%" */
};

/* Writes the comparison of DIFF; exporters.h lists the writers.  */
typedef void diff_print (struct out *out, const struct diff *diff);

diff_print diff_table_print, diff_markdown_print, diff_html_print,
  diff_json_print;

struct exporter;

/* Writes COMPARISON and the N verdicts to OUT with EXPORTER, which can show a
   comparison.  RULES selects rows by their names and their share, and limits
   their number; the abilities of EXPORTER tell which rows it shows without
   them.  Returns false after one diag_error if there is no memory to match a
   regular expression.  */
bool diff_write (struct out *out, const struct exporter *exporter,
                 const struct comparison *comparison,
                 const struct rule_verdict *verdicts, size_t n,
                 const struct row_rules *rules, struct diag *diag);

/* For the writers: return VALUE, in the unit of struct change, in that of
   diff->unit; write a line about the result of VERDICT, after
   "--fail-if=RULE: "; write how the sides are compared; and write how many
   functions are slower and faster.  */
double diff_shown (const struct diff *diff, double value);
void diff_verdict (struct out *out, const struct diff *diff,
                   const struct rule_verdict *verdict);
void diff_test (struct out *out, const struct diff *diff);
void diff_summary (struct out *out, const struct diff *diff);

/* Writes the name of PAIR by PUT, and behind it, in parentheses, why the
   function is not on both sides under one name.  */
void diff_name (struct out *out, const struct pair_row *pair,
                void (*put) (struct out *out, const char *name));

/* Writes RATIO, of the new side to the old one, as a change in percent with
   its sign; as "x RATIO" above 10; "-" if it is not finite.  */
void diff_percent (struct out *out, double ratio);

/* Writes the p-value P: with four digits, or "<0.0001".  */
void diff_p (struct out *out, const struct change *change);

#endif /* REPORT_EXPORT_DIFF_H */
