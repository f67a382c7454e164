/* run/function_list.c -- the functions that libgmon is to count, by address.

   SPDX-License-Identifier: GPL-3.0-or-later

   Contracts are in function_list.h.  */

#include <config.h>

#include "run/function_list.h"

#include <fnmatch.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "image/image.h"
#include "image/source.h"
#include "image/sym_load.h"
#include "image/symtab.h"
#include "run/program.h"

#define NOTHING "none"

struct patterns
{
  char *text;                   /* heap; ends each pattern with a NUL */
  const char **items;           /* heap: the patterns, with their "!" */
  size_t n;
};

/* The program whose functions are listed.  */
struct listing
{
  const struct patterns *patterns;
  const struct image *image;
  const struct symtab *symtab;
  int flags;                    /* to demangle names */
};

/* Returns the comma that ends the pattern AT, or the end of the text.  A comma
   between round or angle brackets separates arguments.  */
static char *
pattern_end (char *at)
{
  int depth = 0;

  for (; *at && (*at != ',' || depth > 0); at++)
    if (strchr ("(<", *at))
      depth++;
    else if (strchr (")>", *at) && depth > 0)
      depth--;
  return at;
}

static void
patterns_init (struct patterns *patterns, const char *text)
{
  size_t room = strlen (text) + 1;

  *patterns = (struct patterns) {
    .text = array_new (room, 1),
    .items = array_new (room, sizeof *patterns->items) };
  memcpy (patterns->text, text, room);
  for (char *at = patterns->text; *at;)
    {
      char *end = pattern_end (at);
      const bool is_last = !*end;

      *end = '\0';
      if (end > at)
        patterns->items[patterns->n++] = at;
      at = is_last ? end : end + 1;
    }
}

static void
patterns_free (struct patterns *patterns)
{
  free (patterns->items);
  free (patterns->text);
}

/* Returns the number, from 1, of the last of PATTERNS that NAME fits; 0: none.
   A part that the compiler has made of a function, as "parse.part.0", fits the
   patterns of the function, too.  */
static size_t
last_fit (const struct patterns *patterns, const char *name)
{
  size_t last = 0;
  size_t whole = *name ? 1 + strcspn (name + 1, ".@") : 0;
  char *source = array_new (whole + 1, 1);

  memcpy (source, name, whole);
  source[whole] = '\0';
  for (size_t i = 0; i < patterns->n; i++)
    {
      const char *pattern = patterns->items[i];

      pattern += *pattern == '!';
      if (fnmatch (pattern, name, FNM_NOESCAPE) == 0
          || fnmatch (pattern, source, FNM_NOESCAPE) == 0)
        last = i + 1;
    }
  free (source);
  return last;
}

/* Likewise, also for NAME without its arguments.  */
static size_t
last_readable_fit (const struct patterns *patterns, char *name)
{
  size_t last = last_fit (patterns, name), other;
  char *paren = strchr (name, '(');

  if (!paren || paren == name)
    return last;
  *paren = '\0';
  other = last_fit (patterns, name);
  *paren = '(';
  return other > last ? other : last;
}

static bool
patterns_want (const struct patterns *patterns, size_t number)
{
  if (patterns->n == 0
      || (patterns->n == 1 && strcmp (patterns->items[0], NOTHING) == 0))
    return false;
  return number ? *patterns->items[number - 1] != '!'
                : *patterns->items[0] == '!';
}

/* Writes SYM if it is wanted.  Returns whether its readable name matters.  */
static bool
list_symbol (struct out *out, const struct listing *listing,
             const struct sym *sym)
{
  const struct patterns *patterns = listing->patterns;
  char *name = image_demangle (listing->image, sym->name, listing->flags);
  size_t raw = last_fit (patterns, sym->name);
  size_t readable = name ? last_readable_fit (patterns, name) : 0;
  bool wanted = patterns_want (patterns, readable > raw ? readable : raw);

  if (wanted)
    out_printf (out, "%" PRIx64 " %" PRIx64 " %s\n", sym->addr,
                sym->end_addr - sym->addr + 1, name ? name : sym->name);
  free (name);
  return wanted != patterns_want (patterns, raw);
}

/* Writes the head of the list for the program IMAGE.  Returns false after one
   diag_error if it has no build id, by which libgmon knows it.  */
static bool
write_head (struct out *out, struct diag *diag, const struct image *image,
            const char *file, const char *patterns)
{
  struct image_build_id id;

  image_build_id (image, &id);
  if (id.len == 0)
    {
      diag_error (diag, "%s has no build id, by which libgmon knows the build"
                  " of a list; link it with -Wl,--build-id", file);
      return false;
    }
  out_printf (out, "gprof-functions 1\nfunctions %s\nobject ",
              *patterns ? patterns : NOTHING);
  for (size_t i = 0; i < id.len; i++)
    out_printf (out, "%02x", (unsigned) id.bytes[i]);
  out_printf (out, " %s\n", file);
  return true;
}

/* Writes the functions of LISTING.  Returns whether readable names matter.  */
static bool
list_symbols (struct out *out, const struct listing *listing)
{
  bool matters = false;

  for (sym_id id = 0; id < symtab_len (listing->symtab); id++)
    {
      const struct sym *sym = sym_get (listing->symtab, id);

      if (sym->end_addr >= sym->addr)
        matters |= list_symbol (out, listing, sym);
    }
  return matters;
}

bool
function_list_write (struct out *out, struct diag *diag,
                     const struct options *options, const char *file,
                     const char *text, bool *readable)
{
  struct arena *arena = arena_new ();
  struct sources *sources = sources_new ();
  const struct sym_rules rules = { .quirks = options->style.quirks,
                                   .arena = arena };
  struct image *image = image_open (diag, file, rules.quirks);
  struct symtab *symtab = NULL;
  struct patterns patterns;
  bool done, matters = false;

  patterns_init (&patterns, text);
  if (image)
    {
      program_follow_debug_file (image, diag, options, false, false);
      symtab = program_load_syms (image, diag, options, &rules, sources, arena);
    }
  done = symtab && write_head (out, diag, image, file, text);
  if (done)
    {
      const struct listing listing = { &patterns, image, symtab,
                                       options->style.demangle_flags };
      matters = list_symbols (out, &listing);
    }
  if (readable)
    *readable = matters;
  patterns_free (&patterns);
  if (symtab)
    symtab_free (symtab);
  if (image)
    image_free (image);
  sources_free (sources);
  arena_free (arena);
  return done;
}
