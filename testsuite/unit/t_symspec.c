/* unit/t_symspec.c -- tests of select/symspec: the grammar of a symspec.

   SPDX-License-Identifier: GPL-3.0-or-later

   In:  rows of a spec and what it stands for: "file|name|line" for each side,
   "-" where a field is empty, and " / " between the sides of an arc.  Run by
   gprof.unit.  */

#include <config.h>

#include "check.h"

#include "base/out.h"
#include "select/symspec.h"

static const struct { const char *text, *want; } rows[] = {
  { "f", "-|f|-" },
  { "12", "-|-|12" },
  { "0", "-|-|-" },
  { "007", "-|-|7" },
  { "0x4", "-|-|-" },
  { "a.c:0", "a.c|-|-" },
  { "12abc", "-|-|12" },
  { "a.c", "a.c|-|-" },
  { "1.c", "1.c|-|-" },
  { ".", ".|-|-" },
  { "f.part.0", "f.part.0|-|-" },
  { "a.c:f", "a.c|f|-" },
  { "a.c:12", "a.c|-|12" },
  { "a.c:", "a.c|-|-" },
  { "a:f", "a|f|-" },
  { ":f", "-|f|-" },
  { ":12", "-|-|12" },
  { ":", "-|-|-" },
  { ":f.part.0", "-|f.part.0|-" },
  { "a.c:b.c:12", "a.c:b.c|-|12" },
  { "x::y", "x:|y|-" },
  { "", "-|-|-" },
  { "f/g", "-|f|- / -|g|-" },
  { "/g", "-|-|- / -|g|-" },
  { "f/", "-|f|- / -|-|-" },
  { "/", "-|-|- / -|-|-" },
  { "f/g/h", "-|f|- / -|g/h|-" },
  { "src/a.c", "-|src|- / a.c|-|-" },
  { "a.c:f/b.c:12", "a.c|f|- / b.c|-|12" },
  { "f/b.c:g", "-|f|- / b.c|g|-" },
  { "a.c/7", "a.c|-|- / -|-|7" },
  { "4294967295", "-|-|4294967295" },
  { "4294967296", "-|-|-" },
  { "4294967298", "-|-|2" },
  { "99999999999999999999999", "-|-|4294967295" },
};

static void
show_side (struct out *out, const struct symspec_side *side)
{
  out_printf (out, "%s|%s|", side->file ? side->file : "-",
              side->name ? side->name : "-");
  if (side->line)
    out_printf (out, "%u", side->line);
  else
    out_char (out, '-');
}

static void
test_row (struct arena *arena, const char *text, const char *want)
{
  struct symspec spec = symspec_parse (arena, text);
  struct out *out = out_to_memory ();
  char name[80];

  show_side (out, &spec.left);
  if (spec.is_arc)
    {
      out_text (out, " / ");
      show_side (out, &spec.right);
    }
  snprintf (name, sizeof name, "'%s'", text);
  CHECK_STR (out_memory (out, NULL), want, name);
  out_close (out);
}

/* The strings belong to the arena, not to the text.  */
static void
test_copies (struct arena *arena)
{
  char text[] = "a.c:f/g";
  struct symspec spec = symspec_parse (arena, text);

  memset (text, 'x', sizeof text - 1);
  CHECK (strcmp (spec.left.file, "a.c") == 0
         && strcmp (spec.left.name, "f") == 0
         && strcmp (spec.right.name, "g") == 0, "the strings are copies");
}

int
main (void)
{
  struct arena *arena = arena_new ();

  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    test_row (arena, rows[i].text, rows[i].want);
  test_copies (arena);
  arena_free (arena);
  return check_end ();
}
