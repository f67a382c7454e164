/* report/file_rank.c -- the ranks in the names of profiles.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "report/file_rank.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

struct file_rank
{
  const char *pattern;          /* borrowed, or NULL */
};

struct file_rank *
file_rank_new (const char *pattern)
{
  struct file_rank *rank = array_new (1, sizeof *rank);

  rank->pattern = pattern;
  return rank;
}

void
file_rank_free (struct file_rank *rank)
{
  free (rank);
}

static bool
is_rank_digit (char c)
{
  return isdigit ((unsigned char) c) != 0;
}

/* Returns the last number in NAME, or NULL.  */
static const char *
last_number (const char *name, size_t *len)
{
  const char *end = name + strlen (name), *start;

  while (end > name && !is_rank_digit (end[-1]))
    end--;
  for (start = end; start > name && is_rank_digit (start[-1]);)
    start--;
  *len = (size_t) (end - start);
  return *len ? start : NULL;
}

/* A state of the match: where in the pattern and in the name it goes on if a
   later part fails, with one more character for the part there.  */
struct retry
{
  const char *pattern, *name;
};

/* Matches all of NAME with PATTERN, as a glob is matched: if a part fails, the
   last part of free length takes one more character.  *RANK gets the start of
   the digits and *LEN their number.  */
static bool
match_name (const char *pattern, const char *name, const char **rank,
            size_t *len)
{
  struct retry retry = { NULL, NULL };

  for (;;)
    if (pattern[0] == '%' && pattern[1] == 'r' && is_rank_digit (*name))
      {
        *rank = name;
        for (*len = 0; is_rank_digit (*name); ++*len)
          name++;
        pattern += 2;
      }
    else if (pattern[0] == '%' && pattern[1] && pattern[1] != 'r'
             && pattern[1] != '%')
      {
        pattern += 2;
        retry = (struct retry) { pattern, name };
      }
    else if (*pattern == '\0' && *name == '\0')
      return true;
    else if (*name && *pattern == *name
             && !(pattern[0] == '%' && pattern[1] == 'r'))
      {
        pattern += 1 + (pattern[0] == '%' && pattern[1] == '%');
        name++;
      }
    else if (retry.pattern && *retry.name && *retry.name != '/')
      {
        pattern = retry.pattern;
        name = ++retry.name;
      }
    else
      return false;
}

const char *
file_rank_of (const struct file_rank *rank, const char *name, size_t *len)
{
  const char *slash = strrchr (name, '/');
  const char *base = slash ? slash + 1 : name, *found = NULL;

  if (!rank->pattern)
    return last_number (base, len);
  if (!strchr (rank->pattern, '/'))
    name = base;
  return match_name (rank->pattern, name, &found, len) ? found : NULL;
}
