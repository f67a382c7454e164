/* run/name_lines.h -- the source lines that reports print behind names.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef RUN_NAME_LINES_H
#define RUN_NAME_LINES_H

#include "report/view.h"

/* Looks up in LINES, which are those of VIEW, the source lines of all symbols
   with time or calls, and of both ends of every arc.  */
void name_lines_find (struct lines *lines, const struct view *view);

/* Looks up in LINES, which are those of VIEW, the source files of static
   functions of the program, which the index prints.  Libraries are not opened
   for it.  */
void name_lines_find_of_index (struct lines *lines, const struct view *view);

/* Returns true if symbols of VIEW have time or calls, and none of them has a
   source line that name_lines_find has found.  */
bool name_lines_lack (const struct view *view);

#endif /* RUN_NAME_LINES_H */
