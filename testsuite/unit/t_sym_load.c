/* unit/t_sym_load.c -- tests of image/sym_load: what counts as a function.

   SPDX-License-Identifier: GPL-3.0-or-later

   Of images made by mkimage.  Run by gprof.unit.  */

#include <config.h>

#include "check.h"
#include "quirks_if.h"

#include <stdlib.h>

#include "base/out.h"
#include "image.h"
#include "image/sym_load.h"
#include "symtab_show.h"

static const char *program;
static struct diag *diag;

/* -- Names --------------------------------------------------------------- */

/* Which rule admits the local name, untyped: 'd' the default one, 's' the
   strict one, which looks beyond a number at the name after it.  Typed, the
   default admits every name, and the strict one asks the same.  */
static const struct { const char *name, *rules; } local_rows[] = {
  { "plain", "ds" },
  { "a$b", "" },
  { "x.", "ds" }, { "s1", "ds" },
  { "n.1", "ds" }, { "s2", "ds" },
  { "a.1.2", "ds" }, { "s3", "ds" },
  { "a.1.2.3", "ds" }, { "s4", "ds" },
  { "a.b", "" },
  { "a.1x", "" },
  { "a.1.x", "" },
  { "a.constprop.0", "ds" }, { "s5", "ds" },
  { "a.constprop.0.2", "ds" }, { "s6", "ds" },
  { "a.constprop.x", "" },
  { "a.constprop", "" },
  { "a.clone.7", "ds" }, { "s7", "ds" },
  { "a.clone.x", "" },
  { "a.clone.constprop.1", "" },
  { "a.isra.0", "" },
  { "a.part.0", "" },
  { "a.cold", "" },
  { "a.constprop.0.isra.1", "" },
  { "a.isra.0.constprop.1", "" },
  { "__gnu_compiled_c", "" },
  { "___gnu_compiled_c", "" },
  { "gnu_compiled", "ds" },
  { "b.5", "d" }, { "c$d", "" },
  { "b.6.7", "d" }, { "c.e", "" },
  { "b.8", "d" }, { "b.9", "d" }, { "c.f", "" },
  { "b.", "d" }, { "c.g", "" },
  { "b.clone.1", "d" }, { "c.h", "" },
  { "last.1", "ds" }            /* main follows, and ends the names */
};


#define N_LOCALS (sizeof local_rows / sizeof local_rows[0])

/* An object of all of them, each a byte long.  */
static struct image *
open_locals (const char *name, const char *type)
{
  struct out *out = out_to_memory ();
  struct image *image;

  out_text (out, "link object\n");
  for (size_t i = 0; i < N_LOCALS; i++)
    out_printf (out, "sym %s local %s\nspace 1\n", local_rows[i].name, type);
  out_text (out, "func main 1\n");
  image = image_made (diag, program, name, out_memory (out, NULL));
  out_close (out);
  return image;
}

static bool
has_symbol (const struct symtab *symtab, const char *name)
{
  for (sym_id id = 0; id < symtab_len (symtab); id++)
    if (strcmp (sym_get (symtab, id)->name, name) == 0)
      return true;
  return false;
}

static void
test_locals (const char *type, const struct sym_rules *rules)
{
  struct arena *arena = arena_new ();
  struct sources *sources = sources_new ();
  struct image *image = open_locals (type, type);
  struct symtab *symtab
    = image_create_function_syms (image, diag, rules, sources);
  bool typed = strcmp (type, "func") == 0;
  unsigned bad = 0;

  for (size_t i = 0; symtab && i < N_LOCALS; i++)
    {
      const char *by_name = local_rows[i].rules;
      bool want = (rules->quirks.clones_by_name ? strchr (by_name, 's') != NULL
                   : typed || strchr (by_name, 'd'));

      if (rules->no_static || (rules->funcs_only && !typed))
        want = false;
      EXPECT (&bad, has_symbol (symtab, local_rows[i].name) == want, "%s",
              local_rows[i].name);
    }
  CHECK (symtab && bad == 0, "local %s names,%s%s%s", type,
         rules->quirks.clones_by_name ? " strict" : " default",
         rules->no_static ? " -a" : "", rules->funcs_only ? " -D" : "");
  CHECK (symtab && has_symbol (symtab, "main"), "with a global one");
  symtab_free (symtab);
  image_free (image);
  sources_free (sources);
  arena_free (arena);
}

/* -- Kinds --------------------------------------------------------------- */

static void
test_table (const char *name, const char *symbols,
            const struct sym_rules *rules, const char *want)
{
  struct sources *sources = sources_new ();
  struct image *image = image_made (diag, program, name, symbols);
  struct symtab *symtab
    = image_create_function_syms (image, diag, rules, sources);
  char *got = symtab ? symtab_show (symtab) : strdup (diag_last (diag));

  CHECK_STR (got, want, name);
  free (got);
  symtab_free (symtab);
  image_free (image);
  sources_free (sources);
}

static const char kinds[] =
  "link object\n"
  "file kinds.c\n"
  "func f 16\n"
  "sym weak weak func\n"
  "sym alias global func\n"
  "space 8\n"
  "func own 8 local\n"
  "sym label global notype\n"
  "space 4\n"
  "sym dot local notype\n"
  "space 4\n"
  "func hid 8 hidden\n"
  "abs absolute 0x9999\n"
  "section .data\n"
  "sym datum global object\n"
  "space 8\n";

static const char without_code_symbols[] =
  "link object\n"
  "file none.c\n"
  "space 16\n"
  "section .data\n"
  "sym datum global object\n"
  "space 8\n";

/* Two functions and a section behind the text.  */
static const char behind[] =
  "base 0x401000\n"
  "func f 16\n"
  "func g 16\n"
  "section .fini 0x4fff00\n"
  "func _fini 9\n"
  "section .fini\n"
  "space 7\n"
  "section .data 0x600000\n"      /* _edata and the like go there */
  "sym datum global object\n"
  "space 8\n";

static const char with_lines[] = "link object\n" SHOW_LINES;

static void
test_no_symbols (void)
{
  struct sym_rules rules = { .no_static = false };
  struct sources *sources = sources_new ();
  struct image *image = image_made (diag, program, "none",
                                    without_code_symbols);
  unsigned before = diag_errors (diag);

  CHECK (!image_create_function_syms (image, diag, &rules, sources)
         && diag_errors (diag) == before + 1
         && strstr (diag_last (diag), "none: has no symbols"),
         "no symbols of code");
  image_free (image);
  sources_free (sources);
}

/* What the two sources above make, by name, address and line.  */
#define KINDS_WITH(locals, end) \
  "f@0-fF weak@10-17F own@18-1fFs label@20-" end locals " hid@28-2fF"
#define KINDS KINDS_WITH (" dot@24-27s", "23")
#define PLACES "f@0-7F:a.c:10 g@8-bFs:b.c:3 label@c-ds:b.c:4"
#define BEFORE "f@401000-40100fF g@401010-4ffeffF"

static void
test_tables (void)
{
  struct sym_rules plain = { .no_static = false };
  struct sym_rules strict = { .quirks = quirks_gnu () };
  struct sym_rules lines = { .with_lines = true };
  struct sym_rules no_static = { .no_static = true };
  struct sym_rules funcs_only = { .funcs_only = true };

  test_table ("kinds", kinds, &plain, KINDS);
  test_table ("kinds-strict", kinds, &strict, KINDS);
  test_table ("kinds-a", kinds, &no_static,
              "f@0-fF weak@10-1fF label@20-27 hid@28-2fF");
  test_table ("kinds-D", kinds, &funcs_only, KINDS_WITH ("", "27"));
  test_table ("alone", "link object\nsym f local notype\nspace 1\n"
              "sym z.1 local notype\nspace 1\n", &strict,
              "f@0-0s z.1@1-1s");
  test_table ("behind", behind, &plain,
              BEFORE " _fini@4fff00-4fff0fF");
  test_table ("behind-strict", behind, &strict,
              BEFORE " _fini@4fff00-40101fF");
  test_table ("places", with_lines, &lines, PLACES);
  test_table ("places-not", with_lines, &plain,
              "f@0-7F g@8-bFs label@c-ds");
}

int
main (int argc, char **argv)
{
  (void) argc;
  program = argv[0];
  diag = diag_new ("t_sym_load", NULL);
  for (unsigned i = 0; i < 8; i++)
    {
      struct sym_rules rules = { .quirks = quirks_if (i & 1),
                                 .no_static = i & 2,
                                 .funcs_only = i & 4 };

      test_locals ("notype", &rules);
      test_locals ("func", &rules);
    }
  test_tables ();
  test_no_symbols ();
  diag_free (diag);
  return check_end ();
}
