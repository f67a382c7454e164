/* base/progress.h -- how far work is that takes long, on a terminal.

   SPDX-License-Identifier: GPL-3.0-or-later

   One line on the error stream, from the third second on; gone at the end.
   Nothing where that stream is no terminal.  */

#ifndef BASE_PROGRESS_H
#define BASE_PROGRESS_H

#include <stddef.h>
#include <time.h>

#include "base/diag.h"

struct progress
{
  struct diag *diag;            /* borrowed; NULL: nothing is shown */
  size_t total;
  struct timespec due;          /* when to show it next */
};

/* Begins with TOTAL profiles to read.  DIAG may be NULL: then nothing is
   shown.  */
void progress_start (struct progress *progress, struct diag *diag,
                     size_t total);

/* DONE of them are done.  To be called often; cheap.  */
void progress_at (struct progress *progress, size_t done);
void progress_end (struct progress *progress);

/* How long a wait may be before progress_at is to be called.  */
#define PROGRESS_NSEC 200000000

#endif /* BASE_PROGRESS_H */
