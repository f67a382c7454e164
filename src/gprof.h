/* gprof.h -- the context of one run and its pipeline.

   SPDX-License-Identifier: GPL-3.0-or-later

   struct gprof owns every stage's result; only gprof.c and main.c see it, and
   a stage gets just what it reads.  Each call below is a stage or a few, to be
   made in this order; each returns false after its diag_error.  Used by
   main and tests.  */

#ifndef GPROF_H
#define GPROF_H

#include <stdbool.h>
#include <stdint.h>

#include "base/diag.h"
#include "base/out.h"
#include "options.h"

struct gprof;

/* A run for OPTIONS (borrowed), reporting to OUT and DIAG (borrowed).  */
struct gprof *gprof_new (const struct options *options, struct diag *diag,
                         struct out *out);
void gprof_free (struct gprof *gprof);

/* LIMIT is called with the image's name and a number of bytes when source lines
   are about to be read, which libraries do, and with NULL afterwards, several
   times in a run: these take as much at most, all times together.  By default
   nobody is called.  */
void gprof_limit_lines (struct gprof *gprof,
                        void (*limit) (const char *name, uint64_t size));

bool gprof_load_image (struct gprof *gprof);
bool gprof_load_profiles (struct gprof *gprof);
bool gprof_rebase (struct gprof *gprof);
bool gprof_analyze (struct gprof *gprof);
bool gprof_sum (struct gprof *gprof);
bool gprof_assemble (struct gprof *gprof);
bool gprof_report (struct gprof *gprof);

/* All of the above, in order.  */
bool gprof_run (struct gprof *gprof);

#endif /* GPROF_H */
