/* base/progress.h -- how far work is that takes long, on a terminal.

   SPDX-License-Identifier: GPL-3.0-or-later

   Shows one status line on the error stream, from the third second of work on,
   and clears it at the end.  Shows nothing if the error stream is not a
   terminal.  */

#ifndef BASE_PROGRESS_H
#define BASE_PROGRESS_H

#include <stddef.h>
#include <time.h>

#include "base/diag.h"

struct progress
{
  struct diag *diag;            /* borrowed; NULL: nothing is shown */
  size_t total;                 /* number of profiles to read */
  struct timespec due;          /* time of the next update of the line */
};

/* Starts the display for TOTAL profiles to read.  DIAG is borrowed; if it is
   NULL, nothing is shown.  */
void progress_start (struct progress *progress, struct diag *diag,
                     size_t total);

/* Updates the line, if it is time to: DONE profiles have been read.  This is
   cheap, so call it often.  progress_end clears the line.  */
void progress_at (struct progress *progress, size_t done);
void progress_end (struct progress *progress);

/* The time between two updates of the line, in nanoseconds.  A caller that
   waits should not wait longer before it calls progress_at.  */
#define PROGRESS_NSEC 200000000

#endif /* BASE_PROGRESS_H */
