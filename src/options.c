/* options.c -- the command line as plain data.

   SPDX-License-Identifier: GPL-3.0-or-later

   In:  argc, argv and GPROF_COMPAT.  Out: struct options; the texts of --help
   and --version.  Called by main.

   Everything there is to know about an option is one row of the table below;
   what a row does is one of a few kinds of action, each with its handler.
   getopt_long does the scanning.  It is never left to guess a prefix: it gets
   every spelling that stands for one option as a name of its own, because
   names that GNU gprof has must win over names that only we have.  */

#include <config.h>

#include "options.h"

#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <demangle.h>

#include "base/arena.h"
#include "base/variable.h"

enum arg_kind
{
  ARG_NONE = no_argument,
  ARG_NEEDED = required_argument,
  ARG_GLUED = optional_argument /* -pX or --flat-profile=X */
};

enum option_group
{
  GROUP_OUTPUT,
  GROUP_SELECT,
  GROUP_SYMBOLS,
  GROUP_LAYOUT,
  GROUP_FILES,
  GROUP_OLD,
  GROUP_OTHER,
  GROUPS
};

static const char *const group_titles[GROUPS] = {
  [GROUP_OUTPUT] = "What to print (default: flat profile and call graph)",
  [GROUP_SELECT] = "What to leave out",
  [GROUP_SYMBOLS] = "What counts as a function",
  [GROUP_LAYOUT] = "How it looks",
  [GROUP_FILES] = "Files",
  [GROUP_OLD] = "Older spellings",
  [GROUP_OTHER] = "Other",
};

/* What an option does; see the handlers.  */
enum option_do
{
  DO_SET,                       /* flag = true */
  DO_CLEAR,                     /* flag = false */
  DO_SHOW,                      /* style on; with an argument, also a spec */
  DO_HIDE,                      /* style off; with an argument, as SHOW */
  DO_SPEC,                      /* a spec alone */
  DO_DEMANGLE,
  DO_WIDTH,
  DO_COMPAT,
  DO_HELP,
  DO_VERSION,
  DO_STRING,                    /* flag = the argument */
  DO_LIST,                      /* the argument joins the list flag */
  DO_MAP,                       /* style on; the argument is the map file */
  DO_FORMAT,
  DO_MIN_COUNT,
  DO_TABLE_LENGTH,
  DO_TRACE,
  DO_REBASE,
  DO_DEBUGINFOD
};

struct option_def
{
  char letter;                  /* 0: has none */
  const char *name;             /* NULL: has none */
  enum arg_kind arg;
  const char *arg_name;
  enum option_group group;
  enum option_do what;
  const char *help;
  size_t flag;                  /* of struct options: what is set */
  unsigned style;               /* DO_SHOW, DO_HIDE: enum report_style */
  unsigned tables;              /* 1 << enum sym_table, where specs go */
  unsigned arc_tables;          /* the same for specs with a '/', if not 0 */
  bool ours;                    /* GNU gprof does not have it */
};

#define FLAG(member) offsetof (struct options, member)
#define TABLE(table) (1u << (table))

static const struct option_def table[] = {
  { 'p', "flat-profile", ARG_GLUED, "SPEC", GROUP_OUTPUT, DO_SHOW,
    .help = "the flat profile [of what matches SPEC]",
    .style = STYLE_FLAT, .tables = TABLE (INCL_FLAT) },
  { 'q', "graph", ARG_GLUED, "SPEC", GROUP_OUTPUT, DO_SHOW,
    .help = "the call graph [of SPEC; A/B: calls of B by A]",
    .style = STYLE_CALL_GRAPH, .tables = TABLE (INCL_GRAPH),
    .arc_tables = TABLE (INCL_ARCS) },
  { 'B', NULL, ARG_NONE, NULL, GROUP_OUTPUT, DO_SHOW,
    .help = "the call graph", .style = STYLE_CALL_GRAPH },
  { 'C', "exec-counts", ARG_GLUED, "SPEC", GROUP_OUTPUT, DO_SHOW,
    .help = "how often each function and block ran",
    .style = STYLE_EXEC_COUNTS, .tables = TABLE (INCL_EXEC) },
  { 'A', "annotated-source", ARG_GLUED, "SPEC", GROUP_OUTPUT, DO_SHOW,
    .help = "the source with counts", .style = STYLE_ANNOTATED,
    .tables = TABLE (INCL_ANNO) },
  { 'i', "file-info", ARG_NONE, NULL, GROUP_OUTPUT, DO_SHOW,
    .help = "what records each profile holds", .style = STYLE_FILE_INFO },
  { 's', "sum", ARG_NONE, NULL, GROUP_OUTPUT, DO_SHOW,
    .help = "write the sum of all profiles to gmon.sum", .style = STYLE_SUM },
  { 'r', "function-ordering", ARG_NONE, NULL, GROUP_OUTPUT, DO_SHOW,
    .help = "a link order of functions", .style = STYLE_FUNCTION_ORDER },
  { 'R', "file-ordering", ARG_NEEDED, "MAP", GROUP_OUTPUT, DO_MAP,
    .help = "a link order of object files; MAP is what nm -o\n"
    "writes",
    .style = STYLE_FILE_ORDER },

  { 'P', "no-flat-profile", ARG_GLUED, "SPEC", GROUP_SELECT, DO_HIDE,
    .help = "no flat profile [or: it, without SPEC]",
    .style = STYLE_FLAT, .tables = TABLE (EXCL_FLAT) },
  { 'Q', "no-graph", ARG_GLUED, "SPEC", GROUP_SELECT, DO_HIDE,
    .help = "no call graph [or: it, without SPEC or A/B]",
    .style = STYLE_CALL_GRAPH, .tables = TABLE (EXCL_GRAPH),
    .arc_tables = TABLE (EXCL_ARCS) },
  { 'Z', "no-exec-counts", ARG_GLUED, "SPEC", GROUP_SELECT, DO_HIDE,
    .help = "no such counts [or: them, without SPEC]",
    .style = STYLE_EXEC_COUNTS, .tables = TABLE (EXCL_EXEC) },
  { 'J', "no-annotated-source", ARG_GLUED, "SPEC", GROUP_SELECT, DO_HIDE,
    .help = "no annotated source [or: it, without SPEC]",
    .style = STYLE_ANNOTATED,
    .tables = TABLE (EXCL_ANNO) },
  { 'n', "time", ARG_NEEDED, "SPEC", GROUP_SELECT, DO_SPEC,
    .help = "the graph counts the time of SPEC only",
    .tables = TABLE (INCL_TIME) },
  { 'N', "no-time", ARG_NEEDED, "SPEC", GROUP_SELECT, DO_SPEC,
    .help = "the graph leaves out the time of SPEC",
    .tables = TABLE (EXCL_TIME) },
  { 'z', "display-unused-functions", ARG_NONE, NULL, GROUP_SELECT, DO_SET,
    .help = "also functions without time and calls",
    .flag = FLAG (style.show_unused) },

  { 'a', "no-static", ARG_NONE, NULL, GROUP_SYMBOLS, DO_SET,
    .help = "local functions belong to the one before",
    .flag = FLAG (no_static) },
  { 'D', "ignore-non-functions", ARG_NONE, NULL, GROUP_SYMBOLS, DO_SET,
    .help = "local symbols must be marked as functions",
    .flag = FLAG (funcs_only) },
  { 'l', "line", ARG_NONE, NULL, GROUP_SYMBOLS, DO_SET,
    .help = "lines instead of functions",
    .flag = FLAG (style.line_mode) },
  { 'c', "static-call-graph", ARG_NONE, NULL, GROUP_SYMBOLS, DO_SET,
    .help = "also calls found in the machine code",
    .flag = FLAG (static_calls) },
  { 'S', "external-symbol-table", ARG_NEEDED, "FILE", GROUP_SYMBOLS,
    DO_STRING, .help = "symbols from FILE, as nm writes them",
    .flag = FLAG (symbol_file) },
  { 0, "demangle", ARG_GLUED, "STYLE", GROUP_SYMBOLS, DO_DEMANGLE,
    .help = "readable C++ and other names (default); STYLE:\n"
    "auto gnu-v3 java gnat dlang rust none" },
  { 0, "no-demangle", ARG_NONE, NULL, GROUP_SYMBOLS, DO_CLEAR,
    .help = "names as in the object file", .flag = FLAG (style.demangle) },

  { 'b', "brief", ARG_NONE, NULL, GROUP_LAYOUT, DO_SET,
    .help = "no explanations of the tables", .flag = FLAG (style.brief) },
  { 'T', "traditional", ARG_NONE, NULL, GROUP_LAYOUT, DO_SET,
    .help = "tables in the style of BSD", .flag = FLAG (style.bsd_layout) },
  { 'L', "print-path", ARG_NONE, NULL, GROUP_LAYOUT, DO_SET,
    .help = "source files with their directories",
    .flag = FLAG (style.full_path) },
  { 'w', "width", ARG_NEEDED, "N", GROUP_LAYOUT, DO_WIDTH,
    .help = "columns of the index by name (default 80)" },
  { 't', "table-length", ARG_NEEDED, "N", GROUP_LAYOUT,
    DO_TABLE_LENGTH,
    .help = "lines in -A's list of busiest ones (default 10)" },
  { 'm', "min-count", ARG_NEEDED, "N", GROUP_LAYOUT, DO_MIN_COUNT,
    .help = "in -A show ##### for counts below N (default 1)" },
  { 'x', "all-lines", ARG_NONE, NULL, GROUP_LAYOUT, DO_SET,
    .help = "in -A counts on every line of a block",
    .flag = FLAG (style.all_lines) },
  { 'y', "separate-files", ARG_NONE, NULL, GROUP_LAYOUT, DO_SET,
    .help = "in -A a file NAME-ann for each source file",
    .flag = FLAG (style.separate_files) },
  { 0, "inline-file-names", ARG_NONE, NULL, GROUP_LAYOUT, DO_SET,
    .help = "source file and line after each name",
    .flag = FLAG (style.inline_file_names) },

  { 'I', "directory-path", ARG_NEEDED, "DIRS", GROUP_FILES, DO_LIST,
    .help = "where to look for sources, separated by ':';\n"
    "GPROF_PATH does the same",
    .flag = FLAG (source_dirs) },
  { 'O', "file-format", ARG_NEEDED, "FORMAT", GROUP_FILES,
    DO_FORMAT,
    .help = "of the profiles and gmon.sum: auto (default),\n"
    "magic, bsd or 4.4bsd" },
  { 0, "files0-from", ARG_NEEDED, "FILE", GROUP_FILES, DO_STRING,
    .help = "the profiles are those named in FILE (\"-\":\n"
    "standard input), each name ended by a NUL byte",
    .flag = FLAG (files0_from), .ours = true },
  { 0, "debug-directory", ARG_NEEDED, "DIR", GROUP_FILES, DO_LIST,
    .help = "where separate debug files are, before\n"
    "/usr/lib/debug",
    .flag = FLAG (debug_dirs), .ours = true },
  { 0, "debuginfod", ARG_NEEDED, "yes|no", GROUP_FILES, DO_DEBUGINFOD,
    .help = "ask the servers in DEBUGINFOD_URLS, if that is\n"
    "set (default: yes)",
    .ours = true },
  { 0, "rebase", ARG_NEEDED, "OFFSET", GROUP_FILES, DO_REBASE,
    .help = "add OFFSET to all addresses of the profiles;\n"
    "auto: find it out",
    .ours = true },

  { 'e', NULL, ARG_NEEDED, "SPEC", GROUP_OLD, DO_SPEC,
    .help = "-QSPEC, without asking for the call graph",
    .tables = TABLE (EXCL_GRAPH) },
  { 'E', NULL, ARG_NEEDED, "SPEC", GROUP_OLD, DO_SPEC,
    .help = "-e SPEC -N SPEC",
    .tables = TABLE (EXCL_GRAPH) | TABLE (EXCL_TIME) },
  { 'f', NULL, ARG_NEEDED, "SPEC", GROUP_OLD, DO_SPEC,
    .help = "-qSPEC, without asking for the call graph",
    .tables = TABLE (INCL_GRAPH) },
  { 'F', NULL, ARG_NEEDED, "SPEC", GROUP_OLD, DO_SPEC,
    .help = "-f SPEC -n SPEC",
    .tables = TABLE (INCL_GRAPH) | TABLE (INCL_TIME) },
  { 'k', NULL, ARG_NEEDED, "A/B", GROUP_OLD, DO_SPEC,
    .help = "drop the calls of B by A", .tables = TABLE (EXCL_ARCS),
    .arc_tables = TABLE (EXCL_ARCS) },

  { 0, "compat", ARG_NEEDED, "MODE", GROUP_OTHER, DO_COMPAT,
    .help = "gnu (as GNU gprof 2.40, faults included) or\n"
    "default; GPROF_COMPAT=MODE does the same",
    .ours = true },
  { 0, "fatal-warnings", ARG_NONE, NULL, GROUP_OTHER, DO_SET,
    .help = "end with status 1 after a warning",
    .flag = FLAG (fatal_warnings), .ours = true },
  { 'd', "debug", ARG_GLUED, "N", GROUP_OTHER, DO_TRACE,
    .help = "trace the work on standard error; N: topics, as\n"
    "bits" },
  { 'h', "help", ARG_NONE, NULL, GROUP_OTHER, DO_HELP,
    .help = "this text" },
  { 'v', "version", ARG_NONE, NULL, GROUP_OTHER, DO_VERSION,
    .help = "version and licence" },
};

#define N_TABLE (sizeof table / sizeof table[0])

/* What getopt_long returns for row I, found by its long name: out of the way
   of the letters.  */
#define LONG_VALUE(i) (UCHAR_MAX + 1 + (int) (i))

/* What one parse works on.  */
struct parse
{
  struct options *options;
  struct diag *diag;
  int argc;
  char **argv;
  char *letters;                /* getopt's, heap */
  struct option *names;         /* getopt's, heap */
  struct arena *arena;          /* of the spellings */
  bool demangle_none;           /* --demangle=none, which --demangle keeps */
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
  options->specs = array_reserve (options->specs, &options->cap_specs,
                                  options->n_specs + 1,
                                  sizeof *options->specs);
  options->specs[options->n_specs++] = spec;
}

/* The table of TABLES, bits, that a spec goes to if it is one name and not, as
   its '/' makes it look, an arc: the first that is no arc table; SYM_TABLES if
   there is none.  */
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

/* A number as GNU reads it: decimal digits, and no more than 32 bits of what
   they say.  */
static int
parse_int (const char *arg)
{
  return (int) strtol (arg, NULL, 10);
}

static bool
do_width (struct parse *p, const struct option_def *def, const char *arg)
{
  int width = parse_int (arg);

  (void) def;
  p->options->style.width = width < 1 ? 1 : (unsigned) width;
  return true;
}

static bool
do_string (struct parse *p, const struct option_def *def, const char *arg)
{
  *(const char **) ((char *) p->options + def->flag) = arg;
  return true;
}

static void
add_string (struct string_list *list, const char *s)
{
  list->items = array_reserve (list->items, &list->cap, list->len + 1,
                               sizeof *list->items);
  list->items[list->len++] = s;
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

/* The first letter is enough, as in GNU.  */
static bool
do_format (struct parse *p, const struct option_def *def, const char *arg)
{
  /* In the order of enum gmon_format.  */
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

static bool
do_min_count (struct parse *p, const struct option_def *def, const char *arg)
{
  (void) def;
  p->options->style.min_count = strtoul (arg, NULL, 10);
  return true;
}

static bool
do_table_length (struct parse *p, const struct option_def *def,
                 const char *arg)
{
  int length = parse_int (arg);

  (void) def;
  p->options->style.table_length = length < 0 ? 0 : (unsigned long) length;
  return true;
}

/* Without a number, all topics.  */
static bool
do_trace (struct parse *p, const struct option_def *def, const char *arg)
{
  (void) def;
  p->options->trace = arg ? (unsigned) parse_int (arg) | 1 : UINT_MAX;
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
do_debuginfod (struct parse *p, const struct option_def *def, const char *arg)
{
  p->options->debuginfod = strcmp (arg, "yes") == 0;
  if (p->options->debuginfod || strcmp (arg, "no") == 0)
    return true;
  diag_error (p->diag, "--%s: '%s' is neither yes nor no", def->name, arg);
  return false;
}

/* Is MODE a mode?  If so, *STRICT says which.  */
static bool
parse_mode (const char *mode, bool *strict)
{
  bool is_gnu = strcmp (mode, "gnu") == 0;

  if (!is_gnu && strcmp (mode, "default") != 0)
    return false;
  *strict = is_gnu;
  return true;
}

static bool
do_compat (struct parse *p, const struct option_def *def, const char *arg)
{
  if (parse_mode (arg, &p->options->style.strict))
    return true;
  diag_error (p->diag, "unknown mode '%s' for --%s: gnu or default", arg,
              def->name);
  return false;
}

static bool
do_help (struct parse *p, const struct option_def *def, const char *arg)
{
  (void) def;
  (void) arg;
  p->options->action = ACTION_HELP;
  return true;
}

static bool
do_version (struct parse *p, const struct option_def *def, const char *arg)
{
  (void) def;
  (void) arg;
  p->options->action = ACTION_VERSION;
  return true;
}

static handler *const handlers[] = {
  [DO_SET] = do_set,
  [DO_CLEAR] = do_clear,
  [DO_SHOW] = do_show,
  [DO_HIDE] = do_hide,
  [DO_SPEC] = do_spec,
  [DO_DEMANGLE] = do_demangle,
  [DO_WIDTH] = do_width,
  [DO_COMPAT] = do_compat,
  [DO_HELP] = do_help,
  [DO_VERSION] = do_version,
  [DO_STRING] = do_string,
  [DO_LIST] = do_list,
  [DO_MAP] = do_map,
  [DO_FORMAT] = do_format,
  [DO_MIN_COUNT] = do_min_count,
  [DO_TABLE_LENGTH] = do_table_length,
  [DO_TRACE] = do_trace,
  [DO_REBASE] = do_rebase,
  [DO_DEBUGINFOD] = do_debuginfod,
};

/* Does what DEF says with the argument ARG, NULL if it has none.  */
static bool
apply (struct parse *p, const struct option_def *def, const char *arg)
{
  return handlers[def->what] (p, def, arg);
}

/* -- Names and prefixes --------------------------------------------------- */

static bool
has_prefix (const struct option_def *def, const char *s, size_t len)
{
  return def->name && strncmp (def->name, s, len) == 0;
}

/* Counts the names of GNU's (or of ours) that begin with the LEN bytes at S;
   *FOUND is the last of them.  */
static unsigned
count_names (const char *s, size_t len, bool ours,
             const struct option_def **found)
{
  unsigned n = 0;

  for (size_t i = 0; i < N_TABLE; i++)
    if (table[i].ours == ours && has_prefix (&table[i], s, len))
      {
        *found = &table[i];
        n++;
      }
  return n;
}

/* The option that the LEN bytes at S stand for: a whole name, the beginning of
   just one of GNU's names, or of none of those and just one of ours.  NULL if
   there is none.  */
static const struct option_def *
resolve (const char *s, size_t len)
{
  const struct option_def *found = NULL;
  unsigned n;

  for (size_t i = 0; i < N_TABLE; i++)
    if (has_prefix (&table[i], s, len) && table[i].name[len] == '\0')
      return &table[i];
  n = count_names (s, len, false, &found);
  if (n == 0)
    n = count_names (s, len, true, &found);
  return n == 1 ? found : NULL;
}

static void
add_long (struct parse *p, size_t *n, const char *name,
          const struct option_def *def)
{
  p->names[(*n)++] = (struct option) { name, (int) def->arg, NULL,
                                       LONG_VALUE (def - table) };
}

/* Makes getopt's list of long options: all names, and each beginning of one
   that the command line may hold, spelled out.  */
static void
make_names (struct parse *p)
{
  size_t n = 0;

  p->names = array_new (N_TABLE + (size_t) p->argc + 1, sizeof *p->names);
  for (size_t i = 0; i < N_TABLE; i++)
    if (table[i].name)
      add_long (p, &n, table[i].name, &table[i]);
  for (int i = 1; i < p->argc; i++)
    if (strncmp (p->argv[i], "--", 2) == 0)
      {
        const char *typed = p->argv[i] + 2;
        size_t len = strcspn (typed, "=");
        const struct option_def *def = len ? resolve (typed, len) : NULL;

        if (def && def->name[len])
          add_long (p, &n, arena_strndup (p->arena, typed, len), def);
      }
}

/* Makes getopt's string of letters; the ':' before them keeps it silent.  */
static void
make_letters (struct parse *p)
{
  char *s = p->letters = array_new (3 * N_TABLE + 2, 1);

  *s++ = ':';
  for (size_t i = 0; i < N_TABLE; i++)
    if (table[i].letter)
      {
        *s++ = table[i].letter;
        for (int colons = (int) table[i].arg; colons > 0; colons--)
          *s++ = ':';
      }
  *s = '\0';
}

/* The row getopt_long means by VALUE, or NULL.  */
static const struct option_def *
def_of (int value)
{
  if (value >= LONG_VALUE (0) && value < LONG_VALUE (N_TABLE))
    return &table[value - LONG_VALUE (0)];
  for (size_t i = 0; i < N_TABLE; i++)
    if (value != 0 && table[i].letter == value)
      return &table[i];
  return NULL;
}

/* -- Scanning ------------------------------------------------------------- */

/* Says what getopt_long, which returned CODE, did not like.  */
static void
complain (const struct parse *p, int code)
{
  const struct option_def *def = def_of (optopt), *any;
  const char *typed = p->argv[optind - 1];

  if (code == ':' && optopt <= UCHAR_MAX)
    diag_error (p->diag, "option '-%c' needs an argument", optopt);
  else if (code == ':' && def)
    diag_error (p->diag, "option '--%s' needs an argument", def->name);
  else if (optopt > UCHAR_MAX && def)
    diag_error (p->diag, "option '--%s' takes no argument", def->name);
  else if (optopt)
    diag_error (p->diag, "unknown option '-%c'", optopt);
  else if (count_names (typed + 2, strcspn (typed + 2, "="), false, &any)
           + count_names (typed + 2, strcspn (typed + 2, "="), true, &any))
    diag_error (p->diag, "option '%s' is ambiguous", typed);
  else
    diag_error (p->diag, "unknown option '%s'", typed);
}

static void
put_usage (struct out *out, const char *program)
{
  out_printf (out, "Usage: %s [OPTION]... [IMAGE [PROFILE]...]\n", program);
}

static void
complain_with_usage (const struct parse *p, int code)
{
  struct out *out = out_to_memory ();
  const char *program = p->options->program;

  complain (p, code);
  put_usage (out, program);
  out_printf (out, "Try '%s --help' for all options.\n", program);
  diag_text (p->diag, out_memory (out, NULL));
  out_close (out);
}

static int
next_option (const struct parse *p)
{
  return getopt_long (p->argc, p->argv, p->letters, p->names, NULL);
}

/* Looks for --compat alone: it decides how all others are read, wherever it
   stands.  What is wrong elsewhere is for the real scan to say, so it must find
   the arguments where they were: getopt_long moves those that are no options to
   the end, where they would be the missing argument of the last option.  */
static bool
scan_compat (struct parse *p)
{
  const size_t n = (size_t) p->argc;
  char **given = array_new (n, sizeof *given);
  bool done = true;
  int code;

  memcpy (given, p->argv, n * sizeof *given);
  optind = 0;                   /* glibc and musl: start afresh */
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

/* Does what the options say, from left to right, up to a request for help or
   version.  */
static bool
scan (struct parse *p)
{
  int code;

  optind = 0;
  while (p->options->action == ACTION_REPORT
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

/* The arguments that are no options: the image, then profiles.  */
static bool
take_files (struct parse *p)
{
  struct options *options = p->options;
  size_t n = optind < p->argc ? (size_t) (p->argc - optind) : 0;

  options->image = n ? p->argv[optind] : "a.out";
  if (options->files0_from && n > 1 && options->action == ACTION_REPORT)
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

/* What follows from all options together.  False after one diag_error.  */
static bool
settle (struct parse *p)
{
  struct options *options = p->options;
  const char *source_path = variable ("GPROF_PATH");

  if (options->style.strict && options->styles & STYLE_SUM)
    options->style.line_mode = true;
  if (p->demangle_none && options->style.demangle)
    {
      options->style.demangle = false;
      options->style.plain_names = true;
    }
  if (source_path)
    add_string (&options->source_dirs, source_path);
  if (options->style.strict && options->action == ACTION_REPORT
      && options->styles & STYLE_FUNCTION_ORDER
      && options->styles & STYLE_FILE_ORDER)
    {
      diag_error (p->diag, "-r and -R exclude each other with --compat=gnu");
      return false;
    }
  return true;
}

static void
set_defaults (struct parse *p)
{
  struct options *options = p->options;
  const char *mode = variable ("GPROF_COMPAT");

  *options = (struct options) { .action = ACTION_REPORT };
  options->program = p->argc > 0 ? p->argv[0] : "gprof";
  options->style.demangle = true;
  options->style.demangle_flags = DMGL_PARAMS | DMGL_ANSI | DMGL_AUTO;
  options->style.width = 80;
  options->style.min_count = 1;
  options->style.table_length = 10;
  options->debuginfod = true;
  if (mode && *mode && !parse_mode (mode, &options->style.strict))
    diag_warning (p->diag, "GPROF_COMPAT: unknown mode '%s' ignored", mode);
}

bool
options_parse (struct options *options, struct diag *diag, int argc,
               char **argv)
{
  struct parse p = { .options = options, .diag = diag, .argc = argc,
                     .argv = argv };
  bool done;

  set_defaults (&p);
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
  free (options->profiles);
  free (options->specs);
  free (options->source_dirs.items);
  free (options->debug_dirs.items);
  options->profiles = NULL;
  options->specs = NULL;
  options->n_profiles = options->n_specs = options->cap_specs = 0;
  options->source_dirs = options->debug_dirs
    = (struct string_list) { NULL, 0, 0 };
}

/* -- Texts ---------------------------------------------------------------- */

/* Where the explanations of --help begin.  */
#define HELP_COLUMN 32

/* Writes the spellings of DEF into a buffer of its own, and aligns.  */
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
  if (len >= HELP_COLUMN)
    {
      out_char (out, '\n');
      len = 0;
    }
  out_pad (out, HELP_COLUMN - len);
}

static void
put_option (struct out *out, const struct option_def *def)
{
  const char *text = def->help;
  size_t len;

  put_spellings (out, def);
  while (text[len = strcspn (text, "\n")])
    {
      out_bytes (out, text, len + 1);
      out_pad (out, HELP_COLUMN);
      text += len + 1;
    }
  out_printf (out, "%s\n", text);
}

void
options_help (struct out *out, const char *program)
{
  put_usage (out, program);
  out_text (out,
            "Says where a program built with -pg spent its time.  IMAGE is"
            " the program\n(default a.out); each PROFILE (default gmon.out,"
            " \"-\": standard input) is\nwhat a run of it left; they are"
            " added up.  @FILE reads arguments from FILE.\n");
  for (enum option_group group = 0; group < GROUPS; group++)
    {
      out_printf (out, "\n%s:\n", group_titles[group]);
      for (size_t i = 0; i < N_TABLE; i++)
        if (table[i].group == group)
          put_option (out, &table[i]);
    }
  out_text (out,
            "\nSPEC is FUNCTION, FILE:FUNCTION, FILE:LINE, FILE or LINE."
            "  The argument of a\nshort option in [brackets] follows it"
            " directly: -pmain.\n");
}

void
options_version (struct out *out)
{
  out_text (out,
            "gprof (" PACKAGE_NAME ") " PACKAGE_VERSION "\n"
            "An independent call-graph profiler; no part of GNU Binutils.\n"
            "Licence: GNU GPL version 3 or later; you may change and"
            " redistribute it.\nThere is no warranty, as far as the law"
            " permits.\n");
}
