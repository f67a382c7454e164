/* report/text/src_marks.c -- the annotation of each source line.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "report/text/src_marks.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/sort.h"

/* A symbol and its source line.  */
struct located
{
  source_id source;
  unsigned line;
  sym_id id;
};

static int
compare_located (const void *a, const void *b)
{
  const struct located *x = a, *y = b;
  if (x->source != y->source)
    return x->source < y->source ? -1 : 1;
  return (x->line > y->line) - (x->line < y->line);
}

/* Returns the symbols to be annotated, sorted by source line, on the heap;
   sets *N to their number.  */
static struct located *
locate_symbols (const struct view *view, size_t *n)
{
  size_t len = symtab_len (view->symtab);
  struct located *located = array_new (len, sizeof *located);
  const char *last_file = NULL;
  source_id source = SOURCE_NONE;
  *n = 0;
  for (sym_id id = 0; id < len; id++)
    {
      struct place place = lines_get (view->lines, id);
      if (!place.file || !place.line
          || !sym_selected (view->selection, INCL_ANNO, id))
        continue;
      if (place.file != last_file)
        source = source_file_find (lines_sources (view->lines), place.file);
      last_file = place.file;
      located[(*n)++] = (struct located) { source, place.line, id };
    }
  sort_stable (located, *n, sizeof *located, compare_located);
  return located;
}

static void
mark_add_symbol (struct src_mark *mark, const struct view *view, sym_id id)
{
  mark->n_symbols++;
  mark->calls += cg_node (view->cg, id)->calls;
  mark->time += view->flat->time[id];
  mark->has_func |= sym_get (view->symtab, id)->is_func;
}

/* Sets the count of each of the first N marks.  */
static void
count_lines (struct src_marks *marks, size_t n, const struct view *view)
{
  struct count_list list = { NULL, 0, 0 };
  if (!view->style->quirks.annotate_first_symbol && view->blocks
      && view->profile->n_blocks)
    marks->before = src_counts_before (view);
  for (size_t i = 0; i < n; i++)
    {
      struct src_mark *mark = &marks->items[i];
      mark->count = (marks->before
                     ? src_counts_line (&list, view, marks->before,
                                        marks->symbols + mark->symbols,
                                        mark->n_symbols)
                     : mark->calls);
    }
  free (list.counts);
}

void
src_marks_init (struct src_marks *marks, const struct view *view)
{
  source_id n_sources = sources_len (lines_sources (view->lines));
  size_t n, i = 0, kept = 0;
  struct located *located = locate_symbols (view, &n);
  *marks = (struct src_marks) { NULL, NULL, NULL, NULL };
  marks->items = array_new (n, sizeof *marks->items);
  marks->symbols = array_new (n, sizeof *marks->symbols);
  marks->start = array_new ((size_t) n_sources + 1, sizeof *marks->start);
  for (source_id source = 0; source < n_sources; source++)
    {
      marks->start[source] = kept;
      for (; i < n && located[i].source == source; i++)
        {
          struct src_mark *last = kept > marks->start[source]
                                  ? &marks->items[kept - 1] : NULL;
          if (last && last->line == located[i].line)
            last->is_merged = true;
          else
            {
              last = &marks->items[kept++];
              *last = (struct src_mark) { .line = located[i].line,
                                          .symbols = i,
                                          .first = located[i].id };
            }
          marks->symbols[i] = located[i].id;
          mark_add_symbol (last, view, located[i].id);
        }
    }
  marks->start[n_sources] = kept;
  free (located);
  count_lines (marks, kept, view);
}

void
src_marks_free (struct src_marks *marks)
{
  free (marks->items);
  free (marks->start);
  free (marks->symbols);
  free (marks->before);
}

uint64_t
src_line_calls (const struct view *view, sym_id id)
{
  struct src_marks marks;
  uint64_t calls = cg_node (view->cg, id)->calls;
  src_marks_init (&marks, view);
  for (size_t i = 0; i < marks.start[sources_len (lines_sources (view->lines))];
       i++)
    if (marks.items[i].first == id)
      calls = marks.items[i].calls;
  src_marks_free (&marks);
  return calls;
}

/* -- Text ----------------------------------------------------------------- */

/* Appends TEXT to FIELD, cut so that FIELD has at most ROOM bytes.  */
static void
add_text (struct src_field *field, size_t room, const char *text)
{
  size_t len = strlen (text);
  if (len > room - field->len)
    len = room - field->len;
  memcpy (field->text + field->len, text, len);
  field->len += len;
}

/* The state of writing the counts of a line as GNU gprof does, which cuts
   them.  */
struct counts
{
  struct src_field *field;
  uint64_t sum;                 /* modulo 2^64 */
  uint64_t *last;
};

static void
mark_add_count (struct counts *counts, uint64_t count)
{
  char text[24];
  snprintf (text, sizeof text, "%s%" PRIu64,
            counts->field->is_marked ? "," : "", count);
  add_text (counts->field, SRC_FIELD_WIDTH, text);
  counts->field->is_marked = true;
  counts->sum += count;
  *counts->last = count;
}

/* Adds the counts of the blocks from I up to, but without, END of
   view->blocks.  If AT_START is false, the code of the line begins within a
   block that began on an earlier line, and with -x the count of that block
   comes first.  */
static void
add_blocks (struct counts *counts, const struct view *view, size_t i,
            size_t end, bool at_start)
{
  bool all_lines = view->style->all_lines;
  if (all_lines && !counts->field->is_marked && !at_start)
    mark_add_count (counts, *counts->last);
  for (; i < end; i++)
    {
      uint64_t count = view->blocks->blocks[i].count;
      if (!all_lines || !counts->field->is_marked || count != *counts->last)
        mark_add_count (counts, count);
    }
}

/* Returns the text in front of the line of MARK as GNU gprof makes it: from
   the first symbol of the line.  */
static struct src_field
make_as_gnu (const struct view *view, const struct src_mark *mark,
             uint64_t *last)
{
  struct src_field field = { .len = 0 };
  struct counts counts = { &field, 0, last };
  const struct bb_counts *blocks = view->blocks;
  const struct sym *sym = sym_get (view->symtab, mark->first);
  size_t i = blocks ? blocks->start[mark->first] : 0;
  size_t end = blocks ? blocks->start[mark->first + 1] : 0;
  /* In GNU gprof a line with several symbols has no address, so no block
     begins at its address.  */
  bool at_start = (i < end && !mark->is_merged
                   && blocks->blocks[i].addr == sym->addr);
  if (sym->is_func)
    mark_add_count (&counts, mark->calls);
  add_blocks (&counts, view, i, end, at_start);
  if (view_is_uncounted (view, counts.sum))
    return (struct src_field) { .len = 0 };
  if (field.is_marked && counts.sum < view->style->min_count)
    {
      field.is_small = true;
      field.len = 0;
      add_text (&field, SRC_FIELD_WIDTH, "#####");
    }
  if (field.is_marked)
    add_text (&field, SRC_FIELD_WIDTH, " -> ");
  return field;
}

struct src_field
src_field_make (const struct src_marks *marks, const struct view *view,
                const struct src_mark *mark, uint64_t *last)
{
  const size_t arrow = strlen (" -> ");
  struct src_field field = { .len = 0 };
  struct count_list list = { NULL, 0, 0 };
  if (!marks->before)
    return make_as_gnu (view, mark, last);
  src_counts_list (&list, view, marks->before, marks->symbols + mark->symbols,
                   mark->n_symbols, view->style->all_lines);
  field.is_marked = list.n != 0;
  field.is_small = field.is_marked && mark->count < view->style->min_count;
  if (field.is_small)
    add_text (&field, SRC_FIELD_MAX, "#####");
  else if (field.is_marked)
    field.len = src_counts_text (&list, field.text, SRC_FIELD_MAX - arrow,
                                 SRC_FIELD_WIDTH - arrow);
  if (field.is_marked)
    add_text (&field, SRC_FIELD_MAX, " -> ");
  free (list.counts);
  return field;
}
