/* case_image.c -- the program of a random case.

   SPDX-License-Identifier: GPL-3.0-or-later

   In: the state's random numbers.  Out: symbols.txt, and in the state the
   symbols and files that profiles and command lines refer to.  */

#include <config.h>

#include "mkcase.h"

#include <string.h>

#define MAX_CHUNKS 12

const char *const source_files[N_FILES]
  = { "a.c", "b.c", "dir/c.c", "/abs/d.h" };

/* Mostly the machine that the oracle is made for; two of sixteen of each other
   kind.  */
static const struct machine native = { "x86-64", false, 8, false, NULL };
static const struct machine i386 = { "i386", false, 4, false, NULL };
static const struct machine big[] = {
  { "powerpc-linux-gnu", true, 4, true, NULL },
  { "s390x-linux-gnu", true, 8, true, NULL },
  { "mips-linux-gnu", true, 4, true, NULL },
  { "sparc64-linux-gnu", true, 8, true, NULL },
  { "m68k-linux-gnu", true, 4, true, NULL },
};
static const struct machine little[] = {
  { "aarch64-linux-gnu", false, 8, true, NULL },
  { "arm-linux-gnueabihf", false, 4, true, NULL },
  { "riscv64-linux-gnu", false, 8, true, NULL },
  { "powerpc64le-linux-gnu", false, 8, true, NULL },
  { "mips64el-linux-gnuabi64", false, 8, true, NULL },
  { "alpha-linux-gnu", false, 8, true, NULL },
};

/* Windows (_ before names of i386) and 64 bits with short addresses.  */
static const struct machine converted[] = {
  { "i386", false, 4, false, "pei-i386" },
  { "x86-64", false, 8, false, "pei-x86-64" },
  { "x86-64", false, 4, false, "elf32-x86-64" },
};

static const struct machine *
choose_machine (struct state *st)
{
  switch (st->number % 16)
    {
    case 3:
    case 11:
      return &i386;
    case 5:
    case 13:
      return &CHOOSE (st, big);
    case 7:
      return &CHOOSE (st, little);
    case 9:
      return chance (st, 50) ? &CHOOSE (st, converted) : &native;
    default:
      return &native;
    }
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

  if (n >= 99 && st->machine->foreign)
    n = 0;                      /* not every linker knows ifuncs */
  return n < 75 ? "func" : n < 97 ? "notype" : n < 99 ? "object" : "ifunc";
}

static void
say_line (struct state *st)
{
  unsigned line;

  if (!st->with_lines || chance (st, 15))
    return;
  st->line += pick (st, 4);
  line = 1 + st->line - (chance (st, 10) ? pick (st, 1 + st->line) : 0);
  if (line > st->last_line)
    st->last_line = line;
  say (st, "line %s %u\n", source_files[chance (st, 85) ? 0
                                        : pick (st, N_FILES)], line);
}

static unsigned
say_label (struct state *st)
{
  say (st, "label .Lx%u\n", st->nlabels);
  return st->nlabels++;
}

/* Four or eight bytes of code; returns how many.  */
static unsigned
make_chunk (struct state *st, uint64_t left)
{
  if (left >= 8 && st->nfunctions > 0 && chance (st, 15))
    {
      say (st, "call .Lf%u 8\n", pick (st, st->nfunctions));
      return 8;
    }
  if (left >= 8 && chance (st, 4))
    {
      /* Bytes that a scanner for calls may stumble over.  */
      const char *sign = chance (st, 70) ? "0000" : "ffff";

      if (chance (st, 50))
        say (st, "bytes e8%02x%02x%s909090\n", pick (st, 256), pick (st, 16),
             sign);
      else
        say (st, "bytes 90e8%02x%02x%s9090\n", pick (st, 256), pick (st, 16),
             sign);
      return 8;
    }
  say (st, "space 4\n");
  return 4;
}

/* A label in a function, and how far into it.  */
struct place
{
  unsigned label;
  uint64_t at;
};

/* What was inlined in a function with COUNT chunks, between PLACES.  Each is
   shorter than what it was inlined in: of two functions with the same addresses
   BFD takes one by where they are in its own memory.  */
static void
say_inlines (struct state *st, const struct place *places, unsigned count)
{
  unsigned from = pick (st, count), to = from + 1 + pick (st, count - from);
  uint64_t length = places[count].at;

  for (unsigned depth = 1; depth < 4 && to > from; depth++)
    {
      if (places[to].at - places[from].at >= length)
        return;
      length = places[to].at - places[from].at;
      if (chance (st, 30))
        say (st, "inline %u %s", depth, random_sym (st)->name);
      else
        say (st, "inline %u inl%u", depth, pick (st, 6));
      say (st, " .Lx%u .Lx%u %u\n", places[from].label, places[to].label,
           1 + st->line);
      if (chance (st, 60))
        return;
      from += pick (st, to - from + 1);
    }
}

/* SIZE bytes of code, perhaps with lines in it.  With DWARF also the function
   NAME and what is inlined there.  */
static void
make_body (struct state *st, uint64_t size, const char *name)
{
  struct place places[MAX_CHUNKS + 1] = { { 0, 0 } };
  uint64_t left = size;
  unsigned n = 0;

  places[0].label = say_label (st);
  while (left > 8 && n < MAX_CHUNKS - 1 && chance (st, 60))
    {
      left -= make_chunk (st, left);
      places[++n] = (struct place) { say_label (st), size - left };
      say_line (st);
    }
  say (st, "space %llu\n", (unsigned long long) left);
  places[++n] = (struct place) { say_label (st), size };
  if (!st->with_dwarf || chance (st, 20))
    return;
  if (chance (st, 8))
    say (st, "subprogram dwarf%u", st->nlabels);
  else
    say (st, "subprogram %s", name);
  say (st, " .Lx%u .Lx%u\n", places[0].label, places[n].label);
  if (n > 1 && chance (st, 40))
    say_inlines (st, places, n);
}

/* One function: one or more names, bytes, perhaps with lines in it.
   Returns the address behind it.  */
static uint64_t
make_function (struct state *st, uint64_t addr)
{
  unsigned names = chance (st, 12) ? 2 + pick (st, 3) : 1;
  uint64_t size = chance (st, 80) ? 4 * (1 + pick (st, 12)) : pick (st, 200);
  const char *name = "nameless";

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
      name = sym->name;
      say (st, "sym %s %s %s", sym->name, binding, random_type (st));
      if (chance (st, 90))
        say (st, " %llu", (unsigned long long) size);
      say (st, "\n");
    }
  make_body (st, size, name);
  addr += size;
  if (chance (st, 40))
    {
      unsigned gap = (unsigned) (-addr & 15);
      say (st, "space %u\n", gap);
      addr += gap;
    }
  return addr;
}

/* COUNT functions from ADDR on; returns the address behind them.  TEXT: in
   the section whose functions are called.  */
static uint64_t
make_functions (struct state *st, uint64_t addr, unsigned count, bool text)
{
  for (unsigned i = 0; i < count; i++)
    {
      if (chance (st, 5))
        say (st, "file f%u.c\n", i);
      if (chance (st, 3))
        say (st, "abs abs%u 0x%x %s\n", st->serial * 8 + i,
             pick (st, 0x800000), chance (st, 50) ? "local" : "global");
      if (text && st->with_dwarf && i > 0 && chance (st, 8))
        say (st, "unit %s\n", source_files[pick (st, N_FILES)]);
      if (text)
        say (st, "label .Lf%u\n", i);
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

/* Where the text begins: often at the same place, and odd ones too.  */
static uint64_t
choose_base (struct state *st)
{
  uint64_t base = 0x401000;

  if (st->machine->addr_size == 4 && chance (st, 15))
    base = 0x80401000;
  if (chance (st, 20) && !st->machine->foreign)
    base += pick (st, 64);
  return base;
}

void
make_image (struct state *st)
{
  unsigned shape = pick (st, 100);
  uint64_t base, addr;

  open_out (st, "symbols.txt");
  st->machine = choose_machine (st);
  say (st, "machine %s\n", st->machine->name);
  if (st->machine->convert)
    say (st, "convert %s\n", st->machine->convert);
  base = choose_base (st);
  st->with_lines = chance (st, 50);
  st->with_dwarf = st->with_lines && chance (st, 60);
  st->odd_sizes = !st->machine->foreign && chance (st, 25);
  st->object = !st->machine->foreign && !st->machine->convert && shape < 6;
  if (st->object)
    {
      base = 0;
      say (st, "link object\n");
    }
  else
    {
      if (shape < 25 && !st->machine->foreign)
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
  st->nfunctions = random_count (st);
  addr = make_functions (st, base, st->nfunctions, true);
  if (!st->object && chance (st, 25))
    {
      addr = (addr & ~(uint64_t) 0xfff) + 0x3000;
      say (st, "section .after 0x%llx\n", (unsigned long long) addr);
      addr = make_functions (st, addr, 1 + pick (st, 8), false);
    }
  st->limit = addr;
  say (st, "sym zz_end global func 16\nspace 16\n");
  /* The range of a damaged histogram may go anywhere, but hardly there.  */
  st->damaged = !st->object && !st->machine->convert && chance (st, 12);
  if (st->damaged)
    say (st, "section .last 0x%s\nsym zz_last global func 16\nspace 16\n",
         st->machine->addr_size == 8 ? "fffffffffffff000" : "fffff000");
  if (chance (st, 30))
    make_data (st);
  close_out (st);
}
