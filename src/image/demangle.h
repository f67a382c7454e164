/* image/demangle.h -- which names are demangled.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef IMAGE_DEMANGLE_H
#define IMAGE_DEMANGLE_H

#include <stdbool.h>
#include <stddef.h>

/* The common room for long demangled names: the bytes that all demangled names
   of a program together may have above the length that each may always have,
   and above the size of the program.  Of 39,528 names of LLVM (3 MB), 480 need
   some of this room, 137 KB in all.  */
#define DEMANGLE_ROOM ((size_t) 16 << 20)

/* Returns true if NAME, demangled with libiberty's FLAGS (DMGL_...), is not
   too long.  NAME is a mangled name without the leading character of its
   target.  A length up to four times that of NAME plus 64 bytes is always
   accepted; any excess is subtracted from *ROOM.  If *ROOM is too small for
   the excess, the function returns false and sets *ROOM to 0.  Returns true
   also if NAME is not a mangled name.  */
bool demangle_is_bearable (const char *name, int flags, size_t *room);

/* Return true if NAME has the form of a name of D, or of Ada as GNAT mangles
   it.  C has names of the second form, too: it tells something only in a
   program that has Ada.  */
bool demangle_looks_d (const char *name);
bool demangle_looks_ada (const char *name);

#endif
