/* fuzz_symspec.c -- a fuzz target: what specs of symbols and calls mean.

   SPDX-License-Identifier: GPL-3.0-or-later

   Input: lines, each a byte (the table) and a spec; a line with a blank first
   is the name of a symbol instead.  */

#include <config.h>

#include "fuzz.h"

#include <string.h>

#include <demangle.h>

#include "base/arena.h"
#include "select/sym_ids.h"

#define FLAGS (DMGL_PARAMS | DMGL_ANSI | DMGL_AUTO)

/* What the lines of TEXT say.  */
static void
read_lines (char *text, struct selection *selection, struct symtab *symtab)
{
  static const struct sym_line at = { .file = "x/a.c", .line = 7 };

  for (char *line = text, *end; *line; line = end)
    {
      end = line + strcspn (line, "\n");
      if (*end)
        *end++ = '\0';
      struct sym sym = { .addr = 16 * symtab_len (symtab), .name = line + 1,
                         .line = &at, .is_func = true };
      if (*line == ' ')
        symtab_add (symtab, &sym);
      else if (*line)
        sym_id_add_name (selection, line + 1,
                         (unsigned char) *line % SYM_TABLES,
                         *line & 64 ? SYM_TABLES : INCL_FLAT);
    }
}

static void
ask (struct selection *selection, struct symtab *symtab, struct diag *diag)
{
  struct image *image = fuzz_image ();
  struct sources *sources = sources_new ();

  symtab_finalize (symtab, 0x100000);
  struct lines *lines = lines_new (NULL, symtab, sources, LINES_ALL);
  sym_ids_resolve (selection, symtab, image, FLAGS);
  sym_ids_add_hooks (selection);
  lines_need_all (lines);
  sym_id_parse (selection, symtab, lines, '_');
  sym_ids_warn (selection, diag, lines, image, FLAGS);
  for (sym_id id = 0; id < symtab_len (symtab); id++)
    if (sym_selected (selection, INCL_FLAT, id))
      arc_selected (selection, SYM_NONE, id);
  lines_free (lines);
  sources_free (sources);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  struct diag *diag = diag_new ("fuzz_symspec", NULL);
  struct arena *arena = arena_new ();
  struct selection *selection = selection_new ();
  struct symtab *symtab = symtab_new ();

  read_lines (arena_strndup (arena, size ? (const char *) data : "", size),
              selection, symtab);
  ask (selection, symtab, diag);
  selection_free (selection);
  symtab_free (symtab);
  arena_free (arena);
  diag_free (diag);
  return 0;
}
