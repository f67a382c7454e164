/* report/export/html.c -- a page for a browser: --format=html.

   SPDX-License-Identifier: GPL-3.0-or-later

   Writes one file that needs no other: html.css, html.html, the JSON of
   --format=json, the source files as JSON, and html.js, which shows both.

   Names and source lines come from hostile files.  In the JSON, "</" and "<!"
   are escaped, so that no text ends its <script> element.  The policy in the
   head (html_page.h) allows no other script than html.js.  */

#include <config.h>

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/fileio.h"
#include "image/source.h"
#include "report/export/export_text.h"
#include "report/export/exporters.h"
#include "report/export/function_columns.h"
#include "report/export/html_page.h"
#include "report/export/html_text.h"
#include "report/export/json.h"

/* The number of functions that are shown without a script.  */
#define N_PLAIN_ROWS 50

/* The highest sum of the sizes of source files in a page, in bytes.  */
#define MAX_SOURCES (2 << 20)

/* Writes a table of the first functions, for a browser without scripts.  */
static void
print_plain_table (struct out *out, const struct table *table)
{
  struct table first = *table;
  if (first.n_rows > N_PLAIN_ROWS)
    first.n_rows = N_PLAIN_ROWS;
  out_text (out, "<noscript>\n<p>Scripts are turned off, so these are only"
            " the first functions.</p>\n<table>\n");
  html_put_table (out, &first);
  out_text (out, "</table>\n</noscript>\n");
}

/* Writes the columns of TABLE, which the page shows, as JSON.  The script knows
   how to compute those that JSON lacks.  */
static void
print_columns (struct out *out, const struct table *table)
{
  static const char *const kinds[] = {
    [COLUMN_NAME] = "name", [COLUMN_TEXT] = "text", [COLUMN_COUNT] = "count",
    [COLUMN_CALLS] = "real", [COLUMN_REAL] = "real",
    [COLUMN_SHARE] = "share", [COLUMN_SECONDS] = "seconds",
    [COLUMN_ERROR] = "error", [COLUMN_RANGE] = "range",
  };
  out_text (out, "<script type=\"application/json\" id=\"shown\">[");
  for (size_t i = 0; i < table->n_columns; i++)
    {
      const struct column *column = table->columns[i];
      struct out *label = out_to_memory ();
      column_put_label (label, table, column);
      out_printf (out, "%s{\"key\":\"%s\",\"json\":\"%s\",\"kind\":\"%s\","
                  "\"wide\":%s,\"label\":", i ? ",\n" : "\n", column->key,
                  column->json ? column->json : column->key,
                  kinds[column->kind], column->is_wide ? "true" : "false");
      json_string (out, out_memory (label, NULL));
      out_char (out, '}');
      out_close (label);
    }
  out_text (out, "\n]</script>\n");
}

/* -- Source files --------------------------------------------------------- */

/* Returns, by source_id and on the heap, whether a source file has a line with
   time.  */
static bool *
files_with_time (const struct view *view)
{
  const struct sources *sources = lines_sources (view->lines);
  bool *used = array_new (sources_len (sources), sizeof *used);
  for (sym_id id = 0; id < symtab_len (view->symtab); id++)
    {
      const char *file = lines_get (view->lines, id).file;
      if (file && view->flat->time[id] != 0)
        used[source_file_find (sources, file)] = true;
    }
  return used;
}

/* Reads the rest of FD to TEXT, which has ROOM bytes and one more, and ends it
   by a NUL.  Sets *LEN to its length.  Bytes that are NUL become 0xff, which
   is not UTF-8 either.  Returns false if there are more than ROOM bytes, or if
   they cannot be read.  */
static bool
read_source_text (int fd, char *text, size_t room, size_t *len)
{
  ssize_t n = 1;
  *len = 0;
  while (n > 0 && *len <= room)
    {
      n = file_read (fd, text + *len, room + 1 - *len);
      *len += n > 0 ? (size_t) n : 0;
    }
  if (n < 0 || *len > room)
    return false;
  for (char *nul = text; (nul = memchr (nul, '\0', text + *len - nul));)
    *nul = '\xff';
  text[*len] = '\0';
  return true;
}

/* Writes the file NAME as an element of the array of source files, FIRST if no
   other stands before it.  TEXT has room for *ROOM bytes and one more; *ROOM
   is lowered by the length of the file.  A file that is longer has null for
   its text.  A file that cannot be opened is left out after a warning.  Returns
   whether it was written.  */
static bool
print_source_text (struct out *out, const struct view *view, const char *name,
                   char *text, size_t *room, bool first)
{
  int fd;
  size_t len = 0;
  if (!source_open (lines_sources (view->lines), view->diag, name, false, &fd))
    return false;
  bool whole = fd >= 0 && read_source_text (fd, text, *room, &len);
  if (fd >= 0)
    close (fd);
  json_text (out, first ? "\n{\"file\":" : ",\n{\"file\":", name);
  out_text (out, ",\"text\":");
  if (whole)
    {
      json_string (out, text);
      *room -= len;
    }
  else
    out_text (out, fd < 0 ? "\"\"" : "null");
  out_char (out, '}');
  return true;
}

/* Writes the source files that have lines with time, as JSON.  Only with -l
   are the times of lines known.  */
static void
print_sources (struct out *out, const struct view *view)
{
  const struct sources *sources = lines_sources (view->lines);
  if (!view->by_line)
    return;
  bool *used = files_with_time (view);
  char *text = array_new (MAX_SOURCES + 1, 1);
  size_t room = MAX_SOURCES;
  bool first = true;
  out_text (out, "<script type=\"application/json\" id=\"sources\">[");
  for (source_id id = 0; id < sources_len (sources); id++)
    if (used[id]
        && print_source_text (out, view, source_file_name (sources, id), text,
                              &room, first))
      first = false;
  out_text (out, "\n]</script>\n");
  free (text);
  free (used);
}

void
html_print (struct out *out, const struct view *view)
{
  struct function_table functions;
  struct table page = { .unit = view->profile->rate
                                ? view->profile->dimension : "samples",
                        .facts = ~0u };
  if (strcmp (page.unit, "seconds") == 0)
    page.unit = "s";
  table_choose (&page, &function_columns, TABLE_HTML,
                view->style->rows.column_keys);
  if (function_table_init (&functions, view, TABLE_HTML))
    {
      html_begin_page (out, file_basename (image_name (view->image)), "profile",
                       html_script_hash);
      print_plain_table (out, &functions.table);
      out_text (out, html_body);
      out_text (out, "<script type=\"application/json\" id=\"profile\">");
      json_print_with (out, view, &page);
      out_text (out, "</script>\n");
      print_columns (out, &page);
      print_sources (out, view);
      out_text (out, "<script>");
      out_text (out, html_script);
      out_text (out, "</script>\n</body>\n</html>\n");
    }
  function_table_free (&functions);
  table_free (&page);
}
