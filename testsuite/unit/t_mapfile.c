/* unit/t_mapfile.c -- tests of image/mapfile: the files of -R and -S.

   SPDX-License-Identifier: GPL-3.0-or-later

   What is accepted is what GNU gprof 2.40 accepts.  Run by gprof.unit.  */

#include <config.h>

#include "check.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/out.h"
#include "image/mapfile.h"

#define NAME "t_mapfile.txt"

static struct diag *diag;
static struct arena *arena;

static void
write_file (const char *text, size_t len)
{
  FILE *file = fopen (NAME, "wb");

  if (!file || fwrite (text, 1, len, file) != len || fclose (file) != 0)
    {
      unresolved ("cannot write %s", NAME);
      exit (EXIT_FAILURE);
    }
}

/* -- Maps ------------------------------------------------------------------ */

static struct map *
map_of (const char *text)
{
  write_file (text, strlen (text));
  return map_read (diag, NAME, arena);
}

/* What the map TEXT says of the functions f and g, as "OBJECT" or "(OBJECT)"
   if another one is the first of it, and its objects; or the message.  */
static const char *
says (const char *text, size_t len)
{
  static char answer[400];
  struct out *out = out_to_memory ();

  write_file (text, len);
  struct map *map = map_read (diag, NAME, arena);
  if (!map)
    out_text (out, diag_last (diag));
  else
    {
      for (const char *f = "fg"; *f; f++)
        {
          char name[2] = { *f, '\0' };
          const struct map_entry *entry = map_find (map, name);

          out_printf (out, !entry ? "- " : entry->first ? "%s " : "(%s) ",
                      entry ? entry->object : "");
        }
      for (size_t i = 0; i < map_n_objects (map); i++)
        out_printf (out, "|%s", map_object (map, i));
    }
  snprintf (answer, sizeof answer, "%s", out_memory (out, NULL));
  out_close (out);
  map_free (map);
  return answer;
}

static const struct { const char *text, *want; } map_rows[] = {
  { "a.o:0000 T f\nb.o:0010 T g\n", "a.o b.o |a.o|b.o" },
  { "a.o:0000 T f\na.o:0010 T g\n", "a.o (a.o) |a.o" },
  { "b.o:0000 T f\na.o:0010 T g", "b.o a.o |a.o|b.o" },
  { "b:x h\na:x f\nb:x g\n", "a b |a|b" },      /* b is met anew */
  { "a:x unknown\na:x f\na:x g\n", "(a) (a) |a" },
  { "lib x.a[y.o]:1 T f\n", "lib x.a[y.o] - |lib x.a[y.o]" },
  { "a: f\n", "a - |a" },
  { "a:0 T x:y f\n", "a - |a" },
  { "a:b:c f\n", "a - |a" },
  { "a:x f \n", "- - |a" },             /* the name behind the last blank */
  { "a:x f\tg\n", "- - |a" },           /* a tab is part of it */
  { "a:x f\r\n", "- - |a" },
  { " a:x f\n", " a - | a" },
  { "z:x h\n  a:x f\n", "a - |a|z" },   /* white space behind a line */
  { "z:x h\n\n \n\ta:x f\n", "a - |a|z" },
  { "No symbols in a.o\n", "- - " },
  { "a:x f\nNo symbols in b.o\na:x g\n", "a (a) |a" },
  { "No symbols in b\n\n a:x f\n", "a - |a" },
  /* Of several entries the binary search meets the middle one.  */
  { "a:x f\nb:x f\nb:x g\n", "b (b) |a|b" },
  { "b:x g\nb:x f\na:x f\n", "a b |a|b" },
  { "a:x d\na:x f\nb:x f\n", "(a) - |a|b" },
};

static const struct { const char *text, *want; } bad_maps[] = {
  { "", NAME ": is empty" },
  { "\n", NAME ": line 1: no name of an object" },
  { " \n", NAME ": line 1: no colon" },
  { ":x f\n", NAME ": line 1: no name of an object" },
  { "a:x f\n\n:x f\n", NAME ": line 3: no name of an object" },
  { "a:x f\nfoo\n", NAME ": line 2: no colon" },
  { "a:x f\nfoo", NAME ": line 2: no colon" },
  { "a:\n", NAME ": line 1: no blank" },
  { "a b:f\n", NAME ": line 1: no blank" },
  { "No symbols in\n", NAME ": line 1: no colon" },
  { "z:x h\nNo symbols in a:x f\n", NAME ": line 2: no name of an object" },
};

static void
test_maps (void)
{
  static const char nul[] = "a\0b:x f\0z\nc:x g\n";

  for (size_t i = 0; i < sizeof map_rows / sizeof map_rows[0]; i++)
    CHECK_STR (says (map_rows[i].text, strlen (map_rows[i].text)),
               map_rows[i].want, "a map");
  CHECK_STR (says (nul, sizeof nul - 1), "a c |a|c",
             "a NUL ends what counts");
  for (size_t i = 0; i < sizeof bad_maps / sizeof bad_maps[0]; i++)
    {
      const char *got = says (bad_maps[i].text, strlen (bad_maps[i].text));

      CHECK (strncmp (got, bad_maps[i].want, strlen (bad_maps[i].want)) == 0,
             "a bad map: %s", got);
    }
}

static void
test_objects (void)
{
  struct map *map = map_of ("c:x a\na:x b\nc:x d\nb:x e\n");

  CHECK_U64 (map_n_objects (map), 3, "objects, each once");
  CHECK_U64 (map_find_object (map, "a"), 0, "sorted: a");
  CHECK_U64 (map_find_object (map, "b"), 1, "b");
  CHECK_U64 (map_find_object (map, "c"), 2, "c");
  CHECK_U64 (map_find_object (map, "bb"), 3, "and what is not there");
  CHECK (!map_find (map, "aa"), "nor is every function");
  map_free (map);
}

/* -- Lists ----------------------------------------------------------------- */

/* The symbols of the list TEXT, "ADDR name" or "ADDR (name)" for a local one;
   or the message.  */
static const char *
lists (const char *text, size_t len)
{
  static char answer[400];
  struct out *out = out_to_memory ();
  size_t count;

  write_file (text, len);
  struct listed_sym *list = sym_list_read (diag, NAME, arena, &count);
  for (size_t i = 0; i < count; i++)
    out_printf (out, list[i].is_static ? "%" PRIx64 " (%s);"
                : "%" PRIx64 " %s;", list[i].addr, list[i].name);
  if (!list)
    out_text (out, diag_last (diag));
  snprintf (answer, sizeof answer, "%s", out_memory (out, NULL));
  out_close (out);
  free (list);
  return answer;
}

static const struct { const char *text, *want; } list_rows[] = {
  { "401000 T a\n402000 t b\n", "401000 a;402000 (b);" },
  { "402000 T b\n401000 T a", "402000 b;401000 a;" },
  { "0x10 T a\n0X11 T b\n0010 T c\n", "10 a;11 b;10 c;" },
  { " \t10\fT\va\r\n", "10 a;" },
  { "10 T a b c\n", "10 a;" },
  { "10 TT a\n11 Tx\n", "10 T;11 x;" },         /* the type is a letter */
  { "10 xT a\n11 T b\n", "11 b;" },
  { "10 D a\n11 W b\n12 U c\n13 T d\n         U e\n", "13 d;" },
  { "10\nT\na\n11 T\nb\n12 T c\n", "12 c;" },
  { "T a\n\n\n12 T c\n", "12 c;" },
  { "10 T a@@V1\n11 t .L$x\n", "10 a@@V1;11 (.L$x);" },
  { "10 T a\nzz T b\n20 D x\n? T c\n", "10 a;10 b;10 c;" },
  { "10 T a\n- T b\n+ T c\nx11 T d\n", "10 a;10 b;10 c;10 d;" },
  { "10g T a\n0xg T b\n0x T c\n0x0x1 T d\n", "10 a;0 b;0 c;0 d;" },
  { "-1 T a\n+1 T b\n-0x10 T c\n", "ffffffffffffffff a;1 b;"
    "fffffffffffffff0 c;" },
  { "ffffffffffffffff T a\n10000000000000000 T b\n"
    "-10000000000000000 T c\n", "ffffffffffffffff a;ffffffffffffffff b;"
    "ffffffffffffffff c;" },
  { "zz T a\n", "0 a;" },
};

static void
test_lists (void)
{
  static const char nul[] = "10 T a\0b\n11 T\0 c\n12 T d\n";
  static const char *const empty[] = { "", "\n", "10 D x\n" };

  for (size_t i = 0; i < sizeof list_rows / sizeof list_rows[0]; i++)
    CHECK_STR (lists (list_rows[i].text, strlen (list_rows[i].text)),
               list_rows[i].want, "a list");
  CHECK_STR (lists (nul, sizeof nul - 1), "10 a;12 d;",
             "a NUL ends what counts of the line");
  for (size_t i = 0; i < sizeof empty / sizeof empty[0]; i++)
    CHECK (strncmp (lists (empty[i], strlen (empty[i])),
                    NAME ": has no symbols", 20) == 0, "nothing in it");
}

/* -- Both ------------------------------------------------------------------ */

/* A line may be of any length.  */
static void
test_long_lines (void)
{
  enum { LEN = 100000 };
  char *text = array_new (2 * LEN + 20, 1), *name = array_new (LEN + 1, 1);
  size_t count;

  memset (name, 'n', LEN);
  snprintf (text, 2 * LEN + 20, "%s:0 T %s\n", name, name);
  struct map *map = map_of (text);
  const struct map_entry *entry = map ? map_find (map, name) : NULL;
  CHECK (entry && strcmp (entry->object, name) == 0, "a long line of a map");
  map_free (map);
  snprintf (text, 2 * LEN + 20, "%0*d T %s\n", LEN, 7, name);
  write_file (text, strlen (text));
  struct listed_sym *list = sym_list_read (diag, NAME, arena, &count);
  CHECK (count == 1 && list[0].addr == 7 && strcmp (list[0].name, name) == 0,
         "a long line of a list");
  free (list);
  free (text);
  free (name);
}

static void
test_no_file (void)
{
  size_t count;

  unlink (NAME);
  CHECK (!map_read (diag, NAME, arena)
         && strncmp (diag_last (diag), NAME ": ", 15) == 0, "no map");
  CHECK (!sym_list_read (diag, NAME, arena, &count) && count == 0
         && strncmp (diag_last (diag), NAME ": ", 15) == 0, "no list");
  CHECK (!map_read (diag, "-", arena), "\"-\" is a file's name");
  CHECK_U64 (diag_errors (diag) > 0, 1, "each with a message");
}

/* "-" is a file, never the standard input.  */
static void
test_dash (void)
{
  size_t count;

  write_file ("10 T f\n", 7);
  CHECK (rename (NAME, "-") == 0, "a file called -");
  struct listed_sym *list = sym_list_read (diag, "-", arena, &count);
  CHECK (list && count == 1 && list->addr == 0x10, "is read");
  free (list);
  remove ("-");
}

int
main (void)
{
  diag = diag_new ("t_mapfile", NULL);
  arena = arena_new ();
  test_maps ();
  test_objects ();
  test_lists ();
  test_long_lines ();
  test_no_file ();
  test_dash ();
  arena_free (arena);
  diag_free (diag);
  return check_end ();
}
