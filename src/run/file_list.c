/* run/file_list.c -- the names of the profiles of a run.

   SPDX-License-Identifier: GPL-3.0-or-later

   A bad name ends the run, as in sort, and unlike in wc and du: a sum of some
   of the files is of no use.  */

#include <config.h>

#include "run/file_list.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

/* Returns true if NAME can be the name of a profile, else false after one
   diag_error.  NAME is the NUMBER-th name, from 1 on, in the file FROM.  */
static bool
check_name (struct diag *diag, const char *from, bool is_stdin,
            const char *name, size_t number)
{
  if (!*name)
    diag_error (diag, "%s:%zu: invalid zero-length file name", from, number);
  else if (is_stdin && strcmp (name, "-") == 0)
    diag_error (diag, "%s:%zu: the standard input gives the file names, so it"
                " cannot be one of the files (-)", from, number);
  else
    return true;
  return false;
}

/* Ends the last name with a NUL if there is none.  */
static void
end_text (struct blob *text)
{
  if (text->len == 0 || text->data[text->len - 1] == '\0')
    return;
  text->data = array_reserve (text->data, &text->cap, text->len + 1, 1);
  text->data[text->len++] = '\0';
}

bool
file_list_read (struct file_list *list, struct diag *diag, const char *from)
{
  const bool is_stdin = strcmp (from, "-") == 0;
  size_t cap = 0;

  if (!blob_read (diag, from, &list->text))
    return false;
  end_text (&list->text);
  for (size_t at = 0; at < list->text.len;)
    {
      const char *name = (const char *) list->text.data + at;

      if (!check_name (diag, from, is_stdin, name, list->len + 1))
        return false;
      *ARRAY_APPEND (list->names, cap, list->len) = name;
      at += strlen (name) + 1;
    }
  if (list->len == 0)
    diag_error (diag, "%s: no file names in it",
                is_stdin ? _("standard input") : from);
  return list->len > 0;
}

void
file_list_free (struct file_list *list)
{
  free (list->names);
  blob_free (&list->text);
  *list = (struct file_list) { .len = 0 };
}
