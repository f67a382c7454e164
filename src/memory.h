/* memory.h -- a limit for what libraries take.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef MEMORY_H
#define MEMORY_H

#include <stdint.h>

/* From now on SIZE bytes at most may be taken for what the file NAME makes
   libraries do, over all such times together; more is a message that names it,
   and the end with status 1.  NULL: from now on there is no limit.
   Nothing happens where the system does not count (Linux does), where its own
   limit (ulimit -d) is set, and where malloc is not ours.  */
void memory_limit (const char *name, uint64_t size);

#endif /* MEMORY_H */
