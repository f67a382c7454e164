/* terminal.h -- colors and a pager for text on a terminal.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef TERMINAL_H
#define TERMINAL_H

#include <stdbool.h>
#include <sys/types.h>

#include "base/diag.h"
#include "base/out.h"
#include "cli/options.h"

/* A pager that may show the standard output.  */
struct pager
{
  struct diag *diag;
  char **words;                 /* heap: the command; NULL: there is none */
  char *text;                   /* heap: the text of the words */
  pid_t child;                  /* 0: it does not run */
  int fd;                       /* where its text goes */
};

/* Sets whether OUT is colored, by --color and the variables NO_COLOR and TERM:
   by default a terminal is, nothing else.  */
void terminal_color (struct out *out, const struct options *options);

/* Fills *PAGER and makes OUT, the standard output, go to it, by --pager or the
   variable GPROF_PAGER: only a terminal has a pager.  It starts when there is
   text, so that a program of --run has the terminal before.  DIAG, which is
   borrowed, gets a warning if it cannot be started; then the text goes to the
   terminal.  terminal_end_pager ends it.  */
void terminal_pager (struct pager *pager, struct out *out,
                     const struct options *options, struct diag *diag);

/* Ends the text for PAGER, and waits until the user has left it.  Call it
   after out_close.  */
void terminal_end_pager (struct pager *pager);

#endif /* TERMINAL_H */
