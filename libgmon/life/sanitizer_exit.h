/* sanitizer_exit.h -- how a program with a sanitizer ends.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_SANITIZER_EXIT_H
#define GMON_SANITIZER_EXIT_H

#include "arch/namespace.h"

/* If the program has a sanitizer's runtime: lets it write the profile before it
   ends the program after a report, and when its own _exit is called.  Does
   nothing in other programs.  For the start, before libc_next_ends; not
   async-signal-safe.  */
void follow_sanitizer (void);

#endif /* GMON_SANITIZER_EXIT_H */
