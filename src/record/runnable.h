/* record/runnable.h -- whether libgmon can be loaded into a program.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef RECORD_RUNNABLE_H
#define RECORD_RUNNABLE_H

#include <stdbool.h>

#include "base/diag.h"

struct runnable
{
  char *path;                   /* of the file, heap */
  bool loads;                   /* libgmon.so can be loaded into it */
  bool has_asan;                /* it uses the shared library of
                                   AddressSanitizer */
};

/* Finds the program NAME as execvp does and fills *FOUND; notes why libgmon
   cannot be loaded.  A script is judged as its interpreter is: it loads
   libgmon.  Returns false after one diag_error if there is no such program.
   The caller frees FOUND->path in any case.  */
bool runnable_find (struct runnable *found, struct diag *diag,
                    const char *name);

#endif /* RECORD_RUNNABLE_H */
