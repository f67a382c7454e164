/* compat/overread_names.h -- the check of local names that reads too far.

   SPDX-License-Identifier: GPL-3.0-or-later

   The quirk overread_names, for image/sym_load.  After a number at the end of
   a local name, GNU gprof continues its check in the next string of the string
   table, so that the name behind it in .strtab decides whether a symbol is a
   function.  Here the check ends at the end of the names that BFD returned.  */

#ifndef COMPAT_OVERREAD_NAMES_H
#define COMPAT_OVERREAD_NAMES_H

/* The part of the string table that contains names, in memory.  Zeros: no
   name is known.  */
struct name_space
{
  const char *low, *high;       /* first byte, and the byte behind the last */
};

/* Extends SPACE by NAME.  A name with a version ('@') is left out, since BFD
   may have built it in other memory.  */
void name_space_add (struct name_space *space, const char *name);

/* Returns the string behind the NUL at END, the end of a name, or NULL if
   SPACE has no string there.  */
const char *name_space_next (const struct name_space *space, const char *end);

#endif /* COMPAT_OVERREAD_NAMES_H */
