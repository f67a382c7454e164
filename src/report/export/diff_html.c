/* report/export/diff_html.c -- a comparison for a browser.

   SPDX-License-Identifier: GPL-3.0-or-later

   In: the rows to show.  Out: a page without a script.  Its tables are sorted:
   first the rows whose change is sure, then those with the largest change.

   Names come from hostile files.  They stand only in the text of elements,
   never in an attribute, a style or a script.  */

#include <config.h>

#include <math.h>

#include "report/export/diff.h"
#include "report/export/export_text.h"
#include "report/export/html_page.h"

/* Writes NAME on one line of valid UTF-8, as the text of an element.  */
static void
page_put_plain (struct out *out, const char *name)
{
  struct out *text = out_to_memory ();
  plain_name (text, name, "");
  html_put_text (out, out_memory (text, NULL));
  out_close (text);
}

static void
page_put_name (struct out *out, const struct pair_row *pair)
{
  out_text (out, "</td><td class=\"name\">");
  diff_name (out, pair, page_put_plain);
  out_text (out, "</td></tr>\n");
}

static void
page_put_row (struct out *out, const struct diff *diff, size_t row)
{
  static const char *const words[] = { "less", "", "more" };
  const struct change *change = &diff->comparison->changes[row];
  const char *word = words[1 + change->verdict];
  out_printf (out, "<tr%s%s%s><td>%.3f</td><td>%.3f</td><td>",
              *word ? " class=\"" : "", word, *word ? "\"" : "",
              diff_shown (diff, change->old), diff_shown (diff, change->new));
  diff_percent (out, change->old > 0 ? change->new / change->old : INFINITY);
  out_printf (out, "</td><td>%+.1f..", (change->lo - 1) * 100);
  diff_percent (out, change->hi);
  out_text (out, "</td><td>");
  struct out *p = out_to_memory ();
  diff_p (p, change);
  html_put_text (out, out_memory (p, NULL));
  out_close (p);
  out_text (out, "</td><td>");
  diff_percent (out, change->smallest);
  out_printf (out, "</td><td>%s", word);
  page_put_name (out, &diff->comparison->pairs.rows[row]);
}

/* Begins a section with the heading TITLE, whose id is ID, and a table, whose
   column heads are HEADS.  */
static void
page_begin_table (struct out *out, const char *id, const char *title,
                  const char *heads)
{
  out_printf (out, "<section aria-labelledby=\"%s\">\n<h2 id=\"%s\">%s</h2>\n"
              "<div class=\"scroll\" tabindex=\"0\" role=\"group\""
              " aria-labelledby=\"%s\">\n<table aria-labelledby=\"%s\">\n"
              "<thead><tr>%s<th scope=\"col\" class=\"name\">Function</th>"
              "</tr></thead>\n<tbody>\n", id, id, title, id, id, heads);
}

/* Ends a table that shows up to LIMIT of N rows.  */
static void
page_end_table (struct out *out, size_t n, size_t limit)
{
  out_text (out, "</tbody>\n</table>\n</div>\n");
  if (n > limit)
    out_printf (out, "<p class=\"hint\">... and %zu more</p>\n", n - limit);
  out_text (out, "</section>\n");
}

static void
page_put_times (struct out *out, const struct diff *diff)
{
  page_begin_table (out, "times", diff->comparison->metric == COMPARE_SELF
                    ? "Self time" : "Total time",
                    "<th scope=\"col\">Old</th><th scope=\"col\">New</th>"
                    "<th scope=\"col\">Change</th>"
                    "<th scope=\"col\">Between</th>"
                    "<th scope=\"col\">p</th>"
                    "<th scope=\"col\">Seen from</th>"
                    "<th scope=\"col\">Verdict</th>");
  for (size_t i = 0; i < diff->n_rows && i < diff->limit; i++)
    page_put_row (out, diff, diff->rows[i]);
  page_end_table (out, diff->n_rows, diff->limit);
  out_text (out, "<p class=\"hint\">Times are in ");
  page_put_plain (out, diff->unit);
  out_text (out, " of a file.");
  if (diff->n_rare)
    out_printf (out, " %zu function%s with too few samples not shown.",
                diff->n_rare, diff->n_rare == 1 ? "" : "s");
  out_text (out, "</p>\n");
}

static void
page_put_calls (struct out *out, const struct diff *diff)
{
  if (!diff->n_calls)
    return;
  page_begin_table (out, "calls", "Calls in a file that differ",
                    "<th scope=\"col\">Old</th><th scope=\"col\">New</th>"
                    "<th scope=\"col\">Change</th>");
  for (size_t i = 0; i < diff->n_calls && i < diff->limit; i++)
    {
      const size_t row = diff->calls[i];
      const double old = comparison_calls (diff->comparison, row, 0);
      const double new = comparison_calls (diff->comparison, row, 1);
      out_printf (out, "<tr><td>%.15g</td><td>%.15g</td><td>", old, new);
      diff_percent (out, old > 0 ? new / old : INFINITY);
      page_put_name (out, &diff->comparison->pairs.rows[row]);
    }
  page_end_table (out, diff->n_calls, diff->limit);
}

static void
page_put_side (struct out *out, const struct side_head *head, const char *name)
{
  out_printf (out, "<p>%s: %llu file%s, %.3f ", name,
              (unsigned long long) head->files, head->files == 1 ? "" : "s",
              head->samples / (double) (head->rate ? head->rate : 1));
  page_put_plain (out, head->rate ? head->unit : "samples");
  out_text (out, "</p>\n");
}

/* Writes the results of the rules.  */
static void
page_put_verdicts (struct out *out, const struct diff *diff)
{
  if (diff->n_verdicts)
    out_text (out, "<section aria-labelledby=\"rules\">\n"
              "<h2 id=\"rules\">Rules</h2>\n<ul>\n");
  for (size_t i = 0; i < diff->n_verdicts; i++)
    {
      const struct rule_verdict *verdict = &diff->verdicts[i];
      struct out *text = out_to_memory ();
      diff_verdict (text, diff, verdict);
      out_printf (out, "<li class=\"%s\"><code>",
                  verdict->n_breaches ? "more" : "less");
      page_put_plain (out, verdict->rule->text);
      out_text (out, "</code>: ");
      html_put_text (out, out_memory (text, NULL));
      out_close (text);
      out_text (out, "</li>\n");
    }
  if (diff->n_verdicts)
    out_text (out, "</ul>\n</section>\n");
}

void
diff_html_print (struct out *out, const struct diff *diff)
{
  struct out *text = out_to_memory ();
  html_begin_page (out, "gprof", "comparison", NULL);
  out_text (out, "<header>\n<h1>What has changed</h1>\n<p id=\"summary\">");
  diff_summary (out, diff);
  out_text (out, "</p>\n");
  page_put_side (out, &diff->comparison->heads[0], "Old");
  page_put_side (out, &diff->comparison->heads[1], "New");
  out_text (out, "<p class=\"hint\">Compared ");
  diff_test (text, diff);
  html_put_text (out, out_memory (text, NULL));
  out_close (text);
  out_text (out, "</p>\n</header>\n<main>\n");
  page_put_verdicts (out, diff);
  page_put_times (out, diff);
  page_put_calls (out, diff);
  out_text (out, "</main>\n</body>\n</html>\n");
}
