/* record/private_dir.h -- a directory that only this run uses.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef RECORD_PRIVATE_DIR_H
#define RECORD_PRIVATE_DIR_H

#include "base/diag.h"

struct private_dir;

/* Makes a directory in TMPDIR, or else in /tmp, that only this user can read,
   and opens it.  If that file system is full, makes it in another one after a
   note.  Returns NULL after one diag_error if that is not possible, or
   if anybody could put another directory in its place: the parent is writable
   by all and has no sticky bit.  private_dir_remove removes it.  */
struct private_dir *private_dir_make (struct diag *diag);

/* Returns the absolute path of the directory, borrowed.  */
const char *private_dir_path (const struct private_dir *dir);

/* Removes the profiles in DIR, files whose names begin with PREFIX or with '.'
   and PREFIX, then DIR itself, and frees it.  What else is in it stays, and so
   does whatever somebody has put in its place.  A failure is a warning that
   names the directory.  */
void private_dir_remove (struct private_dir *dir, const char *prefix,
                         struct diag *diag);

#endif /* RECORD_PRIVATE_DIR_H */
