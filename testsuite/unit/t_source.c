/* unit/t_source.c -- tests of image/source: names of files, and finding them.

   SPDX-License-Identifier: GPL-3.0-or-later

   Makes files in the working directory.  Run by gprof.unit.  */

#include <config.h>

#include "check.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "image/source.h"

/* -- Names ----------------------------------------------------------------- */

static void
test_registry (void)
{
  struct sources *sources = sources_new ();
  char copy[] = "src/a.c";
  const char *name;

  CHECK (sources_len (sources) == 0
         && source_file_find (sources, "a.c") == SOURCE_NONE
         && source_file_by_name (sources, "a.c") == SOURCE_NONE,
         "an empty registry");
  name = source_file_intern (sources, copy);
  copy[0] = 'x';
  CHECK_STR (name, "src/a.c", "a name is copied");
  CHECK (source_file_intern (sources, "src/a.c") == name,
         "and kept once");
  source_file_intern (sources, "lib/a.c");
  source_file_intern (sources, "b.c");
  CHECK_U64 (sources_len (sources), 3, "three files");
  CHECK (source_file_find (sources, "src/a.c") == 0
         && source_file_find (sources, "lib/a.c") == 1
         && source_file_find (sources, "b.c") == 2
         && source_file_find (sources, "a.c") == SOURCE_NONE,
         "numbered as they were met");
  CHECK_STR (source_file_name (sources, 1), "lib/a.c", "name by number");
  CHECK (source_file_by_name (sources, "a.c") == 1
         && source_file_by_name (sources, "b.c") == 2
         && source_file_by_name (sources, "lib/a.c") == SOURCE_NONE,
         "a base name is that of the newest file");
  source_file_intern (sources, "src/a.c");
  CHECK_U64 (source_file_by_name (sources, "a.c"), 1,
             "meeting one again does not make it newer");
  CHECK_STR (file_basename ("src/lib/a.c"), "a.c", "base name of a path");
  CHECK_STR (file_basename ("a.c"), "a.c", "of a name");
  CHECK_STR (file_basename ("src/"), "", "of a directory: nothing");
  sources_free (sources);
  sources_free (NULL);
}

/* Also after the tables have grown the newest file of a base name is found.  */
static void
test_many (void)
{
  enum { COUNT = 5000 };
  struct sources *sources = sources_new ();
  char name[40];
  unsigned bad = 0;

  for (unsigned i = 0; i < COUNT; i++)
    {
      snprintf (name, sizeof name, "d%u/f%u.c", i, i % 7);
      source_file_intern (sources, name);
    }
  for (unsigned i = 0; i < COUNT; i++)
    {
      snprintf (name, sizeof name, "d%u/f%u.c", i, i % 7);
      EXPECT (&bad, source_file_find (sources, name) == i
              && strcmp (source_file_name (sources, i), name) == 0, "%s", name);
    }
  for (unsigned i = COUNT - 7; i < COUNT; i++)
    {
      snprintf (name, sizeof name, "f%u.c", i % 7);
      EXPECT (&bad, source_file_by_name (sources, name) == i, "%s", name);
    }
  CHECK (bad == 0, "%d files of 7 base names", COUNT);
  sources_free (sources);
}

/* -- Texts ----------------------------------------------------------------- */

static void
put (const char *name)
{
  FILE *file = fopen (name, "w");

  if (!file || fprintf (file, "%s\n", name) < 0 || fclose (file) != 0)
    {
      unresolved ("cannot write %s", name);
      exit (EXIT_FAILURE);
    }
}

/* Opens NAME with the search path PATH (or NULL) and wants the file WANT, or,
   if that is NULL, none and one warning.  */
static void
test_open (const char *name, const char *path, const char *want)
{
  struct sources *sources = sources_new ();
  struct diag *diag = diag_new ("t_source", NULL);
  char line[80] = "";
  int text;

  if (path)
    source_path_add (sources, path);
  bool found = source_open (sources, diag, name, false, &text);
  if (found)
    {
      if (read (text, line, sizeof line - 1) > 0)
        line[strcspn (line, "\n")] = '\0';
      close (text);
    }
  CHECK (found == (want != NULL) && strcmp (line, want ? want : "") == 0,
         "%s by %s: %s", name, path ? path : "no path", want ? want : "none");
  CHECK (diag_errors (diag) == 0 && diag_warnings (diag) == (want ? 0 : 1)
         && (want || strstr (diag_last (diag), name)), "and what is said");
  CHECK (want || strstr (diag_last (diag), path ? path : "-I"),
         "and where it was looked for");
  diag_free (diag);
  sources_free (sources);
}

static void
test_path (void)
{
  put ("t_source.d/sub/a.c");
  put ("t_source.d/i1/b.c");
  put ("t_source.d/i2/sub/b.c");
  put ("t_source.d/i2/c.c");
  test_open ("t_source.d/sub/a.c", NULL, "t_source.d/sub/a.c");
  test_open ("sub/a.c", NULL, NULL);
  test_open ("sub/a.c", "t_source.d", "t_source.d/sub/a.c");
  test_open ("sub/a.c", "nowhere:t_source.d", "t_source.d/sub/a.c");
  test_open ("sub/a.c", "t_source.d/", "t_source.d/sub/a.c");
  /* The recorded name in all directories, then the base name in all.  */
  test_open ("sub/b.c", "t_source.d/i1:t_source.d/i2",
             "t_source.d/i2/sub/b.c");
  test_open ("no/b.c", "t_source.d/i2:t_source.d/i1", "t_source.d/i1/b.c");
  test_open ("c.c", "t_source.d/i1:t_source.d/i2", "t_source.d/i2/c.c");
  test_open ("/absent/c.c", "t_source.d/i1:t_source.d/i2",
             "t_source.d/i2/c.c");
  test_open ("/sub/b.c", "t_source.d/i2", NULL);
  test_open ("d.c", "t_source.d/i1:t_source.d/i2", NULL);
  test_open ("t_source.d/sub/a.c", "", "t_source.d/sub/a.c");
}

/* NAME is there, and no file that could be read.  */
static void
test_empty (const char *name, const char *what)
{
  struct sources *sources = sources_new ();
  struct diag *diag = diag_new ("t_source", NULL);
  int text;

  CHECK (source_open (sources, diag, name, true, &text) && text == -1
         && diag_warnings (diag) == 0, "%s is empty, strict", what);
  CHECK (source_open (sources, diag, name, false, &text) && text == -1
         && diag_warnings (diag) == 1 && strstr (diag_last (diag), name),
         "%s is empty, with a warning", what);
  diag_free (diag);
  sources_free (sources);
}

int
main (void)
{
  test_registry ();
  test_many ();
  if (system ("rm -rf t_source.d && mkdir -p t_source.d/sub t_source.d/i1"
              " t_source.d/i2/sub && mkfifo t_source.d/fifo") != 0)
    unresolved ("cannot make directories");
  test_path ();
  test_empty ("t_source.d/sub", "a directory");
  test_empty ("t_source.d/fifo", "a FIFO without a writer");
  return check_end ();
}
