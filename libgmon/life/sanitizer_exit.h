/* sanitizer_exit.h -- how a program with a sanitizer ends.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_SANITIZER_EXIT_H
#define GMON_SANITIZER_EXIT_H

#include "arch/namespace.h"

/* If the program contains a sanitizer's runtime: makes that runtime write the
   profile before it ends the program after a report, and when the program
   calls the sanitizer's own _exit.  Does nothing in other programs.  To be
   called at the start, before libc_next_exits; not async-signal-safe.  */
void follow_sanitizer (void);

#endif /* GMON_SANITIZER_EXIT_H */
