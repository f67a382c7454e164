/* cli/option_check.c -- checks that options go together.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "cli/option_check.h"

#include <string.h>

#include "report/export/columns.h"
#include "report/export/exporters.h"

/* Returns the long name of the option that asks for a report in STYLES.  */
static const char *
style_option (unsigned styles)
{
  for (size_t i = 0; i < option_table_len; i++)
    if (option_table[i].style & styles && option_table[i].name)
      return option_table[i].name;
  return "";
}

static bool
shows_by_file (const struct exporter *exporter)
{
  return exporter->by_file;
}

static bool
shows_diff (const struct exporter *exporter)
{
  return exporter->diff;
}

static bool
shows_columns (const struct exporter *exporter)
{
  return exporter->abilities & EXPORT_COLUMNS;
}

/* Checks that EXPORTER passes TEST, as --OPTION demands.  Returns false after
   one diag_error with the names of those that do.  */
static bool
check_exporter (const struct exporter *exporter, struct diag *diag,
                const char *option, exporter_test *test)
{
  struct out *names;

  if (test (exporter))
    return true;
  names = out_to_memory ();
  exporter_put_names (names, test);
  diag_error (diag, "--%s has no --format=%s; its formats are %s", option,
              exporter->name, out_memory (names, NULL));
  out_close (names);
  return false;
}

bool
options_check_columns (struct options *options, struct diag *diag)
{
  const char *keys = options->style.rows.column_keys;

  if (!keys || !options->exporter)
    return true;
  return (check_exporter (options->exporter, diag, "columns", shows_columns)
          && columns_check (options->by_file ? &by_file_columns
                            : options->diff.len ? &change_columns
                            : &function_columns, keys, diag,
                            &options->export_needs));
}

static bool
shows_inlines (const struct exporter *exporter)
{
  return exporter->abilities & EXPORT_INLINES;
}

/* Returns true if EXPORTER, which may be NULL, shows stacks with inlined
   functions beside those without them.  */
static bool
shows_beside (const struct exporter *exporter)
{
  return exporter && (exporter->abilities & EXPORT_BESIDE);
}

/* Returns the name of the first option of RULES that leaves out functions, or
   NULL.  */
static const char *
row_option (const struct row_rules *rules)
{
  return (rules->top ? "top" : rules->min_percent >= 0 ? "min-percent"
          : rules->focus ? "focus" : rules->hide ? "hide" : NULL);
}

/* Returns the name of an option that excludes --inlines, or NULL.  */
static const char *
not_with_inlines (const struct options *options)
{
  const unsigned others = options->styles & ~(REPORT_FLAT | REPORT_CALL_GRAPH
                                              | REPORT_SUM);
  return (options->style.line_mode ? "line"
          : options->no_stacks ? "no-stacks"
          : options->by_file ? "by-file"
          : options->diff.len ? "diff"
          : options->style.subtract_overhead ? "subtract-overhead"
          : options->symbol_file ? "external-symbol-table"
          : options->map_file ? "file-ordering"
          : others ? style_option (others)
          : shows_beside (options->exporter)
          ? row_option (&options->style.rows) : NULL);
}

bool
options_have_usual_inlines (const struct options *options)
{
  return (options->exporter && !options->inlines && !options->no_inlines
          && (options->exporter->abilities & EXPORT_USUAL_INLINES)
          && !options->style.quirks.refuse_our_options
          && !not_with_inlines (options));
}

/* Checks that --inlines goes with the other options.  Returns false after one
   diag_error.  */
static bool
check_inlines (const struct options *options, struct diag *diag)
{
  const char *other = not_with_inlines (options);
  if (!options->inlines)
    return true;
  if (!other)
    return (!options->exporter
            || check_exporter (options->exporter, diag, "inlines",
                               shows_inlines));
  diag_error (diag, "--inlines does not go with --%s; leave one of them out",
              other);
  return false;
}

/* Checks that --by-file goes with the other options.  Returns false after one
   diag_error.  */
static bool
check_by_file (const struct options *options, struct diag *diag)
{
  const unsigned others = options->styles & ~REPORT_FLAT;
  const char *pattern = options->file_pattern;

  if (others)
    diag_error (diag, "--%s does not go with --by-file, which takes the place"
                " of the reports; leave one of them out",
                style_option (others));
  else if (options->diff.len)
    diag_error (diag, "--by-file compares the files of one job with each"
                " other; leave out --diff");
  else if (options->style.line_mode)
    diag_error (diag, "--by-file compares functions, not lines; leave out"
                " -l");
  else if (options->rebase != REBASE_NONE)
    diag_error (diag, "--by-file does not move addresses; leave out"
                " --rebase");
  else if (options->style.subtract_overhead)
    diag_error (diag, "--by-file compares times as recorded; leave out"
                " --subtract-overhead");
  else if (pattern && options->command)
    diag_error (diag, "--by-file=%s: --run names the files itself; leave out"
                " '=%s'", pattern, pattern);
  else if (pattern && !strstr (pattern, "%r"))
    diag_error (diag, "--by-file: '%s' has no %%r where the rank stands in the"
                " names of the files, as in --by-file=gmon.%%r", pattern);
  else
    return check_exporter (options->exporter, diag, "by-file",
                           shows_by_file);
  return false;
}

/* Checks that --format goes with the other options.  Returns false after one
   diag_error.  */
static bool
check_export (const struct options *options, struct diag *diag,
              const struct option_def *for_export)
{
  const struct exporter *exporter = options->exporter;
  unsigned others = 0;

  if (exporter)
    others = options->styles & ~(exporter->reports | REPORT_SUM
                                 | (options->usual_run ? REPORT_WAITS : 0));
  if (others)
    diag_error (diag, "--%s does not go with --format=%s, which takes the"
                " place of the reports; leave one of them out",
                style_option (others), exporter->name);
  else if (!exporter && for_export)
    diag_error (diag, "--%s has no effect on the reports; add"
                " --format=table", for_export->name);
  else
    return true;
  return false;
}

/* Checks that --diff goes with the other options, and that those for it are not
   given without it.  Returns false after one diag_error.  */
static bool
check_diff (const struct options *options, struct diag *diag)
{
  const unsigned order = options->style.rows.order;

  if (!options->diff.len)
    {
      if (!options->diff_image && !options->diff_by && !options->fail_if.len)
        return true;
      diag_error (diag, "--%s has no effect without an old profile; add"
                  " --diff=OLD", options->fail_if.len ? "fail-if"
                  : options->diff_image ? "diff-image" : "diff-by");
    }
  else if (options->action == ACTION_DIAGNOSE)
    diag_error (diag, "--diagnose compares no profiles; leave out --diff");
  else if (options->styles)
    diag_error (diag, "--%s does not go with --diff, which takes the place of"
                " the reports; leave one of them out",
                style_option (options->styles));
  else if (options->style.line_mode)
    diag_error (diag, "--diff compares functions; leave out -l");
  else if (order != ROWS_BY_SELF && order != ROWS_BY_TOTAL)
    diag_error (diag, "--sort with --diff tells which time is tested: self or"
                " total");
  else
    return check_exporter (options->exporter, diag, "diff", shows_diff);
  return false;
}

/* Checks that the engine of --run records what OPTIONS ask for.  Returns false
   after one diag_error.  */
static bool
check_engine (const struct options *options, struct diag *diag)
{
  const char *word = options->record_waits ? "wait"
                     : options->event ? "events"
                     : options->styles & REPORT_WAITS ? "waits"
                     : options->style.dimension != DIMENSION_CPU
                     ? "dimension=blocked" : NULL;

  if (options->engine == ENGINE_AUTO || options->engine == ENGINE_INSIDE
      || !word)
    return true;
  diag_error (diag, "--%s needs libgmon in the program; leave out"
              " --engine=%s", word,
              options->engine == ENGINE_BOTH ? "both" : "events");
  return false;
}

bool
options_check (const struct options *options, struct diag *diag,
               const struct option_def *not_gnu,
               const struct option_def *for_export,
               const struct option_def *for_run)
{
  if (options->style.quirks.refuse_our_options && not_gnu)
    diag_error (diag, "GNU gprof has no --%s, so --compat=gnu refuses it;"
                " leave it out, or add --compat=default", not_gnu->name);
  else if (options->style.quirks.map_renames_symbols
           && options->styles & REPORT_FUNCTION_ORDER
           && options->styles & REPORT_FILE_ORDER)
    diag_error (diag, "-r and -R exclude each other with --compat=gnu");
  else if (options->action == ACTION_DIAGNOSE && options->command)
    diag_error (diag, "--diagnose looks at a profile that exists; leave out"
                " --run");
  else if (options->action == ACTION_DIAGNOSE
           && (options->styles || options->exporter))
    diag_error (diag, "--diagnose prints no report; leave out the options for"
                " reports");
  else if (options->output && !*options->output)
    diag_error (diag, "--output: the name of the file is empty");
  else if (options_sum_alone (options) && options->output
           && strcmp (options->output, "-") == 0)
    diag_error (diag, "-s replaces a file, and the standard output is none;"
                " leave out --output=-");
  else if (for_run && !options->command)
    diag_error (diag, "--%s has no effect on a profile that exists; add"
                " --run PROGRAM", for_run->name);
  else if (options->command && !options->command[0])
    diag_error (diag, "--run: no program is named; type '%s --run PROGRAM"
                " ARGUMENT...'", options->program);
  else if (options->command && options->styles & REPORT_SUM)
    diag_error (diag, "-s does not go with --run; use --output=DIRECTORY/ to"
                " keep the profiles, and add them up with '%s -s'",
                options->program);
  else if (!check_engine (options, diag) || !check_inlines (options, diag))
    return false;
  else if (options->style.subtract_overhead
           && options->style.dimension != DIMENSION_CPU)
    diag_error (diag, "--subtract-overhead takes CPU time out; leave out"
                " --dimension");
  else if (options->by_file)
    return check_by_file (options, diag);
  else
    return (check_diff (options, diag)
            && check_export (options, diag, for_export));
  return false;
}
