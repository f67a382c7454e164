/* run/file_list.h -- the names of the profiles of a run.

   SPDX-License-Identifier: GPL-3.0-or-later

   The names are those of the command line, or the NUL-terminated ones in the
   file of --files0-from, by the rules of coreutils.  */

#ifndef RUN_FILE_LIST_H
#define RUN_FILE_LIST_H

#include <stdbool.h>
#include <stddef.h>

#include "base/diag.h"
#include "base/fileio.h"

struct file_list
{
  const char **names;           /* heap; the strings are in text */
  size_t len;
  struct blob text;
};

/* Fills *LIST, which is all zeros, with the names in the file FROM ("-": the
   standard input).  Each name ends with a NUL byte; the last one may lack it.
   Returns false after one diag_error if the file cannot be read, holds no name
   or an empty one, or if FROM is the standard input and a name is "-".  The
   caller releases *LIST with file_list_free in any case.  */
bool file_list_read (struct file_list *list, struct diag *diag,
                     const char *from);
void file_list_free (struct file_list *list);

#endif /* RUN_FILE_LIST_H */
