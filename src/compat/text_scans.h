/* compat/text_scans.h -- line symbols as GNU gprof finds them.

   SPDX-License-Identifier: GPL-3.0-or-later

   The quirk scan_text_twice, for run/program.  GNU gprof looks up every
   address of the text section, once to count the lines and once more to keep
   them.  BFD's answers depend on earlier lookups, so the second scan can get
   other answers than the first.  */

#ifndef COMPAT_TEXT_SCANS_H
#define COMPAT_TEXT_SCANS_H

#include "image/sym_load.h"

/* Returns the functions and lines of IMAGE in a finalized table that the caller
   frees, or NULL after one diag_error ("no symbols").  RULES has with_lines
   set.  Source files are registered with SOURCES; copies of function names go
   to ARENA.  */
struct symtab *image_create_line_syms (struct image *image, struct diag *diag,
                                       const struct sym_rules *rules,
                                       struct sources *sources,
                                       struct arena *arena);

#endif /* COMPAT_TEXT_SCANS_H */
