/* report/export/exporters.c -- the table of exporters, for --format=NAME.

   SPDX-License-Identifier: GPL-3.0-or-later

   In: a name.  Out: the exporter of that name.  */

#include <config.h>

#include "report/export/exporters.h"

#include <string.h>

#define ROW(name, is_binary, needs, reports, print)                           \
  { name, is_binary, needs, reports, print },

static const struct exporter exporters[] = { EXPORTERS (ROW) };

const struct exporter *
exporter_find (const char *name)
{
  for (size_t i = 0; i < sizeof exporters / sizeof *exporters; i++)
    if (strcmp (exporters[i].name, name) == 0)
      return &exporters[i];
  return NULL;
}

bool
exporter_suits (const struct exporter *exporter, const struct out *out,
                struct diag *diag)
{
  if (!exporter->is_binary || !out->terminal)
    return true;
  diag_error (diag, "--format=%s is no text, and the standard output is a"
              " terminal; add --output=FILE", exporter->name);
  return false;
}
