/* unit/t_file_kind.c -- tests of base/file_kind.

   SPDX-License-Identifier: GPL-3.0-or-later

   Run by gprof.unit.  */

#include <config.h>

#include "check.h"

#include "base/file_kind.h"

#define ROW(data, want) { data, sizeof data - 1, want }

static const struct
{
  const char *data;
  size_t len;
  const char *want;             /* NULL: unknown */
} rows[] = {
  ROW ("\177ELF\2\1\1", "program"),
  ROW ("\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\2\0", "program"),
  ROW ("\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\4\0", "core dump"),
  ROW ("\177ELF\2\2\1\0\0\0\0\0\0\0\0\0\0\4", "core dump"),
  ROW ("\177ELF\2\2\1\0\0\0\0\0\0\0\0\0\4\4", "program"),
  ROW ("gmon\1\0\0\0", "profile"),
  ROW ("\037\213\10\0", "compressed"),
  ROW ("adcg*22B", "gcov"),
  ROW ("gcda12.2", "gcov"),
  ROW ("oncg*22B", "gcov"),
  ROW ("gcno12.2", "gcov"),
  ROW ("#! /bin/sh\n", "script"),
  ROW ("!<arch>\nx.o/", "archive"),
  ROW ("some words\tand\nlines\r\n", "text"),
  ROW ("some words\1", NULL),
  ROW ("words\0", NULL),
  ROW ("\0\0\0\0", NULL),
  ROW ("\177EL", NULL),
  ROW ("", NULL),
};

int
main (void)
{
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    {
      const char *kind = file_kind (rows[i].data, rows[i].len);

      CHECK (rows[i].want ? kind && strstr (kind, rows[i].want) : !kind,
             "file %zu: %s", i, kind ? kind : "unknown");
      CHECK (file_is_program (rows[i].data, rows[i].len)
             == (rows[i].want && strcmp (rows[i].want, "program") == 0),
             "file %zu: a program or not", i);
    }
  return check_end ();
}
