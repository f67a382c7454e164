/* select/spec_names.h -- which symbols a text names.

   SPDX-License-Identifier: GPL-3.0-or-later

   A text names the symbols that are called so in the object file; if there are
   none, those whose demangled name it is; if there are none, those whose
   demangled name without parameters it is: all overloads.  */

#ifndef SELECT_SPEC_NAMES_H
#define SELECT_SPEC_NAMES_H

#include <stddef.h>

#include "image/core.h"
#include "image/symtab.h"

struct spec_names;

/* What one text names: each name as the object file has it, less the target's
   leading character, once; sorted.  */
struct spec_name
{
  const char *text;             /* what was asked */
  const char **raw;             /* borrowed from the symbols */
  size_t n_raw;
  size_t cap_raw;
  int level;                    /* 0 raw, 1 demangled, 2 without parameters */
};

/* No texts yet.  */
struct spec_names *spec_names_new (void);
void spec_names_free (struct spec_names *names);

/* Asks for the LEN bytes at TEXT (copied).  Before spec_names_find.  */
void spec_names_want (struct spec_names *names, const char *text, size_t len);

/* Looks all texts up among the symbols of SYMTAB, which are from CORE; once.
   FLAGS are libiberty's.  Demangles only if some text is no raw name: one pass
   over the symbols in any case.  */
void spec_names_find (struct spec_names *names, const struct symtab *symtab,
                      const struct core *core, int flags);

/* What the LEN bytes at TEXT name, or NULL where they name nothing; borrowed.
   After spec_names_find.  */
const struct spec_name *spec_names_get (const struct spec_names *names,
                                        const char *text, size_t len);

#endif /* SELECT_SPEC_NAMES_H */
