/* cli/options.h -- the command line as plain data.

   SPDX-License-Identifier: GPL-3.0-or-later

   One table (option_table.h) describes every option; the parser and --help
   read it.  There are no globals and no side effects.  Options can be parsed
   repeatedly.  */

#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"
#include "base/out.h"
#include "compare/rules.h"
#include "image/objects.h"
#include "profile/gmon_io.h"
#include "report/export/exporters.h"
#include "report/style.h"
#include "select/sym_ids.h"

/* A symspec and the table that it goes to.  */
struct option_spec
{
  const char *spec;
  enum sym_table table;
  enum sym_table whole;         /* the table to use if all of the spec is one
                                   name */
};

/* The arguments of an option that can be given several times, in order.  */
struct string_list
{
  const char **items;           /* heap; the strings are borrowed */
  size_t len, cap;
};

/* The argument of --rebase.  */
enum rebase
{
  REBASE_NONE,
  REBASE_BY,                    /* move by rebase_offset */
  REBASE_AUTO
};

/* The argument of --color, in the order of its words.  */
enum color_when
{
  COLOR_AUTO,
  COLOR_ALWAYS,
  COLOR_NEVER
};

/* The task of main.  */
enum option_action
{
  ACTION_REPORT,
  ACTION_DIAGNOSE,
  ACTION_LIST_FUNCTIONS,
  ACTION_HELP,
  ACTION_COLUMNS,
  ACTION_VERSION
};

/* The recorder of a program that --run starts.  */
enum record_engine
{
  ENGINE_AUTO,                  /* what the kernel allows and has what is asked
                                   for */
  ENGINE_INSIDE,                /* libgmon, in the program */
  ENGINE_EVENTS,                /* gprof, by the kernel's events */
  ENGINE_BOTH                   /* gprof, and libgmon for the kernel's part */
};

struct options
{
  enum option_action action;
  const char *program;          /* argv[0] as typed */
  const char **words;           /* heap; the words behind argv[0] in the order
                                   typed, with a NULL at the end */
  const char *image;            /* "a.out" if none was named */
  bool image_named;
  const char *image_file;       /* set by --run: what to read in place of IMAGE,
                                   which has changed since; or NULL */
  const struct object_copies *object_copies;    /* set by --run, or NULL */
  const char **profiles;        /* heap; {"gmon.out"} if none was named */
  size_t n_profiles;
  const char *files0_from;      /* the argument of --files0-from, or NULL */
  struct option_spec *specs;    /* heap */
  size_t n_specs, cap_specs;

  unsigned styles;              /* bits of enum report_bit asked for */
  unsigned asked;               /* bits of enum report_bit that any option
                                   named, also to turn them off */
  enum gmon_format format;      /* -O: the format of the profiles, and of
                                   gmon.sum */
  bool no_static;               /* -a */
  bool funcs_only;              /* -D */
  bool static_calls;            /* -c */
  bool by_file;                 /* --by-file: in place of reports */
  const char *file_pattern;     /* its argument, or NULL */
  bool inlines;                 /* --inlines: frames of inlined functions */
  bool no_inlines;              /* --inlines=no */
  bool usual_inlines;           /* neither, and the format has them if the
                                   profile has stacks */
  bool no_stacks;               /* --no-stacks: classic times */
  bool no_cycles;               /* --no-cycles: measured times only */
  const char *symbol_file;      /* -S, or NULL */
  const char *map_file;         /* -R, or NULL */
  struct string_list source_dirs;       /* the arguments of -I, then
                                           GPROF_PATH; each is a list separated
                                           by ':' */
  struct string_list debug_dirs;        /* --debug-directory */
  struct string_list object_dirs;       /* --object-path */
  const char *shown_objects;    /* --object: a pattern, or NULL: all */
  bool debuginfod;              /* debuginfod servers may be asked for
                                   files */
  enum rebase rebase;
  int64_t rebase_offset;        /* added to all addresses of the profiles */
  const struct exporter *exporter;      /* --format; NULL: the reports as
                                           text */
  unsigned export_needs;        /* of the exporter and of --columns: bits of
                                   enum report_need */
  char *const *command;         /* --run: the program and its arguments, ended
                                   by NULL, borrowed; or NULL */
  bool usual_run;               /* --run without an option that asks for a
                                   report */
  unsigned long rate;           /* --rate: samples a second, 0: the usual */
  unsigned engine;              /* --engine: enum record_engine */
  const char *listed;           /* --list-functions, or NULL */
  const char *counted;          /* --functions: those that --run counts, or
                                   NULL: all */
  bool record_waits;            /* --wait: --run records where threads are
                                   blocked */
  const char *event;            /* --events, or NULL: time */
  struct string_list diff;      /* --diff: the old profiles */
  const char *diff_image;       /* --diff-image: their program, or NULL */
  unsigned diff_by;             /* --diff-by: enum compare_by */
  struct string_list fail_if;   /* --fail-if, as typed */
  struct rule *rules;           /* heap: --fail-if, by index in fail_if; NULL
                                   without one */
  const char *output;           /* --output: a file, also of the sum; or NULL:
                                   the standard output, and gmon.sum */
  unsigned color;               /* --color: enum color_when */
  bool pager;                   /* --pager */
  bool fatal_warnings;
  unsigned trace;               /* -d: topics as bits, 0: none */
  struct style style;           /* the options that reports read */
};

/* Parses ARGC, ARGV into *OPTIONS.  COMMAND is the program and its arguments
   that stood behind --run, which is not in ARGV; NULL: there was no --run.  The
   strings are borrowed and must stay; the array ARGV may be permuted.  Returns
   false after a message on the error
   stream of DIAG (for errors that GNU gprof also reports, with the usage).
   The caller releases *OPTIONS with options_free.  */
bool options_parse (struct options *options, struct diag *diag, int argc,
                    char **argv, char *const *command);
void options_free (struct options *options);

/* Returns false if OPTIONS ask for a text of gprof's own.  */
static inline bool
options_read_profiles (const struct options *options)
{
  return (options->action == ACTION_REPORT
          || options->action == ACTION_DIAGNOSE);
}

/* Returns true if nothing is made but a sum (-s): then --output names its
   file.  */
static inline bool
options_sum_alone (const struct options *options)
{
  return options->styles == REPORT_SUM && !options->exporter;
}

/* Returns the name of the file for the sum; borrowed.  */
static inline const char *
options_sum_file (const struct options *options)
{
  return (options_sum_alone (options) && options->output ? options->output
          : "gmon.sum");
}

/* Writes one line to OUT: how to call PROGRAM.  */
void options_usage (struct out *out, const char *program);

/* Writes the usage and one line for each option, in groups.  */
void options_help (struct out *out, const char *program);

/* Writes the columns of all tables.  */
void options_columns (struct out *out);

/* Writes package, version and licence.  */
void options_version (struct out *out);

#endif /* CLI_OPTIONS_H */
