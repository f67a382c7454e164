/* image/objects.c -- the libraries of a profiled process.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "image/objects.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <libiberty.h>

#include "image/line_syms.h"
#include "image/line_scan.h"


/* A library.  */
struct object
{
  char *file;                   /* heap; the file that was found, or NULL */
  struct image *image;          /* opened for source lines, or NULL */
  bool image_failed;
};

struct objects
{
  const struct image *program;
  struct diag *diag;
  struct diag *quiet;           /* counts the messages about libraries, which
                                   are no errors */
  struct object_rules rules;
  struct arena *arena;          /* the names of symbols */
  struct object *items;         /* by number */
  size_t len, cap;
};

struct objects *
objects_new (const struct image *image, struct diag *diag,
             const struct object_rules *rules)
{
  struct objects *objects = array_new (1, sizeof *objects);
  objects->program = image;
  objects->diag = diag;
  objects->quiet = diag_new ("", NULL);
  objects->rules = *rules;
  objects->arena = arena_new ();
  return objects;
}

void
objects_free (struct objects *objects)
{
  if (!objects)
    return;
  for (size_t i = 0; i < objects->len; i++)
    {
      free (objects->items[i].file);
      image_free (objects->items[i].image);
    }
  free (objects->items);
  arena_free (objects->arena);
  diag_free (objects->quiet);
  free (objects);
}

static bool
is_same_build (struct elf_file *file, const struct object_request *request)
{
  const struct elf_build build = { request->build_id, request->build_id_len,
                                   request->size, request->mtime };
  return elf_file_is_build (file, &build);
}

/* Returns true if FILE is for the machine of the program.  */
static bool
is_same_machine (const struct objects *objects, const struct elf_file *file)
{
  const char *why;
  struct elf_file *program = elf_file_open (image_file (objects->program),
                                            &why);
  bool is = (!program
             || (elf_file_machine (program) == elf_file_machine (file)
                 && (elf_file_wire (program).addr_size
                     == elf_file_wire (file).addr_size)));
  elf_file_close (program);
  return is;
}

/* The search for the file of one library.  */
struct object_search
{
  struct objects *objects;
  const struct object_request *request;
  char *name;                   /* heap; the file found, or the last one that
                                   does not fit, or NULL */
  const char *why;              /* why it does not fit */
};

/* Opens the file NAME (heap) if it exists and fits.  If it exists and does not
   fit, takes note of the reason.  NAME becomes that of SEARCH, or is freed.  */
static struct elf_file *
try_object (struct object_search *search, char *name)
{
  const char *why;
  struct elf_file *file = elf_file_open (name, &why);
  if (!file && (errno == ENOENT || errno == ENOTDIR) && access (name, F_OK))
    {
      free (name);
      return NULL;
    }
  if (file && !is_same_machine (search->objects, file))
    why = _("it is for another machine than the program");
  else if (file && !is_same_build (file, search->request))
    why = _("it is another build than the one that ran");
  free (search->name);
  search->name = name;
  search->why = why;
  if (!file || !why)
    return file;
  elf_file_close (file);
  return NULL;
}

/* Returns the debug file for SEARCH, opened, or NULL: it has the names of the
   functions, but no code.  If it does not fit, SEARCH stays as it is.  */
static struct elf_file *
find_debug_object (struct object_search *search)
{
  const struct object_request *request = search->request;
  struct object_search again = { .objects = search->objects,
                                 .request = request };
  char *name = debug_file_by_id (search->objects->diag, request->build_id,
                                 request->build_id_len,
                                 &search->objects->rules.debug);
  struct elf_file *file = name ? try_object (&again, name) : NULL;
  if (file)
    {
      free (search->name);
      search->name = again.name;
    }
  else
    free (again.name);
  return file;
}

/* Returns the copy of the file of SEARCH that was made when it ran, opened, or
   NULL.  It is the file by its origin, whatever its date.  */
static struct elf_file *
find_copy (struct object_search *search)
{
  const struct object_copies *copies = search->objects->rules.copies;
  const char *name = (copies ? copies->find (copies->data, search->request)
                      : NULL);
  const char *why;
  struct elf_file *file = name ? elf_file_open (name, &why) : NULL;

  if (file)
    {
      free (search->name);
      search->name = xstrdup (name);
    }
  return file;
}

/* Returns the file of SEARCH, opened, or NULL.  */
static struct elf_file *
find_object (struct object_search *search)
{
  const struct object_rules *rules = &search->objects->rules;
  const char *path = search->request->path;
  struct elf_file *file = try_object (search, xstrdup (path));
  for (size_t i = 0; !file && i < rules->n_dirs; i++)
    {
      file = try_object (search, concat (rules->dirs[i], "/", lbasename (path),
                                         NULL));
      if (!file && *path == '/')
        file = try_object (search, concat (rules->dirs[i], path, NULL));
    }
  if (!file)
    file = find_copy (search);
  return file ? file : find_debug_object (search);
}

/* Warns that the file of SEARCH was not found.  */
static void
warn_missing (const struct object_search *search)
{
  struct diag *diag = search->objects->diag;
  const char *path = search->request->path;
  if (search->name)
    diag_warning (diag, "%s: not used for the names of the functions of %s: %s;"
                  " --object-path=DIR tells where the file is that ran",
                  search->name, lbasename (path), search->why);
  else
    diag_warning (diag, "%s: not found, so its functions have no names;"
                  " --object-path=DIR tells in which directory it is", path);
}

/* Opens the file NAME as an object file, with its debug file attached if it
   lacks symbols, or source lines and WITH_LINES is set.  Returns NULL after a
   warning.  */
static struct image *
open_object_image (struct objects *objects, const char *name, bool with_lines)
{
  const struct quirks quirks = { 0 };
  struct debug_search search = objects->rules.debug;
  const unsigned warnings = diag_warnings (objects->quiet);
  struct image *image = image_open (objects->quiet, name, quirks);
  if (!image)
    {
      diag_warning (objects->diag, "%s", diag_last (objects->quiet));
      return NULL;
    }
  search.ask_servers &= with_lines || !image_has_syms (image);
  if (!image_has_syms (image) || (with_lines && !image_has_lines (image)))
    debug_file_follow (image, objects->quiet, &search);
  if (diag_warnings (objects->quiet) > warnings)
    diag_warning (objects->diag, "%s", diag_last (objects->quiet));
  return image;
}

/* Opens the separate debug file of the library NAME for its symbols.  Returns
   NULL if there is none, after a warning if it does not fit.  */
static struct elf_file *
open_symbol_file (struct objects *objects, const char *name)
{
  struct image *image = open_object_image (objects, name, false);
  const char *debug = image ? image_debug_name (image) : NULL;
  const char *why;
  struct elf_file *file = debug ? elf_file_open (debug, &why) : NULL;
  image_free (image);
  return file;
}

/* Returns the symbols of REQUEST in FILE, the library NAME.  */
static struct symtab *
read_object (struct objects *objects, struct elf_file *file, const char *name,
             const struct object_request *request, const char *shown)
{
  struct object_funcs funcs;
  struct frames frames;
  unsigned char *strings;
  struct elf_file *symbols = NULL;
  if (!elf_file_find (file, ELF_SYMTAB, NULL))
    symbols = open_symbol_file (objects, name);
  if (!object_funcs_read (&funcs, symbols ? symbols : file,
                          objects->rules.no_static, &strings))
    diag_warning (objects->diag, "%s: its symbol table is damaged or cut off,"
                  " so functions may lack their names", name);
  frames_read (&frames, file);
  const struct object_code code
    = { .funcs = &funcs, .frames = &frames, .name = shown,
        .least_weight = objects->rules.least_weight };
  struct symtab *symtab = object_syms_make (&code, request->uses,
                                            request->n_uses, objects->arena);
  elf_file_close (symbols);
  free (funcs.items);
  free (frames.items);
  free (strings);
  return symtab;
}

/* Returns the symbols of REQUEST, an object with the base name SHOWN, or NULL.
   Sets *FILE to the name of its file, on the heap, or NULL.  */
static struct symtab *
load_object (struct objects *objects, const struct object_request *request,
             const char *shown, char **file)
{
  const struct object_funcs no_funcs = { .len = 0 };
  const struct frames no_frames = { .len = 0 };
  const struct object_code code
    = { .funcs = request->names ? request->names : &no_funcs,
        .frames = &no_frames, .name = shown };
  struct object_search search = { .objects = objects, .request = request };
  struct symtab *symtab;
  *file = NULL;
  if (request->kind != OBJECT_FILE)
    return object_syms_make (&code, request->uses, request->n_uses,
                             objects->arena);
  struct elf_file *elf = find_object (&search);
  if (!elf)
    {
      warn_missing (&search);
      free (search.name);
      return NULL;
    }
  diag_trace (objects->diag, TRACE_SYMBOLS, "%s: the file of %s", search.name,
              request->path);
  symtab = read_object (objects, elf, search.name, request, shown);
  elf_file_close (elf);
  *file = search.name;
  return symtab;
}

/* Returns the base name of the file of REQUEST, or the name of what it is.  */
static const char *
object_shown_name (const struct object_request *request, uint32_t number)
{
  if (number == OBJECTS_MAX - 1)
    return "others";
  switch (request->kind)
    {
    case OBJECT_VDSO:
      return "vdso";
    case OBJECT_ANON:
      return "anon";
    default:
      return lbasename (request->path);
    }
}

/* Returns a copy of FUNCTIONS with a symbol without a name behind each function
   that another one does not follow.  The lines of such a symbol are not
   wanted.  */
static struct symtab *
fill_gaps (const struct symtab *functions)
{
  struct symtab *filled = symtab_new ();
  for (sym_id id = 0; id < symtab_len (functions); id++)
    {
      const struct sym *sym = sym_get (functions, id);
      symtab_add (filled, sym);
      if (sym_lookup (functions, sym->end_addr + 1) == SYM_NONE)
        symtab_add (filled, &(struct sym) { .addr = sym->end_addr + 1,
                                            .name = "" });
    }
  symtab_finalize (filled, OBJECT_LAST_OFFSET);
  return filled;
}

/* Returns the symbols of SCANNED, functions and lines, that are in FUNCTIONS.
   None of them reaches past the end of its function.  */
static struct symtab *
clip_lines (const struct symtab *scanned, const struct symtab *functions)
{
  struct symtab *clipped = symtab_new ();
  for (sym_id id = 0; id < symtab_len (scanned); id++)
    {
      struct sym sym = *sym_get (scanned, id);
      sym_id function = sym_lookup (functions, sym.addr);
      if (function == SYM_NONE)
        continue;
      sym.end_addr = sym_get (functions, function)->end_addr;
      sym.size_known = true;
      symtab_add (clipped, &sym);
    }
  symtab_finalize (clipped, 0);
  return clipped;
}

/* Returns FUNCTIONS (freed here) of the library IMAGE, and their source
   lines.  */
static struct symtab *
add_object_lines (struct objects *objects, struct image *image,
                  struct symtab *functions)
{
  struct symtab *filled = fill_gaps (functions);
  const size_t len = symtab_len (filled);
  bool *wanted = array_new (len + 1, sizeof *wanted);
  for (sym_id id = 0; id < len; id++)
    wanted[id + 1] = *sym_get (filled, id)->name != '\0';
  const struct line_request request = { .wanted = wanted, .all_named = true };
  struct symtab *scanned
    = image_add_line_syms (image, objects->quiet, filled, &request,
                           objects->rules.sources, objects->arena);
  struct symtab *clipped = clip_lines (scanned, functions);
  symtab_free (scanned);
  symtab_free (filled);
  symtab_free (functions);
  free (wanted);
  return clipped;
}

void
objects_add (struct objects *objects, struct symtab *symtab, uint32_t number,
             const struct object_request *request)
{
  const char *shown = arena_strdup (objects->arena,
                                    object_shown_name (request, number));
  char *name = arena_alloc (objects->arena, strlen (shown) + sizeof "[]");
  ARRAY_ROOM (objects->items, objects->cap, (size_t) number + 1);
  for (; objects->len <= number; objects->len++)
    objects->items[objects->len] = (struct object) { .file = NULL };
  struct symtab *functions
    = number == OBJECTS_MAX - 1 ? NULL
      : load_object (objects, request, shown, &objects->items[number].file);
  struct image *image = functions && objects->rules.sources
                      ? objects_image (objects, number) : NULL;
  if (image && line_scan_possible (image))
    functions = add_object_lines (objects, image, functions);
  stpcpy (stpcpy (stpcpy (name, "["), shown), "]");
  symtab_add_object (symtab, number, functions, name, shown);
  symtab_free (functions);
}

struct image *
objects_image (struct objects *objects, uint32_t number)
{
  struct object *object
    = number < objects->len ? &objects->items[number] : NULL;
  if (!object || !object->file || object->image_failed)
    return object ? object->image : NULL;
  if (!object->image)
    object->image = open_object_image (objects, object->file, true);
  object->image_failed = !object->image;
  return object->image;
}

uint64_t
objects_lines_size (struct objects *objects)
{
  uint64_t size = 0;
  for (size_t i = 1; i < objects->len; i++)
    {
      const struct image *image = objects_image (objects, (uint32_t) i);
      if (image)
        size += image_lines_size (image);
    }
  return size;
}
