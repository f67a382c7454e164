/* loader_tables.h -- the unwind tables of what the C library loads by itself.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_LOADER_TABLES_H
#define GMON_LOADER_TABLES_H

#include <stdbool.h>
#include <stdint.h>

#include "arch/namespace.h"
#include "unwind/cfi.h"

/* Asks the C library for the object whose code holds PC, and stores its unwind
   tables in *TABLES; if that has none, all zeros.  Returns false if there is no
   such object, or if the C library cannot be asked without a lock (glibc before
   2.35, musl).  Async-signal-safe.  */
bool loader_find_tables (uintptr_t pc, struct unwind_tables *tables);

#endif /* GMON_LOADER_TABLES_H */
