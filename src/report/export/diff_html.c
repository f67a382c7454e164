/* report/export/diff_html.c -- a comparison for a browser.

   SPDX-License-Identifier: GPL-3.0-or-later

   The tables are sorted: first the rows whose change is sure, then those with
   the largest change.

   Names come from hostile files.  They stand only in the text of elements,
   never in an attribute, a style or a script.  */

#include <config.h>

#include "report/export/diff.h"
#include "report/export/export_text.h"
#include "report/export/html_page.h"

/* Writes a section with the heading TITLE, whose id is ID, and TABLE, which has
   up to the limit of N rows.  Frees TABLE.  */
static void
page_put_table (struct out *out, const char *id, const char *title,
                struct table *table, size_t n)
{
  out_printf (out, "<section aria-labelledby=\"%s\">\n<h2 id=\"%s\">%s</h2>\n"
              "<div class=\"scroll\" tabindex=\"0\" role=\"group\""
              " aria-labelledby=\"%s\">\n<table aria-labelledby=\"%s\">\n",
              id, id, title, id, id);
  html_put_table (out, table);
  out_text (out, "</table>\n</div>\n");
  if (n > table->n_rows)
    out_printf (out, "<p class=\"hint\">... and %zu more</p>\n",
                n - table->n_rows);
  out_text (out, "</section>\n");
  table_free (table);
}

static void
page_put_times (struct out *out, const struct diff *diff)
{
  struct table table;
  diff_changes (&table, diff, TABLE_HTML);
  page_put_table (out, "times", diff->comparison->metric == COMPARE_SELF
                  ? "Self time" : "Total time", &table, diff->n_rows);
  out_text (out, "<p class=\"hint\">Times are in ");
  html_put_name (out, diff->unit);
  out_text (out, " of a file.");
  if (diff->n_rare)
    out_printf (out, " %zu function%s with too few samples not shown.",
                diff->n_rare, diff->n_rare == 1 ? "" : "s");
  out_text (out, "</p>\n");
}

static void
page_put_calls (struct out *out, const struct diff *diff)
{
  struct table table;
  if (!diff->n_calls)
    return;
  diff_calls (&table, diff, TABLE_HTML);
  page_put_table (out, "calls", "Calls in a file that differ", &table,
                  diff->n_calls);
}

static void
page_put_side (struct out *out, const struct side_head *head, const char *name)
{
  out_printf (out, "<p>%s: %llu file%s, %.3f ", name,
              (unsigned long long) head->files, head->files == 1 ? "" : "s",
              head->samples / (double) (head->rate ? head->rate : 1));
  html_put_name (out, diff_unit (head));
  struct out *text = out_to_memory ();
  diff_counted (text, head);
  html_put_text (out, out_memory (text, NULL));
  out_close (text);
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
      html_put_name (out, verdict->rule->text);
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
