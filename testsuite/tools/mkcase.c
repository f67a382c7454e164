/* mkcase.c -- a seed to a random case for the oracle.

   SPDX-License-Identifier: GPL-3.0-or-later

   Usage:  mkcase SEED DIRECTORY

   Writes into the existing DIRECTORY, the same bytes for the same SEED on
   every machine:

     symbols.txt          an image for mkimage: globals, locals, weak and
                          untyped symbols, aliases, clones, odd names, data,
                          several code sections, perhaps line numbers
     p1.txt ... p3.txt    profiles for mkgmon: arcs with cycles, self calls
                          and unknown addresses; histograms of all kinds
     opts                 a response file
     cmds                 command lines for oracle: arguments, one a line

   Nothing is sampled in the last symbol of the table: GNU gprof reads past
   the table for it (gprof-behaviour.md, section 8, row 4).  */

#include <config.h>

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_SYMS 2048
#define MAX_NAME 160
#define N_CMDS 6

#define ELEMENTS(array) (sizeof (array) / sizeof (array)[0])

struct sym
{
  char name[MAX_NAME];
  uint64_t addr, size;
};

/* A symbol's place where code stands; the whole case.  */
struct state
{
  uint64_t seed, number;        /* random state; what it started from */
  const char *dir;
  struct sym syms[MAX_SYMS];    /* those that may have samples and calls */
  unsigned nsyms;
  unsigned serial;              /* makes names unique */
  uint32_t specials_used;       /* bit set over special_names */
  bool with_lines, odd_sizes, object, i386;
  const char *bsd;              /* a BSD format for the profiles, or NULL */
  unsigned line;
  uint64_t low, limit;          /* code range: first byte, last safe byte + 1 */
  unsigned nprofiles;
  /* One shape for all histograms of the case, or the merge would fail.  */
  uint64_t hist_low, hist_high;
  unsigned bin_width, rate;
  const char *dimension;
  FILE *out;
};

static uint64_t
next_random (struct state *st)
{
  uint64_t z = st->seed += 0x9e3779b97f4a7c15;

  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
  z = (z ^ z >> 27) * 0x94d049bb133111eb;
  return z ^ z >> 31;
}

/* A number below N.  */
static unsigned
pick (struct state *st, uint64_t n)
{
  return (unsigned) (next_random (st) % n);
}

static bool
chance (struct state *st, unsigned percent)
{
  return pick (st, 100) < percent;
}

#define CHOOSE(st, array) ((array)[pick (st, ELEMENTS (array))])

static void
open_out (struct state *st, const char *name)
{
  char path[4096];

  snprintf (path, sizeof path, "%s/%s", st->dir, name);
  st->out = fopen (path, "w");
  if (!st->out)
    {
      perror (path);
      exit (EXIT_FAILURE);
    }
}

static void
close_out (struct state *st)
{
  if (fclose (st->out) != 0)
    {
      perror (st->dir);
      exit (EXIT_FAILURE);
    }
}

static void say (struct state *st, const char *fmt, ...)
  __attribute__ ((format (printf, 2, 3)));

static void
say (struct state *st, const char *fmt, ...)
{
  va_list ap;

  va_start (ap, fmt);
  vfprintf (st->out, fmt, ap);
  va_end (ap);
}

/* Names.  */

/* Used once each, because a name cannot be defined twice.  */
static const char *const special_names[] = {
  "main", "_start", "mcount", "_mcount", "__mcount_internal", "__mcount",
  "_gprof_mcount", "__mcleanup", "__gnu_compiled_c", "___gnu_compiled_x",
  "__gnu_compiled", "etext", "_etext", "_", "__", "a", "Z", "frame_dummy",
};

/* Suffixes of local clones and of names that look like them.  */
static const char *const suffixes[] = {
  ".constprop.0", ".isra.0", ".part.0", ".cold", ".lto_priv.0", ".clone.2",
  ".1234", ".1.2", ".constprop.0.isra.0", ".localalias", ".12.34.clone.0",
  ".clone.1.constprop.3", ".1x", ".x1", ".0", ".constprop.1.2", "..1", ".",
  ".7.", ".clone.", ".constprop", "$x", "$", ".1$", "@@", "x.0", ".5.cold",
};

/* `#' becomes a serial number of three digits, so that each stays a valid
   mangled name.  */
static const char *const mangled[] = {
  "_Z4f#v", "_Z4f#i", "_ZN3foo4b#Ev", "_ZN3fooIiE4b#EPKc",
  "_ZNSt6vectorIiSaIiEE4m#ERKi", "_Z4t#IiEvT_", "_ZN4A#C1Ev",
  "_ZN4A#D0Ev", "_ZTV4C#", "_ZL4s#v", "_Z4w#", "_ZZ4m#vE1x",
  "_RNvC4c#4main", "_D3abc4x#FZv", "_ZN5op#plERKS_",
  "_ZN4core3fmt4f#17h0123456789abcdefE", "_ZN4o#cvbEv",
};

static void
make_name (struct state *st, char *name, bool local)
{
  unsigned n = ++st->serial, kind = pick (st, 100), s;

  if (kind < 6)
    {
      s = pick (st, ELEMENTS (special_names));
      if (!(st->specials_used & 1u << s))
        {
          st->specials_used |= 1u << s;
          snprintf (name, MAX_NAME, "%s", special_names[s]);
          return;
        }
    }
  if (kind < (local ? 36 : 14))
    snprintf (name, MAX_NAME, "%sf%u%s", chance (st, 10) ? "_" : "", n,
              CHOOSE (st, suffixes));
  else if (kind < 46)
    snprintf (name, MAX_NAME, "%.*sf%u", 1 + pick (st, 3), "___", n);
  else if (kind < 54)
    {
      const char *pattern = CHOOSE (st, mangled);
      size_t before = strcspn (pattern, "#");

      snprintf (name, MAX_NAME, "%.*s%03u%s", (int) before, pattern, n,
                pattern + before + 1);
    }
  else if (kind < 57)
    snprintf (name, MAX_NAME, "long_%u_%0*u", n, 10 + pick (st, 90), n);
  else
    snprintf (name, MAX_NAME, "%c%u", 'a' + pick (st, 26), n);
}

/* The image.  */

static const char *
random_binding (struct state *st)
{
  unsigned n = pick (st, 100);

  return n < 50 ? "global" : n < 85 ? "local" : n < 95 ? "weak" : "hidden";
}

static const char *
random_type (struct state *st)
{
  unsigned n = pick (st, 100);

  return n < 75 ? "func" : n < 97 ? "notype" : n < 99 ? "object" : "ifunc";
}

static void
say_line (struct state *st)
{
  static const char *const files[] = { "a.c", "b.c", "dir/c.c", "/abs/d.h" };

  if (!st->with_lines || chance (st, 15))
    return;
  st->line += pick (st, 4);
  say (st, "line %s %u\n", files[chance (st, 90) ? 0 : pick (st, 4)],
       1 + st->line);
}

/* One function: one or more names, bytes, perhaps with lines in it.
   Returns the address behind it.  */
static uint64_t
make_function (struct state *st, uint64_t addr)
{
  unsigned names = chance (st, 12) ? 2 + pick (st, 3) : 1;
  uint64_t size = chance (st, 80) ? 4 * (1 + pick (st, 12)) : pick (st, 200);

  if (st->odd_sizes)
    size += pick (st, 4);
  else
    size = (size + 3) & ~(uint64_t) 3;
  if (chance (st, 5))
    size = 0;
  say_line (st);
  for (unsigned i = 0; i < names && st->nsyms < MAX_SYMS; i++)
    {
      struct sym *sym = &st->syms[st->nsyms++];
      const char *binding = random_binding (st);

      make_name (st, sym->name, binding[0] == 'l');
      sym->addr = addr;
      sym->size = size;
      say (st, "sym %s %s %s", sym->name, binding, random_type (st));
      if (chance (st, 90))
        say (st, " %llu", (unsigned long long) size);
      say (st, "\n");
    }
  addr += size;
  for (; size > 8 && chance (st, 50); size -= 4)
    {
      say (st, "space 4\n");
      say_line (st);
    }
  say (st, "space %llu\n", (unsigned long long) size);
  if (chance (st, 40))
    {
      unsigned gap = (unsigned) (-addr & 15);
      say (st, "space %u\n", gap);
      addr += gap;
    }
  return addr;
}

/* COUNT functions from ADDR on; returns the address behind them.  */
static uint64_t
make_functions (struct state *st, uint64_t addr, unsigned count)
{
  for (unsigned i = 0; i < count; i++)
    {
      if (chance (st, 5))
        say (st, "file f%u.c\n", i);
      if (chance (st, 3))
        say (st, "abs abs%u 0x%x %s\n", i, pick (st, 0x800000),
             chance (st, 50) ? "local" : "global");
      addr = make_function (st, addr);
    }
  return addr;
}

static void
make_data (struct state *st)
{
  say (st, "section .data\n");
  for (unsigned i = pick (st, 5); i > 0; i--)
    say (st, "sym data%u %s %s\nspace 8\n", i, random_binding (st),
         chance (st, 50) ? "object" : "notype");
}

static unsigned
random_count (struct state *st)
{
  unsigned n = pick (st, 100);

  return n < 60 ? 1 + pick (st, 12) : n < 95 ? 10 + pick (st, 50)
         : 100 + pick (st, 400);
}

static void
make_image (struct state *st)
{
  uint64_t base = chance (st, 80) ? 0x401000 : 0x401000 + pick (st, 64), addr;
  unsigned shape = pick (st, 100);

  open_out (st, "symbols.txt");
  st->i386 = st->number % 7 == 3;
  if (st->i386)
    say (st, "machine i386\n");
  st->with_lines = chance (st, 40);
  st->odd_sizes = chance (st, 25);
  st->object = shape < 6;
  if (st->object)
    {
      base = 0;
      say (st, "link object\n");
    }
  else
    {
      if (shape < 25)
        say (st, "link pie\n");
      say (st, "base 0x%llx\n", (unsigned long long) base);
    }
  st->low = base;
  if (chance (st, 20))
    {
      /* Code before the first symbol.  */
      unsigned lead = 4 * pick (st, 20);
      say (st, "space %u\n", lead);
      base += lead;
    }
  addr = make_functions (st, base, random_count (st));
  if (!st->object && chance (st, 25))
    {
      say (st, "section .after 0x%llx\n",
           (unsigned long long) (addr = (addr & ~(uint64_t) 0xfff) + 0x3000));
      addr = make_functions (st, addr, 1 + pick (st, 8));
    }
  st->limit = addr;
  say (st, "sym zz_end global func 16\nspace 16\n");
  if (chance (st, 30))
    make_data (st);
  close_out (st);
}

/* Profiles.  */

static struct sym *
random_sym (struct state *st)
{
  return &st->syms[pick (st, st->nsyms)];
}

static unsigned long
random_calls (struct state *st)
{
  unsigned n = pick (st, 100);

  return n < 4 ? 0 : n < 70 ? 1 + pick (st, 10) : n < 95 ? pick (st, 100000)
         : pick (st, 4294967296);
}

static uint64_t
inside (struct state *st, const struct sym *sym)
{
  return sym->addr + (sym->size > 0 ? pick (st, sym->size) : 0);
}

static void
make_arc (struct state *st, unsigned shape)
{
  static const uint64_t nowhere[] = { 0, 1, 0x10, 0x500000, UINT64_MAX };
  struct sym *from = random_sym (st), *self = random_sym (st);
  uint64_t from_addr = inside (st, from), self_addr = self->addr;

  if (shape < 50 && from > self)
    {
      /* Mostly a directed graph without cycles.  */
      struct sym *swap = from;
      from = self;
      self = swap;
      from_addr = inside (st, from);
      self_addr = self->addr;
    }
  if (shape >= 85)
    /* A ring with chords: cycles in cycles.  */
    self_addr = st->syms[((size_t) (from - st->syms) + 1 + pick (st, 3))
                         % st->nsyms].addr;
  if (chance (st, 5))
    self_addr = from->addr;
  if (chance (st, 6))
    self_addr = inside (st, self);
  if (chance (st, 4))
    from_addr = CHOOSE (st, nowhere);
  if (chance (st, 2))
    self_addr = CHOOSE (st, nowhere);
  say (st, "arc 0x%llx 0x%llx %lu%s\n", (unsigned long long) from_addr,
       (unsigned long long) self_addr, random_calls (st),
       chance (st, 3) ? " 2" : "");
}

static void
make_arcs (struct state *st)
{
  unsigned shape = pick (st, 100);
  unsigned n = pick (st, 1 + st->nsyms * (1 + pick (st, 3)));

  if (chance (st, 8))
    return;
  for (; n > 0; n--)
    make_arc (st, shape);
}

/* The shape that all histograms of this case share.  */
static void
choose_hist (struct state *st)
{
  static const unsigned widths[] = { 2, 4, 4, 4, 4, 8, 16, 1, 6, 64 };
  static const unsigned rates[] = { 100, 100, 100, 100, 1000, 1, 250, 99999 };
  static const char *const dimensions[] = {
    "seconds s", "seconds s", "seconds s", "seconds s", "cache-misses c",
    "cycles C", "fifteen-bytes-x ?",
  };

  st->bin_width = CHOOSE (st, widths);
  st->rate = CHOOSE (st, rates);
  st->dimension = CHOOSE (st, dimensions);
  st->hist_low = st->low & ~(uint64_t) 3;
  st->hist_high = (st->limit + 16 + 3) & ~(uint64_t) 3;
  if (chance (st, 10))
    st->hist_low += 2 * pick (st, 8);
  if (chance (st, 10) && st->hist_high > st->hist_low + 100)
    st->hist_high -= 4 * pick (st, 8);
  if (st->hist_high <= st->hist_low)
    st->hist_high = st->hist_low + 64;
  /* Whole bins, or records would differ in scale.  */
  while ((st->hist_high - st->hist_low) % st->bin_width != 0)
    st->hist_high += 2;
}

static void
say_bins (struct state *st, uint64_t low, uint64_t high, uint64_t nbins)
{
  double width = (double) (high - low) / (double) nbins;

  for (unsigned n = pick (st, 1 + 2 * st->nsyms); n > 0; n--)
    {
      uint64_t addr = inside (st, random_sym (st));
      uint64_t bin;

      if (addr < low || addr >= high)
        continue;
      bin = (uint64_t) ((double) (addr - low) / width);
      if (bin < nbins
          && (double) low + (double) (bin + 1) * width <= (double) st->limit)
        say (st, "  bin %llu %u\n", (unsigned long long) bin,
             chance (st, 95) ? pick (st, 20) : pick (st, 65536));
    }
}

/* One record over [LOW, HIGH).  Sometimes the number of bins is one that
   glibc would choose, with bins a little under the width.  */
static void
make_record (struct state *st, uint64_t low, uint64_t high, bool ragged)
{
  uint64_t nbins = (high - low + st->bin_width - 1) / st->bin_width;

  if (ragged)
    nbins = (nbins + 3) & ~(uint64_t) 3;
  say (st, "hist 0x%llx 0x%llx %llu %u %s\n", (unsigned long long) low,
       (unsigned long long) high, (unsigned long long) nbins, st->rate,
       st->bsd ? "" : st->dimension);
  say_bins (st, low, high, nbins);
}

/* The second of two records that do not go together, or hardly.  */
static void
make_bad_record (struct state *st)
{
  uint64_t low = st->hist_low;
  unsigned width = st->bin_width, rate = st->rate;
  const char *dimension = st->dimension;

  switch (pick (st, 4))
    {
    case 0:
      low += 4;
      break;
    case 1:
      st->bin_width *= 2;
      break;
    case 2:
      st->dimension = "hours h";
      break;
    default:
      st->rate = 77;             /* no error: the first rate wins */
    }
  make_record (st, low, st->hist_high, false);
  st->bin_width = width;
  st->rate = rate;
  st->dimension = dimension;
}

static void
make_hists (struct state *st, bool ragged, bool split)
{
  uint64_t middle = st->hist_low
                    + (st->hist_high - st->hist_low) / 2 / 192 * 192;

  if (split && middle > st->hist_low)
    {
      bool swap = chance (st, 50);

      make_record (st, swap ? middle : st->hist_low,
                   swap ? st->hist_high : middle, false);
      if (chance (st, 80))
        make_record (st, swap ? st->hist_low : middle,
                     swap ? middle : st->hist_high, false);
      return;
    }
  make_record (st, st->hist_low, st->hist_high, ragged);
  if (chance (st, 15))
    make_record (st, st->hist_low, st->hist_high, ragged);
  if (chance (st, 4))
    make_bad_record (st);
}

/* A BSD file is one header, its bins, and arcs.  */
static void
make_bsd_profile (struct state *st, bool ragged)
{
  say (st, "format %s\n", st->bsd);
  make_record (st, st->hist_low, st->hist_high, ragged);
  make_arcs (st);
}

static void
make_magic_profile (struct state *st, bool ragged, bool split)
{
  bool hist = chance (st, 90), arcs_first = chance (st, 10);

  if (arcs_first)
    make_arcs (st);
  if (hist)
    make_hists (st, ragged, split);
  if (!arcs_first)
    make_arcs (st);
  if (hist && chance (st, 4))
    {
      say (st, "bb\n");
      for (unsigned n = pick (st, 6); n > 0; n--)
        say (st, "block 0x%llx %lu\n", (unsigned long long)
             inside (st, random_sym (st)), random_calls (st));
    }
}

static void
make_profiles (struct state *st)
{
  bool ragged = chance (st, 25), split = !ragged && chance (st, 20);

  choose_hist (st);
  if (st->number % 11 == 5)
    st->bsd = st->number % 2 ? "bsd" : "bsd44";
  st->nprofiles = 1 + pick (st, 3);
  for (unsigned i = 1; i <= st->nprofiles; i++)
    {
      char name[16];

      snprintf (name, sizeof name, "p%u.txt", i);
      open_out (st, name);
      if (st->i386)
        say (st, "address 4\n");
      if (st->bsd)
        make_bsd_profile (st, ragged);
      else
        make_magic_profile (st, ragged, split);
      close_out (st);
    }
}

/* Command lines.  */

static const char *const flags[] = {
  "-p", "-q", "-P", "-Q", "-B", "-z", "-a", "-D", "-i", "-T", "-z", "-q",
  "-w 60", "-w1", "-w 200", "-w -5", "--flat-profile", "--graph",
  "--no-graph", "--no-flat-profile", "--no-static", "--traditional",
  "--width=100", "--file-info", "--display-unused-functions", "--demangle",
  "--no-demangle", "--demangle=gnu-v3", "--demangle=none", "--demangle=auto",
  "--ignore-non-functions", "-zp", "-l", "--line", "-C", "-Z",
  "--exec-counts", "-pq", "-zaq", "-Tz", "--gra", "--flat",
  "--no-f", "--no-dem", "--trad", "-p -P", "-P -p", "-q -Q", "-Q -q",
  "--demangle=rust", "--demangle=dlang", "--demangle=java", "--file-i",
};

static void
say_flags (struct state *st, unsigned most)
{
  for (unsigned n = pick (st, most + 1); n > 0; n--)
    say (st, "%s ", CHOOSE (st, flags));
}

/* One of the symspec forms of -p -P -q -Q.  */
static void
say_spec (struct state *st)
{
  static const char letters[] = "pPqQ";
  char letter = letters[pick (st, 4)];

  say (st, "'-%c%s'", letter, random_sym (st)->name);
  say (st, " ");
  if (chance (st, 30))
    say (st, "'-%c%s/%s' ", "qQ"[pick (st, 2)],
         chance (st, 80) ? random_sym (st)->name : "", random_sym (st)->name);
}

static void
say_files (struct state *st)
{
  unsigned n = 1 + pick (st, st->nprofiles);

  say (st, "image ");
  if (chance (st, 6) && !st->bsd)
    {
      say (st, "- < gmon1.out");
      return;
    }
  for (unsigned i = 1; i <= n; i++)
    say (st, "gmon%u.out ", chance (st, 80) ? i : 1 + pick (st,
                                                           st->nprofiles));
}

static void
make_command (struct state *st)
{
  bool after = chance (st, 10);

  say (st, "-b ");
  if (!after)
    say_flags (st, 4);
  if (chance (st, 10))
    say_spec (st);
  if (chance (st, 5))
    say (st, "@opts ");
  if (chance (st, 15))
    say (st, chance (st, 50) ? "-s " : "--sum ");
  say_files (st);
  if (after)
    {
      say (st, " ");
      say_flags (st, 4);
    }
  say (st, "\n");
}

int
main (int argc, char **argv)
{
  static struct state st;

  if (argc != 3)
    {
      fputs ("usage: mkcase SEED DIRECTORY\n", stderr);
      return EXIT_FAILURE;
    }
  st.number = strtoull (argv[1], NULL, 0);
  st.seed = st.number * 0x2545f4914f6cdd1d;
  st.dir = argv[2];
  make_image (&st);
  make_profiles (&st);
  open_out (&st, "opts");
  say_flags (&st, 3);
  say (&st, "\n");
  close_out (&st);
  open_out (&st, "cmds");
  say (&st, "-b image gmon1.out\n");
  for (unsigned i = 1; i < N_CMDS; i++)
    make_command (&st);
  close_out (&st);
  return EXIT_SUCCESS;
}
