/* base/out.c -- where report text goes.

   SPDX-License-Identifier: GPL-3.0-or-later

   In:  text from the reports.  Out: a stream, or a buffer that tests read.
   Called by report/, options.c and main.c.  Text gathers in the buffer; with
   a stream behind it, a full buffer is passed on in one piece.  */

#include <config.h>

#include "base/out.h"

#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

/* A stream gets its text in pieces of at least this many bytes.  */
#define BLOCK 65536

struct out
{
  FILE *stream;                 /* borrowed; NULL: keep everything */
  char *data;                   /* heap; what was not passed on */
  size_t len, cap;
  bool used;                    /* something was written, or begun, ever */
  int error;                    /* errno of the first failure, or 0 */
};

struct out *
out_to_file (FILE *stream)
{
  struct out *out = array_new (1, sizeof *out);

  out->stream = stream;
  return out;
}

struct out *
out_to_memory (void)
{
  return out_to_file (NULL);
}

static void
failed (struct out *out)
{
  if (!out->error)
    out->error = errno ? errno : EIO;
}

/* Passes the buffer on.  */
static void
drain (struct out *out)
{
  errno = 0;
  if (out->len && !out->error
      && fwrite (out->data, 1, out->len, out->stream) != out->len)
    failed (out);
  out->len = 0;
}

/* With room for a NUL behind them.  */
char *
out_room (struct out *out, size_t len)
{
  size_t need;

  if (len < out->cap - out->len)
    return out->data + out->len;

  if (__builtin_add_overflow (out->len, len, &need)
      || __builtin_add_overflow (need, 1, &need))
    need = SIZE_MAX;            /* array_reserve refuses it */
  out->data = array_reserve (out->data, &out->cap, need, 1);
  return out->data + out->len;
}

void
out_added (struct out *out, size_t len)
{
  out->len += len;
  if (len)
    out->used = true;
  if (out->stream && out->len >= BLOCK)
    drain (out);
}

void
out_bytes (struct out *out, const char *text, size_t len)
{
  if (!len)
    return;
  memcpy (out_room (out, len), text, len);
  out_added (out, len);
}

void
out_text (struct out *out, const char *text)
{
  out_bytes (out, text, strlen (text));
}

void
out_char (struct out *out, char c)
{
  out_bytes (out, &c, 1);
}

void
out_pad (struct out *out, size_t width)
{
  memset (out_room (out, width), ' ', width);
  out_added (out, width);
}

void
out_printf (struct out *out, const char *format, ...)
{
  va_list args;
  int len;

  out_room (out, 0);
  va_start (args, format);
  len = vsnprintf (out->data + out->len, out->cap - out->len, format, args);
  va_end (args);
  if (len >= 0 && (size_t) len >= out->cap - out->len)
    {
      char *p = out_room (out, (size_t) len);

      va_start (args, format);
      len = vsnprintf (p, (size_t) len + 1, format, args);
      va_end (args);
    }
  if (len < 0)
    failed (out);
  else
    out_added (out, (size_t) len);
}

void
out_page (struct out *out)
{
  if (out->used)
    out_text (out, "\f\n");
  out->used = true;
}

const char *
out_memory (struct out *out, size_t *len)
{
  *out_room (out, 0) = '\0';
  if (len)
    *len = out->len;
  return out->data;
}

bool
out_close (struct out *out)
{
  int error;

  if (out->stream)
    {
      drain (out);
      errno = 0;
      if (fflush (out->stream) != 0)
        failed (out);
    }
  error = out->error;
  free (out->data);
  free (out);
  errno = error;
  return error == 0;
}
