/* base/out.h -- where report text goes.

   SPDX-License-Identifier: GPL-3.0-or-later

   A struct out writes to a descriptor or to a memory buffer.  Write errors are
   sticky; out_close reports the first one.  Text that goes to a terminal is
   made safe for it (base/safe_text).  All other text is written unchanged.  */

#ifndef BASE_OUT_H
#define BASE_OUT_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* A row of a table is written in a dozen short pieces, so the functions for
   them are inline.  Only they, out.c and out_number.c use these fields.  */
struct out
{
  char *next, *end;             /* the free part of the buffer */
  char *data;                   /* heap; start of the buffer, or NULL */
  int fd;                       /* borrowed; -1 for a memory buffer */
  bool used;                    /* text was written to FD, or a report was
                                   started */
  bool terminal;                /* the text is for a terminal */
  unsigned charset;             /* of the terminal: SAFE_UTF8 or 0 */
  bool colored;                 /* out_color has an effect */
  int error;                    /* errno of the first failure, or 0 */
  int (*open) (void *data);     /* of out_open_later, or NULL */
  void *open_data;
};

/* Return a new output, never NULL; out_close frees it.  out_to_file writes to
   FD (borrowed) in large blocks.  */
struct out *out_to_file (int fd);
struct out *out_to_memory (void);

/* Returns a memory buffer for text that will be copied to OUT.  Names are made
   safe in it as in OUT, so that they have the same length in both.  */
struct out *out_to_memory_for (const struct out *out);

/* Calls OPEN with DATA before the first text of OUT is written.  What OPEN
   returns is the descriptor to write to; OUT keeps the width and the charset of
   the descriptor that it was made for.  */
void out_open_later (struct out *out, int (*open) (void *data), void *data);

/* Colors of text.  */
enum out_color
{
  OUT_PLAIN,
  OUT_BOLD,
  OUT_RED,
  OUT_YELLOW,
  OUT_GREEN
};

/* Text that follows has COLOR if `colored' of OUT is set, as by out_set_color;
   by default nothing is colored.  Colors do not add up.  */
void out_color (struct out *out, enum out_color color);
void out_set_color (struct out *out, bool colored);

/* Returns the number of columns of the terminal behind OUT, or 0 if OUT is not
   a terminal or its width is unknown.  */
unsigned out_columns (const struct out *out);

void out_printf (struct out *out, const char *format, ...)
  __attribute__ ((format (printf, 2, 3)));
void out_text (struct out *out, const char *text);
void out_pad_wide (struct out *out, size_t width);

/* Does the work of out_room when the buffer has no room for LEN bytes.  */
char *out_more_room (struct out *out, size_t len);

/* Returns the place where the next text goes, with room for LEN bytes and a
   NUL; it is valid until the next call.  The caller writes text there and then
   passes the number of bytes written to out_added.  */
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

  if (len)                      /* TEXT may be NULL if LEN is 0 */
    memcpy (to, text, len);
  out_added (out, len);
}

static inline void
out_char (struct out *out, char c)
{
  *out_room (out, 1) = c;
  out_added (out, 1);
}

/* Does the work of out_name if OUT is for a terminal.  */
size_t out_shown_name (struct out *out, const char *name, size_t len);

/* Writes the LEN bytes of NAME, which is the name of a symbol or a file, and
   returns the number of bytes written.  For a terminal, newlines and tabs in
   the name are escaped as well.  */
static inline size_t
out_name (struct out *out, const char *name, size_t len)
{
  if (out->terminal)
    return out_shown_name (out, name, len);
  out_bytes (out, name, len);
  return len;
}

/* Most columns are at most this wide.  So many blanks are always written in
   one piece; the text that follows overwrites the surplus.  */
#define OUT_BLANKS 32

static inline void
out_blanks (char to[OUT_BLANKS])
{
  memset (to, ' ', OUT_BLANKS);
}

/* Writes WIDTH blanks.  */
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

/* Starts a report: writes a form-feed line, unless this is the first report
   and nothing was written before.  An earlier report without text counts
   too.  */
void out_page (struct out *out);

/* Returns the text in the memory buffer OUT, NUL-terminated and borrowed until
   the next write.  Sets *LEN to its length unless LEN is NULL.  */
const char *out_memory (struct out *out, size_t *len);

/* Empties the memory buffer OUT.  */
static inline void
out_clear (struct out *out)
{
  out->next = out->data;
}

/* Writes the rest of the text to the descriptor and frees OUT; it does not
   close the descriptor.  Returns false with errno set if any text could not be
   written since OUT was made.  */
bool out_close (struct out *out);

#endif /* BASE_OUT_H */
