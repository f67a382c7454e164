/* unit/t_lines.c -- tests of image/lines: positions, looked up when needed.

   SPDX-License-Identifier: GPL-3.0-or-later

   Of an image made by mkimage.  Run by gprof.unit.  */

#include <config.h>

#include "check.h"

#include "image.h"
#include "image/lines.h"

static const char source[] =
  "base 0x401000\n"
  "line src/a.c 10\n"
  "func f 16\n"
  "line src/a.c 20\n"
  "func g 16\n"
  "line lib/b.c 3\n"
  "func h 16\n";

static const struct sym_line own = { .file = "own.c", .line = 77 };

static struct symtab *
make_symtab (void)
{
  static const struct sym syms[] = {
    { .addr = 0x401000, .name = "f" },
    { .addr = 0x401010, .name = "g" },
    { .addr = 0x401020, .name = "h" },
    { .addr = 0x401024, .name = "i", .line = &own },
    { .addr = 0x500000, .name = "nowhere" }
  };
  struct symtab *symtab = symtab_new ();

  for (size_t i = 0; i < sizeof syms / sizeof syms[0]; i++)
    symtab_add (symtab, &syms[i]);
  symtab_finalize (symtab, 0x500010);
  return symtab;
}

static bool
is_at (const struct lines *lines, sym_id id, const char *file, unsigned line)
{
  struct place place = lines_get (lines, id);

  return (file ? place.file && strcmp (place.file, file) == 0 : !place.file)
         && place.line == line;
}

static void
test_needed (struct image *image, const struct symtab *symtab,
             struct sources *sources)
{
  struct lines *lines = lines_new (image, symtab, sources, LINES_NONE);

  lines_need (lines, 1);
  CHECK (is_at (lines, 1, NULL, 0), "a position before it is found");
  lines_find (lines);
  CHECK (is_at (lines, 1, "src/a.c", 20), "a position that was needed");
  CHECK (is_at (lines, 0, NULL, 0) && is_at (lines, 3, NULL, 0),
         "none where it was not");
  for (sym_id id = 0; id < 5; id++)
    lines_need (lines, id);
  lines_find (lines);
  CHECK (is_at (lines, 0, "src/a.c", 10) && is_at (lines, 1, "src/a.c", 20)
         && is_at (lines, 2, "lib/b.c", 3), "all of them");
  CHECK (is_at (lines, 3, "own.c", 77), "a symbol that knows its own");
  CHECK (is_at (lines, 4, NULL, 0), "an address without a line");
  CHECK (lines_get (lines, 0).file == lines_get (lines, 1).file,
         "neighbours share the name of their file");
  lines_free (lines);
}

/* Nothing is asked when the symbols have been loaded with their lines.  */
static void
test_loaded (struct image *image, const struct symtab *symtab,
             struct sources *sources)
{
  struct lines *lines = lines_new (image, symtab, sources, LINES_ALL);

  for (sym_id id = 0; id < 5; id++)
    lines_need (lines, id);
  lines_find (lines);
  CHECK (is_at (lines, 0, NULL, 0) && is_at (lines, 2, NULL, 0),
         "loaded: no lookup");
  CHECK (is_at (lines, 3, "own.c", 77), "but what is known");
  lines_free (lines);
  lines_free (NULL);
}

/* Files are met in the order in which symbols were added, aliases too.  */
static void
test_order (struct image *image)
{
  static const struct sym syms[] = {
    { .addr = 0x401020, .name = "__h" },
    { .addr = 0x401010, .name = "g" },
    { .addr = 0x401024, .name = "i", .line = &own },
    { .addr = 0x401020, .name = "h" }
  };
  struct sources *sources = sources_new ();
  struct symtab *symtab = symtab_new ();

  for (size_t i = 0; i < sizeof syms / sizeof syms[0]; i++)
    symtab_add (symtab, &syms[i]);
  symtab_finalize (symtab, 0x401030);
  struct lines *lines = lines_new (image, symtab, sources, LINES_NONE);
  lines_need_all (lines);
  CHECK_STR (sym_get (symtab, 1)->name, "h", "the alias that is kept");
  CHECK (sources_len (sources) == 3
         && source_file_find (sources, "lib/b.c") == 0
         && source_file_find (sources, "src/a.c") == 1
         && source_file_find (sources, "own.c") == 2,
         "files in the order of the symbols, not of their addresses");
  CHECK (lines_sources (lines) == sources, "where they were registered");
  lines_free (lines);
  symtab_free (symtab);
  sources_free (sources);
}

static void
test_no_debug_info (const char *program, struct diag *diag,
                    const struct symtab *symtab, struct sources *sources)
{
  struct image *image = image_made (diag, program, "bare",
                                    "base 0x401000\nfunc f 16\n");
  struct lines *lines = lines_new (image, symtab, sources, LINES_NONE);

  lines_need (lines, 0);
  lines_need (lines, 3);
  lines_find (lines);
  CHECK (is_at (lines, 0, NULL, 0) && is_at (lines, 3, "own.c", 77),
         "an image without debug information");
  lines_free (lines);
  image_free (image);
}

/* What was found stays when the image has been closed.  */
static void
test_lifetime (const char *program, struct diag *diag,
               const struct symtab *symtab, struct sources *sources)
{
  struct image *image = image_made (diag, program, "closed", source);
  struct lines *lines = lines_new (image, symtab, sources, LINES_NONE);

  lines_need (lines, 2);
  lines_find (lines);
  image_free (image);
  CHECK (is_at (lines, 2, "lib/b.c", 3), "positions outlive the image");
  lines_free (lines);
}

int
main (int argc, char **argv)
{
  struct diag *diag = diag_new ("t_lines", NULL);
  struct sources *sources = sources_new ();
  struct symtab *symtab = make_symtab ();
  struct image *image = image_made (diag, argv[0], "image", source);

  (void) argc;
  test_needed (image, symtab, sources);
  test_loaded (image, symtab, sources);
  test_order (image);
  test_no_debug_info (argv[0], diag, symtab, sources);
  test_lifetime (argv[0], diag, symtab, sources);
  image_free (image);
  symtab_free (symtab);
  sources_free (sources);
  diag_free (diag);
  return check_end ();
}
