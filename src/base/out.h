/* base/out.h -- where report text goes.

   SPDX-License-Identifier: GPL-3.0-or-later

   A stream or a memory buffer behind one type.  Write errors are sticky and
   told once, by out_close.  */

#ifndef BASE_OUT_H
#define BASE_OUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct out;

struct out *out_to_file (FILE *stream); /* borrowed, written in large blocks */
struct out *out_to_memory (void);

void out_printf (struct out *out, const char *format, ...)
  __attribute__ ((format (printf, 2, 3)));
void out_text (struct out *out, const char *text);
void out_bytes (struct out *out, const char *text, size_t len);
void out_char (struct out *out, char c);
void out_pad (struct out *out, size_t width);   /* WIDTH blanks */

/* For what writes in place: room for LEN bytes where the next text goes, valid
   until the next call; then out_added says how many of them were written.  */
char *out_room (struct out *out, size_t len);
void out_added (struct out *out, size_t len);

/* Starts a report: a form-feed line, unless nothing was written before and no
   report was started: also one that had nothing to say counts.  */
void out_page (struct out *out);

/* What a memory buffer holds: NUL-terminated, borrowed until the next write;
   *LEN (if not NULL) is its length.  */
const char *out_memory (struct out *out, size_t *len);

/* Flushes and releases.  False, with errno set, if any byte was lost.  */
bool out_close (struct out *out);

#endif /* BASE_OUT_H */
