/* select/spell_suggest.c -- the names most similar to one that does not exist.

   SPDX-License-Identifier: GPL-3.0-or-later

   In: the text of the user, names that exist.  Out: up to three of the
   names.  */

#include <config.h>

#include "select/spell_suggest.h"

#include <stdbool.h>
#include <string.h>

/* The number of cells that are computed in a row of the distance matrix: the
   diagonal and SPELL_MAX cells on either side of it.  The cell for column J of
   row I has the index J - I + SPELL_MAX.  Each row has one more cell, which
   always contains a large distance.  */
#define BAND (2 * SPELL_MAX + 1)

/* The distance of a name that begins with the text, that of a name that
   contains the text elsewhere, and the least length of a text for both.  */
#define PREFIX_DISTANCE 2
#define PART_DISTANCE 3
#define PART_MIN 3

struct row
{
  unsigned cell[BAND + 1];
};

static unsigned
least (unsigned a, unsigned b)
{
  return a < b ? a : b;
}

/* The two strings of one comparison.  */
struct pair
{
  const char *a, *b;
  size_t len_b;
};

/* Returns the value of cell D in row I > 0.  ABOVE is the row above, TWO the
   row two above, and LEFT the value of the cell on the left.  */
static unsigned
distance_cell (const struct pair *p, size_t i, size_t d,
               const struct row *above, const struct row *two, unsigned left)
{
  size_t j = i + d - SPELL_MAX;
  unsigned cost;
  if (i + d < SPELL_MAX || j > p->len_b)
    return SPELL_MAX + 1;
  cost = above->cell[d + 1] + 1;
  if (j == 0)
    return cost;
  cost = least (cost, left + 1);
  cost = least (cost, above->cell[d] + (p->a[i - 1] != p->b[j - 1]));
  if (i > 1 && j > 1 && p->a[i - 1] == p->b[j - 2]
      && p->a[i - 2] == p->b[j - 1])
    cost = least (cost, two->cell[d] + 1);
  return cost;
}

unsigned
spell_distance (const char *a, size_t len_a, const char *b, size_t len_b,
                unsigned max)
{
  const struct pair p = { a, b, len_b };
  size_t difference = len_a > len_b ? len_a - len_b : len_b - len_a;
  struct row rows[3] = { { { 0 } } };
  if (difference > max)
    return max + 1;
  for (size_t d = 0; d <= BAND; d++)
    {
      rows[0].cell[d] = d < SPELL_MAX || d == BAND ? SPELL_MAX + 1
                        : (unsigned) d - SPELL_MAX;
      rows[1].cell[d] = rows[2].cell[d] = SPELL_MAX + 1;
    }
  for (size_t i = 1; i <= len_a; i++)
    {
      struct row *row = &rows[i % 3];
      unsigned lowest = SPELL_MAX + 1;
      for (size_t d = 0; d < BAND; d++)
        {
          row->cell[d]
            = distance_cell (&p, i, d, &rows[(i + 2) % 3], &rows[(i + 1) % 3],
                             d ? row->cell[d - 1] : SPELL_MAX + 1);
          lowest = least (lowest, row->cell[d]);
        }
      if (lowest > max)
        return max + 1;
    }
  return least (rows[len_a % 3].cell[len_b + SPELL_MAX - len_a], max + 1);
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
