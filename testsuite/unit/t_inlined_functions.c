/* unit/t_inlined_functions.c -- tests of image/inlined_functions.

   SPDX-License-Identifier: GPL-3.0-or-later

   Which inlined calls are of one function, and which symbol it has.  Run by
   gprof.unit.  */

#include <config.h>

#include <stdlib.h>

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

/* Enters a function with so many copies that its symbol, which is the last
   one, is not looked up.  Returns its number.  */
static uint32_t
enter_many_copies (struct inlined_functions *functions)
{
  enum { COPIES = 1100000 };
  uint64_t *copies = calloc (COPIES, sizeof *copies);
  const struct inline_frame frame = { .name = "many", .file = "a.c", .line = 9,
                                      .copies = copies, .n_copies = COPIES };
  copies[COPIES - 1] = 0x1280;
  const uint32_t number = inlined_function_enter (functions, 0, &frame);
  free (copies);
  return number;
}

int
main (void)
{
  struct symtab *symtab = symtab_new ();
  struct arena *arena = arena_new ();
  add (symtab, 0x1000, "__Z1fv");
  add (symtab, 0x1100, "_init");
  add (symtab, 0x1200, "_part.part.0");
  add (symtab, 0x1280, "_many");
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
  const uint32_t many = enter_many_copies (functions);
  inlined_functions_add (functions, symtab);
  CHECK_U64 (symtab_n_inlined (symtab), 8, "functions");
  inlined_functions_free (functions);
  const sym_id last = (sym_id) len + many;
  CHECK_U64 (sym_home (symtab, last), last, "copies behind the limit");
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
