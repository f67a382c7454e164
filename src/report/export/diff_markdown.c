/* report/export/diff_markdown.c -- a comparison for a pull request.

   SPDX-License-Identifier: GPL-3.0-or-later

   In: the rows to show.  Out: the verdict, and tables of the rows that have
   changed.  */

#include <config.h>

#include <math.h>

#include "report/export/diff.h"
#include "report/export/export_text.h"

static void
markdown_put_name (struct out *out, const struct pair_row *pair)
{
  diff_name (out, pair, markdown_name);
  out_text (out, " |\n");
}

static void
markdown_put_row (struct out *out, const struct diff *diff, size_t row)
{
  const struct change *change = &diff->comparison->changes[row];
  out_printf (out, "| %.3f | %.3f | ", diff_shown (diff, change->old),
              diff_shown (diff, change->new));
  diff_percent (out, change->old > 0 ? change->new / change->old : INFINITY);
  out_printf (out, " | %+.1f..", (change->lo - 1) * 100);
  diff_percent (out, change->hi);
  out_text (out, " | ");
  diff_p (out, change);
  out_text (out, " | ");
  markdown_put_name (out, &diff->comparison->pairs.rows[row]);
}

/* Writes the rows whose change is sure, and for the other rows how much the
   largest change is.  */
static void
markdown_put_times (struct out *out, const struct diff *diff)
{
  double rest = 0;
  size_t shown = 0;
  for (size_t i = 0; i < diff->n_rows; i++)
    {
      const struct change *change
        = &diff->comparison->changes[diff->rows[i]];
      if (!change->verdict || shown >= diff->limit)
        {
          rest = fmax (rest, fabs (change->new - change->old));
          continue;
        }
      if (!shown++)
        {
          out_text (out, "\n| old ");
          plain_name (out, diff->unit, "|");
          out_text (out, " | new | change | between | p | name |\n"
                    "| ---: | ---: | ---: | ---: | ---: | :--- |\n");
        }
      markdown_put_row (out, diff, diff->rows[i]);
    }
  out_printf (out, "\nNothing %smoved by more than %.3f ",
              shown ? "else " : "", diff_shown (diff, rest));
  plain_name (out, diff->unit, "");
  out_text (out, ".\n");
}

static void
markdown_put_calls (struct out *out, const struct diff *diff)
{
  if (diff->n_calls)
    out_text (out, "\n| old calls | new calls | name |\n"
              "| ---: | ---: | :--- |\n");
  for (size_t i = 0; i < diff->n_calls && i < diff->limit; i++)
    {
      size_t row = diff->calls[i];
      out_printf (out, "| %.15g | %.15g | ",
                  comparison_calls (diff->comparison, row, 0),
                  comparison_calls (diff->comparison, row, 1));
      markdown_put_name (out, &diff->comparison->pairs.rows[row]);
    }
  if (diff->n_calls > diff->limit)
    out_printf (out, "\nThe calls of %zu more functions differ.\n",
                diff->n_calls - diff->limit);
}

void
diff_markdown_print (struct out *out, const struct diff *diff)
{
  if (diff->n_verdicts)
    out_text (out, rule_verdicts_fail (diff->verdicts, diff->n_verdicts)
                   ? "**FAILED**: " : "**passed**: ");
  diff_summary (out, diff);
  out_text (out, ".\n");
  for (size_t i = 0; i < diff->n_verdicts; i++)
    {
      out_text (out, "\n- ");
      markdown_name (out, diff->verdicts[i].rule->text);
      out_text (out, " ");
      diff_verdict (out, diff, &diff->verdicts[i]);
    }
  if (diff->n_verdicts)
    out_char (out, '\n');
  markdown_put_times (out, diff);
  markdown_put_calls (out, diff);
}
