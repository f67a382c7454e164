/* image/debug_file.h -- the separate file with a program's symbols or
   debugging information.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef IMAGE_DEBUG_FILE_H
#define IMAGE_DEBUG_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/diag.h"
#include "image/image.h"

/* The places to search.  All pointers are borrowed.  */
struct debug_search
{
  const char *const *dirs;      /* searched before /usr/lib/debug */
  size_t n_dirs;
  bool ask_servers;             /* search the servers in DEBUGINFOD_URLS too */
};

/* Finds the debug file of IMAGE and attaches it.  The first file that fits is
   taken, in this order: by build id below each directory; by the name in the
   debug link, in the program's directory, in its subdirectory .debug and below
   each directory; from a server.  Warns of a file that belongs to another
   build.  Returns false if no file fits.  */
bool debug_file_follow (struct image *image, struct diag *diag,
                        const struct debug_search *search);

/* Finds the debug file of an object file that is not there, with the build id
   ID of LEN bytes: below each directory, then from a server.  Returns its name,
   on the heap, or NULL.  The caller checks what the file is.  */
char *debug_file_by_id (struct diag *diag, const unsigned char *id, size_t len,
                        const struct debug_search *search);

#endif /* IMAGE_DEBUG_FILE_H */
