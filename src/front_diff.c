/* front_diff.c -- gprof --diff: two sides and what has changed.

   SPDX-License-Identifier: GPL-3.0-or-later

   Each side is made by runs of the pipeline of gprof.c, whose last stage adds
   its results to the side (report/export/diff_side.h), or by JSON.  The old
   files are read one by one.  The new ones are read together, unless there are
   so many on each side that their spread can be measured.  */

#include <config.h>

#include "front_diff.h"

#include <stdlib.h>

#include "base/arena.h"
#include "compare/compare.h"
#include "compare/rules.h"
#include "compare/side_json.h"
#include "gprof.h"
#include "memory.h"
#include "report/export/diff.h"
#include "report/export/diff_side.h"
#include "run/inputs.h"

/* Two sides whose files differ in time by more than this factor are probably
   no runs of the same work.  */
#define MOST_FACTOR 1.5

/* Runs the pipeline for the N profiles at NAMES of the program IMAGE, which
   are added to the side of REQUEST.  Returns false after a diag_error.  */
static bool
run_side (const struct options *options, struct diag *diag, struct out *out,
          const struct side_request *request, const char *image,
          const char *const *names, size_t n)
{
  struct options copy = *options;
  const char **profiles = array_new (n, sizeof *profiles);
  for (size_t i = 0; i < n; i++)
    profiles[i] = names[i];
  copy.image = image;
  copy.profiles = profiles;
  copy.n_profiles = n;
  copy.files0_from = NULL;
  copy.exporter = &diff_side_exporter;
  copy.export_needs = diff_side_exporter.needs;
  copy.style.side_request = request;
  struct gprof *gprof = gprof_new (&copy, diag, out);
  gprof_limit_lines (gprof, memory_limit);
  bool done = gprof_run (gprof);
  gprof_free (gprof);
  free (profiles);
  return done;
}

static bool
read_old (const struct options *options, struct diag *diag, struct out *out,
          struct side *old)
{
  const struct side_request request = { old, NULL };
  const char *image = options->diff_image ? options->diff_image
                      : options->image;
  for (size_t i = 0; i < options->diff.len; i++)
    switch (side_json_read (old, NULL, options->diff.items[i], diag))
      {
      case SIDE_JSON_READ:
        break;
      case SIDE_JSON_FAILED:
        return false;
      case SIDE_JSON_OTHER:
        if (!run_side (options, diag, out, &request, image,
                       &options->diff.items[i], 1))
          return false;
        break;
      }
  return true;
}

static bool
read_new (const struct options *options, struct diag *diag, struct out *out,
          struct side *new, const struct side *old)
{
  const struct side_request request = { new, old };
  struct inputs inputs = { .names = NULL };
  bool done = inputs_list (&inputs, options, diag);
  const size_t n = inputs.len;
  const bool singly = n >= COMPARE_RUNS && old->n_parts >= COMPARE_RUNS;
  if (done && !singly)
    done = run_side (options, diag, out, &request, options->image,
                     inputs.names, n);
  for (size_t i = 0; done && singly && i < n; i++)
    done = run_side (options, diag, out, &request, options->image,
                     &inputs.names[i], 1);
  inputs_free (&inputs);
  return done;
}

/* Warns if the files of the two sides of COMPARISON have very different
   times.  */
static void
warn_of_work (const struct comparison *comparison, struct diag *diag)
{
  double time[2];
  for (unsigned side = 0; side < 2; side++)
    {
      const struct side_head *head = &comparison->heads[side];
      time[side] = head->samples / (double) head->files
                   / (double) (head->rate ? head->rate : 1);
    }
  if (comparison->by == COMPARE_BY_TIME && time[0] > 0 && time[1] > 0
      && (time[0] > MOST_FACTOR * time[1] || time[1] > MOST_FACTOR * time[0]))
    diag_warning (diag, "an old file has %.2f %s and a new one %.2f; if they"
                  " are not the same work, or sums of several runs, add"
                  " --diff-by=share", time[0], comparison->heads[1].unit,
                  time[1]);
}

/* Compares the sides and writes the result.  */
static bool
diff_sides (const struct options *options, struct diag *diag,
               struct out *out, const struct side *old,
               const struct side *new, int *status)
{
  const struct row_rules *rows = &options->style.rows;
  const size_t n = options->fail_if.len;
  struct rule_verdict *verdicts = array_new (n, sizeof *verdicts);
  const struct exporter *exporter = options->exporter;
  struct comparison comparison;
  compare_make (&comparison, old, new, (enum compare_by) options->diff_by,
                rows->order == ROWS_BY_TOTAL ? COMPARE_TOTAL : COMPARE_SELF);
  warn_of_work (&comparison, diag);
  bool done = (rules_apply (options->rules, n, &comparison, verdicts, diag)
               && diff_write (out, exporter->diff,
                              exporter->abilities & EXPORT_ALL_ROWS,
                              exporter->abilities & EXPORT_RARE_ROWS,
                              &comparison, verdicts, n, rows, diag));
  if (done)
    rule_verdicts_warn (verdicts, n, diag);
  if (done && *status == 0 && rule_verdicts_fail (verdicts, n))
    *status = STATUS_FAIL_IF;
  compare_free (&comparison);
  rule_verdicts_free (verdicts, n);
  free (verdicts);
  return done;
}

bool
front_diff (const struct options *options, struct diag *diag,
            struct out *out, int *status)
{
  struct side old = { .arena = NULL }, new = { .arena = NULL };
  bool done = (read_old (options, diag, out, &old)
               && read_new (options, diag, out, &new, &old)
               && diff_sides (options, diag, out, &old, &new, status));
  side_free (&old);
  side_free (&new);
  return done && !(options->fatal_warnings && diag_warnings (diag));
}
