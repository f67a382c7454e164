/* select/spec_names.c -- finds the symbols that a text names.

   SPDX-License-Identifier: GPL-3.0-or-later

   The few texts are sorted, and each symbol is searched among them.  So no
   table of all symbols is needed.  Patterns are the exception: each symbol is
   compared with every one.  */

#include <config.h>

#include "select/spec_names.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include <demangle.h>

#include "base/arena.h"
#include "select/bare_name.h"

enum
{
  LEVEL_RAW,
  LEVEL_DEMANGLED,
  LEVEL_NO_PARAMETERS,
  LEVEL_NO_ARGUMENTS,           /* and without template arguments */
  LEVEL_PATTERN,
  LEVEL_NONE                    /* no symbol was found yet */
};

struct spec_names
{
  struct arena *arena;          /* owns the texts */
  struct spec_name *items;      /* sorted by text after spec_names_find */
  size_t len, cap;
  bool has_patterns;            /* a text can be a pattern */
};

struct spec_names *
spec_names_new (void)
{
  struct spec_names *names = array_new (1, sizeof *names);
  names->arena = arena_new ();
  return names;
}

void
spec_names_free (struct spec_names *names)
{
  if (!names)
    return;
  for (size_t i = 0; i < names->len; i++)
    free (names->items[i].raw);
  free (names->items);
  arena_free (names->arena);
  free (names);
}

void
spec_names_want (struct spec_names *names, const char *text, size_t len)
{
  char *copy = arena_strndup (names->arena, text, len);
  bool is_pattern = strpbrk (copy, "*?[") != NULL;
  names->has_patterns |= is_pattern;
  *ARRAY_APPEND (names->items, names->cap, names->len)
    = (struct spec_name) { .text = copy, .level = LEVEL_NONE,
                           .is_pattern = is_pattern };
}

static int
compare_items (const void *a, const void *b)
{
  return strcmp (((const struct spec_name *) a)->text,
                 ((const struct spec_name *) b)->text);
}

/* Sorts the texts and removes duplicates.  */
static void
sort_texts (struct spec_names *names)
{
  size_t kept = 0;
  if (names->len == 0)
    return;
  qsort (names->items, names->len, sizeof *names->items, compare_items);
  for (size_t i = 1; i < names->len; i++)
    if (strcmp (names->items[kept].text, names->items[i].text) != 0)
      names->items[++kept] = names->items[i];
  names->len = kept + 1;
}

static struct spec_name *
find_text (const struct spec_names *names, const char *text, size_t len)
{
  size_t lo = 0, hi = names->len;
  while (lo < hi)
    {
      size_t mid = lo + (hi - lo) / 2;
      const char *other = names->items[mid].text;
      int order = strncmp (text, other, len);
      if (order == 0 && other[len] == '\0')
        return &names->items[mid];
      if (order > 0)
        lo = mid + 1;
      else
        hi = mid;
    }
  return NULL;
}

/* Adds the symbol RAW to ITEM, which it matches on LEVEL.  Symbols found on a
   lower level replace those found on a higher one.  */
static void
add_raw (struct spec_name *item, const char *raw, int level)
{
  if (item->level < level)
    return;
  if (item->level > level)
    item->n_raw = 0;
  item->level = level;
  *ARRAY_APPEND (item->raw, item->cap_raw, item->n_raw) = raw;
}

/* Adds the symbol RAW to the text that is equal to NAME, if there is one, and
   to each pattern that NAME matches.  NAME is the name of the symbol in the
   form LEVEL.  */
static void
offer (struct spec_names *names, const char *name, const char *raw, int level)
{
  struct spec_name *item = find_text (names, name, strlen (name));
  if (item)
    add_raw (item, raw, level);
  for (size_t i = 0; names->has_patterns && i < names->len; i++)
    if (names->items[i].is_pattern && names->items[i].level >= LEVEL_PATTERN
        && fnmatch (names->items[i].text, name, 0) == 0)
      add_raw (&names->items[i], raw, LEVEL_PATTERN);
}

/* Returns true if TEXT can be a demangled name.  A demangled name contains a
   slash only if it is an operator or has the slash in its arguments.  This
   test saves a pass over all names for the common text A/B.  */
static bool
can_be_demangled (const char *text)
{
  return (!strchr (text, '/') || strstr (text, "operator")
          || strpbrk (text, "(<{"));
}

static bool
need_demangling (const struct spec_names *names)
{
  for (size_t i = 0; i < names->len; i++)
    if (names->items[i].level >= LEVEL_PATTERN
        && can_be_demangled (names->items[i].text))
      return true;
  return false;
}

static void
offer_demangled (struct spec_names *names, const struct image *image,
                 const char *mangled, const char *raw, int flags)
{
  static const struct { int drop, level; } forms[] = {
    { 0, LEVEL_DEMANGLED }, { DMGL_PARAMS, LEVEL_NO_PARAMETERS }
  };
  char *bare = NULL;
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
    {
      char *name = image_demangle (image, mangled, flags & ~forms[i].drop);
      if (!name)
        return;
      offer (names, name, raw, forms[i].level);
      if (forms[i].level == LEVEL_NO_PARAMETERS)
        bare = bare_name (name);
      free (name);
    }
  if (bare)
    offer (names, bare, raw, LEVEL_NO_ARGUMENTS);
  free (bare);
}

static int
spec_names_compare (const void *a, const void *b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Sorts the names of ITEM and removes duplicates: several local functions may
   have one name.  */
static void
sort_raw (struct spec_name *item)
{
  size_t kept = 0;
  if (item->n_raw == 0)
    return;
  qsort (item->raw, item->n_raw, sizeof *item->raw, spec_names_compare);
  for (size_t i = 1; i < item->n_raw; i++)
    if (strcmp (item->raw[kept], item->raw[i]) != 0)
      item->raw[++kept] = item->raw[i];
  item->n_raw = kept + 1;
}

void
spec_names_find (struct spec_names *names, const struct symtab *symtab,
                 const struct image *image, int flags)
{
  const char leading = image_leading_char (image);
  sort_texts (names);
  for (sym_id id = 0; names->len && id < symtab_len (symtab); id++)
    {
      const char *raw = sym_plain_name (sym_get (symtab, id)->name, leading);
      offer (names, raw, raw, LEVEL_RAW);
    }
  if (need_demangling (names))
    for (sym_id id = 0; id < symtab_len (symtab); id++)
      {
        const char *name = sym_get (symtab, id)->name;
        offer_demangled (names, image, name, sym_plain_name (name, leading),
                         flags);
      }
  for (size_t i = 0; i < names->len; i++)
    sort_raw (&names->items[i]);
}

const struct spec_name *
spec_names_get (const struct spec_names *names, const char *text, size_t len)
{
  const struct spec_name *item = find_text (names, text, len);
  return item && item->n_raw ? item : NULL;
}
