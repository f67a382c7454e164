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

struct names
{
  const struct core *core;
  char **readable;              /* by sym_id; NULL: not asked, or as it is */
  unsigned char *asked;         /* by sym_id */
  size_t n_syms;
};

struct names *
names_new (const struct core *core, size_t n_syms)
{
  struct names *names = array_new (1, sizeof *names);
  names->core = core;
  names->n_syms = n_syms;
  names->readable = array_new (n_syms, sizeof *names->readable);
  names->asked = array_new (n_syms, 1);
  return names;
}

void
names_free (struct names *names)
{
  if (!names)
    return;
  for (size_t i = 0; i < names->n_syms; i++)
    free (names->readable[i]);
  free (names->readable);
  free (names->asked);
  free (names);
}

const char *
name_of (const struct view *view, sym_id id)
{
  struct names *names = view->names;
  const char *raw = sym_get (view->symtab, id)->name;
  if (view->style->plain_names && !view->style->bsd_layout)
    return sym_plain_name (raw, core_leading_char (names->core));
  if (!view->style->demangle || view->style->bsd_layout)
    return raw;
  if (!names->asked[id])
    {
      names->asked[id] = 1;
      names->readable[id]
        = core_demangle (names->core, raw, view->style->demangle_flags);
    }
  return names->readable[id] ? names->readable[id] : raw;
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

size_t
print_name_only (struct out *out, const struct view *view, sym_id id)
{
  const char *name = name_of (view, id), *file = file_of (view, id);
  const struct style *style = view->style;
  unsigned line = lines_get (view->lines, id).line;
  char where[64];
  int len;
  out_text (out, name);
  if (!file || !(style->line_mode || style->inline_file_names))
    return strlen (name);
  if (style->line_mode)
    len = snprintf (where, sizeof where, ":%u @ %" PRIx64 ")", line,
                    sym_get (view->symtab, id)->addr);
  else
    len = snprintf (where, sizeof where, ":%u)", line);
  out_text (out, " (");
  out_text (out, file);
  out_text (out, where);
  return strlen (name) + 2 + strlen (file) + len;
}

void
print_name (struct out *out, const struct view *view, cg_id id)
{
  const struct cg_node *node = &view->cg->nodes[id];
  if (id == cg_indirect (view->cg))
    {
      out_text (out, INDIRECT_NAME);
      return;
    }
  bool is_cycle = id >= view->cg->n_syms;
  if (!is_cycle)
    print_name_only (out, view, id);
  if (node->cycle)
    out_printf (out, " <cycle %u%s>", node->cycle,
                is_cycle ? " as a whole" : "");
  if (view->rank)
    out_printf (out, view->rank->shown[id] ? " [%u]" : " (%u)",
                view->rank->index[id]);
}
