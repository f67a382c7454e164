/* proc_number.h -- numbers in the files of /proc.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_PROC_NUMBER_H
#define GMON_PROC_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

#include "arch/namespace.h"

/* Stores the number at *TEXT in *NUMBER, and moves *TEXT behind it and the
   blanks that follow.  BASE is 10, or 16 for a number that may begin with 0x.
   Returns false if there is none.  Async-signal-safe, makes no libc call.  */
bool proc_number (const char **text, unsigned base, uint64_t *number);

#endif /* GMON_PROC_NUMBER_H */
