/* record/runnable.h -- whether libgmon can be loaded into a program.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef RECORD_RUNNABLE_H
#define RECORD_RUNNABLE_H

#include <stdbool.h>

#include "base/diag.h"

/* Why libgmon.so cannot be loaded into a program.  */
enum runnable_fault
{
  RUNNABLE_WELL,                /* it can be loaded */
  RUNNABLE_OTHER_MACHINE,       /* another machine or word size */
  RUNNABLE_STATIC,
  RUNNABLE_OTHER_LIBRARY,       /* another C library than libgmon's */
  RUNNABLE_GETS_RIGHTS          /* it is set-user-id or set-group-id */
};

struct runnable
{
  char *path;                   /* of the file, heap */
  enum runnable_fault fault;
  bool is_binary;               /* no shell can run it */
  bool has_asan;                /* it uses the shared library of
                                   AddressSanitizer */
  bool has_hooks;               /* it was compiled with -pg and uses the runtime
                                   of the C library, which libgmon can
                                   replace */
  bool has_entries;             /* it was compiled with
                                   -fpatchable-function-entry */
};

/* Finds the program NAME as execvp does and fills *FOUND.  A script is judged
   as its interpreter is: it loads libgmon, unless the interpreter has another C
   library.  Returns false after one diag_error if there is no such program.
   The caller calls runnable_free in any case.  */
bool runnable_find (struct runnable *found, struct diag *diag,
                    const char *name);
void runnable_free (struct runnable *found);

/* Notes why libgmon is not loaded into PROGRAM, if there is a reason.  */
void runnable_note (const struct runnable *program, struct diag *diag);

#endif /* RECORD_RUNNABLE_H */
