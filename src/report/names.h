/* report/names.h -- the names of symbols in the reports.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef REPORT_NAMES_H
#define REPORT_NAMES_H

#include "base/out.h"
#include "image/image.h"
#include "report/view.h"

/* Returns a cache of the shown names of N_SYMS symbols of IMAGE (borrowed).
   Set NUMBERED if the views have an order of entries; the cache then holds data
   of it and of the graph, too, and these must not change after the first name
   is requested.  The caller releases the cache with names_free.  */
struct names *names_new (const struct image *image, size_t n_syms,
                         bool numbered);
void names_free (struct names *names);

/* Returns the name of the symbol ID as the style of VIEW demands;
   borrowed.  */
const char *name_of (const struct view *view, sym_id id);

/* Returns the name of the inlined function ID without INLINED_MARK;
   borrowed.  */
const char *name_unmarked (const struct view *view, sym_id id);

/* The mark behind the name of a function that has no symbol, since it was
   inlined everywhere.  */
#define INLINED_MARK " (inlined)"

/* Return for the node ID: the number of its cycle, 0 if it is in none; and the
   number of calls that contains the calls of every arc into ID.  Both come
   from the cache of names if the name of ID is there: a row of a report needs
   all three.  */
uint32_t cycle_of (const struct view *view, cg_id id);
uint64_t callee_calls (const struct view *view, cg_id id);

/* Prefetch data for name_of: first the element of the cache for ID, which can
   be any node; then, if the name is known, its text.  See prefetch.c.  */
void name_prefetch (const struct view *view, cg_id id);
void name_text_prefetch (const struct view *view, cg_id id);

/* Writes the name of the symbol ID.  If its source file is known, " (file:line
   @ address)" follows in line mode, " (file:line)" with --inline-file-names.
   Returns the number of bytes written.  */
size_t name_print_bare (struct out *out, const struct view *view, sym_id id);

/* The name of cg_indirect, which has no index.  */
#define INDIRECT_NAME "<indirect child>"

/* Returns the name of the node ID for traces: for a symbol the name in the
   object file, else INDIRECT_NAME or "<cycle>"; borrowed.  */
const char *raw_name (const struct view *view, cg_id id);

/* Writes the name of NODE to OUT, then " <cycle N>" for a member of a cycle,
   then " [index]", or " (index)" for a node without an entry.  The name of a
   cycle is " <cycle N as a whole>".  */
void print_name (struct out *out, const struct view *view, cg_id node);

/* Writes the number of the node ID in ENTRIES to OUT: "[7]", or "(7)" for a
   node without an entry.  */
void print_entry_number (struct out *out, const struct entry_order *entries,
                         cg_id id);

/* Returns the source file of the symbol ID as the style of VIEW demands, or
   NULL; borrowed.  */
const char *file_of (const struct view *view, sym_id id);

#endif /* REPORT_NAMES_H */
