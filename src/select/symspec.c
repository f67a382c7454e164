/* select/symspec.c -- parses one symspec into plain data.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "select/symspec.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

static void
parse_line (struct symspec_side *side, const char *digits)
{
  unsigned long line = strtoul (digits, NULL, 10);
  side->has_line = true;
  side->line = line > UINT_MAX ? UINT_MAX : line;
}

static void
parse_name_or_line (struct symspec_side *side, const char *text)
{
  if (*text >= '0' && *text <= '9')
    parse_line (side, text);
  else if (*text)
    side->name = text;
}

static struct symspec_side
parse_side (struct arena *arena, const char *text)
{
  struct symspec_side side = { NULL, NULL, 0, false };
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
symspec_parse (struct arena *arena, const char *text)
{
  const char *slash = strchr (text, '/');
  struct symspec spec = { .is_arc = slash != NULL };
  if (!slash)
    spec.left = parse_side (arena, arena_strdup (arena, text));
  else
    {
      spec.left
        = parse_side (arena, arena_strndup (arena, text, slash - text));
      spec.right = parse_side (arena, arena_strdup (arena, slash + 1));
    }
  return spec;
}
