/* image/demangle.h -- how long a demangled name would be.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef IMAGE_DEMANGLE_H
#define IMAGE_DEMANGLE_H

#include <stdbool.h>
#include <stddef.h>

/* How many bytes all demangled names of a program may have above what each has
   without asking, and above the size of the program.  Of 39,528 names of LLVM
   (3 MB) 480 take something from it, 137 KB.  */
#define DEMANGLE_ROOM ((size_t) 16 << 20)

/* Is NAME, a mangled one without the leading character of its machine, of a
   bearable length by libiberty's FLAGS (DMGL_...)?  Up to four times its own
   is; what it takes, or would take, above that goes from *ROOM.  True also if
   it is not a mangled name.  */
bool demangle_is_bearable (const char *name, int flags, size_t *room);

#endif
