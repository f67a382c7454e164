/* main.c -- the process around libgprof.a: locale, argv, exit status.

   SPDX-License-Identifier: GPL-3.0-or-later

   In:  the command line.  Out: the report on standard output, messages on
   standard error, 0 or 1.  The only file that touches stdout and stderr.  */

#include <config.h>

#include <errno.h>
#include <limits.h>
#include <locale.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __GLIBC__
# include <malloc.h>
#endif

#include <libiberty.h>

#include "base/diag.h"
#include "base/out.h"
#include "gprof.h"
#include "options.h"

/* Does what OPTIONS ask for.  */
static bool
run (const struct options *options, struct diag *diag, struct out *out)
{
  struct gprof *gprof;
  bool done;

  switch (options->action)
    {
    case ACTION_HELP:
      options_help (out, options->program);
      return true;
    case ACTION_VERSION:
      options_version (out);
      return true;
    case ACTION_REPORT:
      break;
    }
  gprof = gprof_new (options, diag, out);
  done = (gprof_run (gprof)
          && !(options->fatal_warnings && diag_warnings (diag)));
  gprof_free (gprof);
  return done;
}

/* Large arrays come and go from stage to stage.  By default malloc gives each
   back to the system, and the next one has to be paid for again, page by page.
   (32 MB is the most that malloc takes here.)  */
static void
keep_memory (void)
{
#ifdef M_TRIM_THRESHOLD
  mallopt (M_MMAP_THRESHOLD, 32 << 20);
  mallopt (M_TRIM_THRESHOLD, INT_MAX);
#endif
}

int
main (int argc, char **argv)
{
  char **const argv_given = argv;
  const char *program = argc > 0 ? argv[0] : "gprof";
  struct diag *diag;
  struct options options;
  struct out *out;
  bool done;

  keep_memory ();
  /* Not LC_NUMERIC: the tables have a '.' everywhere.  */
  setlocale (LC_CTYPE, "");
  setlocale (LC_MESSAGES, "");
  xmalloc_set_program_name (program);
  expandargv (&argc, &argv);
  diag = diag_new (program, stderr);
  out = out_to_file (stdout);
  done = options_parse (&options, diag, argc, argv)
         && run (&options, diag, out);
  /* A closed standard output is no trouble if nothing was to go there.  */
  if (!out_close (out) || (fclose (stdout) != 0 && errno != EBADF))
    {
      diag_error (diag, "standard output: %s", strerror (errno));
      done = false;
    }
  options_free (&options);
  diag_free (diag);
  if (argv != argv_given)
    freeargv (argv);
  return done ? EXIT_SUCCESS : EXIT_FAILURE;
}
