/* unit/t_exporters.c -- tests of the table of exporters.

   SPDX-License-Identifier: GPL-3.0-or-later

   What they write is tested by gprof.golden.  Run by gprof.unit.  */

#include <config.h>

#include "check.h"

#include "base/out.h"
#include "cli/option_table.h"
#include "report/export/exporters.h"

static const char *
choices_of_format (void)
{
  for (size_t i = 0; i < option_table_len; i++)
    if (option_table[i].what == DO_EXPORT)
      return option_table[i].choices;
  return "";
}

/* --help and completions show the names of the table.  */
static void
test_names (void)
{
#define NAME(name, ...) " " name
  CHECK_STR (choices_of_format (), "text" EXPORTERS (NAME),
             "the choices of --format are text and the exporters");
  CHECK (exporter_find ("table"), "one is found by name");
  CHECK (!exporter_find ("tab"), "not by half of it");
  CHECK (!exporter_find ("text"), "the reports are no exporter");
  CHECK (!exporter_find (""), "nor is nothing");
}

static void
test_terminal (void)
{
  static const struct exporter text = { .name = "a" },
    binary = { .name = "b", .abilities = EXPORT_BINARY };
  struct diag *diag = diag_new ("gprof", NULL);
  struct out file = { .terminal = false }, terminal = { .terminal = true };

  CHECK (exporter_suits (&text, &file, diag), "text to a file");
  CHECK (exporter_suits (&text, &terminal, diag), "text to a terminal");
  CHECK (exporter_suits (&binary, &file, diag), "a binary format to a file");
  CHECK (!exporter_suits (&binary, &terminal, diag), "not to a terminal");
  CHECK_STR (diag_last (diag), "--format=b is no text, and the standard output"
             " is a terminal; add --output=FILE", "with a message");
  CHECK_U64 (diag_errors (diag), 1, "one");
  diag_free (diag);
}

int
main (void)
{
  test_names ();
  test_terminal ();
  return check_end ();
}
