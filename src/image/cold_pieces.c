/* image/cold_pieces.c -- the cold pieces of functions.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "image/cold_pieces.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

#define SUFFIX ".cold"
#define SUFFIX_LEN (sizeof SUFFIX - 1)

/* Returns the length of the function's name in NAME, the name of a piece; or 0
   if it is none.  */
static size_t
function_name_len (const char *name)
{
  const char *found = NULL;
  for (const char *at = strchr (name, '.'); at; at = strchr (at + 1, '.'))
    if (strncmp (at, SUFFIX, SUFFIX_LEN) == 0)
      found = at;
  if (!found)
    return 0;
  const char *rest = found + SUFFIX_LEN;
  if (*rest == '.')
    rest += 1 + strspn (rest + 1, "0123456789");
  return *rest ? 0 : (size_t) (found - name);
}

void
cold_pieces_next_file (struct cold_pieces *pieces)
{
  pieces->file++;
}

void
cold_pieces_note (struct cold_pieces *pieces, const char *name, uint64_t addr)
{
  size_t len = function_name_len (name);
  if (len)
    *ARRAY_APPEND (pieces->items, pieces->cap, pieces->len)
      = (struct cold_piece) { .name = name, .len = len, .addr = addr,
                              .file = pieces->file };
}

/* Compares the function's name of A with the LEN bytes at NAME.  */
static int
order_of_name (const struct cold_piece *a, const char *name, size_t len)
{
  int order = memcmp (a->name, name, a->len < len ? a->len : len);
  return order ? order : (a->len > len) - (a->len < len);
}

static int
order_of_pieces (const void *x, const void *y)
{
  const struct cold_piece *a = x, *b = y;
  int order = order_of_name (a, b->name, b->len);
  return order ? order : (a->file > b->file) - (a->file < b->file);
}

bool
cold_pieces_sort (struct cold_pieces *pieces)
{
  pieces->file = 0;
  if (pieces->len == 0)
    return false;
  qsort (pieces->items, pieces->len, sizeof *pieces->items, order_of_pieces);
  return true;
}

/* Returns the first of PIECES whose function has the name NAME, or a later
   one; with FROM_FILE, of this file or a later one.  */
static size_t
first_piece (const struct cold_pieces *pieces, const char *name,
             uint32_t from_file)
{
  const size_t len = strlen (name);
  size_t low = 0, high = pieces->len;
  while (low < high)
    {
      size_t mid = low + (high - low) / 2;
      int order = order_of_name (&pieces->items[mid], name, len);
      if (order < 0 || (order == 0 && pieces->items[mid].file < from_file))
        low = mid + 1;
      else
        high = mid;
    }
  return low;
}

void
cold_pieces_offer (struct cold_pieces *pieces, const char *name, uint64_t addr,
                   bool is_static)
{
  const size_t len = strlen (name);
  for (size_t i = first_piece (pieces, name, is_static ? pieces->file : 0);
       i < pieces->len; i++)
    {
      struct cold_piece *piece = &pieces->items[i];
      if (order_of_name (piece, name, len) != 0
          || (is_static && piece->file != pieces->file))
        break;
      if (piece->home_is_static)
        continue;
      piece->home = addr;
      piece->has_home = true;
      piece->home_is_static = is_static;
    }
}

void
cold_pieces_join (const struct cold_pieces *pieces, struct symtab *symtab)
{
  for (size_t i = 0; i < pieces->len; i++)
    if (pieces->items[i].has_home)
      symtab_join (symtab, pieces->items[i].addr, pieces->items[i].home);
}

void
cold_pieces_free (struct cold_pieces *pieces)
{
  free (pieces->items);
}
