/* run/program.h -- reads the data of the program that the options need.

   SPDX-License-Identifier: GPL-3.0-or-later

   Decides which symbols, lines and debug file are looked up; the code in
   image/ looks them up.  */

#ifndef RUN_PROGRAM_H
#define RUN_PROGRAM_H

#include "cli/options.h"
#include "image/line_syms.h"
#include "profile/profile.h"

/* Attaches the separate debug file to IMAGE, if IMAGE lacks symbols, or lacks
   source lines and LINES_WANTED is set.  Servers are asked for the file only
   if symbols are missing or LINES_NEEDED is set, since servers can be slow and
   the file large.  */
void program_follow_debug_file (struct image *image, struct diag *diag,
                                const struct options *options,
                                bool lines_wanted, bool lines_needed);

/* Returns the symbols of IMAGE by RULES: functions; in line mode with
   scan_text_twice lines as well.  With -S, returns the symbols of the list
   instead, and RULES does not apply.  Strings are in ARENA.  The table is
   finalized; the caller releases it with symtab_free.  Returns NULL after one
   diag_error.  */
struct symtab *program_load_syms (struct image *image, struct diag *diag,
                                  const struct options *options,
                                  const struct sym_rules *rules,
                                  struct sources *sources,
                                  struct arena *arena);

/* Returns the selection of the symspecs of OPTIONS, unresolved.  The caller
   releases it with selection_free.  */
struct selection *program_selection (const struct options *options);

/* Adds to SOURCES the directories in which reports look for the source files of
   the program IMAGE.  */
void program_add_source_path (struct sources *sources,
                              const struct options *options,
                              const struct image *image);

/* Returns the name for code of a program without symbols whose function is not
   known, in ARENA; or NULL: with ignore_debug_files such a program is an
   error.  */
const char *program_stripped_name (const struct options *options,
                                   struct arena *arena);

/* Returns a new table: SYMTAB and the source lines that NEEDS (bits of enum
   report_need) and the data of PROFILE ask for.  The caller releases it with
   symtab_free.  Returns NULL for the symbols of -S, which have no lines.  */
struct symtab *program_add_lines (struct image *image, struct diag *diag,
                                  const struct options *options,
                                  unsigned needs,
                                  const struct profile *profile,
                                  const struct symtab *symtab,
                                  struct sources *sources,
                                  struct arena *arena);

/* Warns that no symbol shown by the reports STYLES has a source line, with the
   reason and the remedy.  To be called after lines were looked up and none was
   found.  Prints nothing if the debugging information is missing and no option
   asks for lines: a listing of calls (-C) is complete without lines.  */
void program_warn_no_lines (const struct image *image, struct diag *diag,
                            const struct options *options, unsigned styles);

#endif /* RUN_PROGRAM_H */
