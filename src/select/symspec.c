/* select/symspec.c -- parses one symspec into plain data.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "select/symspec.h"

#include <stdlib.h>
#include <string.h>

/* Returns the number DIGITS as GNU gprof reads it: the result of strtol, cut
   to 32 bits.  The result 0 means any line.  */
static unsigned
parse_line (const char *digits)
{
  return (unsigned) strtol (digits, NULL, 10);
}

static void
parse_name_or_line (struct symspec_side *side, const char *text)
{
  if (*text >= '0' && *text <= '9')
    side->line = parse_line (text);
  else if (*text)
    side->name = text;
}

static struct symspec_side
parse_side (struct arena *arena, const char *text)
{
  struct symspec_side side = { .line = 0 };
  const char *colon = strrchr (text, ':');
  if (colon)
    {
      if (colon > text)
        side.file = arena_strndup (arena, text, colon - text);
      parse_name_or_line (&side, colon + 1);
    }
  else if (strchr (text, '.'))
    side.file = text;
  else
    parse_name_or_line (&side, text);
  return side;
}

struct symspec
symspec_parse_at (struct arena *arena, const char *text, const char *slash)
{
  struct symspec spec = { .is_arc = slash != NULL };
  if (!slash)
    spec.left = parse_side (arena, arena_strdup (arena, text));
  else
    {
      spec.slash = slash - text;
      spec.left
        = parse_side (arena, arena_strndup (arena, text, slash - text));
      spec.right = parse_side (arena, arena_strdup (arena, slash + 1));
    }
  return spec;
}

struct symspec
symspec_parse (struct arena *arena, const char *text)
{
  return symspec_parse_at (arena, text, strchr (text, '/'));
}
