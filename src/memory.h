/* memory.h -- a limit for the memory of libraries.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef MEMORY_H
#define MEMORY_H

#include <stdint.h>

/* Limits the memory that libraries take because of the contents of the file
   NAME: to SIZE bytes from now on, including all earlier times with a limit.
   If more is needed, the program prints a message with NAME and exits with
   status 1.  If NAME is NULL, ends the limit.  Does nothing if the system does
   not count memory (Linux does), if the user has set a limit (ulimit -d), or
   if malloc is not the one of memory.c.  */
void memory_limit (const char *name, uint64_t size);

#endif /* MEMORY_H */
