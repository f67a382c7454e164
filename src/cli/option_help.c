/* cli/option_help.c -- the texts of --help and --version.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "cli/options.h"

#include <string.h>

#include "cli/option_table.h"
#include "report/export/columns.h"

static const char *const group_titles[GROUPS] = {
  [GROUP_OUTPUT] = N_("What to print (default: flat profile and call graph)"),
  [GROUP_SELECT] = N_("What to select"),
  [GROUP_SYMBOLS] = N_("What counts as a function"),
  [GROUP_LAYOUT] = N_("How it looks"),
  [GROUP_FILES] = N_("Files"),
  [GROUP_OLD] = N_("Older spellings"),
  [GROUP_OTHER] = N_("Other"),
};

/* The column in which the explanations of --help begin, from 0.  */
#define HELP_COLUMN 36

/* Writes the spellings of DEF, padded to the column of the explanations.  */
static void
put_spellings (struct out *out, const struct option_def *def)
{
  struct out *line = out_to_memory ();
  const char *glue = def->name ? "=" : " ";
  size_t len;

  if (def->letter)
    out_printf (line, "  -%c%s", def->letter, def->name ? ", " : "");
  else
    out_text (line, "      ");
  if (def->name)
    out_printf (line, "--%s", def->name);
  if (def->arg == ARG_NEEDED)
    out_printf (line, "%s%s", glue, def->arg_name);
  else if (def->arg == ARG_GLUED)
    out_printf (line, "[=%s]", def->arg_name);
  out_text (out, out_memory (line, &len));
  out_close (line);
  out_pad (out, len < HELP_COLUMN ? HELP_COLUMN - len : 1);
}

/* Columns of a line of --help.  */
#define HELP_WIDTH 79

/* Writes "NAME: CHOICE..." for the argument of DEF, in several lines if it is
   long.  */
static void
put_choices_of (struct out *out, const struct option_def *def)
{
  const char *word = def->choices;
  size_t column = strlen (def->arg_name) + 1;

  out_printf (out, "%s:", def->arg_name);
  while (*word)
    {
      size_t len = strcspn (word, " ");
      bool fits = column + 1 + len <= HELP_WIDTH;

      out_text (out, fits ? " " : "\n\t");
      out_bytes (out, word, len);
      column = (fits ? column + 1 : 8) + len;
      word += len + strspn (word + len, " ");
    }
  out_char (out, '\n');
}

/* Returns true if a row before row N of the table has choices for the same
   argument name.  */
static bool
is_explained (size_t n)
{
  const struct option_def *def = &option_table[n];
  for (size_t i = 0; i < n; i++)
    if (option_table[i].choices
        && strcmp (option_table[i].arg_name, def->arg_name) == 0
        && strcmp (option_table[i].choices, def->choices) == 0)
      return true;
  return false;
}

/* Writes the choices for every argument name that stands for choices.  */
static void
put_choices (struct out *out)
{
  for (size_t i = 0; i < option_table_len; i++)
    if (option_table[i].choices && !is_explained (i))
      put_choices_of (out, &option_table[i]);
}

void
options_usage (struct out *out, const char *program)
{
  out_printf (out, _("Usage: %s [OPTION]... [IMAGE [PROFILE]...]\n"
                     "   or: %s [OPTION]... --run PROGRAM [ARGUMENT]...\n"),
              program, program);
}

void
options_help (struct out *out, const char *program)
{
  options_usage (out, program);
  out_text (out,
            _("Says where a program spent its time.  IMAGE is the program,"
              " built with -pg\n(default a.out).  Each PROFILE (default"
              " gmon.out, \"-\": standard input) is a\nfile that a run of it"
              " wrote; several are added up.  @FILE reads arguments\nfrom"
              " FILE.  --run makes the profile itself, of any PROGRAM.\n"));
  for (enum option_group group = 0; group < GROUPS; group++)
    {
      out_printf (out, "\n%s:\n", _(group_titles[group]));
      for (size_t i = 0; i < option_table_len; i++)
        if (option_table[i].group == group)
          {
            put_spellings (out, &option_table[i]);
            out_printf (out, "%s\n", _(option_table[i].help));
          }
    }
  out_char (out, '\n');
  out_text (out,
            _("SPEC is FUNCTION, FILE:FUNCTION, FILE:LINE, FILE or LINE."
              "  The argument of a\nshort option in [brackets] follows it"
              " directly: -pmain.\n"));
  put_choices (out);
}

void
options_columns (struct out *out)
{
  columns_help (out, &function_columns);
  out_char (out, '\n');
  columns_help (out, &change_columns);
  out_char (out, '\n');
  columns_help (out, &by_file_columns);
}

void
options_version (struct out *out)
{
  out_text (out, "gprof (" PACKAGE_NAME ") " PACKAGE_VERSION "\n");
  out_text (out,
            _("An independent call-graph profiler; no part of GNU Binutils.\n"
              "Licence: GNU GPL version 3 or later; you may change and"
              " redistribute it.\nThere is no warranty, as far as the law"
              " permits.\n"));
}
