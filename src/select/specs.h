/* select/specs.h -- the symspecs of the command line, and what they mean.

   SPDX-License-Identifier: GPL-3.0-or-later

   A list in the order given, which sym_ids turns into tables.  */

#ifndef SELECT_SPECS_H
#define SELECT_SPECS_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/diag.h"
#include "image/core.h"
#include "image/lines.h"
#include "image/symtab.h"
#include "select/spec_names.h"
#include "select/symspec.h"

/* Each include table stands right before its exclude table.  */
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
  const char *text;             /* as given; borrowed */
  enum sym_table table;
  enum sym_table whole;         /* the table if all of it is a name;
                                   SYM_TABLES: it is not tried */
  struct symspec parsed;
  const struct spec_name *names[2];     /* of left and right: the names meant;
                                   NULL: PARSED says what is */
  bool met[2];                  /* left, right: it matched something */
};

struct specs
{
  struct arena *arena;
  struct spec *items;
  size_t len, cap;
  size_t n_given;               /* of the user, those in front */
  struct spec_names *names;
};

void specs_init (struct specs *specs);
void specs_free (struct specs *specs);

/* Appends TEXT (borrowed), read by the grammar, under TABLE.  */
void specs_add (struct specs *specs, const char *text, enum sym_table table,
                enum sym_table whole);

/* Reads all specs so far again, as what the user gave: the whole, then each
   side of a '/', is a name if it is one; the grammar gets the rest.  CORE,
   SYMTAB and FLAGS are as for spec_names_find.  */
void specs_resolve (struct specs *specs, const struct symtab *symtab,
                    const struct core *core, int flags);

bool spec_is_arc_table (enum sym_table table);

/* Warns of each side of a spec given by the user that met nothing, with a few
   names like it, and of a spec of calls without a '/'.  LINES knows the files
   if a spec has one.  RESTRICTS says for each table whether anything is in
   it.  */
void specs_warn (struct specs *specs, struct diag *diag,
                 const struct symtab *symtab, const struct lines *lines,
                 const struct core *core, int flags,
                 const bool restricts[SYM_TABLES]);

#endif /* SELECT_SPECS_H */
