/* cli/option_check.c -- checks that options go together.

   SPDX-License-Identifier: GPL-3.0-or-later

   In: all options.  Out: a message.  */

#include <config.h>

#include "cli/option_check.h"

/* Returns the long name of the option that asks for a report in STYLES.  */
static const char *
style_option (unsigned styles)
{
  for (size_t i = 0; i < option_table_len; i++)
    if (option_table[i].style & styles && option_table[i].name)
      return option_table[i].name;
  return "";
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
    others = options->styles & ~(exporter->reports | REPORT_SUM);
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
  else if (options->output && options->styles == REPORT_SUM
           && !options->exporter)
    diag_error (diag, "-s alone prints nothing for --output; it writes the"
                " sum to gmon.sum; leave out --output, or add -p or -q");
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
  else
    return check_export (options, diag, for_export);
  return false;
}
