/* select/bare_name.c -- names without template arguments.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "select/bare_name.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

#define OPERATOR "operator"

/* Returns true if the LEN bytes at NAME end with the word "operator".  */
static bool
ends_with_operator (const char *name, size_t len)
{
  const size_t word = strlen (OPERATOR);

  if (len < word || memcmp (name + len - word, OPERATOR, word) != 0)
    return false;
  return len == word || strchr (": (", name[len - word - 1]);
}

/* Returns the length of the template arguments at TEXT, which begins with '<'.
   Signs between parentheses do not count: there "a>b" can be an expression.
   Without the last '>', the arguments reach to the end.  */
static size_t
arguments_len (const char *text)
{
  size_t depth = 0, parentheses = 0, i = 0;

  for (; text[i]; i++)
    if (text[i] == '(')
      parentheses++;
    else if (text[i] == ')' && parentheses)
      parentheses--;
    else if (parentheses)
      continue;
    else if (text[i] == '<')
      depth++;
    else if (text[i] == '>' && --depth == 0)
      return i + 1;
  return i;
}

char *
bare_name (const char *name)
{
  char *bare = array_new (strlen (name) + 1, 1);
  size_t len = 0;
  bool is_bare = false;

  while (*name)
    if (*name == '<' && ends_with_operator (bare, len))
      while (*name && strchr ("<=>", *name))
        bare[len++] = *name++;
    else if (*name == '<')
      {
        name += arguments_len (name);
        is_bare = true;
        if (len && bare[len - 1] == ' ')
          len--;                /* "operator< <int>" */
      }
    else
      bare[len++] = *name++;
  bare[len] = '\0';
  if (is_bare)
    return bare;
  free (bare);
  return NULL;
}
