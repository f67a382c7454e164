/* unit/t_spell_suggest.c -- tests of select/spell_suggest: edit distance,
   similar names.

   SPDX-License-Identifier: GPL-3.0-or-later

   The distances are compared with the whole matrix, computed here.  Run by
   gprof.unit.  */

#include <config.h>

#include "check.h"

#include "select/spell_suggest.h"

/* -- Distances ------------------------------------------------------------ */

#define LONGEST 12

static unsigned
least (unsigned a, unsigned b)
{
  return a < b ? a : b;
}

static unsigned
true_distance (const char *a, const char *b)
{
  unsigned m[LONGEST + 1][LONGEST + 1];
  size_t la = strlen (a), lb = strlen (b);

  for (size_t i = 0; i <= la; i++)
    for (size_t j = 0; j <= lb; j++)
      {
        if (i == 0 || j == 0)
          {
            m[i][j] = (unsigned) (i + j);
            continue;
          }
        m[i][j] = least (least (m[i - 1][j], m[i][j - 1]) + 1,
                         m[i - 1][j - 1] + (a[i - 1] != b[j - 1]));
        if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
          m[i][j] = least (m[i][j], m[i - 2][j - 2] + 1);
      }
  return m[la][lb];
}

static const struct { const char *a, *b; unsigned want; } distances[] = {
  { "", "", 0 }, { "", "abc", 3 }, { "abc", "", 3 }, { "", "abcd", 4 },
  { "main", "main", 0 }, { "mian", "main", 1 }, { "man", "main", 1 },
  { "maain", "main", 1 }, { "mxin", "main", 1 }, { "niam", "main", 3 },
  { "kitten", "sitting", 3 }, { "abcdef", "ghijkl", 4 }
};

static void
test_distances (void)
{
  for (size_t i = 0; i < sizeof distances / sizeof *distances; i++)
    {
      const char *a = distances[i].a, *b = distances[i].b;
      char name[60];

      snprintf (name, sizeof name, "from '%s' to '%s'", a, b);
      CHECK_U64 (spell_distance (a, strlen (a), b, strlen (b), 3),
                 distances[i].want, name);
    }
}

static void
random_word (uint32_t *state, char word[LONGEST + 1])
{
  size_t len = check_random (state) % (LONGEST + 1);

  for (size_t i = 0; i < len; i++)
    word[i] = (char) ('a' + check_random (state) % 3);
  word[len] = '\0';
}

static void
test_against_matrix (void)
{
  uint32_t state = 4711;
  unsigned bad = 0, small = 0;

  for (int i = 0; i < 200000; i++)
    {
      char a[LONGEST + 1], b[LONGEST + 1];
      unsigned want, got, max = check_random (&state) % (SPELL_MAX + 1);

      random_word (&state, a);
      random_word (&state, b);
      want = least (true_distance (a, b), max + 1);
      got = spell_distance (a, strlen (a), b, strlen (b), max);
      small += want <= max;
      EXPECT (&bad, got == want, "'%s' '%s' up to %u: %u, not %u", a, b, max,
              got, want);
    }
  CHECK (bad == 0, "200,000 random pairs as by the whole matrix");
  CHECK (small > 1000, "of which many are near: %u", small);
}

/* -- Lists ---------------------------------------------------------------- */

/* Names offered, separated by blanks, and those kept.  */
static const struct { const char *text, *offered, *want; } lists[] = {
  { "mian", "zork main other", "main" },
  { "mian", "zork other", "" },
  { "abcdef", "abcxyz abcxef abcdef1 abcdxy abcdeg abcdef",
    "abcdef abcxef abcdef1" },
  { "abcdef", "abcdeg abcdeg abcdeg", "abcdeg" },
  { "abcdef", "1abcdef 2abcdef 3abcdef 4abcdef", "1abcdef 2abcdef 3abcdef" },
  { "f", "g gg ggg", "g" },
  { "f", "ns::f a::b::f other::g f2", "ns::f a::b::f f2" },
  { "twice", "ns::twice<int> ns::twice<a::b> ns::once<twice>",
    "ns::twice<int> ns::twice<a::b>" },
  { "ns::twice", "ns::twice<int> os::twice<int>", "ns::twice<int>" },
  { "f", "ns::f(int)", "ns::f(int)" },
  { "", "a b", "a b" },
  { "middle", "main middle_function leaf", "middle_function" },
  { "middle", "the_middle_one middle_function riddle",
    "riddle middle_function the_middle_one" },
  { "file", "the_file a_longfile my_file_b file_of_c",
    "file_of_c the_file a_longfile" },
  { "le", "leaf_function", "" },
  { "order", "function-ordering brief", "function-ordering" }
};

static void
test_list (struct arena *arena, const char *text, const char *offered,
           const char *want)
{
  struct spell_list list = { .len = 0 };
  char got[200] = "", word[40], name[80];
  int len;

  for (; sscanf (offered, "%39s%n", word, &len) == 1; offered += len)
    spell_offer (&list, arena, text, word);
  for (size_t i = 0, end = 0; i < list.len; i++)
    end += (size_t) snprintf (got + end, sizeof got - end, "%s%s",
                              i ? " " : "", list.names[i]);
  snprintf (name, sizeof name, "near '%s': %s", text, want);
  CHECK_STR (got, want, name);
}

int
main (void)
{
  struct arena *arena = arena_new ();

  test_distances ();
  test_against_matrix ();
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
    test_list (arena, lists[i].text, lists[i].offered, lists[i].want);
  arena_free (arena);
  return check_end ();
}
