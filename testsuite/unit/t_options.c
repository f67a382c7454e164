/* unit/t_options.c -- tests of options: command lines, and what they mean.

   SPDX-License-Identifier: GPL-3.0-or-later

   In:  the rows below: a command line, and the options it stands for in the
   words of dump ().  What GNU gprof 2.40 makes of each was tried with it.
   Run by gprof.unit.  */

#include <config.h>

#include "check.h"

#include <stdlib.h>

#include <demangle.h>

#include "base/arena.h"
#include "base/out.h"
#include "cli/options.h"

/* A word among the choices of --format.  */
#define NAME_OF_EXPORTER(name, ...) " " name

static const char *const table_names[SYM_TABLES] = {
  [INCL_GRAPH] = "+graph", [EXCL_GRAPH] = "-graph",
  [INCL_ARCS] = "+arcs", [EXCL_ARCS] = "-arcs",
  [INCL_FLAT] = "+flat", [EXCL_FLAT] = "-flat",
  [INCL_TIME] = "+time", [EXCL_TIME] = "-time",
  [INCL_ANNO] = "+anno", [EXCL_ANNO] = "-anno",
  [INCL_EXEC] = "+exec", [EXCL_EXEC] = "-exec"
};

static void
dump_styles (struct out *out, const char *title, unsigned styles)
{
  static const char *const names[] = { "flat", "graph", "exec", "info",
                                       "sum", "anno", "funcs", "files",
                                       "threads", "waits" };

  if (!styles)
    return;
  out_text (out, title);
  for (unsigned i = 0; i < 10; i++)
    if (styles & 1u << i)
      out_printf (out, " %s", names[i]);
  out_text (out, "; ");
}

static void
dump_string (struct out *out, const char *title, const char *s)
{
  if (s)
    out_printf (out, "%s %s; ", title, s);
}

static void
dump_list (struct out *out, const char *title, const struct string_list *list)
{
  for (size_t i = 0; i < list->len; i++)
    dump_string (out, title, list->items[i]);
}

static void
dump_flag (struct out *out, bool flag, const char *name)
{
  if (flag)
    out_printf (out, "%s; ", name);
}

static void
dump_more (struct out *out, const struct options *o)
{
  static const char *const formats[] = { NULL, "magic", "bsd", "bsd44",
                                        "prof" };

  dump_string (out, "format", formats[o->format]);
  dump_string (out, "names", o->files0_from);
  dump_string (out, "map", o->map_file);
  dump_string (out, "symbols", o->symbol_file);
  dump_list (out, "source", &o->source_dirs);
  dump_list (out, "debug", &o->debug_dirs);
  dump_list (out, "objects", &o->object_dirs);
  dump_string (out, "object", o->shown_objects);
  dump_list (out, "diff", &o->diff);
  dump_list (out, "fail if", &o->fail_if);
  dump_string (out, "diff image", o->diff_image);
  dump_flag (out, o->diff_by == COMPARE_BY_SHARE, "diff by share");
  dump_flag (out, o->static_calls, "static calls");
  dump_flag (out, o->no_stacks, "no stacks");
  dump_flag (out, o->by_file, "by file");
  dump_string (out, "pattern", o->file_pattern);
  dump_flag (out, o->no_cycles, "no cycles");
  dump_flag (out, o->style.subtract_overhead, "subtract");
  dump_string (out, "threads", o->style.threads);
  dump_flag (out, o->record_waits, "record waits");
  dump_flag (out, o->style.dimension == DIMENSION_BLOCKED, "blocked");
  dump_flag (out, o->style.inline_file_names, "file names");
  dump_flag (out, o->style.all_lines, "all lines");
  dump_flag (out, o->style.separate_files, "separate");
  dump_flag (out, o->fatal_warnings, "fatal");
  if (o->color)
    out_printf (out, "color %u; ", o->color);
  dump_flag (out, o->pager, "pager");
  dump_flag (out, !o->debuginfod, "no debuginfod");
  dump_flag (out, o->rebase == REBASE_AUTO, "rebase auto");
  if (o->rebase == REBASE_BY)
    out_printf (out, "rebase %lld; ", (long long) o->rebase_offset);
  if (o->trace)
    out_printf (out, "trace %x; ", o->trace);
  if (o->style.min_count != 1)
    out_printf (out, "min %lu; ", o->style.min_count);
  if (o->style.table_length != 10)
    out_printf (out, "table %lu; ", o->style.table_length);
}

static void
dump_export (struct out *out, const struct options *o)
{
  static const char *const orders[] = { "self", "total", "calls", "name" };
  const struct row_rules *rows = &o->style.rows;

  dump_string (out, "format", o->exporter ? o->exporter->name : NULL);
  dump_string (out, "output", o->output);
  dump_string (out, "columns", rows->column_keys);
  if (rows->top)
    out_printf (out, "top %lu; ", rows->top);
  if (rows->order)
    dump_string (out, "sort", orders[rows->order]);
  if (rows->min_percent > 0)
    out_printf (out, "percent %g; ", rows->min_percent);
  if (rows->level > 0)
    out_printf (out, "level %g; ", rows->level);
  dump_flag (out, rows->focus, "focus");
  dump_flag (out, rows->hide, "hide");
}

/* Everything that is not as by default.  */
static void
dump (struct out *out, const struct options *o)
{
  if (strcmp (o->image, "a.out") != 0)
    out_printf (out, "image %s; ", o->image);
  if (o->n_profiles != 1 || strcmp (o->profiles[0], "gmon.out") != 0)
    for (size_t i = 0; i < o->n_profiles; i++)
      out_printf (out, "profile %s; ", o->profiles[i]);
  dump_styles (out, "styles", o->styles);
  dump_styles (out, "asked", o->asked);
  for (size_t i = 0; i < o->n_specs; i++)
    out_printf (out, "%s '%s'; ", table_names[o->specs[i].table],
                o->specs[i].spec);
  dump_flag (out, o->style.quirks.truncate_sums, "strict");
  dump_flag (out, o->no_static, "no static");
  dump_flag (out, o->funcs_only, "funcs only");
  dump_flag (out, o->style.line_mode, "lines");
  dump_flag (out, o->style.brief, "brief");
  dump_flag (out, o->style.bsd_layout, "bsd");
  dump_flag (out, o->style.show_unused, "unused");
  dump_flag (out, o->style.full_path, "path");
  dump_flag (out, !o->style.demangle, "raw names");
  if (o->style.demangle_flags != (DMGL_PARAMS | DMGL_ANSI | DMGL_AUTO))
    out_printf (out, "demangle %x; ",
                (unsigned) (o->style.demangle_flags & DMGL_STYLE_MASK));
  if (o->style.width != 80)
    out_printf (out, "width %lu; ", o->style.width);
  dump_more (out, o);
  dump_export (out, o);
}

/* Splits LINE (in place) at blanks; '' stands for an empty argument.  */
static int
split (char *line, char **argv)
{
  int argc = 0;

  argv[argc++] = (char *) "gprof";
  for (char *p = strtok (line, " "); p && argc < 30; p = strtok (NULL, " "))
    argv[argc++] = strcmp (p, "''") == 0 ? (char *) "" : p;
  argv[argc] = NULL;
  return argc;
}

/* What LINE stands for: the dump, or "error: " and the message.  */
static struct out *
parse (const char *line)
{
  struct out *out = out_to_memory ();
  struct diag *diag = diag_new ("gprof", NULL);
  struct arena *arena = arena_new ();
  struct options options;
  char *argv[32];
  int argc = split (arena_strdup (arena, line), argv);

  if (!options_parse (&options, diag, argc, argv, NULL))
    out_printf (out, "error: %s", diag_last (diag));
  else if (options.action != ACTION_REPORT)
    out_text (out, options.action == ACTION_HELP ? "help"
                   : options.action == ACTION_COLUMNS ? "columns help"
                   : "version");
  else
    dump (out, &options);
  if (diag_warnings (diag))
    out_printf (out, "warning: %s", diag_last (diag));
  options_free (&options);
  diag_free (diag);
  arena_free (arena);
  return out;
}

static void
check_line (const char *line, const char *want)
{
  struct out *out = parse (line);
  char name[200];

  snprintf (name, sizeof name, "gprof %s", line);
  CHECK_STR (out_memory (out, NULL), want, name);
  out_close (out);
}

struct row
{
  const char *line, *want;
};

static const struct row files[] = {
  { "", "" },
  { "prog", "image prog; " },
  { "prog a b -", "image prog; profile a; profile b; profile -; " },
  { "prog -b a", "image prog; profile a; brief; " },
  { "-- -b", "image -b; " },
  { "prog -b -- -z --", "image prog; profile -z; profile --; brief; " },
  { "-", "image -; " },
  { "a.out gmon.out", "" },
  { NULL, NULL }
};

static const struct row styles[] = {
  { "-p", "styles flat; asked flat; " },
  { "-P", "asked flat; " },
  { "-p -P", "asked flat; " },
  { "-P -p", "styles flat; asked flat; " },
  { "-pmain", "styles flat; asked flat; +flat 'main'; " },
  { "-Pmain", "styles flat; asked flat; -flat 'main'; " },
  { "-P -Pmain", "styles flat; asked flat; -flat 'main'; " },
  { "-Pmain -P", "asked flat; -flat 'main'; " },
  { "-pa/b", "styles flat; asked flat; +flat 'a/b'; " },
  { "-p main", "image main; styles flat; asked flat; " },
  { "-q", "styles graph; asked graph; " },
  { "-B", "styles graph; asked graph; " },
  { "-Q", "asked graph; " },
  { "-B -Q", "asked graph; " },
  { "-P -Q", "asked flat graph; " },
  { "-p -q", "styles flat graph; asked flat graph; " },
  { "-qmain", "styles graph; asked graph; +graph 'main'; " },
  { "-qa/b", "styles graph; asked graph; +arcs 'a/b'; " },
  { "-q/b", "styles graph; asked graph; +arcs '/b'; " },
  { "-Qmain", "styles graph; asked graph; -graph 'main'; " },
  { "-Qa/", "styles graph; asked graph; -arcs 'a/'; " },
  { "-i", "styles info; asked info; " },
  { "-s", "styles sum; asked sum; " },
  { "-s -p -i -q", "styles flat graph info sum; asked flat graph info sum; " },
  { "-bp", "styles flat; asked flat; brief; " },
  { "-pb", "styles flat; asked flat; +flat 'b'; " },
  { "--flat-profile=", "styles flat; asked flat; +flat ''; " },
  { NULL, NULL }
};

static const struct row specs[] = {
  { "-n a -N b", "+time 'a'; -time 'b'; " },
  { "-na -Nb", "+time 'a'; -time 'b'; " },
  { "--time=a --no-time=b", "+time 'a'; -time 'b'; " },
  { "--time a --no-time b", "+time 'a'; -time 'b'; " },
  { "-e x", "-graph 'x'; " },
  { "-E x", "-graph 'x'; -time 'x'; " },
  { "-f x", "+graph 'x'; " },
  { "-F x", "+graph 'x'; +time 'x'; " },
  { "-k a/b", "-arcs 'a/b'; " },
  { "-k a b", "image b; -arcs 'a'; " },
  { "-e --brief", "-graph '--brief'; " },
  { "-e ''", "-graph ''; " },
  { "-n a/b", "+time 'a/b'; " },
  { "-f b -f a -f b", "+graph 'b'; +graph 'a'; +graph 'b'; " },
  { NULL, NULL }
};

#define ERR_WIDTH(arg) "error: -w (--width): '" arg "' is not a" \
                       " whole number from 1 to 2147483647"

static const struct row looks[] = {
  { "-a -D -T -z -L -b",
    "no static; funcs only; brief; bsd; unused; path; " },
  { "-aDTzLb", "no static; funcs only; brief; bsd; unused; path; " },
  { "--no-static --ignore-non-functions --traditional"
    " --display-unused-functions --print-path --brief",
    "no static; funcs only; brief; bsd; unused; path; " },
  { "-w 132", "width 132; " },
  { "-w132", "width 132; " },
  { "--width=40 --width=50", "width 50; " },
  { "-w 0", ERR_WIDTH ("0") },
  { "--compat=gnu -w 0", "strict; width 1; " },
  { "-w -5", ERR_WIDTH ("-5") },
  { "--compat=gnu -w -5", "strict; width 1; " },
  { "-w x", ERR_WIDTH ("x") },
  { "--compat=gnu -w x", "strict; width 1; " },
  { "-w 0x20", ERR_WIDTH ("0x20") },
  { "--compat=gnu -w 0x20", "strict; width 1; " },
  { "-w 30x", ERR_WIDTH ("30x") },
  { "--compat=gnu -w 30x", "strict; width 30; " },
  { "-w 99999999999999999999", ERR_WIDTH ("99999999999999999999") },
  { "--compat=gnu -w 99999999999999999999", "strict; width 1; " },
  { "-w 4294967336", ERR_WIDTH ("4294967336") },
  { "--compat=gnu -w 4294967336", "strict; width 40; " },
  { "-w 2147483648", ERR_WIDTH ("2147483648") },
  { "--compat=gnu -w 2147483648", "strict; width 1; " },
  { "--no-demangle", "raw names; " },
  { "--no-demangle --demangle", "" },
  { "--demangle", "" },
  { "--demangle=auto", "" },
  { "--demangle=none", "raw names; " },
  { "--demangle=none --demangle", "raw names; " },
  { "--demangle=none --demangle=auto", "" },
  { "--demangle=gnat", "demangle 8000; " },
  { "--demangle=rust --demangle", "demangle 20000; " },
  { "--demangle=gnu-v3", "demangle 4000; " },
  { "--demangle=java", "demangle 4; " },
  { "--demangle=dlang", "demangle 10000; " },
  { "--demangle=", "error: unknown demangling style ''" },
  { "--demangle=gnu", "error: unknown demangling style 'gnu'" },
  { "--demangle=GNAT", "error: unknown demangling style 'GNAT'" },
  { "--demangle auto", "image auto; " },
  { "prog -w", "error: option '-w' needs an argument" },
  { "prog --width", "error: option '--width' needs an argument" },
  { NULL, NULL }
};

/* Prefixes: GNU's first.  */
static const struct row prefixes[] = {
  { "--b", "brief; " },
  { "--fl", "styles flat; asked flat; " },
  { "--g", "styles graph; asked graph; " },
  { "--gra=x", "styles graph; asked graph; +graph 'x'; " },
  { "--p", "path; " },
  { "--h", "help" },
  { "--v", "version" },
  { "--w=9", "width 9; " },
  { "--w 9", "width 9; " },
  { "--su", "styles sum; asked sum; " },
  { "--ig", "funcs only; " },
  { "--disp", "unused; " },
  { "--dem=none", "raw names; " },
  { "--no-d", "raw names; " },
  { "--no-s", "no static; " },
  { "--no-f", "asked flat; " },
  { "--no-t=x", "-time 'x'; " },
  { "--ti=x", "+time 'x'; " },
  { "--tr", "bsd; " },
  { "--file-i", "styles info; asked info; " },
  { "--a",
    "error: option '--a' is ambiguous: it can be --annotated-source,"
    " --all-lines" },
  { "--d",
    "error: option '--d' is ambiguous: it can be --display-unused-functions,"
    " --demangle, --directory-path, --debug" },
  { "--de",
    "error: option '--de' is ambiguous: it can be --demangle, --debug" },
  { "--e",
    "error: option '--e' is ambiguous: it can be --exec-counts,"
    " --external-symbol-table" },
  { "--ex",
    "error: option '--ex' is ambiguous: it can be --exec-counts,"
    " --external-symbol-table" },
  { "--f",
    "error: option '--f' is ambiguous: it can be --flat-profile, --file-info,"
    " --function-ordering, --file-ordering, --file-format" },
  { "--file",
    "error: option '--file' is ambiguous: it can be --file-info,"
    " --file-ordering, --file-format" },
  { "--files=x", "names x; " },
  { "--files0-from - prog", "image prog; names -; " },
  { "prog --files0-from=x p1 p2", "error: extra operand 'p1': profiles cannot"
    " be combined with --files0-from" },
  { "prog --files0-from=x p1 --help", "help" },
  { "--i",
    "error: option '--i' is ambiguous: it can be --ignore-non-functions,"
    " --inline-file-names" },
  { "--n",
    "error: option '--n' is ambiguous: it can be --no-flat-profile,"
    " --no-graph, --no-exec-counts, --no-annotated-source, --no-time,"
    " --no-static, --no-demangle" },
  { "--no",
    "error: option '--no' is ambiguous: it can be --no-flat-profile,"
    " --no-graph, --no-exec-counts, --no-annotated-source, --no-time,"
    " --no-static, --no-demangle" },
  { "--no-",
    "error: option '--no-' is ambiguous: it can be --no-flat-profile,"
    " --no-graph, --no-exec-counts, --no-annotated-source, --no-time,"
    " --no-static, --no-demangle" },
  { "--no-f --no-",
    "error: option '--no-' is ambiguous: it can be --no-flat-profile,"
    " --no-graph, --no-exec-counts, --no-annotated-source, --no-time,"
    " --no-static, --no-demangle" },
  { "--gra=x --gra=y --b", "styles graph; asked graph; +graph 'x'; "
    "+graph 'y'; brief; " },
  { "-I --no-f --b", "brief; source --no-f; " },
  { "--s",
    "error: option '--s' is ambiguous: it can be --sum, --static-call-graph,"
    " --separate-files" },
  { "--t=3",
    "error: option '--t=3' is ambiguous: it can be --time, --traditional,"
    " --table-length" },
  { "--di",
    "error: option '--di' is ambiguous: it can be --display-unused-functions,"
    " --directory-path" },
  { "--com=gnu", "strict; " },
  { "--c=gnu", "strict; " },
  { "--le", "error: unknown option '--le'" },
  { "--u", "error: unknown option '--u'" },
  { "--fo=x", "error: option '--fo=x' is ambiguous: it can be --format,"
    " --focus" },
  { "--min=3", "min 3; " },
  { "--graphs", "error: unknown option '--graphs'; did you mean --graph?" },
  { "--graf", "error: unknown option '--graf'; did you mean --graph?" },
  { "--graf=main", "error: unknown option '--graf=main'; did you mean"
    " --graph?" },
  { "--flatt-profile", "error: unknown option '--flatt-profile'; did you mean"
    " --flat-profile?" },
  { "--profile", "error: unknown option '--profile'; did you mean"
    " --flat-profile, --by-file, --no-flat-profile?" },
  { "--rebaes=auto", "error: unknown option '--rebaes=auto'; did you mean"
    " --rebase?" },
  { "--debugi --debuginfo", "error: --debuginfod: '--debuginfo' is neither yes"
    " nor no" },
  { "--=x", "error: unknown option '--=x'" },
  { NULL, NULL }
};

#define ERR_MIN(arg) "error: -m (--min-count): '" arg "' is not a" \
                     " whole number from 0 to 18446744073709551615"
#define ERR_TABLE(arg) "error: -t (--table-length): '" arg "' is" \
                       " not a whole number from 0 to 2147483647"

static const struct row errors[] = {
  { "-g", "error: unknown option '-g'" },
  { "-G -p", "error: unknown option '-G'" },
  { "-bM", "error: unknown option '-M'" },
  { "-H", "error: unknown option '-H'" },
  { "-j", "error: unknown option '-j'" },
  { "-:", "error: unknown option '-:'" },
  { "-?", "error: unknown option '-?'" },
  { "-w", "error: option '-w' needs an argument" },
  { "-be", "error: option '-e' needs an argument" },
  { "--width", "error: option '--width' needs an argument" },
  { "--ti", "error: option '--time' needs an argument" },
  { "--brief=yes", "error: option '--brief' takes no argument" },
  { "--su=yes", "error: option '--sum' takes no argument" },
  { "--qqqq", "error: unknown option '--qqqq'" },
  { "x --qqqq=1 y", "error: unknown option '--qqqq=1'" },
  { "-h --qqqq", "help" },
  { "--qqqq -h", "error: unknown option '--qqqq'" },
  { "-v -h", "version" },
  { "-h -v", "help" },
  { "x -b -h -q", "help" },
  { "-e -h", "-graph '-h'; " },
  { "-- -h", "image -h; " },
  { "-A", "styles anno; asked anno; " },
  { "-Amain", "styles anno; asked anno; +anno 'main'; " },
  { "--annotated-source", "styles anno; asked anno; " },
  { "-A -J", "asked anno; " },
  { "-Jmain", "styles anno; asked anno; -anno 'main'; " },
  { "-r", "styles funcs; asked funcs; " },
  { "-R m", "styles files; asked files; map m; " },
  { "-S s", "symbols s; " },
  { "-c -x -y", "static calls; all lines; separate; " },
  { "-I /a:/b -I c", "source /a:/b; source c; " },
  { "-O bsd", "format bsd; " },
  { "-O4", "format bsd44; " },
  { "-Omagpie -Oauto", "" },
  { "--file-format=m", "format magic; " },
  { "-O prof", "format prof; " },
  { "-O x",
    "error: unknown file format 'x': auto, magic, bsd or 4.4bsd" },
  { "-d", "trace ffffffff; " },
  { "-d64", "trace 41; " },
  { "-m 7 -t 3", "min 7; table 3; " },
  { "--compat=gnu -m x -t -3", "strict; min 0; table 0; " },
  { "--compat=gnu -m 0x10 -t 0x10", "strict; min 0; table 0; " },
  { "-m x", ERR_MIN ("x") },
  { "-m ''", ERR_MIN ("") },
  { "-m 0x10", ERR_MIN ("0x10") },
  { "--min-c -1", ERR_MIN ("-1") },
  { "-m 99999999999999999999", ERR_MIN ("99999999999999999999") },
  { "-m 0 -t 0", "min 0; table 0; " },
  { "-t -3", ERR_TABLE ("-3") },
  { "--table-length=abc", ERR_TABLE ("abc") },
  { "-t 0x10", ERR_TABLE ("0x10") },
  { "-m 010", "min 10; " },
  { "-m 4294967296", "min 4294967296; " },
  { "--compat=gnu -t 4294967299", "strict; table 3; " },
  { "--compat=gnu -t 2147483648", "strict; table 0; " },
  { "-t 2147483648", ERR_TABLE ("2147483648") },
  { "--inline-file-names", "file names; " },
  { "--fatal-warnings", "fatal; " },
  { "--debug-directory=d", "debug d; " },
  { "--object-path=d --object-path=e", "objects d; objects e; " },
  { "--object-path", "error: option '--object-path' needs an argument" },
  { "--diff=a --diff=b", "diff a; diff b; format table; " },
  { "--diff=a --format=json --sort=total",
    "diff a; format json; sort total; " },
  { "--diff=a --diff-image=p --diff-by=share --fail-if=self>0",
    "diff a; fail if self>0; diff image p; diff by share; format table; " },
  { "--object=lib*", "object lib*; " },
  { "--object", "error: option '--object' needs an argument" },
  { "--debuginfod=no", "no debuginfod; " },
  { "--debuginfod=x", "error: --debuginfod: 'x' is neither yes nor no" },
  { "--rebase=auto", "rebase auto; " },
  { "--rebase=-0x10", "rebase -16; " },
  { "--rebase=1x", "error: --rebase: '1x' is no offset: a decimal or 0x"
    " number, or auto" },
  { NULL, NULL }
};

static const struct row exports[] = {
  { "--format=table", "format table; " },
  { "--format=table --format=text", "" },
  { "--format=table --top=3 --sort=calls --min-percent=.5 --focus=^a --hide=b",
    "format table; top 3; sort calls; percent 0.5; focus; hide; " },
  { "--format=table --sort=name --sort=self", "format table; " },
  { "--format=table --focus=a --focus=b", "format table; focus; " },
  { "--format=table --min-percent=100 --top=2147483647",
    "format table; top 2147483647; percent 100; " },
  { "-p --format=table", "styles flat; asked flat; format table; " },
  { "-Pmain --format=table", "styles flat; asked flat; -flat 'main'; format"
    " table; " },
  { "-s --format=table --output=-",
    "styles sum; asked sum; format table; output -; " },
  { "-p --output=o", "styles flat; asked flat; output o; " },
  { "--format=Table",
    "error: --format: 'Table' is not one of: text"
    EXPORTERS (NAME_OF_EXPORTER) },
  { "--format=",
    "error: --format: '' is not one of: text"
    EXPORTERS (NAME_OF_EXPORTER) },
  { "--format=table --columns=name,self", "format table; columns name,self; " },
  { "--by-file --columns=max", "by file; format table; columns max; " },
  { "--diff=o --columns=p", "diff o; format table; columns p; " },
  { "--format=table --columns=self,zork",
    "error: --columns: 'zork' is no column of this table; --columns=help lists"
    " them" },
  { "--format=csv --columns=", "error: --columns: '' is no column of this"
    " table; --columns=help lists them" },
  { "--format=table --columns=self,,name", "error: --columns: '' is no column"
    " of this table; --columns=help lists them" },
  { "--format=csv --columns=selfish", "error: --columns: 'selfish' is no column"
    " of this table; --columns=help lists them" },
  { "--diff=o --columns=self", "error: --columns: 'self' is no column of this"
    " table; --columns=help lists them" },
  { "--columns=self", "error: --columns has no effect on the reports; add"
    " --format=table" },
  { "--format=table --columns=help --top", "columns help" },
  { "--format=table --top=0",
    "error: --top: '0' is not a whole number from 1 to 2147483647" },
  { "--format=table --top=2147483648",
    "error: --top: '2147483648' is not a whole number from 1 to 2147483647" },
  { "--format=table --top=+1",
    "error: --top: '+1' is not a whole number from 1 to 2147483647" },
  { "--format=table --top=-1",
    "error: --top: '-1' is not a whole number from 1 to 2147483647" },
  { "--format=table --top=1x",
    "error: --top: '1x' is not a whole number from 1 to 2147483647" },
  { "--format=table --top=99999999999999999999",
    "error: --top: '99999999999999999999' is not a whole number from 1 to"
    " 2147483647" },
  { "--format=table --top=",
    "error: --top: '' is not a whole number from 1 to 2147483647" },
  { "--format=table --min-percent=-1",
    "error: --min-percent: '-1' is not a number from 0 to 100" },
  { "--format=table --min-percent=100.1",
    "error: --min-percent: '100.1' is not a number from 0 to 100" },
  { "--format=table --min-percent=nan",
    "error: --min-percent: 'nan' is not a number from 0 to 100" },
  { "--format=table --min-percent=1%",
    "error: --min-percent: '1%' is not a number from 0 to 100" },
  { "--format=table --min-percent=",
    "error: --min-percent: '' is not a number from 0 to 100" },
  { "--format=table --intervals", "format table; level 95; " },
  { "--format=table --intervals=99", "format table; level 99; " },
  { "--format=table --intervals=50", "format table; level 50; " },
  { "--format=table --intervals=49.9",
    "error: --intervals: '49.9' is not a number from 50 to 99" },
  { "--format=table --intervals=100",
    "error: --intervals: '100' is not a number from 50 to 99" },
  { "--format=table --intervals=",
    "error: --intervals: '' is not a number from 50 to 99" },
  { "--format=table --intervals=nan",
    "error: --intervals: 'nan' is not a number from 50 to 99" },
  { "--intervals", "error: --intervals has no effect on the reports; add"
    " --format=table" },
  { "--format=table --sort=sel",
    "error: --sort: 'sel' is not one of: self total calls name"
    " blocked" },
  { "--format=table --sort=",
    "error: --sort: '' is not one of: self total calls name"
    " blocked" },
  { "--format=table --sort=names",
    "error: --sort: 'names' is not one of: self total calls name"
    " blocked" },
  { "--format=table --hide=a --focus=(",
    "error: --focus: '(' is not a regular expression: Unmatched ( or \\(" },
  { "--no-stacks --no-cycles --threads=w* a.out",
    "no stacks; no cycles; threads w*; " },
  { "--subtract-overhead -p", "styles flat; asked flat; subtract; " },
  { "--subtract-overhead=1",
    "error: option '--subtract-overhead' takes no argument" },
  { "--color=auto", "" },
  { "--color=always --pager", "color 1; pager; " },
  { "--colour=never", "color 2; " },
  { "--color=red", "error: --color: 'red' is not one of: auto always never" },
  { "--color=", "error: --color: '' is not one of: auto always never" },
  { "--color", "error: option '--color' needs an argument" },
  { "--threads a.out", "styles threads; asked threads; " },
  { "--waits a.out", "styles waits; asked waits; " },
  { "--waits=x", "error: option '--waits' takes no argument" },
  { "--wait a.out", "error: --wait has no effect on a profile that exists; add"
    " --run PROGRAM" },
  { "--waits --format=table", "error: --waits does not go with --format=table,"
    " which takes the place of the reports; leave one of them out" },
  { "--dimension=blocked", "blocked; " },
  { "--dimension=blocked --format=table", "blocked; format table; " },
  { "--dimension=blocked --subtract-overhead", "error: --subtract-overhead"
    " takes CPU time out; leave out --dimension" },
  { "--dimension=wall --format=folded",
    "error: --dimension: 'wall' is not one of: cpu blocked" },
  { "--compat=gnu --waits", "error: GNU gprof has no --waits, so --compat=gnu"
    " refuses it; leave it out, or add --compat=default" },
  { "--top=3", "error: --top has no effect on the reports; add"
    " --format=table" },
  { "--format=text --hide=x", "error: --hide has no effect on the reports; add"
    " --format=table" },
  { "-q -p --format=table", "error: --graph does not go with --format=table,"
    " which takes the place of the reports; leave one of them out" },
  { "-i --format=table", "error: --file-info does not go with --format=table,"
    " which takes the place of the reports; leave one of them out" },
  { "-B --format=table", "error: --graph does not go with --format=table,"
    " which takes the place of the reports; leave one of them out" },
  { "-s --output=o", "styles sum; asked sum; output o; " },
  { "-s --output=-", "error: -s replaces a file, and the standard output is"
    " none; leave out --output=-" },
  { "--by-file", "by file; format table; " },
  { "--by-file=gmon.%r --top=3 -p --format=json",
    "styles flat; asked flat; by file; pattern gmon.%r; format json; top 3; " },
  { "--by-file=gmon", "error: --by-file: 'gmon' has no %r where the rank stands"
    " in the names of the files, as in --by-file=gmon.%r" },
  { "--by-file -q", "error: --graph does not go with --by-file, which takes the"
    " place of the reports; leave one of them out" },
  { "--by-file -l", "error: --by-file compares functions, not lines; leave out"
    " -l" },
  { "--by-file --format=dot", "error: --by-file has no --format=dot; its"
    " formats are table, json, csv" },
  { "-p --output=", "error: --output: the name of the file is empty" },
  { "--format=table -q -h", "help" },
  { NULL, NULL }
};

/* What --compat=gnu refuses, wherever it stands.  */
static const char *const not_gnu[]
  = { "format=table", "format=text", "output=x", "object=x", "by-file",
      "object-path=x", "top=1", "min-percent=1",
      "sort=name", "focus=x", "hide=x", "subtract-overhead", "color=auto",
      "colour=never", "columns=self", "pager", "intervals", "intervals=90",
      "diff=x", "diff-image=x", "diff-by=share", "fail-if=self>0" };

static void
test_not_gnu (void)
{
  for (size_t i = 0; i < sizeof not_gnu / sizeof *not_gnu; i++)
    {
      char line[80], want[200];
      int len = (int) strcspn (not_gnu[i], "=");

      snprintf (want, sizeof want, "error: GNU gprof has no --%.*s, so"
                " --compat=gnu refuses it; leave it out, or add"
                " --compat=default", len, not_gnu[i]);
      snprintf (line, sizeof line, "--%s --compat=gnu", not_gnu[i]);
      check_line (line, want);
      snprintf (line, sizeof line, "--compat=gnu --%s prog", not_gnu[i]);
      check_line (line, want);
    }
  check_line ("--compat=gnu --format=table --compat=default",
              "format table; ");
  check_line ("--compat=gnu --format=table --help", "help");
}

/* Our own long options: from LEAST letters on, each beginning of the name means
   it.  An option that is added must leave these as they are; it gets a later
   batch (option_table.h).  */
static const struct
{
  const char *text;
  size_t least;
} ours[] = {
  { "compat=gnu", 1 },
  { "rebase=0x10", 1 },
  { "fatal-warnings", 2 },
  { "files0-from=x", 5 },
  { "debug-directory=d", 6 },
  { "debuginfod=no", 6 },
  { "output=x", 1 },
  { "hide=x --format=table", 2 },
  { "top=1 --format=table", 2 },
  { "format=table", 3 },
  { "focus=x --format=table", 3 },
  { "sort=name --format=table", 2 },
  { "min-percent=1 --format=table", 5 },
  { "intervals=90 --format=table", 3 },
  { "object=x", 6 },
  { "object-path=d", 7 },
  { "diff=old", 4 },
  { "diff-image=x --diff=old", 6 },
  { "diff-by=share --diff=old", 6 },
  { "fail-if=self>0 --diff=old", 3 },
  { "subtract-overhead", 3 },
  { "color=never", 5 },
  { "colour=never", 5 },
  { "pager", 2 },
  { "by-file=gmon.%r", 2 },
};

static void
test_beginnings (void)
{
  for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
    {
      const char *text = ours[i].text, *rest = text + strcspn (text, "= ");
      char line[80];

      snprintf (line, sizeof line, "--%s", text);
      struct out *want = parse (line);

      for (size_t len = ours[i].least; text + len <= rest; len++)
        {
          snprintf (line, sizeof line, "--%.*s%s", (int) len, text, rest);
          check_line (line, out_memory (want, NULL));
        }
      CHECK (strncmp (out_memory (want, NULL), "error", 5) != 0, "%s", text);
      out_close (want);
    }
}

static const struct row compat[] = {
  { "--compat=gnu", "strict; " },
  { "--compat gnu", "strict; " },
  { "--compat=default", "" },
  { "--compat=gnu --compat=default", "" },
  { "--compat=default -p --compat=gnu",
    "styles flat; asked flat; strict; " },
  { "--compat=strict",
    "error: unknown mode 'strict' for --compat: gnu or default" },
  { "--compat=", "error: unknown mode '' for --compat: gnu or default" },
  { "--compat", "error: option '--compat' needs an argument" },
  { "--qqqq --compat=bad",
    "error: unknown mode 'bad' for --compat: gnu or default" },
  { "-s --compat=gnu", "styles sum; asked sum; strict; lines; " },
  { "--compat=gnu -s prog",
    "image prog; styles sum; asked sum; strict; lines; " },
  { "-s --compat=default", "styles sum; asked sum; " },
  { "-e --compat=gnu", "-graph '--compat=gnu'; " },
  { "-- --compat=gnu", "image --compat=gnu; " },
  { "prog gmon.out -b --compat=gnu", "image prog; strict; brief; " },
  { NULL, NULL }
};

static void
check_rows (const struct row *rows)
{
  for (; rows->line; rows++)
    check_line (rows->line, rows->want);
}

static void
test_environment (void)
{
  setenv ("GPROF_COMPAT", "gnu", 1);
  check_line ("", "strict; ");
  check_line ("-s", "styles sum; asked sum; strict; lines; ");
  check_line ("--compat=default", "");
  setenv ("GPROF_COMPAT", "default", 1);
  check_line ("-b", "brief; ");
  check_line ("--compat=gnu -b", "strict; brief; ");
  setenv ("GPROF_COMPAT", "", 1);
  check_line ("-b", "brief; ");
  setenv ("GPROF_COMPAT", "bsd", 1);
  check_line ("-b",
              "brief; warning: GPROF_COMPAT: unknown mode 'bsd' ignored");
  unsetenv ("GPROF_COMPAT");
  setenv ("POSIXLY_CORRECT", "1", 1);
  check_line ("-b prog -q", "image prog; profile -q; brief; ");
  unsetenv ("POSIXLY_CORRECT");
}

/* Errors in GNU's way bring the usage, others do not.  */
static void
test_usage (const char *arg, bool wanted)
{
  char *text = NULL;
  size_t len;
  FILE *stream = open_memstream (&text, &len);
  struct diag *diag = diag_new ("gp", stream);
  char *argv[] = { (char *) "gp", (char *) arg, NULL };
  struct options options;

  options_parse (&options, diag, 2, argv, NULL);
  options_free (&options);
  diag_free (diag);
  fclose (stream);
  CHECK (strncmp (text, "gp: ", 4) == 0, "%s: a message", arg);
  CHECK (!strstr (text, "\nUsage: gp ") == !wanted, "%s: %susage", arg,
         wanted ? "" : "no ");
  free (text);
}

static void
test_no_arguments (void)
{
  struct diag *diag = diag_new ("gprof", NULL);
  struct options options;
  char *argv[] = { NULL };

  CHECK (options_parse (&options, diag, 0, argv, NULL), "not even argv[0]");
  CHECK_STR (options.program, "gprof", "the program then has a name");
  CHECK_STR (options.image, "a.out", "and the usual image");
  options_free (&options);
  options_free (&options);
  pass ("options_free twice");
  diag_free (diag);
}

/* Is the line of LEN bytes at TEXT an option and, in its column, the help?  */
static bool
is_one_option (const char *text, size_t len)
{
  return len > 36 && strncmp (text + 34, "  ", 2) == 0 && text[36] != ' ';
}

/* Each option has one line, and lines are short.  */
static void
test_help (void)
{
  struct out *out = out_to_memory ();
  unsigned bad = 0, lines = 0, shown = 0, usages = 0;
  const char *text;

  options_help (out, "prog");
  text = out_memory (out, NULL);
  CHECK (strncmp (text, "Usage: prog ", 12) == 0, "help begins with usage");
  for (const char *p = text; *p; lines++)
    {
      size_t len = strcspn (p, "\n");

      EXPECT (&bad, len < 80, "%.*s", (int) len, p);
      EXPECT (&bad, len == 0 || p[len - 1] != ' ', "%.*s", (int) len, p);
      if (strncmp (p, "   or: prog ", 12) == 0)
        usages++;
      else if (p[0] == ' ')
        {
          EXPECT (&bad, is_one_option (p, len), "%.*s", (int) len, p);
          shown++;
        }
      p += len + 1;
    }
  CHECK (bad == 0, "lines of help below 80 columns, without blanks at the"
         " end, one an option");
  CHECK (lines > 30 && shown > 20, "%u lines, %u options", lines, shown);
  CHECK_U64 (usages, 1, "a second form of usage");
  CHECK (strstr (text, "\n  -p, --flat-profile[=SPEC]  "),
         "an option with a glued argument");
  CHECK (strstr (text, "\n  -e SPEC  "), "one with a letter alone");
  CHECK (strstr (text, "\nFORMAT: auto magic bsd 4.4bsd\n"),
         "what an argument can be");
  out_close (out);
}

static void
test_version (void)
{
  struct out *out = out_to_memory ();
  const char *text;

  options_version (out);
  text = out_memory (out, NULL);
  CHECK (strncmp (text, "gprof (" PACKAGE_NAME ") " PACKAGE_VERSION "\n",
                  strlen ("gprof (" PACKAGE_NAME ") " PACKAGE_VERSION "\n"))
         == 0, "the first line of the version");
  CHECK (strstr (text, "version 3 or later"), "the licence");
  out_close (out);
}

int
main (void)
{
  unsetenv ("GPROF_COMPAT");
  unsetenv ("POSIXLY_CORRECT");
  check_rows (files);
  check_rows (styles);
  check_rows (specs);
  check_rows (looks);
  check_rows (prefixes);
  check_rows (errors);
  check_rows (exports);
  check_rows (compat);
  test_not_gnu ();
  test_beginnings ();
  test_environment ();
  test_usage ("--qqqq", true);
  test_usage ("-g", true);
  test_usage ("-w", true);
  test_usage ("--f", true);
  test_usage ("-Ox", false);
  test_usage ("--demangle=x", false);
  test_usage ("--top=1", false);
  test_no_arguments ();
  test_help ();
  test_version ();
  return check_end ();
}
