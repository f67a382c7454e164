/* file_list.h -- the profiles of a run, by name.

   SPDX-License-Identifier: GPL-3.0-or-later

   Those of the command line, or the NUL-terminated ones of --files0-from, by
   the rules of coreutils.  */

#ifndef FILE_LIST_H
#define FILE_LIST_H

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
   standard input); the last may lack its NUL.  False after one diag_error if it
   cannot be read or holds no name, an empty one, or, on the standard input,
   "-".  */
bool file_list_read (struct file_list *list, struct diag *diag,
                     const char *from);
void file_list_free (struct file_list *list);

#endif /* FILE_LIST_H */
