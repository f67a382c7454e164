/* image/debug_file.h -- finds the file that a program's symbols or debugging
   information were moved to.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef IMAGE_DEBUG_FILE_H
#define IMAGE_DEBUG_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/diag.h"
#include "image/core.h"

/* Where to look; all borrowed.  */
struct debug_search
{
  const char *const *dirs;      /* before /usr/lib/debug */
  size_t n_dirs;
  bool ask_servers;             /* those that DEBUGINFOD_URLS names, too */
};

/* Attaches the first file to CORE that fits, in this order: by build id below
   each directory; by the link's name beside the program, in .debug beside it,
   and below each directory; from a server.  A file that is there but belongs
   to another build is a warning.  False if none was found.  */
bool debug_file_follow (struct core *core, struct diag *diag,
                        const struct debug_search *search);

#endif /* IMAGE_DEBUG_FILE_H */
