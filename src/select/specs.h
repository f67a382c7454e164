/* select/specs.h -- the symspecs of the command line, and their meaning.

   SPDX-License-Identifier: GPL-3.0-or-later

   The specs are in a list in the order of the command line, which sym_ids
   turns into tables.  */

#ifndef SELECT_SPECS_H
#define SELECT_SPECS_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/diag.h"
#include "image/image.h"
#include "image/lines.h"
#include "image/symtab.h"
#include "select/spec_names.h"
#include "select/symspec.h"

/* The tables.  Each include table comes directly before its exclude table.  */
enum sym_table
{
  INCL_GRAPH, EXCL_GRAPH,
  INCL_ARCS, EXCL_ARCS,
  INCL_FLAT, EXCL_FLAT,
  INCL_TIME, EXCL_TIME,
  INCL_ANNO, EXCL_ANNO,
  INCL_EXEC, EXCL_EXEC,
  SYM_TABLES
};

struct spec
{
  const char *text;             /* text of the spec; borrowed */
  enum sym_table table;
  enum sym_table whole;         /* the table to use if all of TEXT is one name;
                                   SYM_TABLES: do not test that */
  struct symspec parsed;
  const struct spec_name *names[2];     /* names that the left and the right
                                   side stand for; NULL: use PARSED */
  const char *objects[2];       /* the only object for a name, or NULL */
  bool met[2];                  /* true if the left, right side matched */
};

struct specs
{
  struct arena *arena;
  struct spec *items;
  size_t len, cap;
  size_t n_given;               /* the first N_GIVEN items are from the user */
  struct spec_names *names;
  const struct symtab *symtab;  /* of specs_resolve; borrowed */
};

void specs_init (struct specs *specs);
void specs_free (struct specs *specs);

/* Appends a spec for TABLE with the text TEXT (borrowed), parsed by the
   grammar of select/symspec.  WHOLE is as in struct spec.  */
void specs_add (struct specs *specs, const char *text, enum sym_table table,
                enum sym_table whole);

/* Parses all specs added so far once more, as specs from the user.  First the
   whole text, then each side of a '/', is looked up as the name of a symbol.
   The grammar applies to texts that are not names.  IMAGE, SYMTAB and FLAGS are
   as for spec_names_find.  */
void specs_resolve (struct specs *specs, const struct symtab *symtab,
                    const struct image *image, int flags);

/* Returns true if TABLE is a table of arcs.  */
bool spec_is_arc_table (enum sym_table table);

/* Warns of each side of a user's spec that matched nothing, and suggests
   similar names.  Warns also of a spec for calls without a '/'.  LINES has the
   source files if a spec names one.  RESTRICTS[T] is true if table T has any
   symbol or arc.  IMAGE, SYMTAB and FLAGS are as for spec_names_find.  */
void specs_warn (struct specs *specs, struct diag *diag,
                 const struct symtab *symtab, const struct lines *lines,
                 const struct image *image, int flags,
                 const bool restricts[SYM_TABLES]);

#endif /* SELECT_SPECS_H */
