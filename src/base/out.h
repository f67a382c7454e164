/* base/out.h -- where report text goes.

   SPDX-License-Identifier: GPL-3.0-or-later

   A descriptor or a memory buffer behind one type.  Write errors are sticky and
   told once, by out_close.  What goes to a terminal is made safe for it
   (base/safe_text); all else is written byte by byte as it was given.  */

#ifndef BASE_OUT_H
#define BASE_OUT_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* A row of a table is a dozen short pieces, so what they need is inline; all
   else about a struct out is out.c's.  */
struct out
{
  char *next, *end;             /* where the next text goes, up to END */
  char *data;                   /* heap; where the buffer begins, or NULL */
  int fd;                       /* borrowed; -1: keep everything */
  bool used;                    /* something was passed on, or begun, ever */
  bool terminal;                /* the stream is one */
  unsigned charset;             /* of a terminal: SAFE_UTF8 or 0 */
  int error;                    /* errno of the first failure, or 0 */
};

struct out *out_to_file (int fd);       /* borrowed, written in large blocks */
struct out *out_to_memory (void);

/* A memory buffer for text that OUT is going to get.  Names are made safe in it
   as in OUT, so they have the length that they have there.  */
struct out *out_to_memory_for (const struct out *out);

/* Returns the number of columns of the terminal behind OUT, or 0 if that is no
   terminal or does not tell.  */
unsigned out_columns (const struct out *out);

void out_printf (struct out *out, const char *format, ...)
  __attribute__ ((format (printf, 2, 3)));
void out_text (struct out *out, const char *text);
void out_pad_wide (struct out *out, size_t width);

/* What out_room does where there is none.  */
char *out_more_room (struct out *out, size_t len);

/* For what writes in place: room for LEN bytes, and a NUL, where the next text
   goes, valid until the next call; then out_added says how many of them were
   written.  */
static inline char *
out_room (struct out *out, size_t len)
{
  return (len < (size_t) (out->end - out->next) ? out->next
          : out_more_room (out, len));
}

static inline void
out_added (struct out *out, size_t len)
{
  out->next += len;
}

static inline void
out_bytes (struct out *out, const char *text, size_t len)
{
  char *to = out_room (out, len);

  if (len)                      /* else TEXT may be NULL */
    memcpy (to, text, len);
  out_added (out, len);
}

static inline void
out_char (struct out *out, char c)
{
  *out_room (out, 1) = c;
  out_added (out, 1);
}

/* What out_name does for a terminal.  */
size_t out_shown_name (struct out *out, const char *name, size_t len);

/* Writes the LEN bytes of NAME, of a symbol or file, and returns how many bytes
   that makes: on a terminal newlines and tabs of it are escaped as well.  */
static inline size_t
out_name (struct out *out, const char *name, size_t len)
{
  if (out->terminal)
    return out_shown_name (out, name, len);
  out_bytes (out, name, len);
  return len;
}

/* Columns are narrower than this: so many blanks are written in one piece, and
   what follows goes over those that are too many.  */
#define OUT_BLANKS 32

static inline void
out_blanks (char to[OUT_BLANKS])
{
  memset (to, ' ', OUT_BLANKS);
}

/* WIDTH blanks.  */
static inline void
out_pad (struct out *out, size_t width)
{
  if (width > OUT_BLANKS)
    out_pad_wide (out, width);
  else
    {
      out_blanks (out_room (out, OUT_BLANKS));
      out_added (out, width);
    }
}

/* Starts a report: a form-feed line, unless nothing was written before and no
   report was started: also one that had nothing to say counts.  */
void out_page (struct out *out);

/* What a memory buffer holds: NUL-terminated, borrowed until the next write;
   *LEN (if not NULL) is its length.  */
const char *out_memory (struct out *out, size_t *len);

/* Writes what is left, and releases.  False, with errno set, if any byte was
   lost.  */
bool out_close (struct out *out);

#endif /* BASE_OUT_H */
