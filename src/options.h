/* options.h -- the command line as plain data.

   SPDX-License-Identifier: GPL-3.0-or-later

   One table (option_table.h) describes every option; parsing and --help read
   it.  No globals,
   no side effects; may be called repeatedly.  */

#ifndef OPTIONS_H
#define OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"
#include "base/out.h"
#include "profile/gmon_io.h"
#include "report/export/exporters.h"
#include "report/style.h"
#include "select/sym_ids.h"

/* A symspec and the table it belongs to, in the order of the command line.  */
struct option_spec
{
  const char *spec;
  enum sym_table table;
  enum sym_table whole;         /* the table if all of it is one name */
};

/* Arguments of an option that may be given several times, in order.  */
struct string_list
{
  const char **items;           /* heap; the strings are borrowed */
  size_t len, cap;
};

/* What --rebase says.  */
enum rebase
{
  REBASE_NONE,
  REBASE_BY,                    /* by rebase_offset */
  REBASE_AUTO
};

/* What main is to do.  */
enum option_action
{
  ACTION_REPORT,
  ACTION_HELP,
  ACTION_VERSION
};

struct options
{
  enum option_action action;
  const char *program;          /* argv[0] as typed */
  const char **words;           /* heap; what was typed behind it, in that
                                   order, with a NULL at the end */
  const char *image;            /* "a.out" if none was named */
  bool image_named;
  const char **profiles;        /* heap; {"gmon.out"} if none was named */
  size_t n_profiles;
  const char *files0_from;      /* the file that names them instead, or NULL */
  struct option_spec *specs;    /* heap */
  size_t n_specs, cap_specs;

  unsigned styles;              /* bits of enum report_style asked for */
  unsigned asked;               /* bits named at all, also to turn off */
  enum gmon_format format;      /* -O: of the profiles, and of gmon.sum */
  bool no_static;               /* -a */
  bool funcs_only;              /* -D */
  bool static_calls;            /* -c */
  const char *symbol_file;      /* -S, or NULL */
  const char *map_file;         /* -R, or NULL */
  struct string_list source_dirs;       /* each a list separated by ':': the
                                   arguments of -I, then GPROF_PATH */
  struct string_list debug_dirs;        /* --debug-directory */
  bool debuginfod;              /* it may be asked */
  enum rebase rebase;
  int64_t rebase_offset;        /* added to all addresses of the profiles */
  const struct exporter *exporter;      /* --format; NULL: text */
  const char *output;           /* --output: a file, or NULL: the standard
                                   output */
  bool fatal_warnings;
  unsigned trace;               /* -d: topics, as bits; 0: none */
  struct style style;           /* what the reports get to see */
};

/* Parses ARGC, ARGV (the strings are borrowed and kept; the array may be
   permuted) into *OPTIONS.  False after a message (and, for GNU's kind of
   error, the usage) on the error stream behind DIAG.  */
bool options_parse (struct options *options, struct diag *diag, int argc,
                    char **argv);
void options_free (struct options *options);

/* Writes how the PROGRAM is called, a line.  */
void options_usage (struct out *out, const char *program);

/* Writes the usage and one line an option, in groups.  */
void options_help (struct out *out, const char *program);

/* Writes package, version and licence.  */
void options_version (struct out *out);

#endif /* OPTIONS_H */
