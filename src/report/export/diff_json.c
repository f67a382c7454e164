/* report/export/diff_json.c -- a comparison for programs.

   SPDX-License-Identifier: GPL-3.0-or-later

   Times are in the unit of "unit" for each file; by share, fractions.  */

#include <config.h>

#include <math.h>

#include "base/out_number.h"
#include "report/export/diff.h"
#include "report/export/export_text.h"

#define DIFF_VERSION "[1,1]"

static const char *
kind_word (enum pair_kind kind)
{
  static const char *const words[] = { "both", "new", "gone", "renamed" };
  return words[kind];
}

/* Writes KEY and VALUE: null if it is infinite.  */
static void
json_put_real (struct out *out, const char *key, double value)
{
  out_text (out, key);
  if (isfinite (value))
    out_printf (out, "%.9g", value);
  else
    out_text (out, "null");
}

static void
json_put_side (struct out *out, const char *key, const struct side_head *head)
{
  out_text (out, key);
  json_count (out, "{\"files\":", head->files);
  json_put_real (out, ",\"samples\":", head->samples);
  json_put_real (out, ",\"samples_per_delivery\":",
            head->mean_weight > 0 ? head->mean_weight : INFINITY);
  if (head->counted)
    json_text (out, ",\"counted_functions\":", head->counted);
  out_text (out, "},\n");
}

/* Writes KEY and AMOUNT, of the side of HEAD; a function without calls where
   only some were counted may be one of the others.  */
static void
json_put_amount (struct out *out, const char *key,
                 const struct pair_amount *amount,
                 const struct side_head *head)
{
  out_text (out, key);
  json_put_real (out, "{\"self\":", amount->self);
  json_put_real (out, ",\"total\":", amount->total);
  if (amount->calls || !head->counted)
    json_count (out, ",\"calls\":", amount->calls);
  out_char (out, '}');
}

static void
json_put_row (struct out *out, const struct diff *diff, size_t row)
{
  const struct pair_row *pair = &diff->comparison->pairs.rows[row];
  const struct change *change = &diff->comparison->changes[row];
  const struct side_head *heads = diff->comparison->heads;
  json_text (out, "{\"name\":", pair->name);
  json_text (out, ",\"symbol\":", pair->symbol);
  if (*pair->file)
    {
      json_text (out, ",\"file\":", pair->file);
    }
  out_printf (out, ",\"kind\":\"%s\"", kind_word (pair->kind));
  if (pair->old_name)
    {
      json_text (out, ",\"old_name\":", pair->old_name);
    }
  json_put_amount (out, ",\"old_samples\":", &pair->old, &heads[0]);
  json_put_amount (out, ",\"new_samples\":", &pair->new, &heads[1]);
  json_put_real (out, ",\"old\":", change->old);
  json_put_real (out, ",\"new\":", change->new);
  json_put_real (out, ",\"ratio\":",
                 change->old > 0 ? change->new / change->old : INFINITY);
  json_put_real (out, ",\"interval\":[", change->lo);
  json_put_real (out, ",", change->hi);
  json_put_real (out, "],\"p\":", change->is_tested ? change->p : INFINITY);
  json_put_real (out, ",\"seen_from\":", change->smallest);
  out_printf (out, ",\"verdict\":\"%s\"}", change->verdict > 0 ? "more"
                                           : change->verdict ? "less"
                                           : "none");
}

static void
json_put_verdict (struct out *out, const struct diff *diff,
             const struct rule_verdict *verdict)
{
  json_text (out, "{\"rule\":", verdict->rule->text);
  out_printf (out, ",\"failed\":%s", verdict->n_breaches ? "true" : "false");
  json_count (out, ",\"tests\":", verdict->n_tests);
  out_text (out, ",\"functions\":[");
  for (size_t i = 0; i < verdict->n_breaches; i++)
    {
      const struct breach *breach = &verdict->breaches[i];
      json_text (out, i ? ",{\"name\":" : "{\"name\":",
                 diff->comparison->pairs.rows[breach->row].name);
      json_put_real (out, ",\"at_least\":", breach->least);
      out_char (out, '}');
    }
  out_text (out, "]}");
}

static void
json_put_head (struct out *out, const struct diff *diff)
{
  const struct comparison *comparison = diff->comparison;
  const struct side_head *head = &comparison->heads[1];
  out_text (out, "{\"format\":\"gprof-diff\",\"version\":" DIFF_VERSION
            ",\n\"tool\":\"" PACKAGE_NAME " " PACKAGE_VERSION "\",\n");
  json_text (out, "\"unit\":", head->unit);
  json_count (out, ",\"rate\":", head->rate);
  out_printf (out, ",\"by\":\"%s\",\"metric\":\"%s\",\"test\":\"%s\",\n",
              comparison->by == COMPARE_BY_SHARE ? "share" : "time",
              comparison->metric == COMPARE_SELF ? "self" : "total",
              comparison->has_runs ? "welch" : "binomial");
  json_put_real (out, "\"drift\":", comparison->drift);
  out_text (out, ",\n");
  json_put_side (out, "\"old\":", &comparison->heads[0]);
  json_put_side (out, "\"new\":", head);
  json_count (out, "\"tests\":", comparison->n_tested);
  json_count (out, ",\"more\":", comparison->n_more);
  json_count (out, ",\"less\":", comparison->n_less);
  out_printf (out, ",\"failed\":%s,\n",
              rule_verdicts_fail (diff->verdicts, diff->n_verdicts) ? "true"
              : "false");
}

void
diff_json_print (struct out *out, const struct diff *diff)
{
  json_put_head (out, diff);
  out_text (out, "\"rules\":[");
  for (size_t i = 0; i < diff->n_verdicts; i++)
    {
      out_text (out, i ? ",\n" : "\n");
      json_put_verdict (out, diff, &diff->verdicts[i]);
    }
  out_text (out, "\n],\n\"functions\":[");
  for (size_t i = 0; i < diff->n_rows && i < diff->limit; i++)
    {
      out_text (out, i ? ",\n" : "\n");
      json_put_row (out, diff, diff->rows[i]);
    }
  out_text (out, "\n]}\n");
}
