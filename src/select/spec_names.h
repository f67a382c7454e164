/* select/spec_names.h -- finds the symbols that a text names.

   SPDX-License-Identifier: GPL-3.0-or-later

   A text names the symbols with that name in the object file.  If there are
   none, it names the symbols with that demangled name.  If there are none, it
   names all symbols with that demangled name without parameters, which are all
   overloads of a function; or else without template arguments as well, which
   are all instances of a template.  If there are none, and the text has one of
   the characters *?[, it is a pattern, as of fnmatch, and names all symbols
   with a name that matches it in one of these forms.  */

#ifndef SELECT_SPEC_NAMES_H
#define SELECT_SPEC_NAMES_H

#include <stdbool.h>
#include <stddef.h>

#include "image/image.h"
#include "image/symtab.h"

struct spec_names;

/* The symbols that one text names: their distinct names in the object file,
   without the target's leading character, sorted.  */
struct spec_name
{
  const char *text;             /* the text to look up */
  const char **raw;             /* heap; the names are borrowed from the
                                   symbols */
  size_t n_raw;
  size_t cap_raw;
  int level;                    /* form of name that TEXT is: 0 raw,
                                   1 demangled, 2 without parameters, 3 and
                                   without template arguments, 4 a pattern */
  bool is_pattern;              /* TEXT can be a pattern */
};

/* Returns an empty set of texts; spec_names_free frees it.  */
struct spec_names *spec_names_new (void);
void spec_names_free (struct spec_names *names);

/* Adds the text of LEN bytes at TEXT, which is copied.  Call it before
   spec_names_find.  */
void spec_names_want (struct spec_names *names, const char *text, size_t len);

/* Looks up all texts among the symbols of SYMTAB, which are from IMAGE.  Call
   it once.  FLAGS are libiberty's demangling flags.  Names are demangled only
   if some text is not a name in the object file.  That takes a second pass
   over the symbols.  */
void spec_names_find (struct spec_names *names, const struct symtab *symtab,
                      const struct image *image, int flags);

/* Returns the symbols that the LEN bytes at TEXT name, borrowed, or NULL if
   there are none.  Call it after spec_names_find.  */
const struct spec_name *spec_names_get (const struct spec_names *names,
                                        const char *text, size_t len);

#endif /* SELECT_SPEC_NAMES_H */
