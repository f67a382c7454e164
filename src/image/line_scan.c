/* image/line_scan.c -- looks up the source lines of a range of code.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "image/line_scan.h"

#include <string.h>

#include "base/arena.h"

void
line_scan_init (struct line_scan *s, struct image *image,
                 const struct symtab *functions, struct symtab *symtab,
                 struct sources *sources, struct arena *arena)
{
  *s = (struct line_scan) { .image = image, .functions = functions,
                             .symtab = symtab, .sources = sources,
                             .arena = arena,
                             .text = image_text_range (image),
                             .step = image_insn_step (image) };
}

bool
line_scan_find (const struct line_scan *s, uint64_t addr,
                 struct image_line *line)
{
  if (!s->names)
    return (image_find_line_or_sym (s->image, addr, line)
            && image_line_is_whole (line));
  bool is_found = image_find_line (s->image, addr, line);
  if (!(s->index && line_index_find (s->index, addr, line)) && !is_found)
    return false;
  sym_id id = line->function ? SYM_NONE : sym_lookup (s->names, addr);
  if (id != SYM_NONE)
    line->function = sym_get (s->names, sym_home (s->names, id))->name;
  return image_line_is_whole (line);
}

static bool
same_line (const struct image_line *a, const struct image_line *b)
{
  return (a->file && a->line == b->line
          && strcmp (a->function, b->function) == 0
          && strcmp (a->file, b->file) == 0);
}

/* Returns true if LINE at ADDR belongs to a static function.  If the last line
   has the same function and file, its value is used, otherwise that of the
   symbol at ADDR.  */
static bool
is_static_line (const struct line_scan *s, uint64_t addr,
                const struct image_line *line)
{
  if (s->last.file && strcmp (s->last.function, line->function) == 0
      && strcmp (s->last.file, line->file) == 0)
    return s->last_is_static;
  sym_id id = sym_lookup (s->functions, addr);
  return id != SYM_NONE && sym_get (s->functions, id)->is_static;
}

void
line_scan_keep (struct line_scan *s, uint64_t addr,
                 const struct image_line *line)
{
  bool same_function = (s->last.function
                        && strcmp (s->last.function, line->function) == 0);
  s->last_is_static = is_static_line (s, addr, line);
  s->last = (struct image_line) {
    .file = source_file_intern (s->sources, line->file),
    .function = (same_function ? s->last.function
                 : arena_strdup (s->arena, line->function)),
    .line = line->line
  };
}

/* Returns the distance from ADDR to the next address to look up, in bytes.  It
   is a multiple of the step.  */
static uint64_t
stride (const struct line_scan *s, uint64_t addr)
{
  if (!s->marks)
    return s->step;
  uint64_t way = line_marks_next (s->marks, addr) - addr;
  return (way + s->step - 1) / s->step * s->step;
}

void
line_scan_list (const struct line_scan *s, uint64_t low, uint64_t high,
                struct line_wants *wants)
{
  for (uint64_t at = 0; at < high - low; at += stride (s, low + at))
    line_wants_add (wants, low + at);
}

void
line_scan_range (struct line_scan *s, uint64_t low, uint64_t high,
                  struct place *place)
{
  struct image_line line;
  bool missing = false;
  for (uint64_t at = 0; at < high - low; at += stride (s, low + at))
    {
      uint64_t addr = low + at;
      if (!line_scan_find (s, addr, &line))
        {
          missing = true;
          continue;
        }
      s->late |= missing;
      if (s->symtab && !same_line (&s->last, &line))
        {
          line_scan_keep (s, addr, &line);
          const struct sym_line found = { .file = s->last.file,
                                          .line = s->last.line };
          symtab_add (s->symtab,
                      &(struct sym) { .addr = addr, .name = s->last.function,
                                      .line = &found,
                                      .is_static = s->last_is_static });
        }
      if (at == 0 && place)
        *place = (struct place) { s->last.file, s->last.line };
    }
}

void
line_scan_finish (struct symtab *symtab, const struct symtab *functions,
                   const struct place *places)
{
  for (sym_id id = 0; id < symtab_len (functions); id++)
    {
      struct sym sym = *sym_get (functions, id);
      struct sym_line at = { NULL, 0, 0 };
      if (sym.line)
        at = *sym.line;
      at.func_end = sym_func_end (&sym);
      if (places && places[id].file)
        {
          at.file = places[id].file;
          at.line = places[id].line;
        }
      sym.line = &at;
      symtab_add (symtab, &sym);
    }
}

bool
line_scan_possible (const struct image *image)
{
  return image_has_lines (image) && image_text_is_real (image);
}
