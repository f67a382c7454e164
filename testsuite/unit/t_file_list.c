/* unit/t_file_list.c -- tests of file_list: the names of --files0-from.

   SPDX-License-Identifier: GPL-3.0-or-later

   Run by gprof.unit, in an empty directory of its own.  */

#include <config.h>

#include "check.h"

#include <stdlib.h>

#include "run/file_list.h"

static struct diag *diag;

/* Reads the LEN bytes at TEXT as a list.  */
static bool
read_text (struct file_list *list, const char *text, size_t len)
{
  *list = (struct file_list) { .len = 0 };
  return (file_replace (diag, "list", text, len, false)
          && file_list_read (list, diag, "list"));
}

#define READ(list, text) read_text (list, text, sizeof text - 1)

static void
test_names (void)
{
  struct file_list list;

  CHECK (READ (&list, "a\0b c\0-\0\"d\n'\0") && list.len == 4, "four names");
  CHECK_STR (list.names[1], "b c", "with a blank");
  CHECK_STR (list.names[2], "-", "the standard input");
  CHECK_STR (list.names[3], "\"d\n'", "with quotes and a line end");
  file_list_free (&list);
  CHECK (READ (&list, "a\0b") && list.len == 2, "the last lacks its NUL");
  CHECK_STR (list.names[1], "b", "and is one");
  file_list_free (&list);
}

static bool
said (const char *text)
{
  return strstr (diag_last (diag), text) != NULL;
}

static void
test_bad (void)
{
  struct file_list list;
  unsigned before = diag_errors (diag);

  CHECK (!READ (&list, "a\0\0b\0") && said ("list:2: invalid zero-length"),
         "an empty name");
  file_list_free (&list);
  CHECK (!READ (&list, "") && said ("list: no file names"), "no names");
  file_list_free (&list);
  CHECK (!file_list_read (&list, diag, "absent") && said ("absent: No such"),
         "no list");
  file_list_free (&list);
  CHECK_U64 (diag_errors (diag), before + 3, "one message each");
}

/* What is on the standard input cannot be one of the files.  */
static void
test_stdin (void)
{
  struct file_list list = { .len = 0 };

  READ (&list, "a\0-\0");
  file_list_free (&list);
  CHECK (freopen ("list", "r", stdin)
         && !file_list_read (&list, diag, "-") && said ("-:2: "),
         "- among the names from -");
  file_list_free (&list);
}

int
main (void)
{
  diag = diag_new ("t_file_list", NULL);
  test_names ();
  test_bad ();
  test_stdin ();
  diag_free (diag);
  return check_end ();
}
