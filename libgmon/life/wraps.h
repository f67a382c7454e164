/* wraps.h -- archive members that every profiled program must contain.

   SPDX-License-Identifier: 0BSD

   The linker takes a member of libgmon.a only if the member defines a name
   that is still undefined.  A program need not refer to _exit, exec or
   sigaction itself, yet its C library calls them.  So the start of libgmon
   refers to one name of each member that must be linked.  The members belong
   to hooks/, a layer above life/, which therefore knows only these names of
   them.  */

#ifndef GMON_WRAPS_H
#define GMON_WRAPS_H

#include "arch/compiler.h"
#include "arch/namespace.h"

extern const char exit_exec_member HIDDEN;
extern const char sigaction_wrap_member HIDDEN;
extern const char block_callbacks_member HIDDEN;

#endif /* GMON_WRAPS_H */
