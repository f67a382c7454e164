/* select/spell_suggest.c -- the names most similar to one that does not exist.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "select/spell_suggest.h"

#include <stdbool.h>
#include <string.h>

/* The distance of a name that begins with the text, that of a name that
   contains the text elsewhere, and the least length of a text for both.  */
#define PREFIX_DISTANCE 2
#define PART_DISTANCE 3
#define PART_MIN 3

static unsigned
least (unsigned a, unsigned b)
{
  return a < b ? a : b;
}

/* Calls itself at most MAX levels deep: each call allows one edit less.  Equal
   bytes at the start need no edit.  A difference there is one of four edits;
   each is tried only up to what would be better than the best before.  */
unsigned
spell_distance (const char *a, size_t len_a, const char *b, size_t len_b,
                unsigned max)
{
  /* How many bytes of A and of B an edit passes: a replaced byte, one that is
     deleted, one that is inserted, two that are exchanged.  */
  static const struct { unsigned char a, b; } edits[]
    = { { 1, 1 }, { 1, 0 }, { 0, 1 }, { 2, 2 } };
  unsigned best = max + 1;
  if ((len_a > len_b ? len_a - len_b : len_b - len_a) > max)
    return best;
  for (; len_a && len_b && *a == *b; len_a--, len_b--)
    a++, b++;
  if (len_a == 0 || len_b == 0)
    return (unsigned) (len_a + len_b);
  const bool exchanged = (len_a > 1 && len_b > 1 && a[0] == b[1]
                          && a[1] == b[0]);
  for (int i = 0; i < 3 + exchanged && best > 1; i++)
    best = 1 + spell_distance (a + edits[i].a, len_a - edits[i].a,
                               b + edits[i].b, len_b - edits[i].b, best - 2);
  return best;
}

/* Returns the largest distance at which a name counts as similar to a text of
   LEN bytes.  */
static unsigned
max_distance (size_t len)
{
  return least (len / 3 + 1, SPELL_MAX);
}

/* Returns the part of NAME after its last "::", which is the short name that
   programmers use.  A "::" in template arguments or parameters does not
   count.  */
static const char *
last_component (const char *name)
{
  size_t end = strcspn (name, "<(");
  for (; end > 2; end--)
    if (name[end - 1] == ':' && name[end - 2] == ':')
      return name + end;
  return name;
}

/* Returns true if TEXT is NAME without namespaces and classes, or without
   template arguments.  */
static bool
is_short_for (const char *text, const char *name)
{
  size_t len = strlen (text);
  const char *last = last_component (name);
  return ((strncmp (last, text, len) == 0 && strchr ("<(", last[len]))
          || (strncmp (name, text, len) == 0 && name[len] == '<'));
}

/* Returns PREFIX_DISTANCE if NAME begins with TEXT, and PART_DISTANCE if NAME
   contains TEXT elsewhere.  Returns SPELL_MAX + 1 if NAME does not contain TEXT
   or contains it only in template arguments or parameters.  Returns that also
   for a short text, since too many names contain it.  */
static unsigned
part_distance (const char *text, const char *name)
{
  const char *at = strlen (text) < PART_MIN ? NULL : strstr (name, text);
  if (!at || (size_t) (at - name) > strcspn (name, "<("))
    return SPELL_MAX + 1;
  return at == name ? PREFIX_DISTANCE : PART_DISTANCE;
}

static unsigned
distance_to (const char *text, const char *name)
{
  size_t len = strlen (text);
  unsigned max = max_distance (len);
  unsigned distance = spell_distance (text, len, name, strlen (name), max);
  if (distance > 1 && len && is_short_for (text, name))
    return 1;
  if (distance > max)
    distance = SPELL_MAX + 1;
  return least (distance, part_distance (text, name));
}

static bool
is_listed (const struct spell_list *list, const char *name)
{
  for (size_t i = 0; i < list->len; i++)
    if (strcmp (list->names[i], name) == 0)
      return true;
  return false;
}

void
spell_offer (struct spell_list *list, struct arena *arena, const char *text,
             const char *name)
{
  unsigned distance = distance_to (text, name);
  size_t i = list->len;
  if (distance > SPELL_MAX || *name == '\0')
    return;
  while (i > 0 && list->distances[i - 1] > distance)
    i--;
  if (i == SPELL_MAX || is_listed (list, name))
    return;
  if (list->len < SPELL_MAX)
    list->len++;
  for (size_t k = list->len - 1; k > i; k--)
    {
      list->names[k] = list->names[k - 1];
      list->distances[k] = list->distances[k - 1];
    }
  list->names[i] = arena_strdup (arena, name);
  list->distances[i] = distance;
}
