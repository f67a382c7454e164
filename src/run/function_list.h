/* run/function_list.h -- the functions that libgmon is to count, by address.

   SPDX-License-Identifier: GPL-3.0-or-later

   libgmon knows functions by the names of the object file.  Readable names of
   C++ and other languages, and functions of a stripped program whose debug file
   is at hand, it knows by the list of addresses that gprof makes.  The list is
   that of libgmon/life/counted_file.h.  */

#ifndef RUN_FUNCTION_LIST_H
#define RUN_FUNCTION_LIST_H

#include <stdbool.h>

#include "base/diag.h"
#include "base/out.h"
#include "cli/options.h"

/* Writes to OUT the list of the functions of the program FILE that PATTERNS
   want: patterns separated by commas, of which the last one that fits decides,
   "!" before one that is not wanted, or "none".  A name fits as it is in the
   object file, as it is shown, and as it is shown without arguments.  Sets
   *READABLE, if it is not NULL, to whether the readable names matter.  OPTIONS
   say where debug files are.  Returns false after one diag_error.  */
bool function_list_write (struct out *out, struct diag *diag,
                          const struct options *options, const char *file,
                          const char *patterns, bool *readable);

#endif /* RUN_FUNCTION_LIST_H */
