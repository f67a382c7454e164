/* unit/t_sym_ids.c -- tests of select/sym_ids: include and exclude tables.

   SPDX-License-Identifier: GPL-3.0-or-later

   Run by gprof.unit.  */

#include <config.h>

#include "check.h"

#include <stdlib.h>

#include "base/arena.h"
#include "select/sym_ids.h"

/* Symbols with positions, and what is wanted of them.  */
struct desk
{
  struct symtab *symtab;
  struct selection *selection;
  struct sources *sources;
  struct lines *lines;
};

static void
desk_open (struct desk *desk)
{
  desk->symtab = symtab_new ();
  desk->selection = selection_new ();
  desk->sources = sources_new ();
}

/* The next symbol, 16 bytes long.  FUNC_END is 0 or where it ends without
   its lines.  */
static void
desk_add (struct desk *desk, const char *name, const char *file,
          unsigned line, uint64_t func_end)
{
  const struct sym_line at = { file, func_end, line };
  struct sym sym = { .addr = 0x1000 + 16 * symtab_len (desk->symtab),
                     .name = name, .line = &at, .is_func = true };

  symtab_add (desk->symtab, &sym);
}

static void
desk_parse (struct desk *desk, char leading)
{
  symtab_finalize (desk->symtab, 0x100000);
  desk->lines = lines_new (NULL, desk->symtab, desk->sources, LINES_ALL);
  for (sym_id id = 0; id < symtab_len (desk->symtab); id++)
    lines_need (desk->lines, id);
  lines_find (desk->lines);
  sym_id_parse (desk->selection, desk->symtab, desk->lines, leading);
}

static void
desk_close (struct desk *desk)
{
  lines_free (desk->lines);
  sources_free (desk->sources);
  selection_free (desk->selection);
  symtab_free (desk->symtab);
}

/* -- Symbols ------------------------------------------------------------- */

/* Six symbols, and which of them each spec means, as "x" at their places.
   The base name a.c is that of two files, and means the last.  */
static const struct { const char *spec, *want; } spec_rows[] = {
  /*         abcabd  names of the symbols */
  { "a",    "x..x.." }, { "c",     "..x..." }, { "d",      ".....x" },
  { "e",    "......" }, { ":b",    ".x..x." }, { "a/b",    "x..x.." },
  { "/b",   "xxxxxx" }, { "",      "xxxxxx" }, { "a.c",    "...xx." },
  { "z.c",  "..x..." }, { "y/a.c", "......" }, { "a.c:b",  "....x." },
  { "a.c:c", "......" }, { "1",    "x..x.." }, { "a.c:1",  "...x.." },
  { "a.c:9", "......" }, { "z.c:",  "..x..." }, { "0",     "xxxxxx" },
  { "q.c",  "......" }, { ":2",    ".x..x." }
};

static void
add_six (struct desk *desk)
{
  desk_add (desk, "a", "x/a.c", 1, 0);
  desk_add (desk, "b", "x/a.c", 2, 0);
  desk_add (desk, "c", "z.c", 30, 0);
  desk_add (desk, "a", "y/a.c", 1, 0);
  desk_add (desk, "b", "y/a.c", 2, 0);
  desk_add (desk, "d", NULL, 0, 0);
}

static void
test_spec (const char *spec, const char *want)
{
  struct desk desk;
  char got[7] = "......";
  char name[40];

  desk_open (&desk);
  add_six (&desk);
  sym_id_put (desk.selection, spec, EXCL_EXEC);
  desk_parse (&desk, 0);
  for (sym_id id = 0; id < 6; id++)
    if (sym_in (desk.selection, EXCL_EXEC, id))
      got[id] = 'x';
  snprintf (name, sizeof name, "symbols of '%s'", spec);
  CHECK_STR (got, want, name);
  CHECK (sym_table_empty (desk.selection, EXCL_EXEC) == !strchr (want, 'x'),
         "empty or not: '%s'", spec);
  desk_close (&desk);
}

/* Which symbols of a, b, c show, with specs (NULL: none) on both sides.  */
static void
test_pair (const char *incl, const char *excl, const char *want)
{
  struct desk desk;
  unsigned bad = 0;

  desk_open (&desk);
  desk_add (&desk, "a", NULL, 0, 0);
  desk_add (&desk, "b", NULL, 0, 0);
  desk_add (&desk, "c", NULL, 0, 0);
  if (incl)
    sym_id_put (desk.selection, incl, INCL_TIME);
  if (excl)
    sym_id_put (desk.selection, excl, EXCL_TIME);
  desk_parse (&desk, 0);
  for (sym_id id = 0; id < 3; id++)
    {
      EXPECT (&bad, sym_selected (desk.selection, INCL_TIME, id)
              == (want[id] == 'x'), "symbol %u", id);
      EXPECT (&bad, sym_selected (desk.selection, INCL_FLAT, id)
              && sym_selected (desk.selection, INCL_GRAPH, id)
              && sym_selected (desk.selection, INCL_EXEC, id)
              && sym_selected (desk.selection, INCL_ANNO, id),
              "another table, symbol %u", id);
    }
  CHECK (bad == 0, "include %s, exclude %s: %s", incl ? incl : "none",
         excl ? excl : "none", want);
  desk_close (&desk);
}

/* Specs of one table add up.  */
static void
test_sum (void)
{
  struct desk desk;

  desk_open (&desk);
  add_six (&desk);
  sym_id_put (desk.selection, "c", INCL_FLAT);
  sym_id_put (desk.selection, "d", INCL_FLAT);
  sym_id_put (desk.selection, "nobody", INCL_FLAT);
  sym_id_put (desk.selection, "x.y:a", INCL_FLAT);
  desk_parse (&desk, 0);
  CHECK (!sym_selected (desk.selection, INCL_FLAT, 0)
         && sym_selected (desk.selection, INCL_FLAT, 2)
         && sym_selected (desk.selection, INCL_FLAT, 5), "specs add up");
  desk_close (&desk);
}

/* Specs of one table whose ranges overlap: where one starts, those before it
   end, and of two that start together the later one counts.  */
static const struct { const char *specs[3], *want; } overlap_rows[] = {
  /*                           abcabd  the six symbols; x/a.c is never meant */
  { { "y/a.c", "a", NULL },   "x..x.." }, { { "a.c", "b", NULL },  ".x.xx." },
  { { "", "c", NULL },        "xxx..." }, { { "c", "", NULL },     "xxx..." },
  { { "", "a", NULL },        "x..x.." }, { { "a", "", NULL },     "xxxx.." },
  { { "", "c", "d" },         "xxx..x" }, { { "c", "b", "" },      "xxx.x." },
  { { "a.c", "a.c:1", NULL }, "...x.." }, { { "a.c:1", "a.c", "z.c" },
                                            "..xxx." }
};

static void
test_overlap (const char *const *specs, const char *want)
{
  struct desk desk;
  char got[7] = "......", name[80];

  desk_open (&desk);
  add_six (&desk);
  for (unsigned i = 0; i < 3 && specs[i]; i++)
    sym_id_put (desk.selection, specs[i], INCL_ANNO);
  desk_parse (&desk, 0);
  for (sym_id id = 0; id < 6; id++)
    if (sym_in (desk.selection, INCL_ANNO, id))
      got[id] = 'x';
  snprintf (name, sizeof name, "symbols of '%s', '%s', '%s'", specs[0],
            specs[1], specs[2] ? specs[2] : "none");
  CHECK_STR (got, want, name);
  desk_close (&desk);
}

static void
test_leading_char (void)
{
  struct desk desk;

  desk_open (&desk);
  desk_add (&desk, "_a", NULL, 0, 0);
  desk_add (&desk, "a", NULL, 0, 0);
  desk_add (&desk, "__a", NULL, 0, 0);
  sym_id_put (desk.selection, "a", INCL_FLAT);
  sym_id_put (desk.selection, "_a", INCL_TIME);
  sym_id_put (desk.selection, "a:", INCL_EXEC);
  desk_parse (&desk, '_');
  CHECK (sym_in (desk.selection, INCL_FLAT, 0)
         && sym_in (desk.selection, INCL_FLAT, 1)
         && !sym_in (desk.selection, INCL_FLAT, 2),
         "one leading '_' is not part of the name");
  CHECK (!sym_in (desk.selection, INCL_TIME, 0)
         && !sym_in (desk.selection, INCL_TIME, 1)
         && sym_in (desk.selection, INCL_TIME, 2), "only one");
  desk_close (&desk);
}

static void
test_need_lines (void)
{
  static const struct { const char *spec; bool want; } rows[] = {
    { "f", false }, { ":f", false }, { "f/g", false }, { "", false },
    { "a.c", true }, { "12", true }, { "a.c:f", true }, { ":12", true },
    { "f/a.c", true }, { "f/12", true }, { "0", false }
  };
  unsigned bad = 0;

  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    {
      struct selection *selection = selection_new ();

      EXPECT (&bad, !sym_ids_need_lines (selection), "none");
      sym_id_put (selection, "f", EXCL_TIME);
      sym_id_put (selection, rows[i].spec, INCL_ARCS);
      EXPECT (&bad, sym_ids_need_lines (selection) == rows[i].want, "%s",
              rows[i].spec);
      selection_free (selection);
    }
  CHECK (bad == 0, "specs that need lines");
  selection_free (NULL);
}

/* -- Arcs ---------------------------------------------------------------- */

/* What an arc table of up to two SPECS holds of the arcs between a, b and c:
   a row a caller, a column a callee.  */
static const struct { const char *specs[2], *want; bool empty; } arc_rows[] = {
  { { "a/b", NULL }, ".x. ... ...", false },
  { { "a/", NULL }, "xxx ... ...", false },
  { { "/b", NULL }, ".x. .x. .x.", false },
  { { "/", NULL }, "xxx xxx xxx", false },
  { { "a/b", "b/c" }, ".x. ..x ...", false },
  { { "a/b", "c/b" }, ".x. ... .x.", false },
  /* No '/': callers that call nobody, which count as all left sides do.  */
  { { "a", NULL }, "... ... ...", false },
  { { "a", "a/a" }, "x.. ... ...", false },
  { { "a/a", "a" }, "... ... ...", false },
  { { "/a", "b" }, "x.. x.. x..", false },
  { { "b/a", "b" }, "... ... ...", false },
  { { "nobody/a", NULL }, "... ... ...", true },
  { { "a/nobody", NULL }, "... ... ...", false },
  /* Left sides that overlap add up, but of those that start with the same
     symbol the later one counts.  */
  { { "/b", "b/c" }, ".x. .xx .x.", false },
  { { "b/c", "/b" }, ".x. .xx .x.", false },
  { { "a/b", "a/c" }, "..x ... ...", false },
  { { "/b", "a/c" }, "..x ... ...", false },
  { { "a/c", "/b" }, ".x. .x. .x.", false },
  { { "a/b", "a/nobody" }, "... ... ...", false }
};

static void
test_arcs (const char *const *specs, const char *want, bool empty,
           enum sym_table table)
{
  struct desk desk;
  unsigned bad = 0;

  desk_open (&desk);
  desk_add (&desk, "a", NULL, 0, 0);
  desk_add (&desk, "b", NULL, 0, 0);
  desk_add (&desk, "c", NULL, 0, 0);
  for (unsigned i = 0; i < 2 && specs[i]; i++)
    sym_id_put (desk.selection, specs[i], table);
  desk_parse (&desk, 0);
  EXPECT (&bad, sym_table_empty (desk.selection, table) == empty, "empty");
  for (sym_id p = 0; p < 3; p++)
    for (sym_id c = 0; c < 3; c++)
      {
        bool in = want[p * 4 + c] == 'x';
        bool selected = empty || (table == INCL_ARCS ? in : !in);

        EXPECT (&bad, arc_in (desk.selection, table, p, c) == in,
                "arc %u-%u in", p, c);
        EXPECT (&bad, arc_selected (desk.selection, p, c) == selected,
                "arc %u-%u selected", p, c);
      }
  CHECK (bad == 0, "arcs, %s %s %s", table == INCL_ARCS ? "only" : "not",
         specs[0], specs[1] ? specs[1] : "");
  desk_close (&desk);
}

static void
test_arc_pair (void)
{
  struct desk desk;

  desk_open (&desk);
  add_six (&desk);
  sym_id_put (desk.selection, "c/d", INCL_ARCS);
  sym_id_put (desk.selection, "c/", EXCL_ARCS);
  desk_parse (&desk, 0);
  CHECK (arc_selected (desk.selection, 2, 5)
         && !arc_selected (desk.selection, 5, 2)
         && !arc_selected (desk.selection, 2, 0), "include beats exclude");
  CHECK (arc_in (desk.selection, EXCL_ARCS, 2, 5), "which holds it too");
  desk_close (&desk);
}

/* -- Hooks --------------------------------------------------------------- */

static void
test_hooks (void)
{
  static const char *const names[] = {
    "_gprof_mcount", "mcount", "_mcount", "__mcount", "__mcount_internal",
    "__mcleanup", "main"
  };
  struct desk desk;
  unsigned bad = 0;

  desk_open (&desk);
  for (unsigned i = 0; i < 7; i++)
    desk_add (&desk, names[i], NULL, 0, 0);
  sym_ids_add_hooks (desk.selection);
  CHECK (!sym_ids_need_lines (desk.selection), "hooks need no lines");
  sym_id_put (desk.selection, "mcount", INCL_FLAT);
  desk_parse (&desk, 0);
  for (sym_id id = 0; id < 7; id++)
    {
      bool hook = id < 6;

      EXPECT (&bad, sym_selected (desk.selection, INCL_TIME, id) == !hook
              && sym_selected (desk.selection, INCL_GRAPH, id) == !hook,
              "%s: time, graph", names[id]);
      EXPECT (&bad, sym_in (desk.selection, EXCL_FLAT, id) == hook,
              "%s: flat", names[id]);
      EXPECT (&bad, sym_selected (desk.selection, INCL_EXEC, id)
              && sym_selected (desk.selection, INCL_ANNO, id)
              && arc_selected (desk.selection, id, 6), "%s: others",
              names[id]);
    }
  CHECK (bad == 0, "the hooks are excluded from time, graph and flat");
  CHECK (sym_selected (desk.selection, INCL_FLAT, 1)
         && !sym_selected (desk.selection, INCL_FLAT, 2),
         "but one that is asked for shows");
  desk_close (&desk);
}

/* -- Line mode ----------------------------------------------------------- */

/* Function f at 0x1000, up to 0x103f without its lines; in it lines of f, of
   an inlined i, of f, of i; then g.  A line of f ends a run where it ends.  */
static void
test_cover (const char *spec, const char *want)
{
  struct desk desk;
  char got[7] = "......";
  char name[40];

  desk_open (&desk);
  desk_add (&desk, "f", "f.c", 1, 0x103f);
  desk_add (&desk, "i", "i.h", 7, 0);
  desk_add (&desk, "j", "i.h", 8, 0);
  desk_add (&desk, "k", "f.c", 2, 0);
  desk_add (&desk, "g", "f.c", 9, 0x105f);
  desk_add (&desk, "i", "i.h", 7, 0);
  sym_id_put (desk.selection, spec, INCL_FLAT);
  desk_parse (&desk, 0);
  for (sym_id id = 0; id < 6; id++)
    if (sym_in (desk.selection, INCL_FLAT, id))
      got[id] = 'x';
  snprintf (name, sizeof name, "lines covered by '%s'", spec);
  CHECK_STR (got, want, name);
  desk_close (&desk);
}

static void
test_cover_arcs (void)
{
  struct desk desk;

  desk_open (&desk);
  desk_add (&desk, "f", "f.c", 1, 0x101f);
  desk_add (&desk, "i", "i.h", 7, 0);
  desk_add (&desk, "g", "f.c", 9, 0x103f);
  desk_add (&desk, "j", "i.h", 7, 0);
  desk_add (&desk, "h", "f.c", 20, 0);
  sym_id_put (desk.selection, "f/g", INCL_ARCS);
  desk_parse (&desk, 0);
  CHECK (arc_selected (desk.selection, 1, 3)
         && arc_selected (desk.selection, 0, 2)
         && !arc_selected (desk.selection, 2, 1)
         && !arc_selected (desk.selection, 3, 3), "lines covered in arcs");
  desk_close (&desk);
}

/* A last symbol behind the text ends before it starts: nothing finds it.  */
static void
test_empty_last (void)
{
  struct sym last = { .addr = 0x200000, .name = "z", .is_func = true };
  struct desk desk;

  desk_open (&desk);
  desk_add (&desk, "a", NULL, 0, 0);
  symtab_add (desk.symtab, &last);
  sym_id_put (desk.selection, "z/a", INCL_ARCS);
  sym_id_put (desk.selection, "z", INCL_FLAT);
  desk_parse (&desk, 0);
  CHECK (sym_table_empty (desk.selection, INCL_ARCS)
         && sym_table_empty (desk.selection, INCL_FLAT)
         && arc_selected (desk.selection, 0, 0)
         && sym_selected (desk.selection, INCL_FLAT, 0),
         "specs of an empty last symbol are none");
  desk_close (&desk);
}

/* A callee is meant only if one run of lines reaches its end.  */
static void
test_interrupted_callee (void)
{
  struct desk desk;

  desk_open (&desk);
  desk_add (&desk, "f", "f.c", 1, 0x102f);
  desk_add (&desk, "f", "f.c", 2, 0);
  desk_add (&desk, "i", "i.h", 7, 0);
  desk_add (&desk, "g", "f.c", 9, 0x104f);
  desk_add (&desk, "g", "f.c", 10, 0);
  sym_id_put (desk.selection, "/f", EXCL_ARCS);
  desk_parse (&desk, 0);
  CHECK (!arc_in (desk.selection, EXCL_ARCS, 3, 0), "a callee in two pieces");
  desk_close (&desk);
  desk_open (&desk);
  desk_add (&desk, "f", "f.c", 1, 0x101f);
  desk_add (&desk, "f", "f.c", 2, 0);
  desk_add (&desk, "g", "f.c", 9, 0x103f);
  sym_id_put (desk.selection, "/f", EXCL_ARCS);
  desk_parse (&desk, 0);
  CHECK (arc_in (desk.selection, EXCL_ARCS, 2, 0), "a callee in one piece");
  desk_close (&desk);
}

/* An inlined callee behind another one that a spec names, both in a function
   that a further spec names.  */
static void
test_nested_callees (void)
{
  struct desk desk;

  desk_open (&desk);
  desk_add (&desk, "f", "f.c", 1, 0x104f);
  desk_add (&desk, "i", "i.h", 7, 0);
  desk_add (&desk, "j", "i.h", 8, 0);
  desk_add (&desk, "g", "f.c", 9, 0x106f);
  sym_id_put (desk.selection, "/f", EXCL_ARCS);
  sym_id_put (desk.selection, "/i", EXCL_ARCS);
  desk_parse (&desk, 0);
  for (sym_id id = 0; id < 4; id++)
    CHECK (arc_in (desk.selection, EXCL_ARCS, SYM_NONE, id) == (id < 3),
           "nested callees: symbol %u", (unsigned) id);
  desk_close (&desk);
}

/* -- Many ---------------------------------------------------------------- */

/* 200,000 specs, one for every other of 200,000 symbols: looking at each spec
   for each symbol would take minutes.  */
static void
test_many (void)
{
  enum { N = 200000, SIZE = 12 };
  char (*names)[SIZE] = array_new (N, SIZE);
  struct desk desk;
  unsigned bad = 0;

  desk_open (&desk);
  for (unsigned i = 0; i < N; i++)
    {
      snprintf (names[i], SIZE, "f%u", i);
      desk_add (&desk, names[i], NULL, 0, 0);
    }
  for (unsigned i = 0; i < N; i += 2)
    sym_id_put (desk.selection, names[i], EXCL_GRAPH);
  for (unsigned i = 0; i < N; i += 2)
    sym_id_put (desk.selection, names[i], INCL_TIME);
  desk_parse (&desk, 0);
  for (sym_id id = 0; id < N; id++)
    {
      EXPECT (&bad, sym_selected (desk.selection, INCL_GRAPH, id)
              == (id % 2 != 0), "symbol %u", id);
      EXPECT (&bad, sym_selected (desk.selection, INCL_TIME, id)
              == (id % 2 == 0), "symbol %u, time", id);
    }
  CHECK (bad == 0, "%d specs for as many symbols", N);
  desk_close (&desk);
  free (names);
}

int
main (void)
{
  for (size_t i = 0; i < sizeof spec_rows / sizeof spec_rows[0]; i++)
    test_spec (spec_rows[i].spec, spec_rows[i].want);
  test_pair (NULL, NULL, "xxx");
  test_pair ("a", NULL, "x..");
  test_pair (NULL, "a", ".xx");
  test_pair ("a", "a", "x..");
  test_pair ("a", "b", "x..");
  test_pair ("nobody", NULL, "xxx");
  test_pair ("nobody", "c", "xx.");
  test_sum ();
  for (size_t i = 0; i < sizeof overlap_rows / sizeof overlap_rows[0]; i++)
    test_overlap (overlap_rows[i].specs, overlap_rows[i].want);
  test_leading_char ();
  test_need_lines ();
  for (size_t i = 0; i < sizeof arc_rows / sizeof arc_rows[0]; i++)
    {
      test_arcs (arc_rows[i].specs, arc_rows[i].want, arc_rows[i].empty,
                 INCL_ARCS);
      test_arcs (arc_rows[i].specs, arc_rows[i].want, arc_rows[i].empty,
                 EXCL_ARCS);
    }
  test_arc_pair ();
  test_hooks ();
  test_cover ("f", "xxxx..");
  test_cover ("i", ".x...x");
  test_cover ("g", "....xx");
  test_cover ("f.c", "xxxxxx");
  test_cover ("i.h:8", "..x...");
  test_cover ("f.c:1", "xxxx..");
  test_cover_arcs ();
  test_interrupted_callee ();
  test_nested_callees ();
  test_empty_last ();
  test_many ();
  return check_end ();
}
