/* unit/t_symtab.c -- tests of image/symtab: order, aliases, ends, lookups.

   SPDX-License-Identifier: GPL-3.0-or-later

   Run by gprof.unit.  */

#include <config.h>

#include <string.h>

#include "check.h"

#include "image/symtab.h"

static void
add (struct symtab *symtab, uint64_t addr, const char *name)
{
  struct sym sym = { .addr = addr, .name = name, .is_func = true };

  symtab_add (symtab, &sym);
}

/* -- Aliases ------------------------------------------------------------- */

/* A name at the common address: "F" typed as a function, "f" the same and
   local, "N" untyped, "n" untyped and local.  */
struct alias
{
  char kind;
  const char *name;
};

static const struct
{
  struct alias aliases[3];      /* in the order of the object file */
  const char *kept;
} alias_rows[] = {
  { { { 'F', "f" }, { 'F', "g" } }, "f" },
  { { { 'F', "g" }, { 'F', "f" } }, "g" },
  { { { 'F', "f" }, { 'F', "_f" } }, "f" },
  { { { 'F', "_f" }, { 'F', "f" } }, "f" },
  { { { 'F', "__f" }, { 'F', "_f" } }, "_f" },
  { { { 'F', "_f" }, { 'F', "__f" } }, "_f" },
  { { { 'F', "_f" }, { 'F', "_g" } }, "_f" },
  { { { 'F', "__f" }, { 'F', "__g" } }, "__f" },
  { { { 'F', "___f" }, { 'F', "__g" } }, "___f" },
  { { { 'F', "_" }, { 'F', "__" } }, "_" },
  { { { 'F', "__f" }, { 'F', "_g" }, { 'F', "h" } }, "h" },
  { { { 'F', "h" }, { 'F', "__f" }, { 'F', "g" } }, "h" },
  /* Functions before others, whatever their names.  */
  { { { 'N', "f" }, { 'F', "__g" } }, "__g" },
  { { { 'F', "__g" }, { 'N', "f" } }, "__g" },
  { { { 'n', "f" }, { 'f', "__g" } }, "__g" },
  { { { 'f', "__g" }, { 'n', "f" } }, "__g" },
  /* Globals before locals, also before functions.  */
  { { { 'f', "f" }, { 'F', "__g" } }, "__g" },
  { { { 'F', "__g" }, { 'f', "f" } }, "__g" },
  { { { 'f', "f" }, { 'N', "__g" } }, "__g" },
  { { { 'N', "__g" }, { 'f', "f" } }, "__g" },
  { { { 'n', "f" }, { 'N', "__g" } }, "__g" },
  { { { 'n', "a" }, { 'f', "b" }, { 'N', "c" } }, "c" },
  { { { 'n', "a" }, { 'N', "b" }, { 'F', "_c" } }, "_c" },
};

static void
test_aliases (void)
{
  unsigned bad = 0;

  for (size_t i = 0; i < sizeof alias_rows / sizeof alias_rows[0]; i++)
    {
      struct symtab *symtab = symtab_new ();

      add (symtab, 0x2000, "behind");
      for (const struct alias *a = alias_rows[i].aliases;
           a < alias_rows[i].aliases + 3 && a->name; a++)
        symtab_add (symtab, &(struct sym) {
                      .addr = 0x1000, .name = a->name,
                      .is_func = a->kind == 'F' || a->kind == 'f',
                      .is_static = a->kind == 'f' || a->kind == 'n' });
      add (symtab, 0x800, "before");
      symtab_finalize (symtab, 0x3000);
      EXPECT (&bad, symtab_len (symtab) == 3, "row %zu: length", i);
      EXPECT (&bad, strcmp (sym_get (symtab, 1)->name,
                            alias_rows[i].kept) == 0,
              "row %zu: %s", i, sym_get (symtab, 1)->name);
      EXPECT (&bad, strcmp (sym_get (symtab, 0)->name, "before") == 0
              && strcmp (sym_get (symtab, 2)->name, "behind") == 0,
              "row %zu: neighbours", i);
      symtab_free (symtab);
    }
  CHECK (bad == 0, "which name of several is kept");
}

/* Ties are settled by the order of the object file, however many.  */
static void
test_stable (void)
{
  static const char *const names[]
    = { "k", "j", "i", "h", "g", "f", "e", "d", "c", "b", "a" };
  struct symtab *symtab = symtab_new ();
  unsigned bad = 0;

  for (unsigned i = 0; i < 1100; i++)
    add (symtab, 0x1000 + i % 100, names[i / 100]);
  symtab_finalize (symtab, 0x2000);
  CHECK_U64 (symtab_len (symtab), 100, "one symbol an address");
  for (sym_id id = 0; id < symtab_len (symtab); id++)
    EXPECT (&bad, sym_get (symtab, id)->addr == 0x1000 + id
            && strcmp (sym_get (symtab, id)->name, "k") == 0, "symbol %u", id);
  CHECK (bad == 0, "the first of many equals");
  symtab_free (symtab);
}

/* -- Ends ---------------------------------------------------------------- */

static void
test_ends (void)
{
  struct symtab *symtab = symtab_new ();
  struct sym_line at = { "g.c", 0x10cc, 7 };
  struct sym known = { .addr = 0x1010, .name = "g", .line = &at };

  add (symtab, 0x1100, "h");
  symtab_add (symtab, &known);
  memset (&at, 0, sizeof at);
  add (symtab, 0x1000, "f");
  symtab_finalize (symtab, 0x1200);
  CHECK (sym_get (symtab, 0)->end_addr == 0x100f
         && sym_get (symtab, 1)->end_addr == 0x10ff, "ends before the next");
  CHECK_U64 (sym_get (symtab, 2)->end_addr, 0x11ff, "the last: with the text");
  CHECK (sym_func_end (sym_get (symtab, 0)) == 0x100f
         && sym_func_end (sym_get (symtab, 2)) == 0x11ff,
         "functions end there too");
  CHECK_U64 (sym_func_end (sym_get (symtab, 1)), 0x10cc,
             "unless that is known");
  CHECK (!sym_file (sym_get (symtab, 0))
         && strcmp (sym_file (sym_get (symtab, 1)), "g.c") == 0
         && sym_get (symtab, 1)->line->line == 7,
         "where a symbol is, is copied");
  CHECK_U64 (symtab_credit_end (symtab, false), 0x1200, "end of credit");
  CHECK_U64 (symtab_credit_end (symtab, true), 0x1200, "and strict");
  symtab_extend_last (symtab, 0x10ff);
  CHECK_U64 (sym_get (symtab, 2)->end_addr, 0x11ff,
             "no extension to nothing");
  symtab_extend_last (symtab, 0);
  CHECK_U64 (sym_get (symtab, 2)->end_addr, 0x11ff, "nor to no section");
  symtab_extend_last (symtab, 0x1100);
  CHECK_U64 (sym_get (symtab, 2)->end_addr, 0x1100, "a last byte");
  symtab_drop_empty_last (symtab);
  CHECK_U64 (symtab_len (symtab), 3, "which is kept, as it is not empty");
  symtab_free (symtab);
}

/* A last symbol behind the text.  */
static void
test_empty_last (void)
{
  struct symtab *symtab = symtab_new ();

  add (symtab, 0x1000, "f");
  add (symtab, 0x2000, "fini");
  symtab_finalize (symtab, 0x1800);
  CHECK_U64 (sym_get (symtab, 1)->end_addr, 0x17ff, "ends before it begins");
  CHECK_U64 (sym_get (symtab, 0)->end_addr, 0x1fff, "the one before it");
  CHECK (sym_lookup (symtab, 0x2000) == SYM_NONE
         && sym_lookup (symtab, 0x1fff) == 0, "it holds no address");
  CHECK (symtab_credit_end (symtab, false) == 0x2000
         && symtab_credit_end (symtab, true) == 0x2000, "and gets no credit");
  symtab_extend_last (symtab, 0x2008);
  CHECK (sym_lookup (symtab, 0x2008) == 1
         && sym_lookup (symtab, 0x2009) == SYM_NONE, "extended");
  CHECK_U64 (symtab_credit_end (symtab, false), 0x2009, "with credit");
  symtab_free (symtab);
}

static void
test_drop (void)
{
  struct symtab *symtab = symtab_new ();

  add (symtab, 0x1000, "f");
  add (symtab, 0x2000, "fini");
  symtab_finalize (symtab, 0x1800);
  symtab_drop_empty_last (symtab);
  CHECK_U64 (symtab_len (symtab), 1, "an empty last symbol dropped");
  CHECK_U64 (symtab_credit_end (symtab, false), 0x2000, "end of credit then");
  CHECK_U64 (symtab_credit_end (symtab, true), 0x1000,
             "strict: none for the last");
  symtab_free (symtab);
  symtab = symtab_new ();
  add (symtab, 0x2000, "fini");
  symtab_finalize (symtab, 0x1800);
  symtab_drop_empty_last (symtab);
  CHECK_U64 (symtab_len (symtab), 1, "the only one is kept");
  symtab_free (symtab);
}

static void
test_credit_after_aliases (void)
{
  struct symtab *symtab = symtab_new ();

  add (symtab, 0x1000, "f");
  add (symtab, 0x1000, "alias");
  add (symtab, 0x1010, "g");
  symtab_finalize (symtab, 0x1020);
  CHECK_U64 (symtab_credit_end (symtab, false), 0x1020,
             "aliases do not matter for credit");
  CHECK_U64 (symtab_credit_end (symtab, true), 0x1010,
             "strict: they cost the last symbol its own");
  symtab_free (symtab);
}

/* -- Lookups ------------------------------------------------------------- */

static void
test_extremes (void)
{
  struct symtab *symtab = symtab_new ();

  add (symtab, UINT64_MAX, "top");
  add (symtab, 0, "bottom");
  symtab_finalize (symtab, 0);
  CHECK (sym_lookup (symtab, 0) == 0
         && sym_lookup (symtab, UINT64_MAX - 1) == 0
         && sym_lookup (symtab, UINT64_MAX) == 1, "addresses 0 and 2^64-1");
  CHECK (sym_first_from (symtab, 0) == 0 && sym_first_from (symtab, 1) == 1
         && sym_first_from (symtab, UINT64_MAX) == 1, "first from there");
  CHECK_U64 (symtab_credit_end (symtab, false), UINT64_MAX,
             "the end of credit does not wrap");
  symtab_free (symtab);
}

static void
test_nothing (void)
{
  struct symtab *symtab = symtab_new ();

  symtab_finalize (symtab, 0x1000);
  CHECK (symtab_len (symtab) == 0 && sym_lookup (symtab, 0) == SYM_NONE
         && sym_lookup (symtab, UINT64_MAX) == SYM_NONE, "no symbols");
  CHECK_U64 (sym_first_from (symtab, 5), 0, "none from anywhere");
  CHECK (symtab_credit_end (symtab, false) == 0
         && symtab_credit_end (symtab, true) == 0, "no credit");
  symtab_free (symtab);
  symtab_free (NULL);
}

static void
test_function (void)
{
  static const bool is_func[6] = { false, false, true, false, false, true };
  static const sym_id want[6] = { SYM_NONE, SYM_NONE, 2, 2, 2, 5 };
  struct symtab *symtab = symtab_new ();
  unsigned bad = 0;

  for (unsigned i = 0; i < 6; i++)
    symtab_add (symtab, &(struct sym) { .addr = 0x1000 + i, .name = "s",
                                        .is_func = is_func[i] });
  symtab_finalize (symtab, 0x2000);
  for (sym_id id = 0; id < 6; id++)
    EXPECT (&bad, sym_function (symtab, id) == want[id], "of %u", id);
  CHECK (bad == 0, "the function at or before a symbol");
  symtab_free (symtab);
}

/* Symbols at multiples of 7, up to 7,000, then nothing.  */
static void
test_lookup (void)
{
  struct symtab *symtab = symtab_new ();
  unsigned bad = 0;

  for (unsigned i = 1000; i > 0; i--)
    add (symtab, i * 7, "s");
  symtab_finalize (symtab, 7005);
  for (uint64_t addr = 0; addr < 7100; addr++)
    {
      sym_id want = addr / 7 - 1, first = addr <= 7 ? 0 : (addr + 6) / 7 - 1;

      if (addr < 7 || addr >= 7005)
        want = SYM_NONE;
      if (first > 1000)
        first = 1000;
      EXPECT (&bad, sym_lookup (symtab, addr) == want, "at %" PRIu64, addr);
      EXPECT (&bad, sym_first_from (symtab, addr) == first, "from %" PRIu64,
              addr);
    }
  CHECK (bad == 0, "lookups of every address");
  symtab_free (symtab);
}

/* Addresses dense, spread over all 64 bits, and both; the last symbol may be
   dropped.  What is found is what going through all of them finds.  */
static void
test_random_lookups (void)
{
  uint32_t seed = 99;
  unsigned bad = 0;

  for (unsigned round = 0; round < 600; round++)
    {
      struct symtab *symtab = symtab_new ();
      unsigned n = 1 + check_random (&seed) % 60;
      uint64_t text_high = UINT64_MAX;

      for (unsigned i = 0; i < n; i++)
        {
          uint64_t addr = 0x1000 + check_random (&seed) % 200;
          struct sym sym = { .name = "f" };

          if (round % 3 == 1 || (round % 3 == 2 && i % 9 == 0))
            addr = (uint64_t) check_random (&seed) << 32
                   | check_random (&seed);
          sym.addr = addr;
          symtab_add (symtab, &sym);
        }
      if (round % 2)
        text_high = 0x1100;
      symtab_finalize (symtab, text_high);
      if (round % 4 == 1)
        symtab_drop_empty_last (symtab);
      for (unsigned i = 0; i < 100; i++)
        {
          const uint64_t near
            = sym_get (symtab, i % symtab_len (symtab))->addr;
          uint64_t addr = near + check_random (&seed) % 5 - 2;
          size_t from = 0;

          while (from < symtab_len (symtab)
                 && sym_get (symtab, from)->addr < addr)
            from++;
          EXPECT (&bad, sym_first_from (symtab, addr) == from,
                  "round %u: first from 0x%" PRIx64, round, addr);
          if (from == symtab_len (symtab)
              || sym_get (symtab, from)->addr != addr)
            from--;             /* SYM_NONE before the first */
          if (from < symtab_len (symtab)
              && addr > sym_get (symtab, from)->end_addr)
            from = SYM_NONE;
          EXPECT (&bad, sym_lookup (symtab, addr) == (sym_id) from,
                  "round %u: 0x%" PRIx64, round, addr);
        }
      symtab_free (symtab);
    }
  CHECK (bad == 0, "random lookups");
}

/* -- Libraries ----------------------------------------------------------- */

static struct symtab *
make_library (void)
{
  struct symtab *library = symtab_new ();

  symtab_add (library, &(struct sym) { .addr = 0x1000, .end_addr = 0x10ff,
                                       .size_known = true, .name = "f",
                                       .is_func = true });
  symtab_add (library, &(struct sym) { .addr = 0x1200, .end_addr = 0x9fff,
                                       .size_known = true, .name = "lib",
                                       .is_func = true });
  symtab_add (library, &(struct sym) { .addr = 0x1300, .end_addr = 0x13ff,
                                       .size_known = true, .name = "last",
                                       .is_func = true });
  symtab_finalize (library, 0);
  return library;
}

static const struct
{
  uint32_t object;
  uint64_t offset;
  const char *name;             /* NULL: none */
} object_rows[] = {
  { 0, 0x0fff, NULL }, { 0, 0x1000, "f" }, { 0, 0x10ff, "f" },
  { 0, 0x1100, "g" }, { 0, 0x11ff, "g" }, { 0, 0x1200, NULL },
  { 1, 0x1000, NULL }, { 1, UINT64_MAX, NULL },
  { 2, 0, "[lib]" }, { 2, 0x0fff, "[lib]" }, { 2, 0x1000, "f" },
  { 2, 0x10ff, "f" }, { 2, 0x1100, "[lib]" }, { 2, 0x12ff, "lib" },
  { 2, 0x1300, "last" }, { 2, 0x1400, "[lib]" }, { 2, UINT64_MAX, "[lib]" },
  { 3, 0x1000, "[none]" }, { 3, UINT64_MAX, "[none]" },
  { 4, 0x1000, NULL }, { UINT32_MAX, 0x1000, NULL }
};

static void
check_object_rows (const struct symtab *symtab)
{
  for (size_t i = 0; i < sizeof object_rows / sizeof *object_rows; i++)
    {
      uint64_t addr = object_address (object_rows[i].object,
                                      object_rows[i].offset);
      sym_id id = sym_lookup (symtab, addr);
      const char *name = id == SYM_NONE ? "" : sym_get (symtab, id)->name;
      const char *want = object_rows[i].name ? object_rows[i].name : "";

      CHECK_STR (name, want, "object_rows");
      if (id == SYM_NONE)
        continue;
      CHECK_U64 (symtab_object_of (symtab, id), object_rows[i].object,
                 "objects");
      CHECK_U64 (sym_function (symtab, id), id, "objects");
      CHECK_U64 (sym_first_from (symtab, sym_get (symtab, id)->addr), id,
                 "objects");
    }
}

/* No symbol reaches into another object or past its size; the rules for the
   end of the program's symbols do not change.  */
static void
test_objects (void)
{
  struct symtab *symtab = symtab_new (), *library = make_library ();

  add (symtab, 0x1000, "f");
  add (symtab, 0x1100, "g");
  symtab_finalize (symtab, 0x1200);
  symtab_add_object (symtab, 2, library, "[lib]", "lib.so");
  symtab_add_object (symtab, 3, NULL, "[none]", "none.so");
  symtab_find_ambiguous (symtab, "prog");
  symtab_free (library);
  check_object_rows (symtab);
  CHECK_U64 (symtab_len (symtab), 7, "objects");
  CHECK_U64 (symtab_program_len (symtab), 2, "objects");
  CHECK_U64 (symtab_n_objects (symtab), 4, "objects");
  CHECK_U64 (symtab_credit_end (symtab, false), 0x1200, "objects");
  CHECK_U64 (symtab_code_end (symtab, false), 0x1200, "objects");
  CHECK_STR (symtab_object_name (symtab, 0), "prog", "object 0");
  CHECK_STR (symtab_object_name (symtab, 2), "lib.so", "object 2");
  for (sym_id id = 0; id < symtab_len (symtab); id++)
    CHECK_U64 (sym_get (symtab, id)->is_ambiguous,
               strcmp (sym_get (symtab, id)->name, "f") == 0, "objects");
  CHECK_U64 (symtab_file_address (symtab, 3), 0x1200, "objects");
  symtab_free (symtab);
}

/* Inlined functions are the last symbols, of the objects of their code, at
   addresses of no object; one with a symbol counts for it.  */
static void
test_inlined (void)
{
  struct symtab *symtab = symtab_new ();
  add (symtab, 0x1000, "f");
  add (symtab, 0x1100, "g");
  symtab_finalize (symtab, 0x1200);
  symtab_add_object (symtab, 1, NULL, "[lib]", "lib.so");
  symtab_find_ambiguous (symtab, "prog");
  const size_t len = symtab_len (symtab);
  const struct inlined_sym inlined[] = {
    { .name = "g", .home = 1 },
    { .name = "h", .file = "h.h", .line = 7, .object = 1, .home = SYM_NONE }
  };
  symtab_add_inlined (symtab, inlined, 2);
  const sym_id g = (sym_id) len, h = g + 1;
  CHECK_U64 (symtab_len (symtab), len + 2, "inlined");
  CHECK_U64 (symtab_n_objects (symtab), 2, "inlined: no object is added");
  CHECK_U64 (sym_lookup (symtab, inlined_address (0)), g, "inlined: g");
  CHECK_U64 (sym_lookup (symtab, inlined_address (1)), h, "inlined: h");
  CHECK_U64 (sym_lookup (symtab, inlined_address (2)), SYM_NONE,
             "inlined: behind the last one");
  CHECK_U64 (sym_lookup (symtab, 0x1100), 1, "inlined: other addresses");
  CHECK_U64 (sym_home (symtab, g), 1, "inlined: a symbol of its own");
  CHECK_U64 (sym_home (symtab, h), h, "inlined: no symbol");
  CHECK_U64 (sym_function (symtab, g), 1, "inlined: calls of its symbol");
  CHECK_U64 (symtab_object_of (symtab, h), 1, "inlined: its object");
  CHECK_U64 (symtab_is_inlined (symtab, 1), false, "inlined: a symbol");
  CHECK_U64 (symtab_is_inlined (symtab, h), true, "inlined: h is");
  CHECK_U64 (symtab_has_inlined (symtab, 0), false, "inlined: f is not");
  CHECK_U64 (symtab_has_inlined (symtab, 1), true, "inlined: g is, elsewhere");
  CHECK_STR (sym_file (sym_get (symtab, h)), "h.h", "inlined: its file");
  symtab_free (symtab);
}

int
main (void)
{
  test_objects ();
  test_inlined ();
  test_random_lookups ();
  test_aliases ();
  test_stable ();
  test_ends ();
  test_empty_last ();
  test_drop ();
  test_credit_after_aliases ();
  test_extremes ();
  test_nothing ();
  test_function ();
  test_lookup ();
  return check_end ();
}
