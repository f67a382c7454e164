/* glob.c -- patterns of names.

   SPDX-License-Identifier: 0BSD

   Contracts are in glob.h.  */

#include <string.h>

#include "config/glob.h"

static bool
ends_here (const char *pattern)
{
  return *pattern == '\0' || *pattern == ',';
}

/* Returns the bracket that ends the set whose first character is at SET, or
   NULL.  A bracket in the first place belongs to the set.  */
static const char *
set_end (const char *set)
{
  const char *at = *set == '!' ? set + 1 : set;

  if (*at == ']')
    at++;
  while (!ends_here (at) && *at != ']')
    at++;
  return *at == ']' ? at : NULL;
}

/* Returns true if C is in the set from SET to END.  */
static bool
set_has (const char *set, const char *end, char c)
{
  bool is_not = *set == '!', has = false;

  set += is_not;
  for (; set < end; set++)
    if (end - set > 2 && set[1] == '-')
      {
        has |= set[0] <= c && c <= set[2];
        set += 2;
      }
    else
      has |= *set == c;
  return has != is_not;
}

/* Returns the rest of PATTERN behind what stands for the one character C, or
   NULL if that does not.  */
static const char *
fit_one (const char *pattern, char c)
{
  const char *end = *pattern == '[' ? set_end (pattern + 1) : NULL;

  if (end != NULL)
    return set_has (pattern + 1, end, c) ? end + 1 : NULL;
  if (ends_here (pattern) || (*pattern != '?' && *pattern != c))
    return NULL;
  return pattern + 1;
}

bool
glob_fits (const char *pattern, const char *name, size_t len)
{
  const char *star = NULL, *again = NULL, *end = name + len;

  while (name < end)
    {
      const char *rest = fit_one (pattern, *name);

      if (*pattern == '*')
        {
          star = ++pattern;
          again = name;
        }
      else if (rest != NULL)
        {
          pattern = rest;
          name++;
        }
      else if (star != NULL)
        {
          pattern = star;
          name = ++again;
        }
      else
        return false;
    }
  while (*pattern == '*')
    pattern++;
  return ends_here (pattern);
}

/* Returns the length of the name of which the compiler has made NAME, without
   the version that the linker has appended.  */
static size_t
source_len (const char *name)
{
  size_t len = *name != '\0';

  while (name[len] != '\0' && name[len] != '.' && name[len] != '@')
    len++;
  return len;
}

unsigned
glob_last (const char *list, const char *name)
{
  size_t len = strlen (name), source = source_len (name);
  unsigned last = 0;

  for (unsigned number = 1; list != NULL; number++)
    {
      const char *pattern = list + (*list == '!');
      const char *comma = strchr (list, ',');

      if (glob_fits (pattern, name, len)
          || (source < len && glob_fits (pattern, name, source)))
        last = number;
      list = comma != NULL ? comma + 1 : NULL;
    }
  return last;
}

bool
glob_is_wanted (const char *list, unsigned number)
{
  if (number == 0)
    return *list == '!';
  while (--number > 0)
    list = strchr (list, ',') + 1;
  return *list != '!';
}
