/* report/export/short_name.c -- shortens names to fit a column.

   SPDX-License-Identifier: GPL-3.0-or-later

   No function recurses, since a name can come from a hostile file.  All
   arguments at one depth and below it are replaced in one pass, and bisection
   finds the depth.  */

#include <config.h>

#include "report/export/short_name.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

#define ELLIPSIS "..."
#define ELLIPSIS_LEN (sizeof ELLIPSIS - 1)

/* Returns true if C is a byte of a UTF-8 character, but not its first
   byte.  */
static bool
is_continued (char c)
{
  return ((unsigned char) c & 0xc0) == 0x80;
}

size_t
name_columns (const char *name, size_t len)
{
  size_t columns = 0;
  for (size_t i = 0; i < len; i++)
    columns += !is_continued (name[i]);
  return columns;
}

/* Returns the length of the operator at S, if S begins with an operator with
   '<' or '>', which are no brackets then; else 0.  AFTER_OPERATOR is true if
   the word "operator" stands before S; without that word only "->" is an
   operator.  */
static size_t
operator_len (const char *s, bool after_operator)
{
  static const char *const operators[]
    = { "<=>", "<<=", ">>=", "->*", "<<", ">>", "<=", ">=", "->", "<", ">" };
  if (!after_operator)
    return strncmp (s, "->", 2) == 0 ? 2 : 0;
  for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
    if (strncmp (s, operators[i], strlen (operators[i])) == 0)
      return strlen (operators[i]);
  return 0;
}

/* Returns true if the word "operator" ends at END, in the text that begins at
   START.  */
static bool
ends_operator (const char *start, const char *end)
{
  static const char word[] = "operator";
  const size_t len = sizeof word - 1;
  if ((size_t) (end - start) < len || memcmp (end - len, word, len) != 0)
    return false;
  return end - len == start
         || !(isalnum ((unsigned char) end[-(ptrdiff_t) len - 1])
              || end[-(ptrdiff_t) len - 1] == '_');
}

/* A shorter form of a name.  */
struct form
{
  char *text;                   /* heap, NUL-terminated */
  size_t len;
  size_t depth;                 /* the deepest nesting of brackets */
  bool balanced;                /* every bracket has a matching one */
};

/* Writes the bracket C of a name to FORM.  *DEPTH is the number of open
   brackets.  *BEGIN is where the arguments at depth LIMIT begin.  When these
   end, "..." replaces them if they are longer.  */
static void
put_bracket (struct form *form, char c, size_t limit, size_t *depth,
             size_t *begin)
{
  if (c == '>' && *depth == limit
      && name_columns (form->text + *begin, form->len - *begin)
         > ELLIPSIS_LEN)
    {
      memcpy (form->text + *begin, ELLIPSIS, ELLIPSIS_LEN);
      form->len = *begin + ELLIPSIS_LEN;
    }
  form->text[form->len++] = c;
  if (c == '>')
    {
      form->balanced = form->balanced && *depth > 0;
      *depth -= *depth > 0;
      return;
    }
  if (++*depth == limit)
    *begin = form->len;
  if (*depth > form->depth)
    form->depth = *depth;
}

/* Returns NAME with "..." for the arguments of templates that are LIMIT (1 or
   more) brackets deep and longer than that.  */
static struct form
collapse (const char *name, size_t limit)
{
  struct form form = { array_new (strlen (name) + 1, 1), 0, 0, true };
  size_t depth = 0, begin = 0;
  for (const char *s = name; *s;)
    {
      size_t len = operator_len (s, ends_operator (name, s));
      if (len == 0 && (*s == '<' || *s == '>'))
        put_bracket (&form, *s++, limit, &depth, &begin);
      else
        for (len = len ? len : 1; len > 0; len--)
          form.text[form.len++] = *s++;
    }
  form.text[form.len] = '\0';
  form.balanced = form.balanced && depth == 0;
  return form;
}

/* Returns the number of bytes at the beginning of TEXT that take COLUMNS
   columns, at most LEN.  */
static size_t
bytes_of (const char *text, size_t len, size_t columns)
{
  size_t i = 0;
  for (; i < len; i++)
    if (!is_continued (text[i]) && columns-- == 0)
      break;
  return i;
}

/* Replaces the middle of FORM so that it takes ROOM columns.  */
static void
cut_middle (struct form *form, size_t room)
{
  size_t columns = name_columns (form->text, form->len);
  size_t left = (room - ELLIPSIS_LEN + 1) / 2;
  size_t right = room - ELLIPSIS_LEN - left;
  size_t head = bytes_of (form->text, form->len, left);
  size_t tail = bytes_of (form->text, form->len, columns - right);
  memmove (form->text + head + ELLIPSIS_LEN, form->text + tail,
           form->len - tail + 1);
  memcpy (form->text + head, ELLIPSIS, ELLIPSIS_LEN);
}

/* Returns NAME with as few arguments replaced as possible to fit into ROOM
   columns; with all of them replaced if even that does not fit.  The brackets
   of NAME are balanced and at most DEPTH deep.  */
static struct form
collapse_to_fit (const char *name, size_t depth, size_t room)
{
  size_t low = 1, high = depth;
  while (low < high)
    {
      size_t middle = low + (high - low + 1) / 2;
      struct form form = collapse (name, middle);
      if (name_columns (form.text, form.len) <= room)
        low = middle;
      else
        high = middle - 1;
      free (form.text);
    }
  return collapse (name, low);
}

char *
short_name (const char *name, size_t room)
{
  struct form form = collapse (name, SIZE_MAX);
  if (name_columns (form.text, form.len) <= room)
    return form.text;
  if (form.balanced && form.depth > 0)
    {
      size_t depth = form.depth;
      free (form.text);
      form = collapse_to_fit (name, depth, room);
    }
  if (name_columns (form.text, form.len) > room)
    cut_middle (&form, room);
  return form.text;
}
