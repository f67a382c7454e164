/* report/export/export_text.c -- names and numbers for other programs.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "report/export/export_text.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/out_number.h"
#include "base/safe_text.h"

/* The character that stands for a byte that is not UTF-8: U+FFFD.  */
#define REPLACEMENT "\xef\xbf\xbd"

/* Above this a double has no digits behind the point that could be kept.  */
#define NO_FRACTION 9e9

#define MILLION 1000000

/* Writes the character at *NEXT, which has LEN bytes left and is not ASCII,
   and moves *NEXT behind it.  */
static void
put_utf8 (struct out *out, const char **next, size_t len)
{
  uint32_t code;
  size_t n = utf8_char ((const unsigned char *) *next, len, &code);
  if (n == 0 || n > len)
    {
      out_text (out, REPLACEMENT);
      ++*next;
    }
  else if (code == 0x2028 || code == 0x2029)
    {
      /* JavaScript takes these for ends of lines, JSON does not.  */
      out_text (out, code == 0x2028 ? "\\u2028" : "\\u2029");
      *next += n;
    }
  else
    {
      out_bytes (out, *next, n);
      *next += n;
    }
}

/* Returns true if TEXT begins with one of the two texts that could end a
   <script> element of HTML, or change how it is read: "</" and "<!".  */
static bool
is_markup (const char *text)
{
  return text[0] == '<' && (text[1] == '/' || text[1] == '!');
}

/* Returns the length of the longest part at the start of TEXT that is
   printable ASCII without the quote, the backslash, the beginning of markup,
   and the characters of STOPS.  */
static size_t
simple_length (const char *text, const char *stops)
{
  size_t n = 0;
  while (text[n] >= 0x20 && text[n] < 0x7f && text[n] != '"'
         && text[n] != '\\' && !is_markup (text + n)
         && !(*stops && strchr (stops, text[n])))
    n++;
  return n;
}

void
json_count (struct out *out, const char *key, uint64_t value)
{
  out_text (out, key);
  out_unsigned (out, value, 0);
}

void
json_number (struct out *out, const char *key, double value)
{
  out_text (out, key);
  json_real (out, value);
}

void
json_text (struct out *out, const char *key, const char *text)
{
  out_text (out, key);
  json_string (out, text);
}

void
json_string (struct out *out, const char *text)
{
  const char *end = text + strlen (text);
  out_char (out, '"');
  while (text < end)
    {
      size_t n = simple_length (text, "");
      out_bytes (out, text, n);
      text += n;
      if (text == end)
        break;
      unsigned char c = (unsigned char) *text;
      if (c >= 0x80)
        {
          put_utf8 (out, &text, (size_t) (end - text));
          continue;
        }
      if (c == '"' || c == '\\')
        out_printf (out, "\\%c", c);
      else
        out_printf (out, "\\u%04x", c);
      text++;
    }
  out_char (out, '"');
}

void
json_real (struct out *out, double value)
{
  if (!(fabs (value) < NO_FRACTION))
    {
      out_printf (out, "%.0f", isfinite (value) ? value : 0);
      return;
    }
  if (value < 0)
    out_char (out, '-');
  uint64_t millionths = (uint64_t) llround (fabs (value) * MILLION);
  uint64_t rest = millionths % MILLION;
  out_unsigned (out, millionths / MILLION, 0);
  if (rest == 0)
    return;
  out_char (out, '.');
  for (uint64_t place = MILLION / 10; rest != 0 && place != 0; place /= 10)
    {
      out_char (out, (char) ('0' + rest / place));
      rest %= place;
    }
}

void
json_place (struct out *out, struct place place)
{
  if (place.file)
    {
      json_text (out, ",\"file\":", place.file);
    }
  if (place.line)
    {
      out_text (out, ",\"line\":");
      out_unsigned (out, place.line, 0);
    }
}

void
plain_name (struct out *out, const char *name, const char *escaped)
{
  const char *end = name + strlen (name);
  while (name < end)
    {
      size_t n = simple_length (name, escaped);
      out_bytes (out, name, n);
      name += n;
      if (name == end)
        break;
      unsigned char c = (unsigned char) *name;
      if (c >= 0x80)
        {
          put_utf8 (out, &name, (size_t) (end - name));
          continue;
        }
      if (c == '\n')
        out_text (out, "\\n");
      else if (c < 0x20 || c == 0x7f)
        out_printf (out, "\\x%02x", c);
      else
        out_printf (out, "%s%c", strchr (escaped, c) ? "\\" : "", c);
      name++;
    }
}

void
plain_line (struct out *out, const char *name)
{
  plain_name (out, name, "");
}

/* Returns the length of the longest run of backquotes in NAME.  */
static size_t
longest_run (const char *name)
{
  size_t longest = 0;
  while (*name)
    {
      size_t run = strspn (name, "`");
      longest = run > longest ? run : longest;
      name += run ? run : 1;
    }
  return longest;
}

/* More backquotes surround NAME than it has in a row.  The backslash before a
   '|' is for the table; no other character is special.  */
void
markdown_name (struct out *out, const char *name)
{
  const size_t quotes = longest_run (name) + 1;
  const char *gap = strchr (name, '`') ? " " : "";
  for (size_t i = 0; i < quotes; i++)
    out_char (out, '`');
  out_text (out, gap);
  plain_name (out, name, "|");
  out_text (out, gap);
  for (size_t i = 0; i < quotes; i++)
    out_char (out, '`');
}
