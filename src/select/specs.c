/* select/specs.c -- the symspecs of the command line, and their meaning.

   SPDX-License-Identifier: GPL-3.0-or-later

   Finds for each side the names it stands for, or the fields of the grammar;
   warnings for sides that match nothing.  */

#include <config.h>

#include "select/specs.h"

#include <stdlib.h>
#include <string.h>

#include <demangle.h>

#include "base/out.h"
#include "select/spell_suggest.h"

/* The number of slashes of a spec that are tried as the one between caller and
   callee.  There can be several, since the names of operators may contain
   one.  */
#define SPLITS_MAX 8

/* The number of sides without a match for which similar names are searched.
   The warnings for more sides suggest no names.  */
#define QUERIES_MAX 8

void
specs_init (struct specs *specs)
{
  *specs = (struct specs) { .arena = arena_new () };
}

void
specs_free (struct specs *specs)
{
  free (specs->items);
  spec_names_free (specs->names);
  arena_free (specs->arena);
}

void
specs_add (struct specs *specs, const char *text, enum sym_table table,
           enum sym_table whole)
{
  *ARRAY_APPEND (specs->items, specs->cap, specs->len)
    = (struct spec) { .text = text, .table = table, .whole = whole,
                      .parsed = symspec_parse (specs->arena, text) };
}

bool
spec_is_arc_table (enum sym_table table)
{
  return table == INCL_ARCS || table == EXCL_ARCS;
}

/* -- Names ---------------------------------------------------------------- */

/* Returns the next slash at or after FROM, or NULL.  N is the number of
   slashes tried so far; returns NULL, too, if it is SPLITS_MAX.  */
static const char *
next_split (const char *from, unsigned n)
{
  return n < SPLITS_MAX ? strchr (from, '/') : NULL;
}

/* Returns the last '@' among the LEN bytes at TEXT, or NULL if there is none
   with text before and behind it.  */
static const char *
object_mark (const char *text, size_t len)
{
  for (size_t i = len; i-- > 1;)
    if (text[i] == '@')
      return i + 1 < len ? text + i : NULL;
  return NULL;
}

/* Wants the name of LEN bytes at TEXT, and the name before "@OBJECT".  */
static void
want_name (struct specs *specs, const char *text, size_t len)
{
  const char *at = object_mark (text, len);
  spec_names_want (specs->names, text, len);
  if (at)
    spec_names_want (specs->names, text, at - text);
}

static void
want_sides (struct specs *specs, const char *text)
{
  const char *slash = next_split (text, 0);
  for (unsigned n = 1; slash; slash = next_split (slash + 1, n++))
    {
      want_name (specs, text, slash - text);
      want_name (specs, slash + 1, strlen (slash + 1));
    }
}

/* Returns the name of the object that is called by the LEN bytes at TEXT, or
   NULL.  */
static const char *
find_object_name (const struct specs *specs, const char *text, size_t len)
{
  for (size_t i = 0; i < symtab_n_objects (specs->symtab); i++)
    {
      const char *name = symtab_object_name (specs->symtab, (uint32_t) i);
      if (name && strlen (name) == len && memcmp (name, text, len) == 0)
        return name;
    }
  return NULL;
}

/* Returns the symbols that the LEN bytes at TEXT, a name or NAME@OBJECT, stand
   for, or NULL.  Sets *OBJECT to the only object that counts, or NULL.  */
static const struct spec_name *
get_name (const struct specs *specs, const char *text, size_t len,
          const char **object)
{
  const struct spec_name *name
    = len ? spec_names_get (specs->names, text, len) : NULL;
  const char *at = name ? NULL : object_mark (text, len);
  *object = at ? find_object_name (specs, at + 1, text + len - (at + 1)) : NULL;
  return *object ? spec_names_get (specs->names, text, at - text) : name;
}

/* Splits SPEC at SLASH, a pointer into its text, and looks up both sides.  */
static void
split_at (struct specs *specs, struct spec *spec, const char *slash)
{
  spec->parsed = symspec_parse_at (specs->arena, spec->text, slash);
  spec->names[0] = get_name (specs, spec->text, slash - spec->text,
                             &spec->objects[0]);
  spec->names[1] = get_name (specs, slash + 1, strlen (slash + 1),
                             &spec->objects[1]);
}

/* Returns true if both sides of SPEC, which is split at SLASH, are names of
   symbols.  One of them may be empty.  */
static bool
is_all_names (const struct spec *spec, const char *slash)
{
  return ((spec->names[0] || slash == spec->text)
          && (spec->names[1] || slash[1] == '\0')
          && (spec->names[0] || spec->names[1]));
}

/* Splits SPEC at the first slash that has names of symbols on both sides, or
   at its first slash if there is no such slash.  */
static void
resolve_sides (struct specs *specs, struct spec *spec)
{
  const char *first = next_split (spec->text, 0), *slash = first;
  for (unsigned n = 1; slash; slash = next_split (slash + 1, n++))
    {
      split_at (specs, spec, slash);
      if (is_all_names (spec, slash))
        return;
    }
  if (first)
    split_at (specs, spec, first);
}

static void
resolve (struct specs *specs, struct spec *spec)
{
  const char *object;
  const struct spec_name *whole
    = get_name (specs, spec->text, strlen (spec->text), &object);
  if (!whole || spec->whole == SYM_TABLES)
    {
      resolve_sides (specs, spec);
      return;
    }
  spec->table = spec->whole;
  spec->parsed = (struct symspec) { .is_arc = false };
  spec->names[0] = whole;
  spec->objects[0] = object;
}

void
specs_resolve (struct specs *specs, const struct symtab *symtab,
               const struct image *image, int flags)
{
  specs->n_given = specs->len;
  specs->symtab = symtab;
  specs->names = spec_names_new ();
  for (size_t i = 0; i < specs->len; i++)
    {
      const char *text = specs->items[i].text;
      if (specs->items[i].whole != SYM_TABLES)
        want_name (specs, text, strlen (text));
      want_sides (specs, text);
    }
  spec_names_find (specs->names, symtab, image, flags);
  for (size_t i = 0; i < specs->len; i++)
    resolve (specs, &specs->items[i]);
}

/* -- Warnings ------------------------------------------------------------- */

/* A side that matched nothing.  */
struct query
{
  struct arena *arena;          /* for texts */
  const struct spec *spec;
  const char *text;             /* text of the side */
  const char *name, *file;      /* its parts by the grammar, or NULL */
  bool is_file_known;
  struct spell_list similar;    /* names similar to TEXT */
  struct spell_list similar_names;      /* names similar to NAME */
  struct spell_list similar_files;      /* names similar to FILE */
};

struct queries
{
  struct query *items;
  size_t len, cap;
};

/* Returns true if SPEC is for a table of calls (-k) but has no '/'.  */
static bool
names_no_calls (const struct spec *spec)
{
  return spec_is_arc_table (spec->table) && !spec->parsed.is_arc;
}

/* Returns true if the side SIDE (0 left, 1 right) of SPEC exists and has an
   effect.  */
static bool
has_side (const struct spec *spec, int side)
{
  if (names_no_calls (spec))
    return false;
  return side == 0 || (spec->parsed.is_arc && spec_is_arc_table (spec->table));
}

/* Returns the text of the side SIDE of SPEC.  If only one side has an effect,
   this is the whole text.  */
static const char *
side_text (struct arena *arena, const struct spec *spec, int side)
{
  if (!spec->parsed.is_arc || !spec_is_arc_table (spec->table))
    return spec->text;
  if (side)
    return spec->text + spec->parsed.slash + 1;
  return arena_strndup (arena, spec->text, spec->parsed.slash);
}

static void
collect_queries (struct specs *specs, struct queries *queries)
{
  for (size_t i = 0; i < specs->n_given; i++)
    {
      const struct spec *spec = &specs->items[i];
      /* An option for two tables adds its text twice.  */
      if (i && spec[-1].text == spec->text)
        continue;
      for (int side = 0; side < 2; side++)
        if (has_side (spec, side) && !spec->met[side])
          {
            const struct symspec_side *parsed
              = side ? &spec->parsed.right : &spec->parsed.left;
            *ARRAY_APPEND (queries->items, queries->cap, queries->len)
              = (struct query) { .arena = specs->arena, .spec = spec,
                                 .file = parsed->file,
                                 .name = parsed->name,
                                 .text = side_text (specs->arena, spec,
                                                    side) };
          }
    }
}

/* Offers the symbol NAME, in the form in which the user would type it, to the
   first QUERIES_MAX of QUERIES.  */
static void
offer_symbol (struct specs *specs, const struct queries *queries,
              const struct image *image, const char *name, int flags)
{
  const char *plain = sym_plain_name (name, image_leading_char (image));
  char *bare = image_demangle (image, name, flags & ~DMGL_PARAMS);
  char *full = bare ? image_demangle (image, name, flags) : NULL;
  for (size_t i = 0; i < queries->len && i < QUERIES_MAX; i++)
    {
      struct query *query = &queries->items[i];
      bool with_parameters = strchr (query->text, '(') && full;
      const char *shown = with_parameters ? full : bare ? bare : plain;
      spell_offer (&query->similar, specs->arena, query->text, shown);
      if (query->is_file_known && query->name)
        spell_offer (&query->similar_names, specs->arena, query->name, plain);
    }
  free (full);
  free (bare);
}

/* Offers all source files to QUERY, unless its file is one of them.  */
static void
offer_files (struct specs *specs, struct query *query,
             const struct sources *sources)
{
  if (!query->file)
    return;
  query->is_file_known
    = source_file_by_name (sources, query->file) != SOURCE_NONE;
  for (source_id id = 0; !query->is_file_known && id < sources_len (sources);
       id++)
    spell_offer (&query->similar_files, specs->arena, query->file,
                 file_basename (source_file_name (sources, id)));
}

static void
offer_all (struct specs *specs, const struct queries *queries,
           const struct symtab *symtab, const struct lines *lines,
           const struct image *image, int flags)
{
  for (size_t i = 0; i < queries->len && i < QUERIES_MAX; i++)
    offer_files (specs, &queries->items[i], lines_sources (lines));
  for (sym_id id = 0; id < symtab_len (symtab); id++)
    offer_symbol (specs, queries, image, sym_get (symtab, id)->name, flags);
}

/* Writes the names of LIST, each between BEFORE and AFTER, until SPELL_MAX
   names are written in all.  N is the number written before; returns the new
   number.  */
static size_t
put_similar (struct out *out, const struct spell_list *list, size_t n,
             const char *before, const char *after)
{
  for (size_t i = 0; i < list->len && n < SPELL_MAX; i++)
    out_printf (out, "%s'%s%s%s'", n++ ? ", " : "", before, list->names[i],
                after);
  return n;
}

/* Writes the names that the user may have meant by QUERY; returns their
   number.  */
static size_t
put_meant (struct out *out, const struct query *query)
{
  size_t n = put_similar (out, &query->similar, 0, "", "");
  size_t len = query->file ? strlen (query->file) : 0;
  if (query->is_file_known)
    {
      const char *prefix = arena_strndup (query->arena, query->text, len + 1);
      n = put_similar (out, &query->similar_names, n, prefix, "");
    }
  else if (query->file)
    n = put_similar (out, &query->similar_files, n, "", query->text + len);
  return n;
}

/* Writes that WHAT, a text about SPEC or one side of it, matches nothing.  If
   the table of SPEC is empty, writes what follows from that.  */
static void
put_effect (struct out *out, const struct spec *spec, const char *what,
            const bool restricts[SYM_TABLES])
{
  bool is_include = spec->table % 2 == 0;
  if (restricts[spec->table])
    out_printf (out, _("%s matches nothing"), what);
  else if (is_include)
    out_printf (out, _("%s matches nothing and leaves nothing out"), what);
  else
    out_printf (out, _("%s matches nothing and so changes nothing"), what);
}

static void
warn (struct diag *diag, const struct query *query,
      const bool restricts[SYM_TABLES])
{
  struct out *out = out_to_memory (), *what = out_to_memory ();
  struct out *meant = out_to_memory ();
  if (query->text == query->spec->text)
    out_printf (what, _("spec '%s'"), query->text);
  else
    out_printf (what, _("'%s' of spec '%s'"), query->text, query->spec->text);
  put_effect (out, query->spec, out_memory (what, NULL), restricts);
  if (put_meant (meant, query))
    out_printf (out, _("; did you mean %s?"), out_memory (meant, NULL));
  diag_warning (diag, "%s", out_memory (out, NULL));
  out_close (out);
  out_close (what);
  out_close (meant);
}

void
specs_warn (struct specs *specs, struct diag *diag,
            const struct symtab *symtab, const struct lines *lines,
            const struct image *image, int flags,
            const bool restricts[SYM_TABLES])
{
  struct queries queries = { NULL, 0, 0 };
  for (size_t i = 0; i < specs->n_given; i++)
    if (names_no_calls (&specs->items[i]))
      diag_warning (diag, "spec '%s' names no calls: '%s/' means those it "
                    "makes, '/%s' those made to it", specs->items[i].text,
                    specs->items[i].text, specs->items[i].text);
  collect_queries (specs, &queries);
  if (queries.len)
    offer_all (specs, &queries, symtab, lines, image, flags);
  for (size_t i = 0; i < queries.len; i++)
    warn (diag, &queries.items[i], restricts);
  free (queries.items);
}
