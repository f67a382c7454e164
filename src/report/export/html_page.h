/* report/export/html_page.h -- the frame of a page for a browser.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef REPORT_EXPORT_HTML_PAGE_H
#define REPORT_EXPORT_HTML_PAGE_H

#include <stdbool.h>

#include "base/out.h"
#include "report/export/columns.h"

/* Writes TEXT as a part of the text of an element, whatever characters it
   has.  */
void html_put_text (struct out *out, const char *text);

/* Writes a page up to the start of its body.  Its title is "TITLE: KIND"; its
   style is html.css.  The policy of the page allows that style, loads nothing,
   and runs no script but the one whose SHA-256 hash, in base64, is SCRIPT_HASH;
   with NULL, none.  */
void html_begin_page (struct out *out, const char *title, const char *kind,
                      const char *script_hash);

/* Writes NAME on one line of valid UTF-8, as the text of an element.  */
void html_put_name (struct out *out, const char *name);

/* Writes the head and the body of a <table> with the rows of TABLE.  A row that
   has a color has the class "more" or "less".  */
void html_put_table (struct out *out, const struct table *table);

#endif /* REPORT_EXPORT_HTML_PAGE_H */
