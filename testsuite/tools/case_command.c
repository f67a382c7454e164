/* case_command.c -- the sources and the command lines of a random case.

   SPDX-License-Identifier: GPL-3.0-or-later

   In: the state, with image and profiles.  Out: a.c, inc/b.c, syms.nm, map.txt,
   opts, cmds.

   Every option of GNU gprof 2.40 but -h, -v and -d, whose text is not compared:
   -d prints a trace on standard output.  */

#include <config.h>

#include "mkcase.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define N_CMDS 6

/* Other files.  */

static void
make_directory (struct state *st, const char *name)
{
  char path[4096];

  snprintf (path, sizeof path, "%s/%s", st->dir, name);
  if (mkdir (path, 0777) != 0)
    {
      perror (path);
      exit (EXIT_FAILURE);
    }
}

static void
make_source (struct state *st, const char *name)
{
  unsigned lines = chance (st, 80) ? st->last_line + 3
                   : pick (st, 1 + st->last_line);

  open_out (st, name);
  for (unsigned i = 1; i <= lines; i++)
    say (st, "%s:%u\t%.*s\n", name, i, pick (st, 8), "{ x y }");
  if (chance (st, 10))
    say (st, "no newline");
  close_out (st);
}

/* A list as nm prints it, and lines that are not so good, behind a good one:
   GNU gprof takes for an address that it cannot read the one before it, or
   what is on its stack.  Its last symbol, at the end of the code, is never
   sampled.  */
static void
make_symbol_list (struct state *st)
{
  static const char *const odd[] = {
    "", "U undefined", "nonsense", "0x12 T hex", "zzzz T unparsable",
    "   401000   t   blanks", "401008 T two words", "401010 D data",
    "401018 w weak", "401020 T", "ffffffffffffffff A absolute",
  };

  open_out (st, "syms.nm");
  say (st, "%llx T %s\n", (unsigned long long) st->syms[0].addr,
       st->syms[0].name);
  for (unsigned i = 1; i < st->nsyms; i++)
    {
      if (chance (st, 20))
        continue;
      if (chance (st, 6))
        say (st, "%s\n", CHOOSE (st, odd));
      say (st, "%016llx %c %s\n", (unsigned long long)
           (chance (st, 95) ? st->syms[i].addr : inside (st, &st->syms[i])),
           "TTTTTttttDW"[pick (st, 11)], st->syms[i].name);
    }
  say (st, "%016llx T zz_end\n", (unsigned long long) st->limit);
  close_out (st);
}

static void
make_map (struct state *st)
{
  open_out (st, "map.txt");
  for (unsigned i = 0, object = 0; i < st->nsyms; i++)
    {
      object += chance (st, 30);
      if (chance (st, 5))
        say (st, "No symbols in empty%u.o\n", object);
      if (chance (st, 70))
        say (st, "%sobj%u.o:%s %s\n", chance (st, 10) ? "lib.a:" : "",
             chance (st, 95) ? object : pick (st, object + 1),
             chance (st, 50) ? "00000000 T" : "", chance (st, 92)
             ? st->syms[i].name : random_sym (st)->name);
    }
  if (chance (st, 3))
    say (st, "what is this\n");
  close_out (st);
}

void
make_sources (struct state *st)
{
  make_directory (st, "inc");
  make_directory (st, "dir");
  make_source (st, "a.c");
  if (chance (st, 80))
    make_source (st, "inc/b.c");
  if (chance (st, 50))
    make_source (st, "dir/c.c");
  else
    make_source (st, "inc/c.c");
  if (chance (st, 50))
    make_source (st, "inc/d.h");
  make_symbol_list (st);
  make_map (st);
}

/* Command lines.  In an option text: %s is a spec, %a an arc spec, %n a
   number, %f the format of the profiles.  */

struct option
{
  unsigned weight;
  const char *text;
};

static const struct option options[] = {
  { 8, "-p" }, { 8, "-q" }, { 2, "-P" }, { 2, "-Q" }, { 2, "-B" },
  { 8, "-z" }, { 4, "-a" }, { 4, "-D" }, { 4, "-i" }, { 8, "-T" },
  { 4, "-L" }, { 8, "-l" }, { 4, "-C" }, { 1, "-Z" }, { 6, "-s" },
  { 1, "-w%n" }, { 1, "-w %n" }, { 1, "-w 200" }, { 1, "-w -5" },
  { 1, "--width=%n" }, { 3, "--demangle" }, { 3, "--no-demangle" },
  { 1, "--demangle=gnu-v3" }, { 1, "--demangle=none" },
  { 1, "--demangle=auto" }, { 1, "--demangle=rust" },
  { 1, "--demangle=dlang" }, { 1, "--demangle=java" },
  { 1, "--demangle=gnat" }, { 1, "--demangle=what" }, { 1, "--demangle=" },
  { 1, "-zp" }, { 1, "-pq" }, { 1, "-zaq" }, { 1, "-Tz" }, { 1, "-lz" },
  { 1, "-blqz" }, { 1, "-p -P" }, { 1, "-P -p" }, { 1, "-q -Q" },
  { 1, "-Q -q" },
  /* Specs.  */
  { 3, "'-p%s'" }, { 2, "'-P%s'" }, { 3, "'-q%s'" }, { 2, "'-Q%s'" },
  { 2, "'-q%a'" }, { 2, "'-Q%a'" }, { 2, "'-C%s'" }, { 1, "'-Z%s'" },
  { 1, "-e '%s'" }, { 1, "-E '%s'" }, { 1, "-f '%s'" }, { 1, "-F '%s'" },
  { 2, "-k '%a'" }, { 1, "-k '%s'" }, { 1, "-n '%s'" }, { 1, "-N '%s'" },
  { 1, "'--time=%s'" }, { 1, "'--no-time=%s'" }, { 1, "'--graph=%a'" },
  { 1, "'--flat-profile=%s'" }, { 1, "'--no-graph=%s'" },
  { 1, "'--no-flat-profile=%s'" }, { 1, "'--exec-counts=%s'" },
  { 1, "'--no-exec-counts=%s'" }, { 1, "'-p%a'" }, { 1, "'-n%a'" },
  /* Annotated source.  */
  { 8, "-A" }, { 2, "'-A%s'" }, { 1, "'--annotated-source=%s'" },
  { 1, "'-J%s'" }, { 1, "-J" }, { 1, "'--no-annotated-source=%s'" },
  { 3, "-x" }, { 2, "-y" }, { 2, "-m %n" }, { 1, "-m 2" }, { 1, "-mx" },
  { 2, "-t %n" }, { 1, "-t 3" }, { 1, "-t0" }, { 1, "-t -1" },
  { 3, "-I inc" }, { 1, "-I nowhere:inc" }, { 1, "-Idir -Iinc" },
  /* The rest.  */
  { 4, "-c" }, { 4, "-r" }, { 2, "-R map.txt" }, { 1, "-R none.txt" },
  { 4, "-S syms.nm" }, { 1, "-S none.nm" }, { 4, "--inline-file-names" },
  { 1, "-O auto" }, { 3, "-O %f" }, { 3, "-O%f" }, { 1, "-O bsd" },
  { 1, "-O 4.4bsd" }, { 1, "-O magic" }, { 1, "-O prof" }, { 1, "-Oq" },
  { 1, "-g" }, { 1, "--nothing" },
};

/* Long options, for their prefixes; = stands for a value.  */
static const char *const long_options[] = {
  "all-lines", "annotated-source", "brief", "directory-path=inc",
  "display-unused-functions", "exec-counts", "file-format=auto", "file-info",
  "file-ordering=map.txt", "flat-profile", "function-ordering", "graph",
  "ignore-non-functions", "inline-file-names", "line", "min-count=2",
  "no-annotated-source", "no-demangle", "no-exec-counts", "no-flat-profile",
  "no-graph", "no-static", "no-time=main", "print-path", "separate-files",
  "static-call-graph", "sum", "table-length=3", "time=main", "traditional",
  "width=100", "external-symbol-table=syms.nm", "demangle=none",
};

/* One side of a spec.  */
static void
say_half (struct state *st)
{
  unsigned n = pick (st, 100);
  const char *file = source_files[pick (st, N_FILES)];

  if (strrchr (file, '/'))
    file = strrchr (file, '/') + 1;
  if (n < 60)
    say (st, "%s", random_sym (st)->name);
  else if (n < 66)
    say (st, "%s:%u", file, pick (st, 1 + st->last_line));
  else if (n < 72)
    say (st, "%s", file);
  else if (n < 76)
    say (st, "%u", pick (st, 1 + st->last_line));
  else if (n < 82)
    say (st, "%s:%s", file, random_sym (st)->name);
  else if (n < 85)
    say (st, "zz_end");
  else if (n < 88)
    say (st, "inl%u", pick (st, 6));
  else if (n < 91)
    say (st, "nobody");
  else if (n < 93)
    say (st, "%s:", file);
  else if (n < 95)
    say (st, ":%s", random_sym (st)->name);
  else if (n < 97)
    say (st, "none.c:main");
}

static void
say_option (struct state *st, const char *text)
{
  for (const char *p = text; *p; p++)
    if (*p != '%')
      say (st, "%c", *p);
    else if (*++p == 'n')
      say (st, "%u", pick (st, 150));
    else if (*p == 's')
      say_half (st);
    else if (*p == 'f')
      say (st, "%s", !st->bsd ? "magic" : strcmp (st->bsd, "bsd") == 0 ? "bsd"
           : "4.4bsd");
    else
      {
        say_half (st);
        say (st, "/");
        say_half (st);
      }
  say (st, " ");
}

static void
say_prefix (struct state *st)
{
  const char *name = CHOOSE (st, long_options), *value = strchr (name, '=');
  int len = (int) (value ? (size_t) (value - name) : strlen (name));

  say (st, "--%.*s%s ", 1 + (int) pick (st, (unsigned) len), name,
       value ? value : "");
}

static void
say_any_option (struct state *st)
{
  unsigned total = 0, n;

  if (chance (st, 15))
    {
      say_prefix (st);
      return;
    }
  for (size_t i = 0; i < ELEMENTS (options); i++)
    total += options[i].weight;
  n = pick (st, total);
  for (size_t i = 0; i < ELEMENTS (options); i++)
    {
      if (n < options[i].weight)
        {
          say_option (st, options[i].text);
          return;
        }
      n -= options[i].weight;
    }
}

static void
say_options (struct state *st, unsigned most)
{
  for (unsigned n = pick (st, most + 1); n > 0; n--)
    say_any_option (st);
}

static void
say_files (struct state *st)
{
  unsigned n = 1 + pick (st, st->nprofiles);

  say (st, "image ");
  if (chance (st, 6) && !st->bsd)
    {
      say (st, "- < gmon1.out ");
      return;
    }
  if (chance (st, 1))
    say (st, "none.out ");
  for (unsigned i = 1; i <= n; i++)
    say (st, "gmon%u.out ", chance (st, 80) ? i : 1 + pick (st,
                                                           st->nprofiles));
}

static void
make_command (struct state *st)
{
  if (chance (st, 3))
    say (st, "POSIXLY_CORRECT=1 ");
  if (chance (st, 5))
    say (st, "GPROF_PATH=inc:dir ");
  say (st, "-b ");
  say_options (st, 5);
  if (chance (st, 5))
    say (st, "@opts ");
  if (chance (st, 4))
    say (st, "-- ");
  say_files (st);
  if (chance (st, 10))
    say_options (st, 3);
  say (st, "\n");
}

void
make_commands (struct state *st)
{
  open_out (st, "opts");
  say_options (st, 3);
  say (st, "\n");
  close_out (st);
  open_out (st, "cmds");
  say (st, "-b image gmon1.out\n");
  for (unsigned i = 1; i < N_CMDS; i++)
    make_command (st);
  close_out (st);
}
