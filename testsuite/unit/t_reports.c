/* unit/t_reports.c -- tests of the table of reports: needs, and what lacks.

   SPDX-License-Identifier: GPL-3.0-or-later

   The order of the reports is tested by gprof.golden (b, b-T).  Run by
   gprof.unit.  */

#include <config.h>

#include "check.h"

#include "cli/option_table.h"
#include "profile/profile.h"
#include "report/reports.h"

/* Bits of enum report_need that the tests ask about, by letter.  */
static const struct
{
  char letter;
  unsigned bit;
} letters[] = {
  { 's', NEED_SYMBOLS }, { 'h', NEED_HISTOGRAM }, { 'a', NEED_ARCS },
  { 'g', NEED_GRAPH },   { 'r', NEED_ENTRIES },      { 'f', NEED_FILES },
  { 'l', NEED_LINES },   { 'L', NEED_ALL_LINES }, { 'c', NEED_CODE_LINES },
  { 'b', NEED_BLOCKS }, { 't', NEED_STACKS },
  { 'w', NEED_WAITS },
};

static void
check_needs (const struct style *style, unsigned styles, const char *want,
             const char *name)
{
  unsigned needs = reports_needs (style, styles);
  char got[16], *to = got;

  for (size_t i = 0; i < sizeof letters / sizeof *letters; i++)
    if (needs & letters[i].bit)
      *to++ = letters[i].letter;
  *to = '\0';
  CHECK_STR (got, want, name);
}

static void
test_needs (void)
{
  static const struct style plain,
    unused = { .show_unused = true }, lines = { .line_mode = true },
    places = { .inline_file_names = true }, bsd = { .bsd_layout = true };
  const struct style strict = { .quirks = quirks_gnu () };

  check_needs (&plain, 0, "", "no report needs nothing");
  check_needs (&plain, REPORT_SUM | REPORT_FILE_INFO, "",
               "-s and -i need no symbols");
  check_needs (&strict, REPORT_SUM | REPORT_FILE_INFO, "sL",
               "in strict mode they do");
  check_needs (&plain, REPORT_FLAT, "sh", "the flat profile");
  check_needs (&plain, REPORT_CALL_GRAPH, "sarf", "the call graph");
  check_needs (&plain, REPORT_FLAT | REPORT_SUM | REPORT_CALL_GRAPH, "sharf",
               "needs are joined");
  check_needs (&plain, REPORT_EXEC_COUNTS, "slLb", "execution counts");
  check_needs (&plain, REPORT_ANNOTATED, "slLcb", "annotated source");
  check_needs (&plain, REPORT_FUNCTION_ORDER, "sg", "-r");
  check_needs (&plain, REPORT_FILE_ORDER, "sg", "-R");
  check_needs (&plain, REPORT_THREADS, "st", "--threads");
  check_needs (&plain, REPORT_WAITS, "stw", "--waits");
  check_needs (&unused, REPORT_FLAT, "shL", "-z");
  check_needs (&lines, REPORT_FLAT, "shl", "-l");
  check_needs (&places, REPORT_FLAT, "shl", "--inline-file-names");
  check_needs (&bsd, REPORT_FLAT, "shr", "-T");
}

/* Returns the message about what the profile lacks, or "".  */
static const char *
lacks (struct diag *diag, bool has_hists, bool has_arcs, unsigned styles)
{
  static const struct style style;
  static const struct entry_order entries = { .len = 1 };
  struct profile profile = { .has_hists = has_hists, .has_arcs = has_arcs };
  struct view view = { .style = &style, .profile = &profile, .diag = diag,
                       .entries = has_arcs ? &entries : NULL };

  return (reports_ready (&view, &view, styles, diag) ? ""
          : diag_last (diag));
}

static void
test_ready (void)
{
  struct diag *diag = diag_new ("gprof", NULL);

  CHECK_STR (lacks (diag, true, true, REPORT_FLAT | REPORT_CALL_GRAPH), "",
             "nothing is missing");
  CHECK_STR (lacks (diag, false, false, REPORT_EXEC_COUNTS), "",
             "counts need no data");
  CHECK_STR (lacks (diag, false, true, REPORT_FLAT | REPORT_CALL_GRAPH),
             "the profile has no histogram, so --flat-profile has nothing to"
             " print", "no histogram");
  CHECK_STR (lacks (diag, true, false, REPORT_FLAT | REPORT_CALL_GRAPH),
             "the profile has no call-graph arcs, so --graph has nothing to"
             " print", "no arcs");
  CHECK_U64 (diag_errors (diag), 2, "one message each");
  diag_free (diag);
}

static const struct option_def *
find_option (const char *name)
{
  for (size_t i = 0; i < option_table_len; i++)
    if (option_table[i].name && strcmp (option_table[i].name, name) == 0)
      return &option_table[i];
  return NULL;
}

/* The messages name the option that asks for the report.  */
static void
test_options (void)
{
#define LISTED(name, option, ...) { REPORT_##name, option },
#define LISTED_RESULT(name, option) { REPORT_##name, option },
  static const struct
  {
    unsigned style;
    const char *option;
  } listed[] = { REPORTS (LISTED, LISTED, LISTED_RESULT) };

  for (size_t i = 0; i < sizeof listed / sizeof *listed; i++)
    {
      const struct option_def *def = find_option (listed[i].option);

      CHECK (def && def->style == listed[i].style, "--%s is the report's",
             listed[i].option);
    }
}

int
main (void)
{
  test_needs ();
  test_ready ();
  test_options ();
  return check_end ();
}
