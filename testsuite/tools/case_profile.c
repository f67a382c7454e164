/* case_profile.c -- the profiles of a random case.

   SPDX-License-Identifier: GPL-3.0-or-later

   In: the state, with its image.  Out: p1.txt and so on, for mkgmon.  */

#include <config.h>

#include "mkcase.h"

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

  /* A rate of 0 and calls: GNU gprof looks for the unit behind its table.  */
  if (chance (st, 8) || st->rate == 0)
    return;
  for (; n > 0; n--)
    make_arc (st, shape);
}

/* The shape that all histograms of this case share.  */
static void
choose_hist (struct state *st)
{
  static const unsigned widths[] = { 2, 4, 4, 4, 4, 8, 16, 1, 6, 64 };
  static const unsigned rates[]
    = { 100, 100, 100, 100, 1000, 1, 250, 99999, 0 };
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

/* Two to four records of other ranges, in any order, perhaps not all.  */
static void
make_split (struct state *st)
{
  uint64_t bounds[5], step;
  unsigned n = 2 + pick (st, 3);

  step = (st->hist_high - st->hist_low) / n / 192 * 192;
  if (step == 0)
    {
      make_record (st, st->hist_low, st->hist_high, false);
      return;
    }
  for (unsigned i = 0; i < n; i++)
    bounds[i] = st->hist_low + i * step;
  bounds[n] = st->hist_high;
  for (unsigned i = 0, first = pick (st, n); i < n; i++)
    if (i == 0 || chance (st, 85))
      {
        unsigned k = (first + i) % n;
        make_record (st, bounds[k], bounds[k + 1], false);
      }
}

static void
make_hists (struct state *st, bool ragged, bool split)
{
  if (split)
    {
      make_split (st);
      return;
    }
  make_record (st, st->hist_low, st->hist_high, ragged);
  if (chance (st, 15))
    make_record (st, st->hist_low, st->hist_high, ragged);
  if (chance (st, 4))
    make_bad_record (st);
}

static void
make_blocks (struct state *st, bool old)
{
  static const char *const names[] = { "f1", "main", "x y", "" };

  say (st, "bb%s\n", old && chance (st, 50) ? " prefix" : "");
  if (st->machine->big_endian)
    return;
  for (unsigned n = pick (st, 8); n > 0; n--)
    {
      say (st, "block 0x%llx %lu", (unsigned long long)
           inside (st, random_sym (st)), random_calls (st));
      if (old)
        say (st, " \"%s\" \"%s\" %u", source_files[pick (st, N_FILES)],
             CHOOSE (st, names), pick (st, 50));
      say (st, "\n");
    }
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
  bool old = !st->machine->big_endian && chance (st, 8);

  if (old)
    say (st, "format magic 0\n");
  if (chance (st, 2))
    return;                     /* a header and nothing else */
  if (arcs_first)
    make_arcs (st);
  if (hist)
    make_hists (st, ragged, split);
  if (!arcs_first)
    make_arcs (st);
  if (chance (st, old ? 60 : 15))
    make_blocks (st, old);
  if (chance (st, 3))
    make_arcs (st);
}

/* One byte is another, or the end is missing.  */
static void
damage (struct state *st)
{
  static const unsigned places[] = { 8, 20, 64, 200, 100000 };

  if (chance (st, 40))
    say (st, "truncate -/%u\n", 1 + pick (st, CHOOSE (st, places)));
  else
    say (st, "patch /%u %02x\n", pick (st, CHOOSE (st, places)),
         chance (st, 70) ? pick (st, 256) : pick (st, 3));
}

static void
make_profile (struct state *st, unsigned number, bool ragged, bool split)
{
  char name[16];

  snprintf (name, sizeof name, "p%u.txt", number);
  open_out (st, name);
  say (st, "order %s\naddress %u\n", st->machine->big_endian ? "be" : "le",
       st->machine->addr_size);
  if (st->bsd)
    make_bsd_profile (st, ragged);
  else
    make_magic_profile (st, ragged, split);
  if (st->damaged && chance (st, 50))
    damage (st);
  close_out (st);
}

void
make_profiles (struct state *st)
{
  bool ragged = chance (st, 25), split = !ragged && chance (st, 20);

  choose_hist (st);
  if (st->number % 11 == 5)
    st->bsd = st->number % 2 ? "bsd" : "bsd44";
  st->nprofiles = 1 + pick (st, 3);
  for (unsigned i = 1; i <= st->nprofiles; i++)
    make_profile (st, i, ragged, split);
}
