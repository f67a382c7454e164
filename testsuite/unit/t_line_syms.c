/* unit/t_line_syms.c -- tests of image/line_syms: lines as symbols.

   SPDX-License-Identifier: GPL-3.0-or-later

   Of images made by mkimage.  Run by gprof.unit.  */

#include <config.h>

#include "check.h"
#include "quirks_if.h"

#include <stdlib.h>

#include "image.h"
#include "compat/text_scans.h"
#include "image/line_syms.h"
#include "symtab_show.h"

static const char *program;
static struct diag *diag;

/* Lines before the first function, in functions, between and behind them; the
   line 4 of b.c goes on where h begins, and a label stands in it.  */
static const char source[] =
  "link object\n"
  "line pre.c 1\n"
  "space 2\n"
  SHOW_LINES
  "line b.c 5\n"
  "space 2\n"
  "func h 4\n";

/* Two functions and a section behind the text, without lines.  */
static const char behind[] =
  "base 0x401000\n"
  "func f 16\n"
  "func g 16\n"
  "section .fini 0x4fff00\n"
  "func _fini 9\n"
  "section .data 0x600000\n"
  "sym datum global object\n"
  "space 8\n";

#define F "f@2-3F:a.c:10 f@4-5:a.c:11 f@6-6:inl.h:5 f@7-9:a.c:11"
#define G "g@a-bFs:b.c:3 g@c-ds:b.c:4"
#define LABEL "label@e-fs:b.c:4 label@10-11s:b.c:5"

/* What is wanted, as digits: before all, f, g, label, h; and the table.  */
static const struct { const char *wanted, *table; } rows[] = {
  { "00000", "f@2-9F g@a-dFs label@e-11s h@12-15F" },
  { "01000", F " g@a-dFs label@e-11s h@12-15F" },
  { "00100", "f@2-9F " G " label@e-11s h@12-15F" },
  { "00010", "f@2-9F g@a-dFs " LABEL " h@12-15F" },
  { "01100", F " " G " label@e-11s h@12-15F" },
  { "11111", F " " G " " LABEL " h@12-15F:b.c:5" }
};

static void
free_all (struct symtab *symtab, struct symtab *functions, struct image *image,
          struct sources *sources, struct arena *arena)
{
  symtab_free (symtab);
  symtab_free (functions);
  image_free (image);
  sources_free (sources);
  arena_free (arena);
}

/* The table of NAME made of SYMBOLS with the lines of what is WANTED; NULL: as
   GNU makes it.  -a if NO_STATIC.  */
static void
test_table (const char *name, const char *symbols, const char *wanted,
            bool no_static, const char *want)
{
  struct arena *arena = arena_new ();
  struct sources *sources = sources_new ();
  struct image *image = image_made (diag, program, name, symbols);
  struct sym_rules rules = { .quirks = quirks_if (!wanted),
                             .with_lines = !wanted, .no_static = no_static };
  struct symtab *functions = NULL, *symtab;
  bool marks[8] = { false };
  char *got;

  if (!wanted)
    symtab = image_create_line_syms (image, diag, &rules, sources, arena);
  else
    {
      functions = image_create_function_syms (image, diag, &rules, sources);
      for (size_t i = 0; wanted[i]; i++)
        marks[i] = wanted[i] == '1';
      symtab = image_add_line_syms (image, diag, functions,
                                    &(struct line_request) {
                                     .wanted = marks,
                                     .all_named = !no_static },
                                   sources, arena);
    }
  got = symtab_show (symtab);
  CHECK_STR (got, want, wanted ? wanted : "all");
  free (got);
  free_all (symtab, functions, image, sources, arena);
}

/* Where functions end without their lines.  */
static void
test_func_end (void)
{
  static const bool all[5] = { true, true, true, true, true };
  struct sym_rules rules = { .quirks = { 0 } };
  struct arena *arena = arena_new ();
  struct sources *sources = sources_new ();
  struct image *image = image_made (diag, program, "func-end", source);
  struct symtab *functions
    = image_create_function_syms (image, diag, &rules, sources);
  struct symtab *symtab
    = image_add_line_syms (image, diag, functions,
                           &(struct line_request) { .wanted = all,
                                                   .all_named = true },
                           sources, arena);
  const struct sym *f = sym_get (symtab, 0);

  CHECK (f->end_addr == 3 && sym_func_end (f) == 9,
         "a function ends without its lines where it did");
  free_all (symtab, functions, image, sources, arena);
}

static void
test_no_symbols (void)
{
  struct sym_rules rules = { .with_lines = true, .quirks = quirks_gnu () };
  struct arena *arena = arena_new ();
  struct sources *sources = sources_new ();
  struct image *image
    = image_made (diag, program, "none", "link object\nspace 16\n");
  unsigned before = diag_errors (diag);

  CHECK (!image_create_line_syms (image, diag, &rules, sources, arena)
         && diag_errors (diag) == before + 1
         && strstr (diag_last (diag), "none: has no symbols"),
         "no symbols, no lines");
  image_free (image);
  sources_free (sources);
  arena_free (arena);
}

int
main (int argc, char **argv)
{
  (void) argc;
  program = argv[0];
  diag = diag_new ("t_line_syms", NULL);
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    test_table ("lines", source, rows[i].wanted, false, rows[i].table);
  test_table ("lines", source, NULL, false,
              "f@2-3F:a.c:10 f@4-5:a.c:11 f@6-6:inl.h:5 f@7-9:a.c:11 "
              "g@a-bFs:b.c:3 g@c-ds:b.c:4 " LABEL " h@12-15F:b.c:5");
  /* Code of g and label is a part of f, which is not static, by other names. */
  test_table ("lines-a", source, "0100", true,
              F " g@a-b:b.c:3 g@c-d:b.c:4 label@e-f:b.c:4 label@10-11:b.c:5 "
              "h@12-15F");
  test_table ("behind", behind, "1111", false,
              "f@401000-40100fF g@401010-4ffeffF _fini@4fff00-4fff08F");
  test_table ("behind", behind, NULL, false,
              "f@401000-40100fF g@401010-4ffeffF");
  test_func_end ();
  test_no_symbols ();
  diag_free (diag);
  return check_end ();
}
