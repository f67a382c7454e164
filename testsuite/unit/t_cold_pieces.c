/* unit/t_cold_pieces.c -- tests of image/cold_pieces.

   SPDX-License-Identifier: GPL-3.0-or-later

   Run by gprof.unit.  */

#include <config.h>

#include <string.h>

#include "check.h"

#include "image/cold_pieces.h"

/* A symbol of the table; without a name: the begin of a source file.  */
struct row
{
  const char *name;
  uint64_t addr;
  bool is_static;
  uint64_t home;                /* expected; 0: the symbol is its own */
};

static void
add_rows (struct symtab *symtab, const struct row *rows, size_t n)
{
  for (size_t i = 0; i < n; i++)
    if (rows[i].name)
      symtab_add (symtab, &(struct sym) { .addr = rows[i].addr,
                                          .name = rows[i].name,
                                          .is_func = true,
                                          .is_static = rows[i].is_static });
  symtab_finalize (symtab, 0x10000);
}

static void
find_pieces (struct cold_pieces *pieces, const struct row *rows, size_t n)
{
  for (size_t i = 0; i < n; i++)
    if (!rows[i].name)
      cold_pieces_next_file (pieces);
    else if (rows[i].is_static)
      cold_pieces_note (pieces, rows[i].name, rows[i].addr);
  if (!cold_pieces_sort (pieces))
    return;
  for (size_t i = 0; i < n; i++)
    if (!rows[i].name)
      cold_pieces_next_file (pieces);
    else
      cold_pieces_offer (pieces, rows[i].name, rows[i].addr,
                         rows[i].is_static);
}

static void
check_rows (const char *what, const struct row *rows, size_t n)
{
  struct symtab *symtab = symtab_new ();
  struct cold_pieces pieces = { .len = 0 };

  add_rows (symtab, rows, n);
  find_pieces (&pieces, rows, n);
  cold_pieces_join (&pieces, symtab);
  cold_pieces_free (&pieces);
  for (size_t i = 0; i < n; i++)
    if (rows[i].name)
      {
        const sym_id id = sym_lookup (symtab, rows[i].addr);
        const uint64_t home = sym_get (symtab, sym_home (symtab, id))->addr;

        CHECK (home == (rows[i].home ? rows[i].home : rows[i].addr),
               "%s: %s at %#x", what, rows[i].name, (unsigned) rows[i].addr);
      }
  symtab_free (symtab);
}

#define CHECK_ROWS(what, ...)                                               \
  do                                                                        \
    {                                                                       \
      const struct row rows[] = { __VA_ARGS__ };                            \
      check_rows (what, rows, sizeof rows / sizeof *rows);                  \
    }                                                                       \
  while (0)

int
main (void)
{
  CHECK_ROWS ("no piece", { "f", 16, true, 0 }, { "cold", 32, true, 0 },
              { ".cold", 48, true, 0 }, { "f.colder", 64, true, 0 },
              { "f.cold.x", 80, true, 0 }, { "f.cold.1.2", 96, true, 0 });
  CHECK_ROWS ("pieces", { NULL, 0, false, 0 }, { "f.cold", 16, true, 64 },
              { "f.cold.12", 32, true, 64 }, { "g.cold", 48, true, 0 },
              { "f", 64, false, 0 }, { "f.part.0", 80, true, 0 },
              { "f.part.0.cold", 96, true, 80 });
  CHECK_ROWS ("two files", { NULL, 0, false, 0 }, { "init", 16, true, 0 },
              { "init.cold", 32, true, 16 }, { NULL, 0, false, 0 },
              { "init.cold", 48, true, 64 }, { "init", 64, true, 0 },
              { NULL, 0, false, 0 }, { "init.cold", 80, true, 96 },
              { "init", 96, false, 0 });
  CHECK_ROWS ("global first", { NULL, 0, false, 0 }, { "f", 16, false, 0 },
              { NULL, 0, false, 0 }, { "f.cold", 32, true, 48 },
              { "f", 48, true, 0 });
  return check_end ();
}
