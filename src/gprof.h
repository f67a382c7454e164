/* gprof.h -- the context of one run and its pipeline.

   SPDX-License-Identifier: GPL-3.0-or-later

   struct gprof owns the result of every stage.  Only gprof.c and main.c see
   it; a stage gets only the data that it reads.  Each function that returns
   bool is a stage or a few.  The stages must be called in the order below.
   Each returns false after a diag_error.  */

#ifndef GPROF_H
#define GPROF_H

#include <stdbool.h>
#include <stdint.h>

#include "base/diag.h"
#include "base/out.h"
#include "cli/options.h"

struct gprof;

/* Returns a new run for OPTIONS (borrowed), which writes to OUT and reports
   errors to DIAG (both borrowed).  The caller releases it with gprof_free.  */
struct gprof *gprof_new (const struct options *options, struct diag *diag,
                         struct out *out);
void gprof_free (struct gprof *gprof);

/* Sets the function that limits the memory of libraries.  Before source lines
   are read, which libraries do, the pipeline calls LIMIT with the name of the
   image and a number of bytes; afterwards with NULL and 0.  This happens
   several times in a run, and the limit is for all these times together.
   Without a call of gprof_limit_lines there is no limit.  */
void gprof_limit_lines (struct gprof *gprof,
                        void (*limit) (const char *name, uint64_t size));

bool gprof_load_image (struct gprof *gprof);
bool gprof_load_profiles (struct gprof *gprof);
bool gprof_rebase (struct gprof *gprof);
bool gprof_analyze (struct gprof *gprof);
bool gprof_sum (struct gprof *gprof);
bool gprof_assemble (struct gprof *gprof);
bool gprof_report (struct gprof *gprof);

/* Runs all stages above, in order.  */
bool gprof_run (struct gprof *gprof);

#endif /* GPROF_H */
