/* base/out.c -- where report text goes.

   SPDX-License-Identifier: GPL-3.0-or-later

   Text is collected in the buffer.  If the output is a file, a full buffer is
   written in one piece.  If the file is a terminal, all text is made safe at
   that point.  */

#include <config.h>

#include "base/out.h"

#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/fileio.h"
#include "base/safe_text.h"

/* Text is written to a file in pieces of about this many bytes.  */
#define BLOCK 65536

struct out *
out_to_file (int fd)
{
  struct out *out = array_new (1, sizeof *out);

  out->fd = fd;
  out->terminal = fd >= 0 && isatty (fd);
  if (out->terminal)
    out->charset = safe_locale ();
  return out;
}

struct out *
out_to_memory (void)
{
  return out_to_file (-1);
}

struct out *
out_to_memory_for (const struct out *out)
{
  struct out *memory = out_to_memory ();

  memory->terminal = out->terminal;
  memory->charset = out->charset;
  return memory;
}

unsigned
out_columns (const struct out *out)
{
  struct winsize size;

  if (!out->terminal || ioctl (out->fd, TIOCGWINSZ, &size) != 0)
    return 0;
  return size.ws_col;
}

static void
failed (struct out *out)
{
  if (!out->error)
    out->error = errno ? errno : EIO;
}

void
out_open_later (struct out *out, int (*open) (void *data), void *data)
{
  out->open = open;
  out->open_data = data;
}

static void
pass_on (struct out *out, const char *text, size_t len)
{
  if (len && out->open)
    {
      out->fd = out->open (out->open_data);
      out->open = NULL;
    }
  if (len && !out->error && !file_write (out->fd, text, len))
    failed (out);
  out->used = out->used || len;
}

/* Writes the first LEN bytes of the buffer to a terminal, made safe.  */
static void
pass_on_safely (struct out *out, size_t len)
{
  char *text;
  size_t room;

  if (__builtin_mul_overflow (len, SAFE_GROWTH, &room))
    room = SIZE_MAX;            /* array_new fails then */
  text = array_new (room, 1);
  pass_on (out, text, safe_write (text, out->data, len,
                                  out->charset | SAFE_LAYOUT));
  free (text);
}

/* Writes the buffer to the descriptor.  For a terminal, an incomplete
   character at the end stays in the buffer, unless IS_END is true.  */
static void
drain (struct out *out, bool is_end)
{
  size_t len = out->next - out->data, rest = 0;

  if (len == 0)
    return;                     /* there may be no buffer yet */
  if (!out->terminal)
    pass_on (out, out->data, len);
  else
    {
      if (!is_end)
        rest = safe_unfinished (out->data, len, out->charset | SAFE_LAYOUT);
      pass_on_safely (out, len - rest);
      memmove (out->data, out->data + len - rest, rest);
    }
  out->next = out->data + rest;
}

void
out_set_color (struct out *out, bool colored)
{
  out->colored = colored;
}

void
out_color (struct out *out, enum out_color color)
{
  static const char *const codes[] = {
    [OUT_PLAIN] = "\033[m", [OUT_BOLD] = "\033[1m",
    [OUT_RED] = "\033[1;31m", [OUT_YELLOW] = "\033[33m",
    [OUT_GREEN] = "\033[32m",
  };

  if (!out->colored)
    return;
  if (!out->terminal || out->fd < 0)
    {
      out_text (out, codes[color]);
      return;
    }
  /* Safe text has no control characters, so these are written beside it.  */
  drain (out, true);
  pass_on (out, codes[color], strlen (codes[color]));
}

char *
out_more_room (struct out *out, size_t len)
{
  size_t cap, used, need;

  if (out->fd >= 0)
    drain (out, false);
  cap = out->end - out->data;
  used = out->next - out->data;
  if (__builtin_add_overflow (used, len, &need)
      || __builtin_add_overflow (need, 1, &need))
    need = SIZE_MAX;            /* array_reserve ends the process then */
  if (out->fd >= 0 && need < BLOCK)
    need = BLOCK;
  out->data = array_reserve (out->data, &cap, need, 1);
  out->next = out->data + used;
  out->end = out->data + cap;
  return out->next;
}

void
out_text (struct out *out, const char *text)
{
  out_bytes (out, text, strlen (text));
}

size_t
out_shown_name (struct out *out, const char *name, size_t len)
{
  size_t room, shown;

  if (__builtin_mul_overflow (len, SAFE_GROWTH, &room))
    room = SIZE_MAX;            /* out_more_room fails then */
  shown = safe_write (out_room (out, room), name, len, out->charset);
  out_added (out, shown);
  return shown;
}

void
out_pad_wide (struct out *out, size_t width)
{
  memset (out_room (out, width), ' ', width);
  out_added (out, width);
}

void
out_printf (struct out *out, const char *format, ...)
{
  va_list args;
  int len;

  char *p = out_room (out, 0);
  va_start (args, format);
  len = vsnprintf (p, out->end - p, format, args);
  va_end (args);
  if (len >= 0 && len >= out->end - p)
    {
      p = out_room (out, (size_t) len);

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
  if (out->used || out->next != out->data)
    out_text (out, "\f\n");
  out->used = true;
}

const char *
out_memory (struct out *out, size_t *len)
{
  *out_room (out, 0) = '\0';
  if (len)
    *len = out->next - out->data;
  return out->data;
}

bool
out_close (struct out *out)
{
  int error;

  if (out->fd >= 0)
    drain (out, true);
  error = out->error;
  free (out->data);
  free (out);
  errno = error;
  return error == 0;
}
