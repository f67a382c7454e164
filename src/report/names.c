/* report/names.c -- how symbols are called in the reports.

   SPDX-License-Identifier: GPL-3.0-or-later

   In: the view.  Out: text.  Used by every report.  */

#include <config.h>

#include "report/names.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/out_number.h"

/* A name as it is shown.  */
struct label
{
  const char *text;             /* NULL: not asked for yet */
  size_t len;
};

struct names
{
  const struct core *core;
  struct label *labels;         /* by sym_id */
  char **demangled;             /* heap: what core_demangle gave */
  size_t n_demangled, cap_demangled;
};

struct names *
names_new (const struct core *core, size_t n_syms)
{
  struct names *names = array_new (1, sizeof *names);
  names->core = core;
  names->labels = array_new (n_syms, sizeof *names->labels);
  return names;
}

void
names_free (struct names *names)
{
  if (!names)
    return;
  for (size_t i = 0; i < names->n_demangled; i++)
    free (names->demangled[i]);
  free (names->demangled);
  free (names->labels);
  free (names);
}

/* NAME demangled, if it can be.  */
static const char *
demangle (struct names *names, const char *name, int flags)
{
  char *readable = core_demangle (names->core, name, flags);
  if (!readable)
    return name;
  names->demangled = array_reserve (names->demangled, &names->cap_demangled,
                                    names->n_demangled + 1,
                                    sizeof *names->demangled);
  names->demangled[names->n_demangled++] = readable;
  return readable;
}

static const char *
make_name (const struct view *view, sym_id id)
{
  const struct style *style = view->style;
  const char *raw = sym_get (view->symtab, id)->name;
  if (style->bsd_layout)
    return raw;
  if (style->plain_names)
    return sym_plain_name (raw, core_leading_char (view->names->core));
  return (style->demangle
          ? demangle (view->names, raw, style->demangle_flags) : raw);
}

static const struct label *
label_of (const struct view *view, sym_id id)
{
  struct label *label = &view->names->labels[id];
  if (!label->text)
    {
      label->text = make_name (view, id);
      label->len = strlen (label->text);
    }
  return label;
}

const char *
name_of (const struct view *view, sym_id id)
{
  return label_of (view, id)->text;
}

void
ask_for_name (const struct view *view, cg_id id)
{
  if (id < view->cg->n_syms)
    __builtin_prefetch (&view->names->labels[id]);
}

void
ask_for_text (const struct view *view, cg_id id)
{
  if (id < view->cg->n_syms)
    __builtin_prefetch (view->names->labels[id].text);
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

/* Writes where the symbol ID is, if it is known, and returns the length.  */
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
                    sym_get (view->symtab, id)->addr);
  else
    len = snprintf (where, sizeof where, ":%u)", line);
  out_text (out, " (");
  size_t file_len = out_name (out, file, strlen (file));
  out_text (out, where);
  return 2 + file_len + len;
}

size_t
print_name_only (struct out *out, const struct view *view, sym_id id)
{
  const struct label *label = label_of (view, id);
  size_t len = out_name (out, label->text, label->len);
  if (view->style->line_mode || view->style->inline_file_names)
    len += print_place (out, view, id);
  return len;
}

static void
print_cycle_of (struct out *out, const struct cg_node *node, bool is_cycle)
{
  out_text (out, " <cycle ");
  out_unsigned (out, node->cycle, 0);
  out_text (out, is_cycle ? " as a whole>" : ">");
}

void
print_rank (struct out *out, const struct cg_rank *rank, cg_id id)
{
  bool shown = rank->shown[id];
  out_char (out, shown ? '[' : '(');
  out_unsigned (out, rank->index[id], 0);
  out_char (out, shown ? ']' : ')');
}

void
print_name (struct out *out, const struct view *view, cg_id id)
{
  const struct cg_node *node = cg_node (view->cg, id);
  if (id == cg_indirect (view->cg))
    {
      out_text (out, INDIRECT_NAME);
      return;
    }
  bool is_cycle = id >= view->cg->n_syms;
  if (!is_cycle)
    print_name_only (out, view, id);
  if (node->cycle)
    print_cycle_of (out, node, is_cycle);
  if (view->rank)
    {
      out_char (out, ' ');
      print_rank (out, view->rank, id);
    }
}
