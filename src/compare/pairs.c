/* compare/pairs.c -- the functions of two sides as rows.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "compare/pairs.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

#define NONE UINT32_MAX

/* -- Names of parts ------------------------------------------------------- */

/* Returns the length of the name that the suffix at the end of the LEN bytes
   at SYMBOL leaves; LEN if there is none.  */
static size_t
without_suffix (const char *symbol, size_t len)
{
  static const char *const suffixes[] = { ".constprop", ".isra", ".part",
                                          ".cold", ".lto_priv", ".llvm" };
  size_t end = len;
  while (end && symbol[end - 1] >= '0' && symbol[end - 1] <= '9')
    end--;
  if (end == len || !end || symbol[end - 1] != '.')
    end = len;
  else
    end--;
  for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++)
    {
      size_t size = strlen (suffixes[i]);
      if (end > size && memcmp (symbol + end - size, suffixes[i], size) == 0)
        return end - size;
    }
  return len;
}

size_t
pairs_base_len (const char *symbol)
{
  size_t len = strlen (symbol), shorter = without_suffix (symbol, len);
  while (shorter < len)
    {
      len = shorter;
      shorter = without_suffix (symbol, len);
    }
  return len;
}

/* -- Keys and groups ------------------------------------------------------ */

/* A function of either side or of both.  */
struct pair_key
{
  uint32_t at[2];               /* its index on each side, or NONE */
  uint32_t group;
};

/* All functions with the same name but for suffixes.  */
struct pair_group
{
  bool on_side[2];
  bool differs;                 /* a function is on one side only */
  uint32_t row;                 /* if they are one row, or NONE */
};

/* The state of pairing.  */
struct pairing
{
  struct pairs *pairs;
  const struct side *sides[2];
  struct arena *arena;
  struct name_table keys, groups;
  struct pair_key *key;         /* heap; by number in keys */
  struct pair_group *group;     /* heap; by number in groups */
};

static uint32_t
pair_group_of (struct pairing *pairing, const char *symbol)
{
  char *base = array_new (strlen (symbol) + 1, 1);
  memcpy (base, symbol, pairs_base_len (symbol));
  uint32_t number = name_enter (&pairing->groups, pairing->arena, base);
  free (base);
  return number;
}

static void
enter_side (struct pairing *pairing, unsigned number)
{
  const struct side *side = pairing->sides[number];
  for (uint32_t i = 0; i < side->n_functions; i++)
    {
      uint32_t k = name_enter (&pairing->keys, pairing->arena,
                               name_text (&side->keys, i));
      struct pair_key *key = &pairing->key[k];
      if (key->at[0] == NONE && key->at[1] == NONE)
        key->group = pair_group_of (pairing, side->functions[i].symbol);
      key->at[number] = i;
      pairing->group[key->group].on_side[number] = true;
    }
}

static bool
is_folded (const struct pair_group *group)
{
  return group->differs && group->on_side[0] && group->on_side[1];
}

/* Returns the row of KEY, which is new unless its group has one already.  */
static uint32_t
row_of_key (struct pairing *pairing, const struct pair_key *key)
{
  struct pair_group *group = &pairing->group[key->group];
  struct pairs *pairs = pairing->pairs;
  if (is_folded (group) && group->row != NONE)
    return group->row;
  uint32_t row = (uint32_t) pairs->len++;
  pairs->rows[row].kind = is_folded (group) || (key->at[0] != NONE
                                                && key->at[1] != NONE)
                          ? PAIR_BOTH
                          : key->at[0] == NONE ? PAIR_NEW : PAIR_GONE;
  if (is_folded (group))
    group->row = row;
  return row;
}

/* Names ROW by FUNCTION, unless it has a better name: one without suffixes, or
   the first one.  The new side comes first.  */
static void
name_row (struct pair_row *row, const struct side_function *function)
{
  if (row->symbol
      && (pairs_base_len (row->symbol) == strlen (row->symbol)
          || pairs_base_len (function->symbol) < strlen (function->symbol)))
    return;
  row->name = function->name;
  row->symbol = function->symbol;
  row->file = function->file;
}

static void
pair_fill_row (struct pairing *pairing, unsigned number, uint32_t function,
          uint32_t row)
{
  const struct side_function *data
    = &pairing->sides[number]->functions[function];
  struct pair_row *to = &pairing->pairs->rows[row];
  struct pair_amount *amount = number ? &to->new : &to->old;
  pairing->pairs->row_of[number][function] = row;
  amount->self += data->self;
  amount->total += data->total;
  amount->calls += data->calls;
  name_row (to, data);
}

static void
make_rows (struct pairing *pairing)
{
  for (uint32_t k = 0; k < pairing->keys.len; k++)
    {
      const struct pair_key *key = &pairing->key[k];
      if (key->at[0] == NONE || key->at[1] == NONE)
        pairing->group[key->group].differs = true;
    }
  for (uint32_t k = 0; k < pairing->keys.len; k++)
    {
      const struct pair_key *key = &pairing->key[k];
      uint32_t row = row_of_key (pairing, key);
      for (unsigned number = 2; number-- > 0;)
        if (key->at[number] != NONE)
          pair_fill_row (pairing, number, key->at[number], row);
    }
}

/* Takes the calls between the functions of one row out of its sums.  */
static void
drop_inner_arcs (struct pairing *pairing, unsigned number)
{
  const struct side *side = pairing->sides[number];
  const uint32_t *row_of = pairing->pairs->row_of[number];
  for (size_t i = 0; i < side->n_arcs; i++)
    {
      const struct side_arc *arc = &side->arcs[i];
      if (row_of[arc->from] != row_of[arc->to])
        continue;
      struct pair_row *row = &pairing->pairs->rows[row_of[arc->from]];
      struct pair_amount *amount = number ? &row->new : &row->old;
      double total = amount->total - arc->time;
      amount->total = total < amount->self ? amount->self : total;
      amount->calls -= arc->calls < amount->calls ? arc->calls
                       : amount->calls;
    }
}

/* -- Renamed functions ---------------------------------------------------- */

/* The neighbours of a row, in any order.  */
struct neighbours
{
  uint64_t hash;                /* of the set */
  uint32_t len;
};

static uint64_t
mix (uint64_t x)
{
  x = (x ^ x >> 31) * UINT64_C (0x9E3779B97F4A7C15);
  x = (x ^ x >> 29) * UINT64_C (0xBF58476D1CE4E5B9);
  return x ^ x >> 32;
}

/* Adds OTHER to the neighbours of ROW, if ROW is on one side only, and OTHER
   on both.  */
static void
add_neighbour (const struct pairs *pairs, struct neighbours *neighbours,
               uint32_t row, uint32_t other, bool is_callee)
{
  if (pairs->rows[row].kind == PAIR_BOTH
      || pairs->rows[other].kind != PAIR_BOTH)
    return;
  neighbours[row].hash += mix ((uint64_t) other << 1 | is_callee);
  neighbours[row].len++;
}

/* Writes to TEXT a key that is equal for the old and the new name of a renamed
   function.  Returns false if ROW cannot be one.  */
static bool
rename_key (const struct pair_row *row, const struct neighbours *neighbours,
            char *text, size_t size)
{
  if ((row->kind != PAIR_NEW && row->kind != PAIR_GONE) || !*row->file
      || neighbours->len < 2)
    return false;
  snprintf (text, size, "%016" PRIx64 " %" PRIu32 " %s", neighbours->hash,
            neighbours->len, row->file);
  return true;
}

/* The rows with one key.  */
struct rename
{
  uint32_t row[2];              /* that is gone, that is new */
  uint32_t len[2];
};

/* Joins the rows of RENAME if there is one of each kind.  */
static void
join_renamed (struct pairs *pairs, const struct rename *rename,
              uint32_t *joined)
{
  struct pair_row *new = &pairs->rows[rename->row[1]];
  const struct pair_row *gone = &pairs->rows[rename->row[0]];
  if (rename->len[0] != 1 || rename->len[1] != 1)
    return;
  new->kind = PAIR_RENAMED;
  new->old = gone->old;
  new->old_name = gone->name;
  joined[rename->row[0]] = rename->row[1];
}

static void
find_renamed (struct pairing *pairing, const struct neighbours *neighbours,
              uint32_t *joined)
{
  struct pairs *pairs = pairing->pairs;
  struct name_table table = { .entries = NULL };
  struct rename *renames = array_new (pairs->len, sizeof *renames);
  char text[256];
  for (uint32_t i = 0; i < pairs->len; i++)
    if (rename_key (&pairs->rows[i], &neighbours[i], text, sizeof text))
      {
        uint32_t key = name_enter (&table, pairing->arena, text);
        unsigned side = pairs->rows[i].kind == PAIR_NEW;
        renames[key].row[side] = i;
        renames[key].len[side]++;
      }
  for (size_t i = 0; i < table.len; i++)
    join_renamed (pairs, &renames[i], joined);
  name_table_free (&table);
  free (renames);
}

/* Drops the rows that JOINED (by row, NONE for the others) gives another row.
   The functions of both sides follow.  */
static void
drop_joined (struct pairing *pairing, const uint32_t *joined)
{
  struct pairs *pairs = pairing->pairs;
  uint32_t *moved = array_new (pairs->len, sizeof *moved);
  uint32_t len = 0;
  for (uint32_t i = 0; i < pairs->len; i++)
    {
      moved[i] = len;
      if (joined[i] == NONE)
        pairs->rows[len++] = pairs->rows[i];
    }
  for (unsigned number = 0; number < 2; number++)
    for (size_t i = 0; i < pairing->sides[number]->n_functions; i++)
      {
        uint32_t *row = &pairs->row_of[number][i];
        *row = moved[joined[*row] == NONE ? *row : joined[*row]];
      }
  pairs->len = len;
  free (moved);
}

static void
pair_renamed (struct pairing *pairing)
{
  struct pairs *pairs = pairing->pairs;
  struct neighbours *neighbours = array_new (pairs->len, sizeof *neighbours);
  uint32_t *joined = array_new (pairs->len, sizeof *joined);
  for (unsigned number = 0; number < 2; number++)
    for (size_t i = 0; i < pairing->sides[number]->n_arcs; i++)
      {
        const struct side_arc *arc = &pairing->sides[number]->arcs[i];
        uint32_t from = pairs->row_of[number][arc->from];
        uint32_t to = pairs->row_of[number][arc->to];
        add_neighbour (pairs, neighbours, from, to, true);
        add_neighbour (pairs, neighbours, to, from, false);
      }
  memset (joined, 0xFF, pairs->len * sizeof *joined);
  find_renamed (pairing, neighbours, joined);
  drop_joined (pairing, joined);
  free (joined);
  free (neighbours);
}

/* -- All ------------------------------------------------------------------ */

void
pairs_make (struct pairs *pairs, const struct side *old,
            const struct side *new)
{
  const size_t most = old->n_functions + new->n_functions;
  struct pairing pairing
    = { .pairs = pairs, .sides = { old, new }, .arena = arena_new (),
        .key = array_new (most, sizeof *pairing.key),
        .group = array_new (most, sizeof *pairing.group) };
  pairs->rows = array_new (most, sizeof *pairs->rows);
  pairs->len = 0;
  pairs->row_of[0] = array_new (old->n_functions, sizeof (uint32_t));
  pairs->row_of[1] = array_new (new->n_functions, sizeof (uint32_t));
  for (size_t i = 0; i < most; i++)
    {
      pairing.key[i].at[0] = pairing.key[i].at[1] = NONE;
      pairing.group[i].row = NONE;
    }
  enter_side (&pairing, 0);
  enter_side (&pairing, 1);
  make_rows (&pairing);
  drop_inner_arcs (&pairing, 0);
  drop_inner_arcs (&pairing, 1);
  pair_renamed (&pairing);
  name_table_free (&pairing.keys);
  name_table_free (&pairing.groups);
  free (pairing.key);
  free (pairing.group);
  arena_free (pairing.arena);
}

void
pairs_free (struct pairs *pairs)
{
  free (pairs->rows);
  free (pairs->row_of[0]);
  free (pairs->row_of[1]);
  *pairs = (struct pairs) { .rows = NULL };
}
