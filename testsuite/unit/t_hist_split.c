/* unit/t_hist_split.c -- tests of profile/hist_split: pieces of a histogram.

   SPDX-License-Identifier: GPL-3.0-or-later

   Compares the division with the cheapest of all possible ones, and writes and
   reads divided histograms.  Run by gprof.unit.  */

#include <config.h>

#include "check.h"

#include <stdlib.h>

#include "profile/hist.h"
#include "profile/hist_split.h"

#define HEADER 41
#define CHUNK 16384             /* bins */

static struct diag *diag;

/* Makes *P a profile with one histogram of NBINS bins of 4 bytes from LOW.  */
static struct hist *
open_hist (struct profile *p, uint64_t low, uint32_t nbins)
{
  const struct hist_header header = { .low = low, .high = low + 4 * nbins,
                                      .nbins = nbins, .rate = 100,
                                      .dimension = "seconds",
                                      .abbrev = 's' };

  profile_init (p, quirks_none ());
  profile_set_unit (p, "file", &header);
  return profile_new_hist (p, "file", &header);
}

/* The bytes of the bins [FIRST, END) of COUNTS as one piece.  */
static uint64_t
piece_bytes (const uint64_t *counts, uint32_t first, uint32_t end)
{
  uint64_t records = 1;

  for (uint32_t i = first; i < end; i++)
    if (counts[i] && (counts[i] - 1) / 65535 + 1 > records)
      records = (counts[i] - 1) / 65535 + 1;
  return records * (HEADER + 2 * (uint64_t) (end - first));
}

/* The fewest bytes that the N bins of COUNTS can take, by trying each set of
   borders.  */
static uint64_t
fewest_bytes (const uint64_t *counts, uint32_t n)
{
  uint64_t best = UINT64_MAX;

  for (uint32_t borders = 0; borders < UINT32_C (1) << (n - 1); borders++)
    {
      uint64_t bytes = 0;
      uint32_t first = 0;

      for (uint32_t i = 1; i <= n; i++)
        if (i == n || (borders >> (i - 1) & 1))
          {
            bytes += piece_bytes (counts, first, i);
            first = i;
          }
      if (bytes < best)
        best = bytes;
    }
  return best;
}

static void
test_cheapest (void)
{
  enum { N = 11 };
  uint32_t seed = 1;
  unsigned bad = 0, divided = 0;

  for (unsigned round = 0; round < 300; round++)
    {
      uint64_t counts[N], whole, best;
      struct profile p;
      struct hist *hist = open_hist (&p, 0x1000, N);
      struct hist_pieces pieces;

      for (uint32_t i = 0; i < N; i++)
        {
          counts[i] = check_random (&seed) % 3 ? 0
                      : check_random (&seed) % 100 * 65535
                        + check_random (&seed) % 3;
          bins_add (&hist->bins, i, counts[i]);
        }
      pieces = hist_split (hist, HEADER);
      whole = piece_bytes (counts, 0, N);
      best = fewest_bytes (counts, N);
      divided += pieces.len > 1;
      EXPECT (&bad, pieces.bytes == (best < whole - whole / 4 ? best : whole),
              "round %u: %" PRIu64 " bytes, best %" PRIu64 ", whole %" PRIu64,
              round, pieces.bytes, best, whole);
      EXPECT (&bad, (pieces.len > 1) == (best < whole - whole / 4),
              "round %u: %zu pieces", round, pieces.len);
      free (pieces.items);
      profile_free (&p);
    }
  CHECK (bad == 0, "no division takes fewer bytes");
  CHECK (divided > 20 && divided < 300, "%u of 300 are divided", divided);
}

static struct profile
read_back (const struct writer *w)
{
  struct hist_group group = { .items = NULL };
  struct profile p;
  struct reader r;
  bool done = true;

  profile_init (&p, quirks_none ());
  reader_init (&r, w->data, w->len, w->wire);
  while (done && rd_left (&r))
    done = (rd_u8 (&r) == GMON_TAG_TIME_HIST
            && hist_read_rec (&p, diag, "sum", &r, &group));
  CHECK (done && hist_add_group (&p, diag, "sum", &group), "read again");
  hist_group_free (&group);
  return p;
}

/* Returns true if A and B have one range and equal counts.  */
static bool
is_same (const struct hist *a, const struct hist *b)
{
  bool same = (a->low == b->low && a->high == b->high
               && a->bins.len == b->bins.len);

  for (uint32_t i = 0; same && i < a->bins.len; i++)
    same = bins_get (&a->bins, i) == bins_get (&b->bins, i);
  return same;
}

/* Three neighbouring chunks, of which the first and the third are divided.  */
static void
test_round_trip (void)
{
  struct profile p, back;
  struct writer w;
  uint32_t seed = 7;

  open_hist (&p, 0x401000, CHUNK);
  for (unsigned i = 1; i < 3; i++)
    {
      const struct hist_header header
        = { .low = 0x401000 + i * 0x10000,
            .high = 0x401000 + (i + 1) * 0x10000, .nbins = CHUNK };

      profile_new_hist (&p, "file", &header);
    }
  for (unsigned i = 0; i < 400; i++)
    bins_add (&p.hists[i % 3].bins, check_random (&seed) % CHUNK,
              i % 3 == 1 ? 1 : check_random (&seed) % 200000);
  bins_add (&p.hists[0].bins, 0, 1000000);
  bins_add (&p.hists[0].bins, CHUNK - 1, 70000);
  bins_add (&p.hists[2].bins, 0, 3000000);
  writer_init (&w, wire_host ());
  hist_write_bins (&p, &w, false);
  back = read_back (&w);
  CHECK_U64 (back.n_hists, 3, "histograms");
  for (unsigned i = 0; i < 3 && i < back.n_hists; i++)
    CHECK (is_same (&p.hists[i], &back.hists[i]), "histogram %u", i);
  CHECK (w.len < 3 * (CHUNK * 2 + HEADER) * 3 / 2,
         "%zu bytes, less than half as much again as without hot bins", w.len);
  writer_free (&w);
  profile_free (&back);
  profile_free (&p);
}

/* Neighbours in descending order are one histogram only if one is repeated. */
static void
test_no_group (void)
{
  struct profile p, back;
  struct writer w;

  writer_init (&w, wire_host ());
  for (unsigned i = 3; i > 0; i--)
    {
      open_hist (&p, 0x1000 * i, 0x400);
      hist_write_bins (&p, &w, false);
      profile_free (&p);
    }
  back = read_back (&w);
  CHECK_U64 (back.n_hists, 3, "neighbours that are not repeated");
  profile_free (&back);
  open_hist (&p, 0, 0x400);
  hist_write_bins (&p, &w, false);
  hist_write_bins (&p, &w, false);
  back = read_back (&w);
  CHECK (back.n_hists == 1 && back.hists[0].low == 0
         && back.hists[0].high == 0x4000, "and with one that is");
  profile_free (&back);
  profile_free (&p);
  writer_free (&w);
}

static void
test_width (void)
{
  struct profile p;
  struct hist *hist = open_hist (&p, 0x1000, 1000);
  struct hist_pieces pieces;

  CHECK_U64 (hist_even_width (0x1000, 0x2000, 0x400), 4, "4 bytes");
  CHECK_U64 (hist_even_width (0x1000, 0x2000, 0x800), 2, "2 bytes");
  CHECK_U64 (hist_even_width (0x1000, 0x2000, 0x1000), 0, "half a unit");
  CHECK_U64 (hist_even_width (0x1000, 0x2000, 0x3ff), 0, "a fraction");
  CHECK_U64 (hist_even_width (0x1000, 0x1000, 1), 0, "no range");
  CHECK_U64 (hist_even_width (0x1000, 0x2000, 0), 0, "no bins");
  bins_add (&hist->bins, 500, UINT64_MAX);
  pieces = hist_split (hist, HEADER);
  CHECK (pieces.len == 3 && pieces.items[1].first == 500
         && pieces.items[1].len == 1
         && pieces.bytes > (UINT64_C (1) << 30), "a made-up count");
  free (pieces.items);
  hist->high += 2;
  pieces = hist_split (hist, HEADER);
  CHECK (pieces.len == 1 && pieces.items[0].len == 1000,
         "bins of other widths are not divided");
  free (pieces.items);
  profile_free (&p);
}

int
main (void)
{
  diag = diag_new ("t_hist_split", NULL);
  test_cheapest ();
  test_round_trip ();
  test_no_group ();
  test_width ();
  diag_free (diag);
  return check_end ();
}
