/* select/sym_ids.h -- what the user wants to see: include/exclude tables.

   SPDX-License-Identifier: GPL-3.0-or-later

   Six pairs of tables (time, graph, flat, arcs, annotation, execution
   counts).  A table that is not empty on the include side admits only what it
   holds; include beats exclude.  */

#ifndef SELECT_SYM_IDS_H
#define SELECT_SYM_IDS_H

#include <stdbool.h>

#include "image/lines.h"
#include "image/symtab.h"
#include "select/specs.h"

struct selection;

/* Empty tables.  */
struct selection *selection_new (void);
void selection_free (struct selection *selection);

/* Files the symspec SPEC (borrowed) under TABLE.  */
void sym_id_add (struct selection *selection, const char *spec,
                 enum sym_table table);

/* The same; if sym_ids_resolve finds that all of SPEC is one name, though it
   looks like an arc, under WHOLE.  SYM_TABLES: that is not tried.  */
void sym_id_add_name (struct selection *selection, const char *spec,
                      enum sym_table table, enum sym_table whole);

/* Reads the specs so far as the default mode does: names come first, as the
   object file has them or demangled, and then the grammar (see specs.h).
   Before sym_ids_add_hooks.  SYMTAB is of CORE; FLAGS are libiberty's.  */
void sym_ids_resolve (struct selection *selection, const struct symtab *symtab,
                      const struct core *core, int flags);

/* The names of the profiling hooks, which no report counts as the program's
   own, go to the exclude tables of time, graph and flat profile.  */
void sym_ids_add_hooks (struct selection *selection);

/* Does any spec name a file or a line, so that symbols need theirs?  */
bool sym_ids_need_lines (const struct selection *selection);

/* Turns the specs into tables of symbols of SYMTAB, whose positions LINES
   knows if sym_ids_need_lines.  LEADING is the target's leading character, or
   0.  Once, after the last sym_id_add.  */
void sym_id_parse (struct selection *selection, const struct symtab *symtab,
                   const struct lines *lines, char leading);

/* Warns of what sym_ids_resolve was given and nothing matches, with near
   names.  After sym_id_parse, with the same arguments.  */
void sym_ids_warn (struct selection *selection, struct diag *diag,
                   const struct lines *lines, const struct core *core,
                   int flags);

/* Is there no symbol (no arc) in TABLE?  Also when its specs match nothing.  */
bool sym_table_empty (const struct selection *selection, enum sym_table table);

/* Does TABLE hold the symbol, or the arc?  PARENT SYM_NONE is a caller outside
   the image: only a spec without a left side means that.  */
bool sym_in (const struct selection *selection, enum sym_table table,
             sym_id id);
bool arc_in (const struct selection *selection, enum sym_table table,
             sym_id parent, sym_id child);

/* Is the symbol (the arc) to be shown, by the pair that starts at INCL?  */
bool sym_selected (const struct selection *selection, enum sym_table incl,
                   sym_id id);
bool arc_selected (const struct selection *selection, sym_id parent,
                   sym_id child);

/* How many arc specs there are, also for a table of symbols; how many runs of
   symbols the callers (or the CHILDREN) of the spec I mean, and the first
   symbol of the run K of them; in the orders of the command line and of
   addresses.  After sym_id_parse.  */
size_t sym_ids_n_arcs (const struct selection *selection);
size_t sym_ids_n_runs (const struct selection *selection, size_t i,
                       bool children);
sym_id sym_ids_run (const struct selection *selection, size_t i,
                    bool children, size_t k);

#endif /* SELECT_SYM_IDS_H */
