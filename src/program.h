/* program.h -- what the options want to know of the program.

   SPDX-License-Identifier: GPL-3.0-or-later

   Decides what is looked up in the program and its debug file; image/ does
   it.  */

#ifndef PROGRAM_H
#define PROGRAM_H

#include "image/line_syms.h"
#include "options.h"
#include "profile/profile.h"

/* Has CORE get what it lacks, symbols or (if they are WANTED) source lines,
   from its separate debug file.  Servers are asked for it only if symbols are
   missing or lines are NEEDED: they can be slow, and the file large.  */
void program_follow_debug_file (struct core *core, struct diag *diag,
                                const struct options *options,
                                bool lines_wanted, bool lines_needed);

/* The symbols by RULES: functions, in strict line mode with the lines; or, with
   -S, those of the list, whatever the rules.  Finalized, or NULL after one
   diag_error.  */
struct symtab *program_load_syms (struct core *core, struct diag *diag,
                                  const struct options *options,
                                  const struct sym_rules *rules,
                                  struct sources *sources,
                                  struct arena *arena);

/* SYMTAB with the lines that NEEDS (bits of enum report_need) and the data of
   PROFILE ask for; a new table, or NULL for the symbols of -S, which have no
   lines.  */
struct symtab *program_add_lines (struct core *core, struct diag *diag,
                                  const struct options *options,
                                  unsigned needs,
                                  const struct profile *profile,
                                  const struct symtab *symtab,
                                  struct sources *sources,
                                  struct arena *arena);

/* Warns that nothing of what the STYLES show has a source line, with the reason
   and what helps.  To be called after lines were looked up, if none was found.
   Nothing is printed if the debugging information is missing and no option asks
   for lines: a listing of calls (-C) is complete without.  */
void program_warn_no_lines (const struct core *core, struct diag *diag,
                            const struct options *options, unsigned styles);

#endif /* PROGRAM_H */
