/* compare/side.c -- one side of a comparison: a profile by function.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "compare/side.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "profile/process.h"

void
side_free (struct side *side)
{
  name_table_free (&side->keys);
  free (side->functions);
  free (side->arcs);
  free (side->values);
  free (side->parts);
  if (side->arena)
    arena_free (side->arena);
  *side = (struct side) { .arena = NULL };
}

static struct arena *
side_arena (struct side *side)
{
  if (!side->arena)
    side->arena = arena_new ();
  return side->arena;
}

static const char *
side_file_name (const char *file)
{
  const char *slash = strrchr (file, '/');
  return slash ? slash + 1 : file;
}

/* Returns the index of the function with SYMBOL in FILE.  */
static uint32_t
find_function (struct side *side, const char *symbol, const char *file)
{
  const size_t len = strlen (symbol), file_len = strlen (file);
  char *key = array_new (len + file_len + 2, 1);
  memcpy (key, symbol, len);
  key[len] = '\n';
  memcpy (key + len + 1, file, file_len);
  uint32_t number = name_enter (&side->keys, side_arena (side), key);
  free (key);
  return number;
}

uint32_t
side_add_function (struct side *side, const struct side_function *function)
{
  const char *file = side_file_name (function->file);
  uint32_t number = find_function (side, function->symbol, file);
  if (number == side->n_functions)
    {
      struct arena *arena = side_arena (side);
      const char *symbol = arena_strdup (arena, function->symbol);
      *ARRAY_APPEND (side->functions, side->cap_functions, side->n_functions)
        = (struct side_function) {
          .symbol = symbol,
          .name = strcmp (function->name, symbol) == 0 ? symbol
                  : arena_strdup (arena, function->name),
          .file = arena_strdup (arena, file),
        };
    }
  struct side_function *sum = &side->functions[number];
  sum->self += function->self;
  sum->total += function->total;
  sum->calls += function->calls;
  if (function->self > 0 || function->total > 0)
    {
      *ARRAY_APPEND (side->values, side->cap_values, side->n_values)
        = (struct side_value) { number, function->self, function->total };
    }
  return number;
}

void
side_add_arc (struct side *side, const struct side_arc *arc)
{
  *ARRAY_APPEND (side->arcs, side->cap_arcs, side->n_arcs) = *arc;
}

/* Checks that HEAD, of the profile NAME, fits PART.  Returns false after one
   diag_error.  */
static bool
check_head (const struct side_head *part, const struct side_head *head,
            const char *name, struct diag *diag)
{
  const bool timed = part->rate && head->rate;
  if (timed && strcmp (part->unit, head->unit) != 0)
    diag_error (diag, "%s: it counts '%s', but the profile to compare it with"
                " counts '%s'; record both with the same clock", name,
                head->unit, part->unit);
  else if (timed && part->rate != head->rate)
    diag_error (diag, "%s: it has %llu samples per unit, but the profile to"
                " compare it with has %llu; record both at the same rate",
                name, (unsigned long long) head->rate,
                (unsigned long long) part->rate);
  else if (*part->machine && *head->machine
           && strcmp (part->machine, head->machine) != 0)
    diag_error (diag, "%s: it is of the machine '%s', but the profile to"
                " compare it with is of '%s'", name, head->machine,
                part->machine);
  else
    return true;
  return false;
}

bool
side_end_part (struct side *side, const struct side *other,
               const struct side_head *head, const char *name,
               struct diag *diag)
{
  struct arena *arena = side_arena (side);
  const struct side *const fits[] = { side, other };
  for (size_t i = 0; i < 2; i++)
    for (size_t j = 0; fits[i] && j < fits[i]->n_parts; j++)
      if (!check_head (&fits[i]->parts[j].head, head, name, diag))
        return false;
  ARRAY_ROOM (side->parts, side->cap_parts, side->n_parts + 1);
  struct side_part *part = &side->parts[side->n_parts];
  *part = (struct side_part) { *head, 0 };
  part->head.unit = arena_strdup (arena, head->unit);
  part->head.machine = arena_strdup (arena, head->machine);
  if (head->counted)
    part->head.counted = arena_strdup (arena, head->counted);
  part->first_value = side->n_parts ? side->next_value : 0;
  side->next_value = side->n_values;
  side->n_parts++;
  return true;
}

static bool
counts_the_same (const struct side_head *a, const struct side_head *b)
{
  return a->counted && b->counted ? strcmp (a->counted, b->counted) == 0
         : a->counted == b->counted;
}

struct side_head
side_head (const struct side *side)
{
  struct side_head sum = side->parts[0].head;
  double observations = 0, weights = 0;
  sum.files = 0;
  sum.samples = 0;
  for (size_t i = 0; i < side->n_parts; i++)
    {
      const struct side_head *head = &side->parts[i].head;
      sum.files += head->files;
      sum.samples += head->samples;
      if (!sum.rate && head->rate)
        {
          sum.rate = head->rate;
          sum.unit = head->unit;
        }
      if (!*sum.machine)
        sum.machine = head->machine;
      if (!counts_the_same (head, &side->parts[0].head))
        sum.counted = PROCESS_VARIOUS;
      if (head->mean_weight > 0)
        {
          weights += head->samples;
          observations += head->samples / head->mean_weight;
        }
    }
  if (observations > 0)
    sum.mean_weight = weights / observations;
  return sum;
}

size_t
side_part_end (const struct side *side, size_t part)
{
  return part + 1 < side->n_parts ? side->parts[part + 1].first_value
         : side->n_values;
}
