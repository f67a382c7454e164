/* front.c -- the reports of one program and its profiles.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "front.h"

#include "front_diff.h"
#include "gprof.h"
#include "memory.h"

bool
front_report (const struct options *options, struct diag *diag,
              struct out *out, int *status)
{
  if (options->diff.len)
    return front_diff (options, diag, out, status);
  struct gprof *gprof = gprof_new (options, diag, out);
  gprof_limit_lines (gprof, memory_limit);
  bool done = (gprof_run (gprof)
               && !(options->fatal_warnings && diag_warnings (diag)));
  gprof_free (gprof);
  return done;
}
