/* unit/t_specs.c -- tests of select/specs and spec_names: names as specs, and
   warnings of those that match nothing.

   SPDX-License-Identifier: GPL-3.0-or-later

   In:  an image of C++ and odd names, specs.  Run by gprof.unit.  */

#include <config.h>

#include "check.h"

#include <demangle.h>

#include "image.h"
#include "image/sym_load.h"
#include "select/bare_name.h"
#include "select/sym_ids.h"

#define FLAGS (DMGL_PARAMS | DMGL_ANSI | DMGL_AUTO)

/* In the order of the letters that stand for them below.  */
static const char source[] =
  "func main 16\n"              /* m */
  "func _ZN2ns1fEi 16\n"        /* i  ns::f(int) */
  "func _ZN2ns1fEd 16\n"        /* d  ns::f(double) */
  "func _ZN2nsdvEi 16\n"        /* o  ns::operator/(int) */
  "func _ZN2nsdVEi 16\n"        /* e  ns::operator/=(int) */
  "func _ZN2ns5twiceIiEEvT_ 16\n"       /* t  void ns::twice<int>(int) */
  "func _ZN4listIiE4pushIcEEvT_ 16\n"   /* l  list<int>::push<char> */
  "sym foo.part.0 local func\nspace 16\n"       /* p */
  "sym _Z3barv.isra.0 local func\nspace 16\n"   /* c  a clone of bar() */
  "func bar 16\n"               /* b */
  "func 7up 16\n"               /* 7 */
  "sym x.c:9 local func\nspace 16\n"    /* x */
  "func zz_end 16\n"            /* z */
  "section .data 0x500000\nspace 8\n";
static const char letters[] = "midoetlpcb7xz";

static struct diag *diag;
static struct image *image;
static struct symtab *symtab;
static struct sources *sources;
static struct lines *lines;

static struct selection *
parse (const char *spec, enum sym_table table, enum sym_table whole)
{
  struct selection *selection = selection_new ();

  sym_id_add_name (selection, spec, table, whole);
  sym_ids_resolve (selection, symtab, image, FLAGS);
  sym_ids_add_hooks (selection);
  sym_id_parse (selection, symtab, lines, image_leading_char (image));
  return selection;
}

/* A spec, and the symbols it means.  */
static const struct { const char *spec, *want; } names[] = {
  { "main", "m" }, { "_ZN2ns1fEi", "i" },
  { "ns::f", "id" }, { "ns::f(int)", "i" }, { "ns::f(double)", "d" },
  { "ns::f(char)", "" }, { "ns::operator/", "o" },
  { "ns::operator/(int)", "o" }, { "ns::operator/=", "e" },
  { "ns::twice<int>", "t" }, { "void ns::twice<int>(int)", "t" },
  { "list<int>::push<char>", "l" }, { "list::push", "l" },
  { "list::push<char>", "" }, { "ns::twice", "t" }, { "ns::*", "idoet" },
  { "ns::f*", "id" }, { "_ZN2ns1fE?", "id" }, { "*::push", "l" },
  { "[mb]a*", "mcb" }, { "ns::q*", "" }, { "*/bar", "midoetlpcb7xz" },
  { "foo.part.0", "p" }, { "bar", "b" }, { "bar()", "" },
  { "bar() [clone .isra.0]", "c" }, { "7up", "7" }, { "x.c:9", "x" },
  { "main/bar", "m" }, { "/bar", "midoetlpcb7xz" }, { "ns::f/bar", "id" },
  { "ns::operator//bar", "o" }, { "", "midoetlpcb7xz" },
  { ":", "midoetlpcb7xz" },
  { ":main", "m" }, { "f", "" }, { "q.c", "" }, { "8", "" }
};

static void
test_names (void)
{
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    {
      struct selection *selection
        = parse (names[i].spec, INCL_FLAT, INCL_FLAT);
      char got[sizeof letters] = "", name[80];
      size_t n = 0;

      for (sym_id id = 0; id < symtab_len (symtab); id++)
        if (sym_in (selection, INCL_FLAT, id))
          got[n++] = letters[id];
      got[n] = '\0';
      snprintf (name, sizeof name, "symbols of '%s'", names[i].spec);
      CHECK_STR (got, names[i].want, name);
      selection_free (selection);
    }
}

static void
test_bare (void)
{
  static const struct { const char *name, *want; } cases[] = {
    { "f", "" }, { "f<int>", "f" }, { "a<b<c> >::d<e>::f", "a::d::f" },
    { "operator<", "" }, { "operator<<", "" }, { "x::operator<=>", "" },
    { "operator< <int>", "operator<" }, { "operator<< <a<b> >", "operator<<" },
    { "my_operator<int>", "my_operator" }, { "operator-><int>", "operator->" },
    { "f<(1>2)>", "f" }, { "f<int", "f" }, { "f<)(>", "f" }, { "", "" },
    { "f<&(x::operator->)>::g", "f::g" }
  };

  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
      char *bare = bare_name (cases[i].name);

      CHECK_STR (bare ? bare : "", cases[i].want, cases[i].name);
      free (bare);
    }
}

/* An arc spec; pairs of caller and callee that it means.  */
static const struct { const char *spec, *want; } arcs[] = {
  { "main/bar", "mb" },
  { "main/ns::f", "mi md" },
  { "ns::f(int)/main", "im" },
  { "main/ns::operator/", "mo" },
  { "ns::operator//main", "om" },
  { "ns::operator//ns::operator/=", "oe" },
  { "ns::operator/=/ns::operator/(int)", "eo" },
  { "foo.part.0/bar", "pb" },
  { "7up/x.c:9", "7x" },
  { "main/:bar", "mb" },
  { "ns::f*/list::push", "il dl" },
  { "main/nobody", "" },
  { "no::body/main", "" }
};

static void
test_arcs (void)
{
  for (size_t i = 0; i < sizeof arcs / sizeof *arcs; i++)
    {
      struct selection *selection
        = parse (arcs[i].spec, INCL_ARCS, SYM_TABLES);
      char got[600] = "", name[80];
      size_t n = 0;

      for (sym_id from = 0; from < symtab_len (symtab); from++)
        for (sym_id to = 0; to < symtab_len (symtab); to++)
          if (arc_in (selection, INCL_ARCS, from, to))
            n += (size_t) snprintf (got + n, sizeof got - n, "%s%c%c",
                                    n ? " " : "", letters[from],
                                    letters[to]);
      snprintf (name, sizeof name, "arcs of '%s'", arcs[i].spec);
      CHECK_STR (got, arcs[i].want, name);
      selection_free (selection);
    }
}

/* -q'ns::operator/' has a slash, and yet is no arc.  */
static void
test_whole (void)
{
  struct selection *selection = parse ("ns::operator/", INCL_ARCS, INCL_GRAPH);

  CHECK (sym_table_empty (selection, INCL_ARCS), "a whole name is no arc");
  CHECK (sym_in (selection, INCL_GRAPH, 3), "it goes to the other table");
  selection_free (selection);
  selection = parse ("ns::operator/", EXCL_ARCS, SYM_TABLES);
  CHECK (sym_table_empty (selection, EXCL_ARCS),
         "if there is no other table, it is an arc of an unknown caller");
  selection_free (selection);
}

/* What is said about a spec; "" for nothing.  */
static const struct
{
  const char *spec;
  enum sym_table table;
  const char *want;
} warnings[] = {
  { "main", INCL_FLAT, "" },
  { "mian", INCL_FLAT, "spec 'mian' matches nothing and leaves nothing out; "
    "did you mean 'main'?" },
  { "mian", EXCL_FLAT, "spec 'mian' matches nothing and so changes nothing; "
    "did you mean 'main'?" },
  { "nothing_like_it", INCL_EXEC,
    "spec 'nothing_like_it' matches nothing and leaves nothing out" },
  { "ns::g", INCL_TIME, "spec 'ns::g' matches nothing and leaves nothing out; "
    "did you mean 'ns::f'?" },
  { "ns::f(ant)", INCL_TIME, "spec 'ns::f(ant)' matches nothing and leaves "
    "nothing out; did you mean 'ns::f(int)'?" },
  { "twice", INCL_TIME, "spec 'twice' matches nothing and leaves nothing out; "
    "did you mean 'ns::twice<int>'?" },
  { "mian/bar", INCL_ARCS, "'mian' of spec 'mian/bar' matches nothing and "
    "leaves nothing out; did you mean 'main'?" },
  { "main/bra", INCL_ARCS, "'bra' of spec 'main/bra' matches nothing; did you "
    "mean 'bar'?" },
  { "main/bra", EXCL_ARCS, "'bra' of spec 'main/bra' matches nothing; did you "
    "mean 'bar'?" },
  { "main/bra", INCL_FLAT, "" },
  { "/main", INCL_ARCS, "" },
  { "main/", INCL_ARCS, "" },
  { "main", EXCL_ARCS, "spec 'main' names no calls: 'main/' means those it "
    "makes, '/main' those made to it" },
  { "mian", EXCL_ARCS, "spec 'mian' names no calls: 'mian/' means those it "
    "makes, '/mian' those made to it" },
  { "", INCL_FLAT, "" }
};

static void
test_warnings (void)
{
  for (size_t i = 0; i < sizeof warnings / sizeof *warnings; i++)
    {
      enum sym_table table = warnings[i].table;
      unsigned before = diag_warnings (diag);
      struct selection *selection
        = parse (warnings[i].spec, table,
                 spec_is_arc_table (table) ? SYM_TABLES : table);
      bool wanted = warnings[i].want[0] != '\0';
      char name[80];

      sym_ids_warn (selection, diag, lines, image, FLAGS);
      snprintf (name, sizeof name, "'%s' in table %d", warnings[i].spec,
                (int) table);
      CHECK (diag_warnings (diag) - before == wanted, "%s: warned or not",
             name);
      if (wanted)
        CHECK_STR (diag_last (diag), warnings[i].want, name);
      selection_free (selection);
    }
}

/* -E NAME fills two tables; a name that is wrong is wrong once.  */
static void
test_once (void)
{
  static const char name[] = "mian";
  struct selection *selection = selection_new ();
  unsigned before = diag_warnings (diag);

  sym_id_put (selection, name, EXCL_GRAPH);
  sym_id_put (selection, name, EXCL_TIME);
  sym_ids_resolve (selection, symtab, image, FLAGS);
  sym_ids_add_hooks (selection);
  sym_id_parse (selection, symtab, lines, 0);
  sym_ids_warn (selection, diag, lines, image, FLAGS);
  CHECK_U64 (diag_warnings (diag) - before, 1, "one warning an option");
  selection_free (selection);
}

/* Without sym_ids_resolve, as in the strict mode: the grammar alone.  */
static void
test_strict (void)
{
  struct selection *selection = selection_new ();
  unsigned before = diag_warnings (diag);

  sym_id_add_name (selection, "ns::operator/", INCL_ARCS, INCL_GRAPH);
  sym_id_put (selection, "ns::f", INCL_FLAT);
  sym_id_put (selection, "foo.part.0", INCL_TIME);
  sym_ids_add_hooks (selection);
  sym_id_parse (selection, symtab, lines, 0);
  sym_ids_warn (selection, diag, lines, image, FLAGS);
  for (int t = 0; t < SYM_TABLES; t++)
    CHECK (sym_table_empty (selection, (enum sym_table) t),
           "strict: nothing in table %d", t);
  CHECK_U64 (diag_warnings (diag), before, "strict: no warning");
  selection_free (selection);
}

int
main (int argc, char **argv)
{
  struct sym_rules rules = { .quirks = { 0 } };

  (void) argc;
  diag = diag_new ("t_specs", NULL);
  sources = sources_new ();
  image = image_made (diag, argv[0], "image-specs", source);
  if (!image_read_syms (image, true)
      || !(symtab = image_create_function_syms (image, diag, &rules, sources)))
    {
      unresolved ("cannot read the symbols: %s", diag_last (diag));
      return EXIT_FAILURE;
    }
  CHECK_U64 (symtab_len (symtab), strlen (letters), "symbols");
  lines = lines_new (image, symtab, sources, LINES_NONE);
  test_names ();
  test_bare ();
  test_arcs ();
  test_whole ();
  test_warnings ();
  test_once ();
  test_strict ();
  lines_free (lines);
  symtab_free (symtab);
  image_free (image);
  sources_free (sources);
  diag_free (diag);
  return check_end ();
}
