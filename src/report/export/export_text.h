/* report/export/export_text.h -- names and numbers for other programs.

   SPDX-License-Identifier: GPL-3.0-or-later

   Names come from strangers, and can have any bytes but NUL.  What these
   functions write is valid UTF-8 on one line.  */

#ifndef REPORT_EXPORT_EXPORT_TEXT_H
#define REPORT_EXPORT_EXPORT_TEXT_H

#include "base/out.h"
#include "image/lines.h"

/* Writes TEXT as a string of JSON, with its quotes.  Each byte that is not
   UTF-8 becomes U+FFFD.  "<" is escaped before "/" and "!", so that JSON can
   stand in a <script> element of HTML.  */
void json_string (struct out *out, const char *text);

/* Write KEY, which comes with its quotes, comma and colon, and TEXT as a string
   or VALUE as a number.  */
void json_text (struct out *out, const char *key, const char *text);
void json_count (struct out *out, const char *key, uint64_t value);
void json_number (struct out *out, const char *key, double value);

/* Writes VALUE as a number with at most six digits behind the point, and none
   that are zeros at its end.  */
void json_real (struct out *out, double value);

/* Writes the keys "file" and "line" of PLACE, each with a comma before it, as
   far as they are known.  */
void json_place (struct out *out, struct place place);

/* Writes NAME for formats without escapes of their own: a newline becomes the
   two characters "\n", another control character "\xNN", and each byte that is
   not UTF-8 U+FFFD.  A character of ESCAPED, all in ASCII, gets a backslash
   before it.  */
void plain_name (struct out *out, const char *name, const char *escaped);

/* Writes NAME on one line of valid UTF-8, as plain_name does.  It is a
   name_writer.  */
void plain_line (struct out *out, const char *name);

/* Writes NAME as code in a cell of a Markdown table.  */
void markdown_name (struct out *out, const char *name);

#endif /* REPORT_EXPORT_EXPORT_TEXT_H */
