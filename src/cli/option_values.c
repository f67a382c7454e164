/* cli/option_values.c -- arguments of options that are values.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "cli/option_values.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

typedef bool setter (struct options *options, struct diag *diag,
                     const struct option_def *def, const char *arg);

/* Returns the field of OPTIONS that DEF names.  */
static void *
field_of (struct options *options, const struct option_def *def)
{
  return (char *) options + def->flag;
}

#define MOST_LABEL 64           /* bytes; names of options are shorter */

/* Writes to the MOST_LABEL bytes at TEXT how messages call the option DEF, as
   "-w (--width)", and returns TEXT.  */
static const char *
label (char *text, const struct option_def *def)
{
  if (def->letter)
    snprintf (text, MOST_LABEL, "-%c (--%s)", def->letter, def->name);
  else
    snprintf (text, MOST_LABEL, "--%s", def->name);
  return text;
}

/* Sets the unsigned long of DEF to the whole number ARG.  */
static bool
set_number (struct options *options, struct diag *diag,
            const struct option_def *def, const char *arg)
{
  unsigned long *field = field_of (options, def);
  char text[MOST_LABEL];
  char *end;

  errno = 0;
  *field = strtoul (arg, &end, 10);
  if (strspn (arg, "0123456789") == (size_t) (end - arg) && end > arg
      && !*end && !errno
      && *field >= def->range.min && *field <= def->range.max)
    return true;
  diag_error (diag, "%s: '%s' is not a whole number from %lu to %lu",
              label (text, def), arg, def->range.min, def->range.max);
  return false;
}

/* Sets the double of DEF to the number ARG.  */
static bool
set_real (struct options *options, struct diag *diag,
          const struct option_def *def, const char *arg)
{
  double *field = field_of (options, def);
  char *end;

  *field = strtod (arg, &end);
  if (end > arg && !*end && *field >= (double) def->range.min
      && *field <= (double) def->range.max)
    return true;
  diag_error (diag, "--%s: '%s' is not a number from %lu to %lu", def->name,
              arg, def->range.min, def->range.max);
  return false;
}

int
option_gnu_int (const char *arg)
{
  return (int) strtol (arg, NULL, 10);
}

/* Sets the unsigned long of DEF to the number ARG.  With --compat=gnu, reads
   it as GNU gprof does, which accepts any text as a number, and keeps 32 bits
   of it if the range has no more.  */
static bool
set_gnu_number (struct options *options, struct diag *diag,
                const struct option_def *def, const char *arg)
{
  unsigned long *field = field_of (options, def);
  int number = option_gnu_int (arg);

  if (!options->style.quirks.numbers_of_any_text)
    return set_number (options, diag, def, arg);
  if (def->range.max > INT_MAX)
    *field = strtoul (arg, NULL, 10);
  else
    *field = number < 0 ? 0 : (unsigned long) number;
  if (*field < def->range.min)
    *field = def->range.min;
  return true;
}

bool
option_no_choice (struct diag *diag, const struct option_def *def,
                  const char *arg)
{
  diag_error (diag, "--%s: '%s' is not one of: %s", def->name, arg,
              def->choices);
  return false;
}

/* Stores in *PLACE the place of ARG among the choices of DEF, from 0.  Returns
   false after one diag_error if it is none.  */
static bool
find_choice (struct diag *diag, const struct option_def *def,
             const char *arg, unsigned *place)
{
  const size_t len = strlen (arg);
  const char *word = def->choices;

  for (unsigned i = 0; *word; i++)
    {
      size_t word_len = strcspn (word, " ");
      if (word_len == len && memcmp (word, arg, len) == 0)
        {
          *place = i;
          return true;
        }
      word += word_len;
      word += *word == ' ';
    }
  return option_no_choice (diag, def, arg);
}

/* Sets the unsigned of DEF to the place of ARG among the choices.  */
static bool
set_choice (struct options *options, struct diag *diag,
            const struct option_def *def, const char *arg)
{
  return find_choice (diag, def, arg, field_of (options, def));
}

/* Sets the string of DEF to ARG, one of the choices.  */
static bool
set_word (struct options *options, struct diag *diag,
          const struct option_def *def, const char *arg)
{
  unsigned place;
  const char **field = field_of (options, def);

  *field = arg;
  return find_choice (diag, def, arg, &place);
}

void
option_free_regex (regex_t **regex)
{
  if (*regex)
    regfree (*regex);
  free (*regex);
  *regex = NULL;
}

void
option_free_list (struct string_list *list)
{
  free (list->items);
  *list = (struct string_list) { NULL, 0, 0 };
}

/* Sets the regex_t * of DEF to the regular expression ARG.  */
static bool
set_regex (struct options *options, struct diag *diag,
           const struct option_def *def, const char *arg)
{
  regex_t **field = field_of (options, def);
  regex_t *regex = array_new (1, sizeof *regex);
  int code = regcomp (regex, arg, REG_EXTENDED | REG_NOSUB);
  char why[128];

  option_free_regex (field);
  if (code == 0)
    {
      *field = regex;
      return true;
    }
  regerror (code, regex, why, sizeof why);
  free (regex);
  diag_error (diag, "--%s: '%s' is not a regular expression: %s", def->name,
              arg, why);
  return false;
}

bool
option_set_value (struct options *options, struct diag *diag,
                  const struct option_def *def, const char *arg)
{
  static setter *const setters[] = {
    [DO_NUMBER] = set_number,
    [DO_REAL] = set_real,
    [DO_INTERVALS] = set_real,
    [DO_GNU_NUMBER] = set_gnu_number,
    [DO_CHOICE] = set_choice,
    [DO_WORD] = set_word,
    [DO_REGEX] = set_regex,
  };

  return setters[def->what] (options, diag, def, arg);
}

bool
option_parse_rules (struct options *options, struct diag *diag)
{
  const struct string_list *texts = &options->fail_if;
  bool done = true;

  if (texts->len)
    options->rules = array_new (texts->len, sizeof *options->rules);
  for (size_t i = 0; done && i < texts->len; i++)
    done = rule_parse (&options->rules[i], texts->items[i], diag);
  return done;
}

void
option_free_rules (struct options *options)
{
  for (size_t i = 0; options->rules && i < options->fail_if.len; i++)
    rule_free (&options->rules[i]);
  free (options->rules);
  options->rules = NULL;
}

#define RUN_ROWS 20

void
option_settle_run (struct options *options)
{
  struct row_rules *rows = &options->style.rows;
  options->usual_run = !options->by_file;
  options->exporter = exporter_find ("table");
  if (options->record_waits && options->usual_run)
    options->styles |= REPORT_WAITS;
  if (!rows->top)
    rows->top = RUN_ROWS;
  if (rows->level <= 0 && options->usual_run)
    rows->level = INTERVAL_LEVEL;
}
