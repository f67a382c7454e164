/* image/mapfile.c -- the text files a user may give besides the image.

   SPDX-License-Identifier: GPL-3.0-or-later

   Finds entries by function and objects by name; keeps symbols in the order of
   the file.  The accepted syntax is that of GNU gprof 2.40, as found by
   experiments.  GNU gprof reads the map as a stream: it skips white space and
   empty lines after a line, but not before the first line.  It reads the list
   line by line, with three words in each line.  */

#include <config.h>

#include "image/mapfile.h"

#include <stdlib.h>
#include <string.h>

#include "base/fileio.h"

/* A name to search for.  Keys with equal names are sorted by index.  */
struct key
{
  const char *name;
  uint32_t index;               /* of an entry */
};

struct map
{
  struct map_entry *entries;    /* in the order of the file */
  size_t len, cap;
  struct key *functions;        /* sorted */
  struct key *objects;          /* sorted, without duplicates */
  size_t n_objects;
};

/* The current position in a file.  */
struct cursor
{
  struct diag *diag;
  const char *name;
  struct arena *arena;
  const char *at, *end;
  size_t line;
};

/* Returns true if C is white space in the C locale.  isspace would use the
   user's locale.  */
static bool
is_blank (char c)
{
  return c == ' ' || (c >= '\t' && c <= '\r');
}

/* Reads the file of CURSOR into *BLOB and sets CURSOR to its start.  Returns
   false after one diag_error.  The name "-" becomes "./-", since blob_read
   would read the standard input.  */
static bool
read_text (struct cursor *cursor, struct blob *blob)
{
  const char *name = cursor->name;
  if (!blob_read (cursor->diag, strcmp (name, "-") ? name : "./-", blob))
    return false;
  cursor->at = (const char *) blob->data;
  cursor->end = cursor->at + blob->len;
  cursor->line = 1;
  return true;
}

static void
skip_blanks (struct cursor *cursor)
{
  for (; cursor->at < cursor->end && is_blank (*cursor->at); cursor->at++)
    cursor->line += *cursor->at == '\n';
}

/* Moves CURSOR to the next newline or character STOP.  Returns the text before
   it, borrowed, and sets *LEN to its length.  */
static const char *
take_until (struct cursor *cursor, char stop, size_t *len)
{
  const char *start = cursor->at;
  while (cursor->at < cursor->end && *cursor->at != '\n'
         && *cursor->at != stop)
    cursor->at++;
  *len = cursor->at - start;
  return start;
}

static bool
mapfile_complain (const struct cursor *cursor, const char *what)
{
  diag_error (cursor->diag, "%s: line %zu: %s; a line of the map is "
              "\"OBJECT:ADDRESS TYPE FUNCTION\", as nm -A prints it",
              cursor->name, cursor->line, what);
  return false;
}

static void
add_entry (struct map *map, struct arena *arena, const char *object,
           const char *function)
{
  const char *last = map->len ? map->entries[map->len - 1].object : NULL;
  bool first = !last || strcmp (last, object) != 0;
  *ARRAY_APPEND (map->entries, map->cap, map->len)
    = (struct map_entry) { .object = first ? object : last,
                           .function = arena_strdup (arena, function),
                           .first = first };
}

/* Reads one line of the map, and the white space after it.  Returns false
   after one diag_error.  */
static bool
read_entry (struct cursor *cursor, struct map *map)
{
  static const char nothing[] = "No symbols in ";
  size_t len, rest_len;
  const char *start = take_until (cursor, ':', &len);
  if (len == 0)
    return mapfile_complain (cursor, _("no name of an object"));
  if (len < strlen (nothing)
      || memcmp (start, nothing, strlen (nothing)) != 0)
    {
      if (cursor->at == cursor->end || *cursor->at != ':')
        return mapfile_complain (cursor, _("no colon behind the object"));
      cursor->at++;
      const char *rest = take_until (cursor, '\n', &rest_len);
      rest = arena_strndup (cursor->arena, rest, rest_len);
      const char *blank = strrchr (rest, ' ');
      if (!blank)
        return mapfile_complain (cursor, _("no blank before the function"));
      add_entry (map, cursor->arena,
                 arena_strndup (cursor->arena, start, len), blank + 1);
    }
  skip_blanks (cursor);
  return true;
}

static int
mapfile_compare_keys (const void *a, const void *b)
{
  const struct key *x = a, *y = b;
  int order = strcmp (x->name, y->name);
  return order ? order : (x->index > y->index) - (x->index < y->index);
}

/* Returns the functions of all entries if FUNCTIONS is true, otherwise their
   objects, sorted, on the heap.  */
static struct key *
sorted_keys (const struct map *map, bool functions)
{
  struct key *keys = array_new (map->len, sizeof *keys);
  for (size_t i = 0; i < map->len; i++)
    keys[i] = (struct key) { functions ? map->entries[i].function
                             : map->entries[i].object, i };
  qsort (keys, map->len, sizeof *keys, mapfile_compare_keys);
  return keys;
}

static void
sort_map (struct map *map)
{
  map->functions = sorted_keys (map, true);
  map->objects = sorted_keys (map, false);
  for (size_t i = 0; i < map->len; i++)
    if (i == 0
        || strcmp (map->objects[map->n_objects - 1].name,
                   map->objects[i].name) != 0)
      map->objects[map->n_objects++] = map->objects[i];
}

struct map *
map_read (struct diag *diag, const char *name, struct arena *arena)
{
  struct cursor cursor = { .diag = diag, .name = name, .arena = arena };
  struct blob blob;
  if (!read_text (&cursor, &blob))
    return NULL;
  struct map *map = array_new (1, sizeof *map);
  bool done = blob.len != 0;
  if (!done)
    diag_error (diag, "%s: is empty; a map has lines \"OBJECT:ADDRESS TYPE "
                "FUNCTION\", as nm -A prints them", name);
  while (done && cursor.at < cursor.end)
    done = read_entry (&cursor, map);
  blob_free (&blob);
  if (done && map->len >= UINT32_MAX)
    {
      diag_error (diag, "%s: has more functions than an index can number",
                  name);
      done = false;
    }
  if (done)
    {
      sort_map (map);
      return map;
    }
  map_free (map);
  return NULL;
}

void
map_free (struct map *map)
{
  if (!map)
    return;
  free (map->entries);
  free (map->functions);
  free (map->objects);
  free (map);
}

/* Returns a key with the name NAME among the LEN KEYS, or NULL.  If there are
   several, it is the one that this binary search reaches first, as in GNU.
   bsearch does not fit, since it may divide the array in another way.  */
static const struct key *
find_key (const struct key *keys, size_t len, const char *name)
{
  size_t lo = 0, hi = len;
  while (lo < hi)
    {
      size_t mid = (lo + hi) / 2;
      int order = strcmp (name, keys[mid].name);
      if (order == 0)
        return &keys[mid];
      if (order < 0)
        hi = mid;
      else
        lo = mid + 1;
    }
  return NULL;
}

const struct map_entry *
map_find (const struct map *map, const char *function)
{
  const struct key *key = find_key (map->functions, map->len, function);
  return key ? &map->entries[key->index] : NULL;
}

size_t
map_n_objects (const struct map *map)
{
  return map->n_objects;
}

const char *
map_object (const struct map *map, size_t i)
{
  return map->objects[i].name;
}

size_t
map_find_object (const struct map *map, const char *name)
{
  const struct key *key = find_key (map->objects, map->n_objects, name);
  return key ? (size_t) (key - map->objects) : map->n_objects;
}

/* A part of a line.  */
struct word
{
  const char *at;
  size_t len;
};

/* Returns the next word in [*AT, END), which is empty if there is none, and
   moves *AT to its end.  */
static struct word
mapfile_next_word (const char **at, const char *end)
{
  struct word word;
  while (*at < end && is_blank (**at))
    ++*at;
  word.at = *at;
  while (*at < end && !is_blank (**at))
    ++*at;
  word.len = *at - word.at;
  return word;
}

/* Returns the value of the hexadecimal digit C, or -1 if C is not one.  */
static int
hex_digit (char c)
{
  if (c >= '0' && c <= '9')
    return c - '0';
  c |= 'a' - 'A';
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Sets *ADDR to the number at the start of WORD, as scanf's %lx does: a sign,
   0x, digits, and then any text.  A number that is too large becomes the
   largest one.  Returns false, without a change to *ADDR, if there is no
   digit.  */
static bool
parse_addr (struct word word, uint64_t *addr)
{
  const char *p = word.at, *end = p + word.len;
  bool negative = p < end && *p == '-', too_large = false;
  uint64_t value = 0;
  if (p < end && (*p == '-' || *p == '+'))
    p++;
  if (p == end || hex_digit (*p) < 0)
    return false;
  if (end - p >= 2 && p[0] == '0' && (p[1] | ('a' - 'A')) == 'x')
    p += 2;
  for (; p < end && hex_digit (*p) >= 0; p++)
    {
      too_large |= value > UINT64_MAX >> 4;
      value = value << 4 | hex_digit (*p);
    }
  *addr = too_large ? UINT64_MAX : negative ? -value : value;
  return true;
}

/* Parses the line [AT, END) of a list.  Returns false if it has no symbol of
   type t or T.  Otherwise sets *SYM except for its name, and *NAME.  If the
   address is not a number, the symbol keeps the address in *SYM, which is that
   of the symbol before.  */
static bool
parse_symbol (const char *at, const char *end, struct listed_sym *sym,
              struct word *name)
{
  const char *nul = memchr (at, '\0', end - at);
  if (nul)
    end = nul;
  struct word addr = mapfile_next_word (&at, end);
  struct word type = mapfile_next_word (&at, end);
  if (type.len == 0)
    return false;
  /* The type is one character; the name may follow it without a blank.  */
  at = type.at + 1;
  *name = mapfile_next_word (&at, end);
  if (name->len == 0 || (*type.at != 't' && *type.at != 'T'))
    return false;
  parse_addr (addr, &sym->addr);
  sym->is_static = *type.at == 't';
  return true;
}

struct listed_sym *
sym_list_read (struct diag *diag, const char *name, struct arena *arena,
               size_t *count)
{
  struct cursor cursor = { .diag = diag, .name = name, .arena = arena };
  struct listed_sym *list = NULL, sym = { 0, NULL, false };
  struct word word;
  struct blob blob;
  size_t cap = 0, len;
  *count = 0;
  if (!read_text (&cursor, &blob))
    return NULL;
  while (cursor.at < cursor.end)
    {
      const char *start = take_until (&cursor, '\n', &len);
      cursor.at += cursor.at < cursor.end;
      if (!parse_symbol (start, start + len, &sym, &word))
        continue;
      sym.name = arena_strndup (arena, word.at, word.len);
      *ARRAY_APPEND (list, cap, *count) = sym;
    }
  blob_free (&blob);
  if (*count == 0)
    diag_error (diag, "%s: has no symbols: no line is \"ADDRESS TYPE NAME\" "
                "with the type t or T, as nm prints them", name);
  return list;
}
