/* select/symspec.h -- parses one symspec into plain data.

   SPDX-License-Identifier: GPL-3.0-or-later

   Grammar: SPEC or SPEC/SPEC, split at the first '/'.  Each side: FILE:NAME,
   FILE:LINE, FILE (has a '.'), LINE (starts with a digit), NAME, or empty;
   the file ends at the last ':'.  */

#ifndef SELECT_SYMSPEC_H
#define SELECT_SYMSPEC_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

/* One side; empty fields match everything.  */
struct symspec_side
{
  const char *file;             /* base name, or NULL */
  const char *name;             /* function, or NULL */
  unsigned line;                /* 0: any */
};

struct symspec
{
  struct symspec_side left, right;
  bool is_arc;                  /* there was a '/' */
  size_t slash;                 /* where, if is_arc */
};

/* Parses TEXT; strings go to ARENA.  Every text is a spec.  */
struct symspec symspec_parse (struct arena *arena, const char *text);

/* The same, with the sides divided at SLASH in TEXT; NULL: not divided.  */
struct symspec symspec_parse_at (struct arena *arena, const char *text,
                                 const char *slash);

#endif /* SELECT_SYMSPEC_H */
