/* image/debuginfod.h -- debugging information from servers.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef IMAGE_DEBUGINFOD_H
#define IMAGE_DEBUGINFOD_H

#include <stddef.h>

#include "base/diag.h"

/* Asks the servers in DEBUGINFOD_URLS for the debug file with the build id ID
   of LEN bytes.  Returns the name of a file in the user's cache, on the heap.
   Returns NULL if the servers have no such file, if the variable is not set or
   empty, if no byte comes for 10 seconds, or if gprof was built without
   libdebuginfod.  After 2 seconds a status line of DIAG says what is waited
   for, if DIAG has a terminal.  */
char *debuginfod_fetch (struct diag *diag, const unsigned char *id,
                        size_t len);

#endif /* IMAGE_DEBUGINFOD_H */
