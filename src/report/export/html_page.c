/* report/export/html_page.c -- the frame of a page for a browser.

   SPDX-License-Identifier: GPL-3.0-or-later

   The policy in the head (CSP) names the style and the script by their hashes:
   the browser runs no other script, and loads nothing.  */

#include <config.h>

#include "report/export/html_page.h"

#include "report/export/export_text.h"
#include "report/export/html_text.h"

void
html_put_text (struct out *out, const char *text)
{
  for (; *text; text++)
    switch (*text)
      {
      case '&': out_text (out, "&amp;"); break;
      case '<': out_text (out, "&lt;"); break;
      case '>': out_text (out, "&gt;"); break;
      default: out_char (out, *text);
      }
}

void
html_begin_page (struct out *out, const char *title, const char *kind,
                 const char *script_hash)
{
  out_text (out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
            "<meta charset=\"utf-8\">\n"
            "<meta http-equiv=\"Content-Security-Policy\" content=\""
            "default-src 'none'; base-uri 'none'; form-action 'none';"
            " style-src ");
  out_printf (out, "'sha256-%s'", html_style_hash);
  if (script_hash)
    out_printf (out, "; script-src 'sha256-%s'", script_hash);
  out_text (out, "\">\n<meta name=\"viewport\""
            " content=\"width=device-width, initial-scale=1\">\n<title>");
  html_put_text (out, title);
  out_text (out, ": ");
  html_put_text (out, kind);
  out_text (out, "</title>\n<style>");
  out_text (out, html_style);
  out_text (out, "</style>\n</head>\n<body>\n");
}

void
html_put_name (struct out *out, const char *name)
{
  struct out *text = out_to_memory ();
  plain_line (text, name);
  html_put_text (out, out_memory (text, NULL));
  out_close (text);
}

static const char *
class_of (const struct column *column)
{
  return column->kind == COLUMN_NAME ? " class=\"name\"" : "";
}

static void
html_put_row (struct out *out, const struct table *table, const void *row)
{
  const enum out_color color = table->color ? table->color (table, row)
                               : OUT_PLAIN;
  struct out *text = out_to_memory ();
  struct cell cell;
  out_printf (out, "<tr%s>", color == OUT_RED ? " class=\"more\""
                             : color == OUT_GREEN ? " class=\"less\"" : "");
  for (size_t i = 0; i < table->n_columns; i++)
    {
      out_clear (text);
      table_put (text, table, table->columns[i], row, plain_line, &cell);
      out_printf (out, "<td%s>", class_of (table->columns[i]));
      html_put_text (out, out_memory (text, NULL));
      out_text (out, "</td>");
    }
  out_text (out, "</tr>\n");
  out_close (text);
}

void
html_put_table (struct out *out, const struct table *table)
{
  out_text (out, "<thead><tr>");
  for (size_t i = 0; i < table->n_columns; i++)
    {
      out_printf (out, "<th scope=\"col\"%s>", class_of (table->columns[i]));
      column_put_label (out, table, table->columns[i]);
      out_text (out, "</th>");
    }
  out_text (out, "</tr></thead>\n<tbody>\n");
  for (size_t i = 0; i < table->n_rows; i++)
    html_put_row (out, table, table_row (table, i));
  out_text (out, "</tbody>\n");
}
