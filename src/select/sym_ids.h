/* select/sym_ids.h -- the user's selection: include and exclude tables.

   SPDX-License-Identifier: GPL-3.0-or-later

   There are six pairs of tables (time, graph, flat, arcs, annotation,
   execution counts).  If the include table of a pair is not empty, only its
   symbols or arcs are selected, and the exclude table has no effect.  */

#ifndef SELECT_SYM_IDS_H
#define SELECT_SYM_IDS_H

#include <stdbool.h>

#include "image/lines.h"
#include "image/symtab.h"
#include "select/specs.h"

struct selection;

/* Returns a selection with empty tables; selection_free frees it.  */
struct selection *selection_new (void);
void selection_free (struct selection *selection);

/* Adds the symspec SPEC (borrowed) to TABLE.  */
void sym_id_put (struct selection *selection, const char *spec,
                 enum sym_table table);

/* Adds the symspec SPEC (borrowed) to TABLE; or to WHOLE, if sym_ids_resolve
   finds that all of SPEC is the name of a symbol, though it may look like an
   arc.  If WHOLE is SYM_TABLES, that is not tested.  */
void sym_id_add_name (struct selection *selection, const char *spec,
                      enum sym_table table, enum sym_table whole);

/* Parses the specs added so far in the way of the default mode: a text is
   first looked up as the name of a symbol, as in the object file or demangled;
   otherwise the grammar applies (see specs.h).  Call it before
   sym_ids_add_hooks.  SYMTAB is from IMAGE; FLAGS are libiberty's demangling
   flags.  */
void sym_ids_resolve (struct selection *selection, const struct symtab *symtab,
                      const struct image *image, int flags);

/* Adds the names of the profiling hooks to the exclude tables of time, graph
   and flat profile.  No report counts the hooks as part of the program.  */
void sym_ids_add_hooks (struct selection *selection);

/* Returns true if any spec names a file or a line, so that sym_id_parse needs
   the positions of symbols.  */
bool sym_ids_need_lines (const struct selection *selection);

/* Turns the specs into tables of symbols of SYMTAB (borrowed).  LINES has the
   positions of all symbols if sym_ids_need_lines returns true.  LEADING is the
   target's leading character, or 0.  Call it once, after the last
   sym_id_put.  */
void sym_id_parse (struct selection *selection, const struct symtab *symtab,
                   const struct lines *lines, char leading);

/* Warns of the specs that were given to sym_ids_resolve and match nothing, and
   suggests similar names.  Call it after sym_id_parse, with its LINES, and
   with the IMAGE and FLAGS of sym_ids_resolve.  */
void sym_ids_warn (struct selection *selection, struct diag *diag,
                   const struct lines *lines, const struct image *image,
                   int flags);

/* Makes sym_selected refuse the symbols of object K unless SHOWN[K] is true,
   except for the tables of time: what is not shown still took its time.  SHOWN
   is borrowed; it has an element for each object of the table of sym_id_parse.
   sym_object_shown returns SHOWN for the object of symbol ID.  */
void sym_ids_limit_objects (struct selection *selection, const bool *shown);
bool sym_object_shown (const struct selection *selection, sym_id id);

/* Returns true if TABLE has no symbols or arcs: it has no specs, or they match
   nothing.  */
bool sym_table_empty (const struct selection *selection, enum sym_table table);

/* Return true if TABLE contains the symbol ID, or the arc from PARENT to
   CHILD.  If PARENT is SYM_NONE, the caller is outside the image; only a spec
   without a left side matches such an arc.  */
bool sym_in (const struct selection *selection, enum sym_table table,
             sym_id id);
bool arc_in (const struct selection *selection, enum sym_table table,
             sym_id parent, sym_id child);

/* Return true if the symbol ID is selected by the include table INCL and its
   exclude table, or the arc by the tables of arcs.  */
bool sym_selected (const struct selection *selection, enum sym_table incl,
                   sym_id id);
bool arc_selected (const struct selection *selection, sym_id parent,
                   sym_id child);

/* Return the number of arc specs, including those for a table of symbols; the
   number of runs of symbols that match the callers of spec I (its callees, if
   CHILDREN is true); and the first symbol of run K of these.  Specs are in the
   order of the command line, runs in the order of addresses.  Call them after
   sym_id_parse.  */
size_t sym_ids_n_arcs (const struct selection *selection);
size_t sym_ids_n_runs (const struct selection *selection, size_t i,
                       bool children);
sym_id sym_ids_run (const struct selection *selection, size_t i,
                    bool children, size_t k);

#endif /* SELECT_SYM_IDS_H */
