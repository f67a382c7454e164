/* image/sym_load.c -- fills a symbol table from the object file.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "image/sym_load.h"

#include <inttypes.h>
#include <string.h>

#include "compat/overread_names.h"
#include "image/cold_pieces.h"
#include "image/stripped_syms.h"

/* The state of the loop over the symbols of the object file.  */
struct loader
{
  const struct sym_rules *rules;
  char leading;                 /* the target's leading character, or 0 */
  struct name_space names;      /* of the image, for overread_names */
};

static bool
is_digit (char c)
{
  return c >= '0' && c <= '9';
}

static bool
starts_with (const char *s, const char *prefix)
{
  return strncmp (s, prefix, strlen (prefix)) == 0;
}

/* Skips the suffixes ".N" at P, each of which may begin with ".clone" or
   ".constprop".  Compilers number their copies of a function in this way.
   Returns the end of the name, or NULL if it has any other text.  */
static const char *
skip_clone_suffix (const char *p)
{
  while (*p == '.')
    {
      p++;
      if (starts_with (p, "clone."))
        {
          p += strlen ("clone.");
          if (!is_digit (*p))
            return NULL;
        }
      else if (starts_with (p, "constprop."))
        {
          p += strlen ("constprop.");
          if (!is_digit (*p))
            return NULL;
        }
      else if (*p && !is_digit (*p))
        return NULL;
      while (is_digit (*p))
        p++;
    }
  return *p ? NULL : p;
}

/* Returns true if NAME has no '$', and a '.' only in the suffix of a numbered
   copy.  With overread_names, the names behind a NAME that ends in a number
   must be such names, too.  */
static bool
is_plain_local_name (const struct loader *loader, const char *name)
{
  const char *p = name;
  while (*p)
    {
      if (*p == '$')
        return false;
      if (*p != '.')
        {
          p++;
          continue;
        }
      p = skip_clone_suffix (p);
      if (!p)
        return false;
      if (!loader->rules->quirks.overread_names)
        return true;
      p = name_space_next (&loader->names, p);
      if (!p)
        return true;
    }
  return true;
}

/* Returns the reason why the local symbol SYM does not count as a function,
   for a trace, or NULL if it counts.  */
static const char *
refuse_local (const struct loader *loader, const struct image_sym *sym)
{
  const struct sym_rules *rules = loader->rules;
  if (rules->no_static)
    return "local";
  if (sym->name[0] == '\0')
    return "no name";
  if (!rules->quirks.clones_by_name && sym->is_func)
    return NULL;
  if (rules->funcs_only && !sym->is_func)
    return "not typed as a function";
  if (starts_with (sym->name, "__gnu_compiled")
      || starts_with (sym->name, "___gnu_compiled"))
    return "a mark of the compiler";
  if (loader->leading && sym->name[0] != loader->leading)
    return "no C name";
  return is_plain_local_name (loader, sym->name) ? NULL : "name";
}

/* Returns the reason why the symbol SYM does not count as a function, for a
   trace, or NULL if it counts.  */
static const char *
refuse (const struct loader *loader, const struct image_sym *sym)
{
  if (sym->is_odd)
    return "of a section, a file or for debugging";
  if (sym->kind == 'T' || sym->kind == 'W')
    return NULL;
  return sym->kind == 't' ? refuse_local (loader, sym) : "not code";
}

/* Finds the PIECES of functions in IMAGE, and their functions.  */
static void
find_pieces (struct cold_pieces *pieces, const struct image *image)
{
  for (size_t i = 0; i < image_n_syms (image); i++)
    {
      struct image_sym sym = image_get_sym (image, i);
      if (sym.is_file)
        cold_pieces_next_file (pieces);
      else if (sym.kind == 't')
        cold_pieces_note (pieces, sym.name, sym.addr);
    }
  if (!cold_pieces_sort (pieces))
    return;
  for (size_t i = 0; i < image_n_syms (image); i++)
    {
      struct image_sym sym = image_get_sym (image, i);
      if (sym.is_file)
        cold_pieces_next_file (pieces);
      else if (!sym.is_odd
               && (sym.kind == 't' || sym.kind == 'T' || sym.kind == 'W'))
        cold_pieces_offer (pieces, sym.name, sym.addr, sym.kind == 't');
    }
}

/* Makes the names of IMAGE known to LOADER, for overread_names.  */
static void
find_names (struct loader *loader, const struct image *image)
{
  for (size_t i = 0; i < image_n_syms (image); i++)
    {
      struct image_sym sym = image_get_sym (image, i);
      if (!sym.is_odd)
        name_space_add (&loader->names, sym.name);
    }
}

/* Sets *AT to the source position of ADDR and returns AT, or returns NULL if
   it is unknown.  Call it in the order of the symbol table, since BFD's
   answers depend on earlier lookups.  */
static const struct sym_line *
sym_load_line (struct image *image, uint64_t addr, struct sources *sources,
               struct sym_line *at)
{
  struct image_line line;
  if (!image_find_line_or_sym (image, addr, &line)
      || !image_line_is_whole (&line))
    return NULL;
  *at = (struct sym_line) { .file = source_file_intern (sources, line.file),
                            .line = line.line };
  return at;
}

static void
note_stripped (const struct image *image, struct diag *diag)
{
  diag_note (diag, "%s is stripped, so only the functions that it exports have"
             " names; install its debug package, give its debug file by"
             " --debug-directory=DIR, or name the file as it was before strip",
             image_name (image));
}

/* Does what image_collect_functions does, and finds PIECES of the functions,
   unless it is NULL.  */
static struct symtab *
collect_with_pieces (struct image *image, struct diag *diag,
                     const struct sym_rules *rules, struct sources *sources,
                     struct cold_pieces *pieces)
{
  if (!image_read_syms (image, rules->keep_syms || rules->with_lines))
    return NULL;
  struct loader loader = { .rules = rules,
                           .leading = image_leading_char (image) };
  if (rules->quirks.overread_names)
    find_names (&loader, image);
  bool with_lines = rules->with_lines && image_has_lines (image);
  struct symtab *symtab = symtab_new ();
  struct landmarks marks = { .are_known = image_n_syms (image) != 0 };
  symtab_reserve (symtab, image_n_syms (image));
  for (size_t i = 0; i < image_n_syms (image); i++)
    {
      struct image_sym sym = image_get_sym (image, i);
      const char *why = refuse (&loader, &sym);
      landmarks_add (&marks, &sym, loader.leading);
      if (why)
        {
          diag_trace (diag, TRACE_SYMBOLS, "0x%" PRIx64 " %c %s: refused, %s",
                      sym.addr, sym.kind, sym.name, why);
          continue;
        }
      const struct map_entry *entry
        = rules->map ? map_find (rules->map, sym.name) : NULL;
      if (entry && !entry->first)
        {
          diag_trace (diag, TRACE_SYMBOLS, "0x%" PRIx64 " %c %s: in %s",
                      sym.addr, sym.kind, sym.name, entry->object);
          continue;
        }
      struct sym_line at;
      symtab_add (symtab, &(struct sym) {
        .addr = sym.addr,
        .name = entry ? entry->object : image_keep_name (image, sym.name),
        .line
          = with_lines ? sym_load_line (image, sym.addr, sources, &at) : NULL,
        .is_func = sym.is_func, .is_static = sym.kind == 't',
        .is_object = entry != NULL });
    }
  if (pieces)
    find_pieces (pieces, image);
  image_drop_syms (image);
  symtab_set_landmarks (symtab, &marks);
  if (marks.has_ada)
    image_has_ada (image);
  if (symtab_len (symtab) == 0 && rules->stripped_name)
    {
      stripped_collect (image, symtab, rules->stripped_name, rules->no_static,
                        rules->arena);
      if (symtab_len (symtab))
        note_stripped (image, diag);
    }
  if (symtab_len (symtab) == 0 && rules->stripped_as_one)
    symtab_add (symtab, &(struct sym) { .addr = image_text_range (image).low,
                                        .name = rules->stripped_name,
                                        .is_func = true });
  else if (symtab_len (symtab) == 0)
    {
      if (rules->quirks.ignore_debug_files)
        diag_error (diag, "%s: has no symbols, so nothing can be attributed; "
                    "was it stripped?", image_name (image));
      else
        diag_error (diag, "%s: has no symbols, so nothing can be attributed; "
                    "was it stripped?  --debug-directory=DIR says where its "
                    "debug file is", image_name (image));
      symtab_free (symtab);
      return NULL;
    }
  return symtab;
}

struct symtab *
image_collect_functions (struct image *image, struct diag *diag,
                         const struct sym_rules *rules,
                         struct sources *sources)
{
  return collect_with_pieces (image, diag, rules, sources, NULL);
}

void
image_finish_syms (const struct image *image, struct symtab *symtab,
                   bool lose_last)
{
  symtab_finalize (symtab, image_text_range (image).high);
  if (symtab_len (symtab) == 0)
    return;
  sym_id last = symtab_len (symtab) - 1;
  uint64_t addr = sym_get (symtab, last)->addr;
  if (!lose_last && image_has_code (image, addr, addr))
    symtab_extend_last (symtab, image_code_last (image, addr));
}

struct symtab *
image_create_function_syms (struct image *image, struct diag *diag,
                            const struct sym_rules *rules,
                            struct sources *sources)
{
  /* Pieces are static symbols.  GNU gprof takes none of that name.  */
  const bool joins = !rules->no_static && !rules->quirks.clones_by_name;
  struct cold_pieces pieces = { .len = 0 };
  struct symtab *symtab = collect_with_pieces (image, diag, rules, sources,
                                               joins ? &pieces : NULL);
  if (symtab)
    {
      image_finish_syms (image, symtab, rules->quirks.lose_last_symbol);
      cold_pieces_join (&pieces, symtab);
    }
  cold_pieces_free (&pieces);
  return symtab;
}

struct symtab *
image_create_listed_syms (const struct image *image,
                          const struct listed_sym *list, size_t count,
                          bool lose_last)
{
  struct symtab *symtab = symtab_new ();
  for (size_t i = 0; i < count; i++)
    symtab_add (symtab, &(struct sym) { .addr = list[i].addr,
                                        .name = list[i].name,
                                        .is_func = true,
                                        .is_static = list[i].is_static });
  image_finish_syms (image, symtab, lose_last);
  return symtab;
}
