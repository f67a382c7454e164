/* report/names.h -- how symbols are called in the reports.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef REPORT_NAMES_H
#define REPORT_NAMES_H

#include "base/out.h"
#include "image/core.h"
#include "report/view.h"

/* A memory of names of N_SYMS symbols of CORE (borrowed), demangled; and if
   RANKED, that is if the views have a rank, of what that and the graph say of
   them: it must not change once a name was asked for.  */
struct names *names_new (const struct core *core, size_t n_syms, bool ranked);
void names_free (struct names *names);

/* The name of the symbol ID as STYLE wants it; borrowed.  */
const char *name_of (const struct view *view, sym_id id);

/* The cycle of the node ID, 0 if it is in none; and the calls of which those by
   an arc into it are a part.  Found where its name is, if that was asked for:
   a row needs both.  */
uint32_t cycle_of (const struct view *view, cg_id id);
uint64_t callee_calls (const struct view *view, cg_id id);

/* Asks the memory for what name_of finds about ID, any node; and, once that has
   come and if the name is known, for its text.  See ahead.c.  */
void ask_for_name (const struct view *view, cg_id id);
void ask_for_text (const struct view *view, cg_id id);

/* Its name; with " (file:line @ address)" in line mode, with " (file:line)" if
   STYLE says so, where the file is known.  Returns the number of bytes
   written.  */
size_t print_name_only (struct out *out, const struct view *view, sym_id id);

/* The name of cg_indirect, which has no index either.  */
#define INDIRECT_NAME "<indirect child>"

/* The name of the node ID in traces: of a symbol as the object file has it,
   INDIRECT_NAME, or "<cycle>"; borrowed.  */
const char *raw_name (const struct view *view, cg_id id);

/* The name of a node, " <cycle N>" for a member or " <cycle N as a whole>" for
   a cycle, and " [index]", or " (index)" for what has no entry.  */
void print_name (struct out *out, const struct view *view, cg_id node);

/* The number of a node by RANK: "[7]", or "(7)" for what has no entry.  */
void print_rank (struct out *out, const struct cg_rank *rank, cg_id id);

/* The file of the symbol ID as STYLE wants it, or NULL; borrowed.  */
const char *file_of (const struct view *view, sym_id id);

#endif /* REPORT_NAMES_H */
