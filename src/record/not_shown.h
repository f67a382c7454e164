/* record/not_shown.h -- programs of a job that have no profile.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef RECORD_NOT_SHOWN_H
#define RECORD_NOT_SHOWN_H

#include "base/diag.h"
#include "base/out.h"
#include "record/descendants.h"
#include "record/recorded.h"

/* Writes a line to OUT for each program of SEEN that used CPU time and is not
   in LIST: its time, why libgmon was not loaded, and what to do.  If OUT is
   NULL, each line is a note of DIAG.  */
void not_shown_print (struct out *out, struct diag *diag,
                      const struct descendants *seen,
                      const struct recorded *list);

#endif /* RECORD_NOT_SHOWN_H */
