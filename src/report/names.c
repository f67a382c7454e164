/* report/names.c -- the names of symbols in the reports.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "report/names.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <libiberty.h>

#include "base/arena.h"
#include "base/out_number.h"

/* A name as it is shown.  */
struct name
{
  const char *text;             /* NULL: not made yet */
  size_t len;
};

/* The data that a row of a report shows about a symbol, in one piece, since
   the rows of a call graph are about symbols all over the memory.  A label
   takes 32 bytes, half a cache line.  */
struct label
{
  struct name name;
  uint64_t calls;               /* of cg_callee_node */
  uint32_t index;               /* number of the entry */
  uint32_t shown : 1;           /* shown in the order of entries */
  uint32_t cycle : 31;          /* 31 bits are enough: a cycle has two symbols
                                   or more */
};

struct names
{
  const struct image *image;
  void *room;                   /* heap */
  char *first;                  /* in room: by sym_id, labels, none of them
                                   across two cache lines; names only, if not
                                   numbered */
  size_t size;                  /* bytes of an element */
  bool numbered;
  size_t n_syms;
  const char **unmarked;        /* heap; by sym_id: see name_unmarked; NULL:
                                   none is known */
  char **made;                  /* heap; names that are not in symbols */
  size_t n_made, cap_made;
};

struct names *
names_new (const struct image *image, size_t n_syms, bool numbered)
{
  struct names *names = array_new (1, sizeof *names);
  names->image = image;
  names->numbered = numbered;
  names->n_syms = n_syms;
  names->size = numbered ? sizeof (struct label) : sizeof (struct name);
  names->room = array_new (n_syms + 1, names->size);
  names->first = names->room;
  names->first += -(uintptr_t) names->room % names->size;
  return names;
}

void
names_free (struct names *names)
{
  if (!names)
    return;
  for (size_t i = 0; i < names->n_made; i++)
    free (names->made[i]);
  free (names->made);
  free (names->unmarked);
  free (names->room);
  free (names);
}

/* Returns NAME (heap), which NAMES frees at its end.  */
static const char *
keep_name (struct names *names, char *name)
{
  *ARRAY_APPEND (names->made, names->cap_made, names->n_made) = name;
  return name;
}

/* Returns NAME demangled, or NAME if that is not possible.  */
static const char *
demangle (struct names *names, const char *name, int flags)
{
  char *readable = image_demangle (names->image, name, flags);
  return readable ? keep_name (names, readable) : name;
}

/* Returns the name of the symbol ID without its object.  */
static const char *
make_plain_name (const struct view *view, sym_id id)
{
  const struct style *style = view->style;
  const char *raw = sym_get (view->symtab, id)->name;
  if (style->bsd_layout)
    return raw;
  if (style->plain_names)
    return sym_plain_name (raw, image_leading_char (view->names->image));
  return (style->demangle
          ? demangle (view->names, raw, style->demangle_flags) : raw);
}

/* Returns the name of the symbol ID: "NAME", or "NAME@OBJECT" if several
   objects have the name.  */
static const char *
make_name (const struct view *view, sym_id id)
{
  const char *name = make_plain_name (view, id);
  const char *object
    = symtab_object_name (view->symtab,
                          symtab_object_of (view->symtab, id));
  if (symtab_is_inlined (view->symtab, id))
    return keep_name (view->names, concat (name, INLINED_MARK, NULL));
  if (!sym_get (view->symtab, id)->is_ambiguous || !object)
    return name;
  return keep_name (view->names, concat (name, "@", object, NULL));
}

static void *
names_place (const struct names *names, sym_id id)
{
  return names->first + id * names->size;
}

static void
make_label (const struct view *view, sym_id id)
{
  const struct cg *cg = view->cg;
  struct name *name = names_place (view->names, id);
  name->text = make_name (view, id);
  name->len = strlen (name->text);
  if (!view->names->numbered)
    return;
  struct label *label = names_place (view->names, id);
  label->calls = cg->nodes[cg_callee_node (cg, id)].calls;
  label->cycle = cg->nodes[id].cycle;
  label->index = view->entries->index[id];
  label->shown = view->entries->shown[id];
}

static const struct name *
find_name (const struct view *view, sym_id id)
{
  const struct name *name = names_place (view->names, id);
  if (!name->text)
    make_label (view, id);
  return name;
}

/* Returns the label of the symbol ID.  The names must be numbered.  */
static const struct label *
label_of (const struct view *view, sym_id id)
{
  find_name (view, id);
  return names_place (view->names, id);
}

const char *
name_of (const struct view *view, sym_id id)
{
  return find_name (view, id)->text;
}

const char *
name_unmarked (const struct view *view, sym_id id)
{
  struct names *names = view->names;
  const struct name *name = find_name (view, id);
  if (!names->unmarked)
    names->unmarked = array_new (names->n_syms, sizeof *names->unmarked);
  if (!names->unmarked[id])
    names->unmarked[id]
      = keep_name (names, xstrndup (name->text, name->len
                                    - (sizeof INLINED_MARK - 1)));
  return names->unmarked[id];
}

uint32_t
cycle_of (const struct view *view, cg_id id)
{
  const struct label *label = NULL;
  if (view->names && view->names->numbered && id < view->cg->n_syms)
    label = names_place (view->names, id);
  return (label && label->name.text ? label->cycle
          : cg_node (view->cg, id)->cycle);
}

uint64_t
callee_calls (const struct view *view, cg_id id)
{
  if (view->names->numbered && id < view->cg->n_syms)
    return label_of (view, id)->calls;
  return view->cg->nodes[cg_callee_node (view->cg, id)].calls;
}

void
name_prefetch (const struct view *view, cg_id id)
{
  if (id < view->cg->n_syms)
    __builtin_prefetch (names_place (view->names, id));
}

void
name_text_prefetch (const struct view *view, cg_id id)
{
  if (id < view->cg->n_syms)
    __builtin_prefetch (((const struct name *) names_place (view->names,
                                                            id))->text);
}

const char *
raw_name (const struct view *view, cg_id id)
{
  if (id == cg_indirect (view->cg))
    return INDIRECT_NAME;
  return (id < symtab_len (view->symtab) ? sym_get (view->symtab, id)->name
          : "<cycle>");
}

const char *
file_of (const struct view *view, sym_id id)
{
  const char *file = lines_get (view->lines, id).file;
  return file && !view->style->full_path ? file_basename (file) : file;
}

/* Writes the source position of the symbol ID, if it is known.  Returns the
   number of bytes written.  */
static size_t
print_place (struct out *out, const struct view *view, sym_id id)
{
  const char *file = file_of (view, id);
  unsigned line = lines_get (view->lines, id).line;
  char where[64];
  int len;
  if (!file)
    return 0;
  if (view->style->line_mode)
    len = snprintf (where, sizeof where, ":%u @ %" PRIx64 ")", line,
                    symtab_file_address (view->symtab, id));
  else
    len = snprintf (where, sizeof where, ":%u)", line);
  out_text (out, " (");
  size_t file_len = out_name (out, file, strlen (file));
  out_text (out, where);
  return 2 + file_len + len;
}

size_t
name_print_bare (struct out *out, const struct view *view, sym_id id)
{
  const struct name *name = find_name (view, id);
  size_t len = out_name (out, name->text, name->len);
  if (view->style->line_mode || view->style->inline_file_names)
    len += print_place (out, view, id);
  return len;
}

static void
print_cycle_of (struct out *out, uint32_t cycle, bool is_cycle)
{
  out_text (out, " <cycle ");
  out_unsigned (out, cycle, 0);
  out_text (out, is_cycle ? " as a whole>" : ">");
}

static void
print_number (struct out *out, uint32_t index, bool shown)
{
  out_char (out, shown ? '[' : '(');
  out_unsigned (out, index, 0);
  out_char (out, shown ? ']' : ')');
}

void
print_entry_number (struct out *out, const struct entry_order *entries,
                    cg_id id)
{
  print_number (out, entries->index[id], entries->shown[id]);
}

static void
names_print_symbol (struct out *out, const struct view *view, sym_id id)
{
  uint32_t cycle;
  name_print_bare (out, view, id);
  cycle = cycle_of (view, id);
  if (cycle)
    print_cycle_of (out, cycle, false);
  if (view->entries)
    {
      const struct label *label = label_of (view, id);
      out_char (out, ' ');
      print_number (out, label->index, label->shown);
    }
}

void
print_name (struct out *out, const struct view *view, cg_id id)
{
  if (id < view->cg->n_syms)
    names_print_symbol (out, view, id);
  else if (id == cg_indirect (view->cg))
    out_text (out, INDIRECT_NAME);
  else
    {
      print_cycle_of (out, view->cg->nodes[id].cycle, true);
      if (view->entries)
        {
          out_char (out, ' ');
          print_entry_number (out, view->entries, id);
        }
    }
}
