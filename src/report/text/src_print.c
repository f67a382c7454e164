/* report/text/src_print.c -- annotated source.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "report/reports.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/fileio.h"
#include "report/text/accounting.h"
#include "report/text/src_marks.h"

/* The least width of the column of time.  */
#define TIME_WIDTH 8

/* A source file that is being written.  */
struct listing
{
  struct out *out;
  const struct view *view;
  const char *name;             /* as recorded */
  const struct src_marks *all;
  const struct src_mark *marks; /* the marks of this file, by line */
  size_t n_marks, next;
  uint64_t count;               /* of all marks, modulo 2^64 */
  double time;                  /* of all marks, in samples */
  int width, time_width;        /* widths of the columns; time_width is 0
                                   without that column */
  uint64_t line;                /* number of the current line */
  uint64_t *last_count;         /* count that -x repeats; in GNU gprof it goes
                                   on to the next file */
  uint64_t n_executable, n_executed;    /* numbers of lines */
};

/* Returns true if the listing shows a column of time by line.  */
static bool
shows_time (const struct view *view)
{
  return (view->by_line && !view->style->quirks.no_time_column
          && view->flat->total > 0
          && (view->profile->has_arcs || view->profile->n_blocks));
}

/* Counts the line of MARK in n_executable, and in n_executed if it was
   executed.  With all_lines_executed, every line with a symbol is executable,
   and a line with any text in front, even "#####", was executed.  Without -l
   only functions are known, so lines with functions count.  With blocks it is
   known how often a line ran, and the text does not matter.  */
static void
count_line (struct listing *listing, const struct src_mark *mark,
            const struct src_field *field)
{
  const struct style *style = listing->view->style;
  if (listing->all->before)
    {
      listing->n_executable++;
      listing->n_executed += mark->count && mark->count >= style->min_count;
    }
  else if (style->quirks.all_lines_executed || style->line_mode)
    {
      listing->n_executable++;
      listing->n_executed += field->is_marked;
    }
  else if (mark->has_func
           && !view_is_uncounted (listing->view, mark->calls))
    {
      listing->n_executable++;
      listing->n_executed += mark->calls && mark->calls >= style->min_count;
    }
}

static void
print_time (const struct listing *listing, double time)
{
  if (!listing->time_width)
    return;
  if (time > 0)
    out_printf (listing->out, "%*.2f  ", listing->time_width,
                view_time (listing->view, time));
  else
    out_pad (listing->out, listing->time_width + 2);
}

static void
begin_line (struct listing *listing)
{
  struct src_field field = { .len = 0 };
  double time = 0;
  listing->line++;
  if (listing->next < listing->n_marks
      && listing->marks[listing->next].line == listing->line)
    {
      const struct src_mark *mark = &listing->marks[listing->next++];
      field = src_field_make (listing->all, listing->view, mark,
                              listing->last_count);
      count_line (listing, mark, &field);
      time = mark->time;
    }
  out_pad (listing->out, listing->width - field.len);
  out_bytes (listing->out, field.text, field.len);
  print_time (listing, time);
}

/* Sets the widths of the columns: the usual width, or that of the widest text.
   Only counts of blocks, and times, can be wider than usual.  */
static void
measure_columns (struct listing *listing)
{
  const struct view *view = listing->view;
  uint64_t last = 0;
  listing->width = SRC_FIELD_WIDTH;
  listing->time_width = shows_time (view) ? TIME_WIDTH : 0;
  if (!listing->all->before && !listing->time_width)
    return;
  for (size_t i = 0; i < listing->n_marks; i++)
    {
      const struct src_mark *mark = &listing->marks[i];
      int width = src_field_make (listing->all, view, mark, &last).len;
      if (width > listing->width)
        listing->width = width;
      width = snprintf (NULL, 0, "%.2f", view_time (view, mark->time));
      if (listing->time_width && width > listing->time_width)
        listing->time_width = width;
    }
}

/* Writes LEN bytes of text, and the field in front of each line.  *IN_LINE is
   true if the text before PIECE ends in the middle of a line; it is
   updated.  */
static void
print_piece (struct listing *listing, const char *piece, size_t len,
             bool *in_line)
{
  const char *to;
  for (const char *p = piece, *end = piece + len; p < end; p = to)
    {
      const char *newline = memchr (p, '\n', end - p);
      to = newline ? newline + 1 : end;
      if (!*in_line)
        begin_line (listing);
      out_bytes (listing->out, p, to - p);
      *in_line = !newline;
    }
}

/* Writes the file TEXT with the fields.  Returns false after one diag_error if
   TEXT cannot be read to its end.  */
static bool
print_text (struct listing *listing, int text)
{
  char piece[8192];
  const char *why = NULL;
  bool in_line = false;
  off_t size = 0;
  struct stat st;
  ssize_t len = -1;
  if (fstat (text, &st) == 0)
    while ((len = file_read (text, piece, sizeof piece)) > 0)
      {
        print_piece (listing, piece, len, &in_line);
        size += len;
      }
  if (len < 0)
    why = strerror (errno);
  else if (size < st.st_size || !file_is_unchanged (text, &st))
    why = FILE_CHANGED;
  if (why)
    diag_error (listing->view->diag, "%s: %s", listing->name, why);
  return !why;
}

static int
src_compare_counts (const void *a, const void *b)
{
  const struct src_mark *const *x = a, *const *y = b;
  if ((*x)->count != (*y)->count)
    return (*x)->count > (*y)->count ? -1 : 1;
  return ((*x)->line > (*y)->line) - ((*x)->line < (*y)->line);
}

/* Writes the list of lines with the highest counts, even lines that are not in
   the source file.  */
static void
print_busiest (const struct listing *listing)
{
  unsigned long length = listing->view->style->table_length;
  if (length == 0)
    return;
  const struct src_mark **order
    = array_new (listing->n_marks, sizeof (const struct src_mark *));
  for (size_t i = 0; i < listing->n_marks; i++)
    order[i] = &listing->marks[i];
  if (listing->n_marks > 1)
    qsort (order, listing->n_marks, sizeof *order, src_compare_counts);
  out_printf (listing->out,
              "\n\nTop %lu Lines:\n\n     Line      Count\n\n", length);
  for (size_t i = 0; i < listing->n_marks && i < length && order[i]->count;
       i++)
    out_printf (listing->out, "%9" PRIu64 " %10" PRIu64 "\n", order[i]->line,
                order[i]->count);
  free (order);
}

static void
print_summary (const struct listing *listing)
{
  const struct profile *profile = listing->view->profile;
  double lines = listing->n_executable;
  out_printf (listing->out,
              "\nExecution Summary:\n\n"
              "%9" PRIu64 "   Executable lines in this file\n"
              "%9" PRIu64 "   Lines executed\n"
              "%9.2f   Percent of the file executed\n\n"
              "%9" PRIu64 "   Total number of line executions\n"
              "%9.2f   Average executions per line\n",
              listing->n_executable, listing->n_executed,
              lines ? 100.0 * listing->n_executed / lines : 100.0,
              listing->count, lines ? listing->count / lines : 0.0);
  if (listing->time_width)
    {
      double total = listing->view->flat->total;
      out_printf (listing->out, "\n%9.2f   Sampled in this file, in ",
                  view_time (listing->view, listing->time));
      out_name (listing->out, profile->dimension, strlen (profile->dimension));
      out_printf (listing->out,
                  "\n%9.2f   Percent of all that was sampled\n",
                  total > 0 ? 100 * listing->time / total : 0.0);
    }
}

/* Writes all of LISTING.  TEXT is -1 if there is no source file.  Returns
   false if the source file could not be read to its end.  */
static bool
print_listing (struct listing *listing, int text)
{
  measure_columns (listing);
  bool is_whole = text < 0 || print_text (listing, text);
  print_busiest (listing);
  print_summary (listing);
  return is_whole;
}

/* -- The output files ----------------------------------------------------- */

/* The state of writing all source files.  */
struct annotation
{
  struct out *out;
  const struct view *view;
  const struct sources *sources;
  struct src_marks marks;
  unsigned long *given;         /* heap; by source_id of the newest file with a
                                   base name: how many names -y made for that
                                   base name */
  uint64_t last_count;
  bool any_printed;
};

/* Returns, on the heap, the name of the file that -y writes for the source
   file NAME.  With overwrite_listings, files with one base name overwrite each
   other.  Else they are numbered, and no name of a source file is used.  */
static char *
ann_name (struct annotation *annotation, const char *name)
{
  const struct sources *sources = annotation->sources;
  bool overwrites = annotation->view->style->quirks.overwrite_listings;
  const char *base = file_basename (name);
  unsigned long *given
    = &annotation->given[source_file_by_name (sources, base)];
  size_t size = strlen (base) + 32;
  char *made = array_new (size, 1);
  do
    if (overwrites || ++*given == 1)
      snprintf (made, size, "%s-ann", base);
    else
      snprintf (made, size, "%s-ann-%lu", base, *given);
  while (!overwrites && source_file_by_name (sources, made) != SOURCE_NONE);
  return made;
}

static void
print_to_file (struct annotation *annotation, struct listing *listing,
               int text)
{
  char *name = ann_name (annotation, listing->name);
  size_t len;
  listing->out = out_to_memory ();
  if (print_listing (listing, text))
    {
      const char *data = out_memory (listing->out, &len);
      file_replace (listing->view->diag, name, data, len, false);
    }
  out_close (listing->out);
  free (name);
}

static void
print_to_out (struct annotation *annotation, struct listing *listing,
              int text)
{
  listing->out = annotation->out;
  if (annotation->any_printed)
    out_char (listing->out, '\n');
  annotation->any_printed = true;
  out_page (listing->out);
  print_counted (listing->out, listing->view);
  out_text (listing->out, "*** File ");
  out_name (listing->out, listing->name, strlen (listing->name));
  out_text (listing->out, ":\n");
  print_listing (listing, text);
}

/* Returns true if the source file of LISTING has anything to show.  */
static bool
is_shown (const struct listing *listing)
{
  return (listing->n_marks
          && (listing->count || listing->view->style->show_unused
              || (listing->time > 0 && shows_time (listing->view))));
}

static void
print_source (struct annotation *annotation, source_id id)
{
  const struct view *view = annotation->view;
  const size_t *start = &annotation->marks.start[id];
  struct listing listing
    = { .view = view,
        .name = source_file_name (annotation->sources, id),
        .all = &annotation->marks,
        .marks = &annotation->marks.items[start[0]],
        .n_marks = start[1] - start[0],
        .last_count = &annotation->last_count };
  int text;
  for (size_t i = 0; i < listing.n_marks; i++)
    {
      listing.count += listing.marks[i].count;
      listing.time += listing.marks[i].time;
    }
  if (!is_shown (&listing)
      || !source_open (annotation->sources, view->diag, listing.name,
                       view->style->quirks.no_hints, &text))
    return;
  if (view->style->separate_files)
    print_to_file (annotation, &listing, text);
  else
    print_to_out (annotation, &listing, text);
  if (text >= 0)
    close (text);
}

void
source_print_annotated (struct out *out, const struct view *view)
{
  const struct sources *sources = lines_sources (view->lines);
  source_id n_sources = sources_len (sources);
  struct annotation annotation
    = { .out = out, .view = view, .sources = sources,
        .given = array_new (n_sources, sizeof *annotation.given) };
  src_marks_init (&annotation.marks, view);
  /* The last source file comes first, as in GNU gprof.  */
  for (source_id id = n_sources; id-- > 0; )
    print_source (&annotation, id);
  src_marks_free (&annotation.marks);
  free (annotation.given);
}
