/* cli/option_table.h -- the description of each option.

   SPDX-License-Identifier: GPL-3.0-or-later

   Its users are the parser (option_parse.c), --help (option_help.c) and, as
   text, completions/generate.awk.  */

#ifndef CLI_OPTION_TABLE_H
#define CLI_OPTION_TABLE_H

#include <getopt.h>
#include <stdbool.h>
#include <stddef.h>

#include "cli/options.h"

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

/* The action of an option; see the handlers.  */
enum option_do
{
  DO_SET,                       /* sets the member `flag' to true */
  DO_CLEAR,                     /* sets the member `flag' to false */
  DO_SHOW,                      /* turns the style on; with an argument, also a
                                   spec */
  DO_HIDE,                      /* turns the style off; with an argument, as
                                   DO_SHOW */
  DO_SPEC,                      /* adds a spec */
  DO_DEMANGLE,
  DO_COMPAT,
  DO_ACTION,                    /* sets the action; only --diagnose leaves one
                                   that is set already */
  DO_BY_FILE,
  DO_STRING,                    /* sets `flag' to the argument */
  DO_CHOICE,                    /* sets `flag', an unsigned, to the place of
                                   the argument among the choices, from 0 */
  DO_WORD,                      /* sets `flag' to the argument, one of the
                                   choices */
  DO_REGEX,                     /* sets `flag', a regex_t *, to the argument,
                                   compiled */
  DO_EXPORT,
  DO_COLUMNS,
  DO_LIST,                      /* appends the argument to `flag', a struct
                                   string_list */
  DO_MAP,                       /* turns the style on; the argument is the map
                                   file */
  DO_FORMAT,
  DO_NUMBER,                    /* sets `flag', an unsigned long, to the
                                   argument, which must be in range */
  DO_REAL,                      /* sets `flag', a double, to the argument,
                                   which must be in range */
  DO_INTERVALS,                 /* as DO_REAL; without an argument 95 */
  DO_GNU_NUMBER,                /* as DO_NUMBER, but read as GNU does: no
                                   error, and a number out of range becomes the
                                   lower end */
  DO_TRACE,
  DO_REBASE,
  DO_INLINES,                   /* yes or no; without an argument it is yes */
  DO_YES_NO,                    /* sets `flag', a bool, to whether the argument
                                   is yes, not no; without one it is yes */
  DO_RUN,                       /* an error: main takes the word and the
                                   command behind it away */
  DO_THREADS                    /* without an argument as DO_SHOW; else sets the
                                   threads to the argument */
};

struct option_def
{
  char letter;                  /* 0: the option has no letter */
  const char *name;             /* NULL: the option has no long name */
  enum arg_kind arg;
  const char *arg_name;         /* parts separated by '|'; parts in small
                                   letters are meant literally */
  enum option_group group;
  enum option_do what;
  const char *help;             /* at most 43 columns; translated by _ */
  size_t flag;                  /* offset in struct options of the member that
                                   the action sets */
  enum option_action action;    /* DO_ACTION */
  unsigned style;               /* DO_SHOW, DO_HIDE: enum report_bit */
  unsigned tables;              /* the tables that specs go to, as bits 1 <<
                                   enum sym_table */
  unsigned arc_tables;          /* the tables for specs with a '/', if not
                                   0 */
  unsigned char ours;           /* 0: GNU gprof 2.40 has the option; else the
                                   batch of our own options that it belongs to,
                                   see below */
  bool not_gnu;                 /* refused with --compat=gnu */
  bool for_export;              /* refused without a --format but text */
  bool for_run;                 /* refused without --run */
  const char *choices;          /* the possible arguments, separated by blanks,
                                   or NULL */
  struct
  {
    unsigned long min, max;     /* both included */
  } range;                      /* DO_NUMBER, DO_REAL, DO_GNU_NUMBER */
};

/* An abbreviation, the beginning of a long name, stands for an option of GNU
   gprof if it begins just one of these.  If it begins none of them, it stands
   for the only option that it begins in the first batch of our options in
   which it begins any.  A batch is the options that one release adds.  So an
   option that is added in a later batch makes no abbreviation of an older
   option ambiguous.  */
#define OPTION_BATCHES 3

/* A table of symspecs, enum sym_table, as a bit.  */
#define TABLE(table) (1u << (table))

/* The rows, in the order of --help.  The rows of one group are neighbours.  */
extern const struct option_def option_table[];
extern const size_t option_table_len;

#endif /* CLI_OPTION_TABLE_H */
