/* record/private_dir.h -- a directory that only this run uses.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef RECORD_PRIVATE_DIR_H
#define RECORD_PRIVATE_DIR_H

#include "base/diag.h"

/* Makes a directory in TMPDIR, or else in /tmp, that only this user can read.
   Returns its absolute path on the heap, or NULL after one diag_error.
   private_dir_remove removes it.  */
char *private_dir_make (struct diag *diag);

/* Removes the directory PATH with the files in it.  A failure is a warning
   that names it.  */
void private_dir_remove (const char *path, struct diag *diag);

#endif /* RECORD_PRIVATE_DIR_H */
