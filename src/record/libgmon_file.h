/* record/libgmon_file.h -- where libgmon.so is.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef RECORD_LIBGMON_FILE_H
#define RECORD_LIBGMON_FILE_H

#include "base/diag.h"

/* Returns on the heap the absolute path of the libgmon.so that belongs to this
   gprof: that of its build tree if it runs there, else the one that was
   installed with it, also if both were moved together.  Returns NULL after one
   diag_error.  */
char *libgmon_file_find (struct diag *diag);

#endif /* RECORD_LIBGMON_FILE_H */
