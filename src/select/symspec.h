/* select/symspec.h -- parses one symspec into plain data.

   SPDX-License-Identifier: GPL-3.0-or-later

   The grammar: a symspec is SIDE or SIDE/SIDE, split at the first '/'.  A SIDE
   is FILE:NAME, FILE:LINE, FILE (contains a '.'), LINE (starts with a digit),
   NAME, or empty.  FILE ends at the last ':'.  */

#ifndef SELECT_SYMSPEC_H
#define SELECT_SYMSPEC_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

/* One side of a symspec.  An empty field matches everything.  */
struct symspec_side
{
  const char *file;             /* base name, or NULL */
  const char *name;             /* function, or NULL */
  unsigned line;                /* 0: any line */
  const char *object;           /* base name of the object, or NULL; only with
                                   a name; never set by the grammar */
};

struct symspec
{
  struct symspec_side left, right;
  bool is_arc;                  /* the text has a '/' */
  size_t slash;                 /* offset of the '/' in the text, if is_arc */
};

/* Returns TEXT as a symspec; strings go to ARENA.  Every text is a valid
   symspec.  */
struct symspec symspec_parse (struct arena *arena, const char *text);

/* Parses TEXT as symspec_parse does, but splits it at SLASH, a pointer into
   TEXT, or does not split it if SLASH is NULL.  */
struct symspec symspec_parse_at (struct arena *arena, const char *text,
                                 const char *slash);

#endif /* SELECT_SYMSPEC_H */
