/* unit/t_inlined_functions.c -- tests of image/inlined_functions.

   SPDX-License-Identifier: GPL-3.0-or-later

   Which inlined calls are of one function, and which symbol it has.  Run by
   gprof.unit.  */

#include <config.h>

#include "check.h"

#include "image/inlined_functions.h"

/* Inlined calls, with the number and the symbol (or "") of their function.  */
static const struct
{
  const char *name, *file;
  unsigned line;
  bool is_raw;
  uint32_t object;
  uint64_t copies[2];           /* 0: none */
  uint32_t number;
  const char *symbol;
} rows[] = {
  { "_Z1fv", "f.h", 1, true, 0, { 0 }, 0, "_Z1fv" },
  { "_Z1fv", "other.h", 9, true, 0, { 0 }, 0, "_Z1fv" },
  { "_Z1fv", "f.h", 1, true, 1, { 0 }, 1, "" },
  { "init", "a.c", 3, false, 0, { 0 }, 2, "init" },
  { "init", "b.c", 3, false, 0, { 0 }, 3, "" },
  { "init", "a.c", 5, false, 0, { 0 }, 4, "" },
  /* The copy tells the symbol; a clone is another function.  */
  { "init", "a.c", 3, false, 0, { 0x1200, 0x1100 }, 2, "init" },
  { "part", "a.c", 8, false, 0, { 0x1200 }, 5, "" },
  { "init", NULL, 0, false, 0, { 0 }, 6, "" },
};

enum { ROWS = sizeof rows / sizeof *rows };

static void
add (struct symtab *symtab, uint64_t addr, const char *name)
{
  symtab_add (symtab, &(struct sym) { .addr = addr, .name = name,
                                      .is_func = true });
}

int
main (void)
{
  struct symtab *symtab = symtab_new ();
  struct arena *arena = arena_new ();
  add (symtab, 0x1000, "__Z1fv");
  add (symtab, 0x1100, "_init");
  add (symtab, 0x1200, "_part.part.0");
  symtab_finalize (symtab, 0x1300);
  const size_t len = symtab_len (symtab);
  struct inlined_functions *functions = inlined_functions_new (symtab, '_',
                                                               arena);
  for (size_t i = 0; i < ROWS; i++)
    {
      const struct inline_frame frame = {
        .name = rows[i].name, .is_raw = rows[i].is_raw, .file = rows[i].file,
        .line = rows[i].line, .copies = rows[i].copies,
        .n_copies = (size_t) (rows[i].copies[0] != 0)
                    + (rows[i].copies[1] != 0)
      };
      CHECK_U64 (inlined_function_enter (functions, rows[i].object, &frame),
                 rows[i].number, rows[i].name);
    }
  CHECK_U64 (inlined_functions_len (functions), 7, "functions");
  inlined_functions_add (functions, symtab);
  inlined_functions_free (functions);
  for (size_t i = 0; i < ROWS; i++)
    {
      const sym_id id = (sym_id) len + rows[i].number;
      const sym_id home = sym_home (symtab, id);
      CHECK_STR (home == id ? "" : sym_get (symtab, home)->name + 1,
                 rows[i].symbol, "the symbol of a function");
    }
  symtab_free (symtab);
  arena_free (arena);
  return check_end ();
}
