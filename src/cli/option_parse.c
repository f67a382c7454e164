/* cli/option_parse.c -- parses the command line.

   SPDX-License-Identifier: GPL-3.0-or-later

   One row of option_table describes all of an option.  The action of a row is
   one of a few kinds, each with its handler.  getopt_long does the scanning,
   but it never guesses an abbreviation.  It gets every spelling that stands
   for one option as a name of its own, because names of GNU gprof must win
   over our own names, and our older names over newer ones.  */

#include <config.h>

#include "cli/options.h"

#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <demangle.h>

#include "base/arena.h"
#include "base/variable.h"
#include "cli/option_check.h"
#include "cli/option_names.h"
#include "cli/option_table.h"
#include "cli/option_values.h"

/* The value that getopt_long returns for row I if it is found by its long
   name.  The value is above all letters.  */
#define LONG_VALUE(i) (UCHAR_MAX + 1 + (int) (i))

/* The state of one parse.  */
struct parse
{
  struct options *options;
  struct diag *diag;
  int argc;
  char **argv;
  char *letters;                /* getopt's, heap */
  struct option *names;         /* getopt's, heap */
  struct arena *arena;          /* strings of the spellings */
  bool demangle_none;           /* --demangle=none, which --demangle keeps */
  const struct option_def *not_gnu;     /* first option given that --compat=gnu
                                           refuses, or NULL */
  const struct option_def *for_export;  /* first option given that needs
                                           --format, or NULL */
  const struct option_def *for_run;     /* as well, --run */
  bool format_given;
};

/* -- Handlers, one per kind of action ------------------------------------- */

typedef bool handler (struct parse *p, const struct option_def *def,
                      const char *arg);

static bool
do_set (struct parse *p, const struct option_def *def, const char *arg)
{
  (void) arg;
  *(bool *) ((char *) p->options + def->flag) = true;
  return true;
}

static bool
do_clear (struct parse *p, const struct option_def *def, const char *arg)
{
  (void) arg;
  *(bool *) ((char *) p->options + def->flag) = false;
  return true;
}

static void
add_spec (struct options *options, struct option_spec spec)
{
  *ARRAY_APPEND (options->specs, options->cap_specs, options->n_specs) = spec;
}

/* Returns the first table of TABLES (bits) that is not a table of arcs, or
   SYM_TABLES if there is none.  A spec goes there if it looks like an arc,
   because of its '/', but is one name.  */
static enum sym_table
first_table (unsigned tables)
{
  for (unsigned i = 0; i < SYM_TABLES; i++)
    if (tables & TABLE (i) && !spec_is_arc_table ((enum sym_table) i))
      return (enum sym_table) i;
  return SYM_TABLES;
}

static bool
do_spec (struct parse *p, const struct option_def *def, const char *arg)
{
  bool is_arc = def->arc_tables && strchr (arg, '/');
  unsigned tables = is_arc ? def->arc_tables : def->tables;

  for (unsigned i = 0; i < SYM_TABLES; i++)
    if (tables & TABLE (i))
      add_spec (p->options, (struct option_spec)
                { arg, (enum sym_table) i,
                  first_table (is_arc ? def->tables : TABLE (i)) });
  return true;
}

static bool
do_show (struct parse *p, const struct option_def *def, const char *arg)
{
  p->options->styles |= def->style;
  p->options->asked |= def->style;
  return !arg || do_spec (p, def, arg);
}

static bool
do_hide (struct parse *p, const struct option_def *def, const char *arg)
{
  if (arg)
    return do_show (p, def, arg);
  p->options->styles &= ~def->style;
  p->options->asked |= def->style;
  return true;
}

static bool
do_demangle (struct parse *p, const struct option_def *def, const char *arg)
{
  enum demangling_styles style;

  (void) def;
  p->options->style.demangle = true;
  if (!arg)
    return true;
  style = cplus_demangle_name_to_style (arg);
  if (style == unknown_demangling)
    {
      diag_error (p->diag, "unknown demangling style '%s'", arg);
      return false;
    }
  p->demangle_none = style == no_demangling;
  if (!p->demangle_none)
    p->options->style.demangle_flags = DMGL_PARAMS | DMGL_ANSI | (int) style;
  return true;
}

static bool
do_value (struct parse *p, const struct option_def *def, const char *arg)
{
  return option_set_value (p->options, p->diag, def, arg);
}

static bool
do_string (struct parse *p, const struct option_def *def, const char *arg)
{
  *(const char **) ((char *) p->options + def->flag) = arg;
  return true;
}

static bool
do_export (struct parse *p, const struct option_def *def, const char *arg)
{
  p->format_given = true;
  p->options->exporter = exporter_find (arg);
  if (p->options->exporter || strcmp (arg, "text") == 0)
    return true;
  return option_no_choice (p->diag, def, arg);
}

static bool
do_columns (struct parse *p, const struct option_def *def, const char *arg)
{
  (void) def;
  p->options->style.rows.column_keys = arg;
  if (strcmp (arg, "help") == 0)
    p->options->action = ACTION_COLUMNS;
  return true;
}

static void
add_string (struct string_list *list, const char *s)
{
  *ARRAY_APPEND (list->items, list->cap, list->len) = s;
}

static bool
do_list (struct parse *p, const struct option_def *def, const char *arg)
{
  add_string ((struct string_list *) ((char *) p->options + def->flag), arg);
  return true;
}

static bool
do_map (struct parse *p, const struct option_def *def, const char *arg)
{
  p->options->map_file = arg;
  return do_show (p, def, NULL);
}

/* Sets the format; only the first letter of ARG counts, as in GNU gprof.  */
static bool
do_format (struct parse *p, const struct option_def *def, const char *arg)
{
  /* Letters in the order of enum gmon_format.  */
  static const char letters[] = "amb4p";
  const char *at = arg[0] ? strchr (letters, arg[0]) : NULL;

  (void) def;
  if (at)
    p->options->format = (enum gmon_format) (at - letters);
  else
    diag_error (p->diag, "unknown file format '%s': auto, magic, bsd or"
                " 4.4bsd", arg);
  return at != NULL;
}

/* Sets the topics to trace to the number ARG, whose bits are topics; to all
   topics if ARG is NULL.  */
static bool
do_trace (struct parse *p, const struct option_def *def, const char *arg)
{
  (void) def;
  p->options->trace = arg ? (unsigned) option_gnu_int (arg) | 1 : UINT_MAX;
  return true;
}

static bool
do_rebase (struct parse *p, const struct option_def *def, const char *arg)
{
  char *end;
  long long offset;

  if (strcmp (arg, "auto") == 0)
    {
      p->options->rebase = REBASE_AUTO;
      return true;
    }
  errno = 0;
  offset = strtoll (arg, &end, 0);
  if (end == arg || *end || errno)
    {
      diag_error (p->diag, "--%s: '%s' is no offset: a decimal or 0x number,"
                  " or auto", def->name, arg);
      return false;
    }
  p->options->rebase = REBASE_BY;
  p->options->rebase_offset = offset;
  return true;
}

static bool
do_yes_no (struct parse *p, const struct option_def *def, const char *arg)
{
  const bool is_yes = !arg || strcmp (arg, "yes") == 0;
  *(bool *) ((char *) p->options + def->flag) = is_yes;
  if (is_yes || strcmp (arg, "no") == 0)
    return true;
  diag_error (p->diag, "--%s: '%s' is neither yes nor no", def->name, arg);
  return false;
}

static bool
do_inlines (struct parse *p, const struct option_def *def, const char *arg)
{
  struct options *options = p->options;
  options->inlines = !arg || strcmp (arg, "yes") == 0;
  options->no_inlines = !options->inlines;
  if (options->inlines || strcmp (arg, "no") == 0)
    return true;
  diag_error (p->diag, "--%s: '%s' is neither yes nor no", def->name, arg);
  return false;
}

static bool
do_threads (struct parse *p, const struct option_def *def, const char *arg)
{
  if (!arg)
    return do_show (p, def, NULL);
  p->options->style.threads = arg;
  return true;
}

static bool
do_intervals (struct parse *p, const struct option_def *def, const char *arg)
{
  p->options->style.rows.level = INTERVAL_LEVEL;
  return !arg || do_value (p, def, arg);
}

/* Only a --run that stands for itself comes here: one that is abbreviated or
   has "=" behind it.  */
static bool
do_run (struct parse *p, const struct option_def *def, const char *arg)
{
  (void) arg;
  diag_error (p->diag, "--%s is not abbreviated: type '%s --%s PROGRAM"
              " ARGUMENT...'", def->name, p->options->program, def->name);
  return false;
}

/* Returns true if MODE is the name of a mode; then sets *QUIRKS.  */
static bool
parse_mode (const char *mode, struct quirks *quirks)
{
  bool is_gnu = strcmp (mode, "gnu") == 0;

  if (!is_gnu && strcmp (mode, "default") != 0)
    return false;
  *quirks = is_gnu ? quirks_gnu () : quirks_none ();
  return true;
}

static bool
do_compat (struct parse *p, const struct option_def *def, const char *arg)
{
  if (parse_mode (arg, &p->options->style.quirks))
    return true;
  diag_error (p->diag, "unknown mode '%s' for --%s: gnu or default", arg,
              def->name);
  return false;
}

static bool
do_action (struct parse *p, const struct option_def *def, const char *arg)
{
  (void) arg;
  if (p->options->action == ACTION_REPORT || def->action != ACTION_DIAGNOSE)
    p->options->action = def->action;
  return true;
}

static bool
do_by_file (struct parse *p, const struct option_def *def, const char *arg)
{
  (void) def;
  p->options->by_file = true;
  p->options->file_pattern = arg;
  return true;
}

static handler *const handlers[] = {
  [DO_SET] = do_set,
  [DO_CLEAR] = do_clear,
  [DO_SHOW] = do_show,
  [DO_HIDE] = do_hide,
  [DO_SPEC] = do_spec,
  [DO_DEMANGLE] = do_demangle,
  [DO_COMPAT] = do_compat,
  [DO_ACTION] = do_action,
  [DO_BY_FILE] = do_by_file,
  [DO_STRING] = do_string,
  [DO_CHOICE] = do_value,
  [DO_WORD] = do_value,
  [DO_REGEX] = do_value,
  [DO_EXPORT] = do_export,
  [DO_COLUMNS] = do_columns,
  [DO_LIST] = do_list,
  [DO_MAP] = do_map,
  [DO_FORMAT] = do_format,
  [DO_NUMBER] = do_value,
  [DO_REAL] = do_value,
  [DO_GNU_NUMBER] = do_value,
  [DO_TRACE] = do_trace,
  [DO_REBASE] = do_rebase,
  [DO_INLINES] = do_inlines,
  [DO_YES_NO] = do_yes_no,
  [DO_RUN] = do_run,
  [DO_THREADS] = do_threads,
  [DO_INTERVALS] = do_intervals,
};

/* Performs the action of DEF with the argument ARG, NULL if there is none.  */
static bool
apply (struct parse *p, const struct option_def *def, const char *arg)
{
  if (def->not_gnu && !p->not_gnu)
    p->not_gnu = def;
  if (def->for_export && !p->for_export)
    p->for_export = def;
  if (def->for_run && !p->for_run)
    p->for_run = def;
  return handlers[def->what] (p, def, arg);
}

/* -- The input of getopt_long --------------------------------------------- */

static void
add_long (struct parse *p, size_t *n, const char *name,
          const struct option_def *def)
{
  p->names[(*n)++] = (struct option) { name, (int) def->arg, NULL,
                                       LONG_VALUE (def - option_table) };
}

/* Makes the list of long options for getopt: all names, and each abbreviation
   of a name that the command line may contain, spelled out.  */
static void
make_names (struct parse *p)
{
  size_t n = 0;

  p->names = array_new (option_table_len + (size_t) p->argc + 1,
                        sizeof *p->names);
  for (size_t i = 0; i < option_table_len; i++)
    if (option_table[i].name)
      add_long (p, &n, option_table[i].name, &option_table[i]);
  for (int i = 1; i < p->argc; i++)
    if (strncmp (p->argv[i], "--", 2) == 0)
      {
        const char *typed = p->argv[i] + 2;
        size_t len = strcspn (typed, "=");
        const struct option_def *def = len ? option_by_name (typed, len)
                                        : NULL;

        if (def && def->name[len])
          add_long (p, &n, arena_strndup (p->arena, typed, len), def);
      }
}

/* Makes the string of letters for getopt.  The ':' before the letters keeps
   getopt from printing messages.  */
static void
make_letters (struct parse *p)
{
  char *s = p->letters = array_new (3 * option_table_len + 2, 1);

  *s++ = ':';
  for (size_t i = 0; i < option_table_len; i++)
    if (option_table[i].letter)
      {
        *s++ = option_table[i].letter;
        for (int colons = (int) option_table[i].arg; colons > 0; colons--)
          *s++ = ':';
      }
  *s = '\0';
}

/* Returns the row for VALUE, a result of getopt_long, or NULL.  */
static const struct option_def *
def_of (int value)
{
  if (value >= LONG_VALUE (0) && value < LONG_VALUE (option_table_len))
    return &option_table[value - LONG_VALUE (0)];
  return option_by_letter (value);
}

/* -- Scanning ------------------------------------------------------------- */

/* Returns true if the LEN bytes at NAME are how other profilers call the option
   that names a running process.  */
static bool
names_process (const char *name, size_t len)
{
  static const char *const names[] = { "pid", "attach", "process" };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strlen (names[i]) == len && strncmp (name, names[i], len) == 0)
      return true;
  return false;
}

/* Reports that TYPED, a long option, does not stand for one name, and suggests
   similar names.  */
static void
complain_of_name (const struct parse *p, const char *typed)
{
  struct out *names = out_to_memory ();
  const char *s = typed + 2;
  size_t len = strcspn (s, "=");

  if (names_process (s, len))
    diag_error (p->diag, "unknown option '%s'; gprof does not look into a"
                " process that runs already: start the program by '%s --run"
                " PROGRAM'", typed, p->options->program);
  else if (len && option_put_candidates (names, s, len))
    diag_error (p->diag, "option '%s' is ambiguous: it can be %s", typed,
                out_memory (names, NULL));
  else if (option_put_similar (names, s, len))
    diag_error (p->diag, "unknown option '%s'; did you mean %s?", typed,
                out_memory (names, NULL));
  else
    diag_error (p->diag, "unknown option '%s'", typed);
  out_close (names);
}

/* Reports the error for which getopt_long returned CODE.  */
static void
options_complain (const struct parse *p, int code)
{
  const struct option_def *def = def_of (optopt);

  if (code == ':' && optopt <= UCHAR_MAX)
    diag_error (p->diag, "option '-%c' needs an argument", optopt);
  else if (code == ':' && def)
    diag_error (p->diag, "option '--%s' needs an argument", def->name);
  else if (optopt > UCHAR_MAX && def && def->what == DO_RUN)
    diag_error (p->diag, "option '--%s' takes no argument; type '%s --run %s'",
                def->name, p->options->program,
                strchr (p->argv[optind - 1], '=') + 1);
  else if (optopt > UCHAR_MAX && def)
    diag_error (p->diag, "option '--%s' takes no argument", def->name);
  else if (optopt)
    diag_error (p->diag, "unknown option '-%c'", optopt);
  else
    complain_of_name (p, p->argv[optind - 1]);
}

static void
complain_with_usage (const struct parse *p, int code)
{
  struct out *out = out_to_memory ();
  const char *program = p->options->program;

  options_complain (p, code);
  if (!p->options->style.quirks.no_hints && p->argc > 1
      && option_is_run_word (p->argv[1]))
    diag_note (p->diag, "to run a program and see where its time goes, type"
               " '%s --run PROGRAM'", program);
  options_usage (out, program);
  out_printf (out, _("Try '%s --help' for all options.\n"), program);
  diag_text (p->diag, out_memory (out, NULL));
  out_close (out);
}

static int
next_option (const struct parse *p)
{
  return getopt_long (p->argc, p->argv, p->letters, p->names, NULL);
}

/* Scans for --compat only: wherever it stands, it decides how all other
   options are read.  Reports only errors of --compat; the real scan reports
   the other ones.  So this scan must leave the order of the arguments as it
   is: getopt_long moves operands to the end, where they would become the
   missing argument of the last option.  Returns false after one
   diag_error.  */
static bool
scan_compat (struct parse *p)
{
  const size_t n = (size_t) p->argc;
  char **given = array_new (n, sizeof *given);
  bool done = true;
  int code;

  memcpy (given, p->argv, n * sizeof *given);
  optind = 0;                   /* makes getopt of glibc and musl start
                                   again */
  while (done && (code = next_option (p)) != -1)
    {
      const struct option_def *def = def_of (code);

      if (def && def->what == DO_COMPAT)
        done = apply (p, def, optarg);
    }
  memcpy (p->argv, given, n * sizeof *given);
  free (given);
  return done;
}

/* Performs the actions of the options, from left to right, up to a request for
   help or version.  */
static bool
scan (struct parse *p)
{
  int code;

  optind = 0;
  while (options_read_profiles (p->options)
         && (code = next_option (p)) != -1)
    {
      const struct option_def *def = def_of (code);

      if (code == '?' || code == ':' || !def)
        {
          complain_with_usage (p, code);
          return false;
        }
      if (!apply (p, def, optarg))
        return false;
    }
  return true;
}

/* Takes the arguments that are no options: the image, then profiles.  */
static bool
take_files (struct parse *p)
{
  struct options *options = p->options;
  size_t n = optind < p->argc ? (size_t) (p->argc - optind) : 0;

  if (options->command && (n > 0 || options->files0_from))
    {
      diag_error (p->diag, "'%s' stands before --run, which makes its profiles"
                  " itself; the arguments of the program stand behind it",
                  n > 0 ? p->argv[optind] : "--files0-from");
      return false;
    }
  options->image_named = n > 0;
  options->image = n ? p->argv[optind] : "a.out";
  if (options->files0_from && n > 1 && options_read_profiles (options))
    {
      diag_error (p->diag, "extra operand '%s': profiles cannot be combined"
                  " with --files0-from", p->argv[optind + 1]);
      return false;
    }
  options->n_profiles = n > 1 ? n - 1 : 1;
  options->profiles = array_new (options->n_profiles,
                                 sizeof *options->profiles);
  options->profiles[0] = "gmon.out";
  for (size_t i = 1; i < n; i++)
    options->profiles[i - 1] = p->argv[optind + (int) i];
  return true;
}

/* Sets everything that depends on several options.  Returns false after one
   diag_error.  */
static bool
settle (struct parse *p)
{
  struct options *options = p->options;
  const char *source_path = variable ("GPROF_PATH");
  const char *columns = variable ("COLUMNS");

  if (options->listed && options->action == ACTION_REPORT)
    options->action = ACTION_LIST_FUNCTIONS;
  if (options->style.quirks.sum_implies_lines
      && options->styles & REPORT_SUM)
    options->style.line_mode = true;
  if (p->demangle_none && options->style.demangle)
    {
      options->style.demangle = false;
      options->style.plain_names = true;
    }
  if (source_path)
    add_string (&options->source_dirs, source_path);
  if (columns)
    options->style.rows.columns = strtoul (columns, NULL, 10);
  if (options->command)
    p->not_gnu = option_by_name ("run", strlen ("run"));
  if (options->command && !p->format_given && !options->styles)
    option_settle_run (options);
  if ((options->diff.len || options->by_file) && !options->exporter
      && options->action == ACTION_REPORT)
    options->exporter = exporter_find ("table");
  if (options->exporter)
    options->export_needs = options->exporter->needs;
  options->usual_inlines = options_have_usual_inlines (options);
  if (!option_parse_rules (options, p->diag)
      || (options_read_profiles (options)
          && !options_check_columns (options, p->diag)))
    return false;
  return (!options_read_profiles (options)
          || options_check (options, p->diag, p->not_gnu, p->for_export,
                            p->for_run));
}

static void
set_defaults (struct parse *p)
{
  struct options *options = p->options;
  const char *mode = variable ("GPROF_COMPAT");

  *options = (struct options) {
    .action = ACTION_REPORT,
    .program = p->argc > 0 ? p->argv[0] : "gprof",
    .words = array_new ((size_t) p->argc + 1, sizeof *options->words),
    .debuginfod = true,
    .style = { .demangle = true,
               .demangle_flags = DMGL_PARAMS | DMGL_ANSI | DMGL_AUTO,
               .width = 80, .min_count = 1, .table_length = 10,
               .rows = { .min_percent = -1 } },
  };
  for (int i = 1; i < p->argc; i++)
    options->words[i - 1] = p->argv[i];
  if (mode && *mode && !parse_mode (mode, &options->style.quirks))
    diag_warning (p->diag, "GPROF_COMPAT: unknown mode '%s' ignored", mode);
}

bool
options_parse (struct options *options, struct diag *diag, int argc,
               char **argv, char *const *command)
{
  struct parse p = { .options = options, .diag = diag, .argc = argc,
                     .argv = argv };
  bool done;

  set_defaults (&p);
  options->command = command;
  p.arena = arena_new ();
  make_names (&p);
  make_letters (&p);
  done = scan_compat (&p) && scan (&p) && take_files (&p) && settle (&p);
  free (p.letters);
  free (p.names);
  arena_free (p.arena);
  return done;
}

void
options_free (struct options *options)
{
  option_free_rules (options);
  free (options->words);
  free (options->profiles);
  free (options->specs);
  option_free_list (&options->source_dirs);
  option_free_list (&options->debug_dirs);
  option_free_list (&options->object_dirs);
  option_free_list (&options->diff);
  option_free_list (&options->fail_if);
  option_free_regex (&options->style.rows.focus);
  option_free_regex (&options->style.rows.hide);
  *options = (struct options) { .action = ACTION_REPORT };
}
