/* base/safe_text.c -- escapes terminal control sequences.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "base/safe_text.h"

#include <ctype.h>
#include <langinfo.h>
#include <stdint.h>
#include <string.h>

unsigned
safe_locale (void)
{
  return strcmp (nl_langinfo (CODESET), "UTF-8") == 0 ? SAFE_UTF8 : 0;
}

size_t
utf8_char (const unsigned char *text, size_t len, uint32_t *code)
{
  static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
  unsigned first = text[0];
  size_t n = (first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2
              : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0);

  *code = n < 2 ? first : first & (0x7fu >> n);
  for (size_t i = 1; i < n; i++)
    {
      if (i == len)
        return n;
      if ((text[i] & 0xc0) != 0x80)
        return 0;
      *code = *code << 6 | (text[i] & 0x3f);
    }
  return (*code < least[n] || *code > 0x10ffff
          || (*code >= 0xd800 && *code < 0xe000) ? 0 : n);
}

static bool
is_obeyed (uint32_t code)
{
  return (code < 0x20 || (code >= 0x7f && code < 0xa0) || code == 0x61c
          || (code >= 0x200b && code <= 0x200f)
          || (code >= 0x2028 && code <= 0x202e)
          || (code >= 0x2060 && code <= 0x2064)
          || (code >= 0x2066 && code <= 0x2069) || code == 0xfeff);
}

/* Returns true if the byte at TEXT is layout: a newline, tab, form feed, or a
   carriage return before a newline.  */
static bool
is_layout (const char *text, size_t len)
{
  return (*text == '\n' || *text == '\t' || *text == '\f'
          || (*text == '\r' && len > 1 && text[1] == '\n'));
}

/* Returns the length of the character at the start of TEXT if it may be shown
   unchanged, or 0 if its first byte must be escaped.  TEXT has LEN bytes, at
   least 1.  */
static size_t
shown_as_is (const char *text, size_t len, unsigned flags)
{
  const unsigned char *bytes = (const unsigned char *) text;
  uint32_t code;
  size_t n;

  if (bytes[0] >= 0x20 && bytes[0] < 0x7f)
    return 1;
  if (flags & SAFE_LAYOUT && is_layout (text, len))
    return 1;
  if (!(flags & SAFE_UTF8))
    return isprint (bytes[0]) != 0;
  n = utf8_char (bytes, len, &code);
  return n <= len && !is_obeyed (code) ? n : 0;
}

size_t
safe_write (char *to, const char *text, size_t len, unsigned flags)
{
  char *next = to;

  for (size_t i = 0; i < len; )
    {
      size_t n = shown_as_is (text + i, len - i, flags);
      unsigned char byte = (unsigned char) text[i];

      if (n)
        {
          memcpy (next, text + i, n);
          next += n;
          i += n;
          continue;
        }
      *next++ = '\\';
      *next++ = (char) ('0' + (byte >> 6));
      *next++ = (char) ('0' + (byte >> 3 & 7));
      *next++ = (char) ('0' + (byte & 7));
      i++;
    }
  return (size_t) (next - to);
}

size_t
safe_unfinished (const char *text, size_t len, unsigned flags)
{
  const unsigned char *end = (const unsigned char *) text + len;
  uint32_t code;

  if (flags & SAFE_LAYOUT && len && text[len - 1] == '\r')
    return 1;
  for (size_t n = 1; flags & SAFE_UTF8 && n < 4 && n <= len; n++)
    if (utf8_char (end - n, n, &code) > n)
      return n;
  return 0;
}
