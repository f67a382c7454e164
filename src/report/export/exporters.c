/* report/export/exporters.c -- the table of exporters, for --format=NAME.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "report/export/exporters.h"

#include <string.h>

#define ROW(...) { __VA_ARGS__ },

static const struct exporter exporters[] = { EXPORTERS (ROW) };

const struct exporter *
exporter_find (const char *name)
{
  for (size_t i = 0; i < sizeof exporters / sizeof *exporters; i++)
    if (strcmp (exporters[i].name, name) == 0)
      return &exporters[i];
  return NULL;
}

void
exporter_put_names (struct out *out, exporter_test *test)
{
  const char *before = "";
  for (size_t i = 0; i < sizeof exporters / sizeof *exporters; i++)
    if (test (&exporters[i]))
      {
        out_printf (out, "%s%s", before, exporters[i].name);
        before = ", ";
      }
}

bool
exporter_suits (const struct exporter *exporter, const struct out *out,
                struct diag *diag)
{
  if (!(exporter->abilities & EXPORT_BINARY) || !out->terminal)
    return true;
  diag_error (diag, "--format=%s is no text, and the standard output is a"
              " terminal; add --output=FILE", exporter->name);
  return false;
}
