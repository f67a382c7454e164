/* unit/t_profile.c -- tests of profile/profile: records added up.

   SPDX-License-Identifier: GPL-3.0-or-later

   Run by gprof.unit.  */

#include <config.h>

#include "bins.h"
#include "check.h"
#include "quirks_if.h"

#include <stdlib.h>

#include "base/arena.h"
#include "profile/profile.h"

static const struct wire le8 = { false, false, 8, 0 };

static struct diag *diag;

/* Adds a histogram of NBINS bins that all hold COUNT.  */
static bool
add (struct profile *profile, const struct hist_header *header,
     unsigned count)
{
  struct writer w;
  struct reader r;
  bool done;

  writer_init (&w, le8);
  for (uint32_t i = 0; i < header->nbins; i++)
    wr_u16 (&w, (uint16_t) count);
  reader_init (&r, w.data, w.len, le8);
  done = profile_add_hist (profile, diag, "file", header, &r);
  writer_free (&w);
  return done;
}

static struct hist_header
range (uint64_t low, uint64_t high, uint32_t nbins)
{
  return (struct hist_header) { low, high, nbins, 100, "seconds", 's', 77, 0,
                                0 };
}

static bool
add_range (struct profile *profile, uint64_t low, uint64_t high,
           uint32_t nbins)
{
  struct hist_header header = range (low, high, nbins);

  return add (profile, &header, 1);
}

static bool
said (const char *text)
{
  return strstr (diag_last (diag), text) && strstr (diag_last (diag), "file: ");
}

static void
test_same_range (void)
{
  struct profile p;
  struct hist_header header = range (0x1000, 0x1040, 16);

  profile_init (&p, quirks_none ());
  CHECK (add (&p, &header, 65535) && add (&p, &header, 65535)
         && add (&p, &header, 2), "one range, three records");
  CHECK_U64 (p.n_hists, 1, "they are one histogram");
  CHECK_U64 (bin_of (&p, 0, 15), 131072, "whose bins pass 16 bits");
  CHECK_U64 (p.rate, 100, "rate");
  CHECK_STR (p.dimension, "seconds", "dimension");
  CHECK (p.abbrev == 's' && p.scale == 2.0 && p.has_hists && !p.has_arcs,
         "unit, scale and kinds");
  CHECK (profile_samples (&p) == 16 * 131072.0, "sum of the samples");
  profile_free (&p);
  profile_free (&p);
  pass ("profile_free twice");
}

static void
test_bad_header (uint64_t low, uint64_t high, uint32_t nbins,
                 const char *message)
{
  struct profile p;
  unsigned before = diag_errors (diag);

  profile_init (&p, quirks_none ());
  CHECK (!add_range (&p, low, high, nbins) && said (message),
         "%u bins for %#" PRIx64 "-%#" PRIx64 " refused", nbins, low, high);
  CHECK (diag_errors (diag) == before + 1 && p.n_hists == 0,
         "with one message, and nothing added");
  profile_free (&p);
}

static void
test_lying_nbins (void)
{
  struct profile p;
  struct reader r;
  struct hist_header header = range (0, 0x1000, UINT32_MAX);

  profile_init (&p, quirks_none ());
  reader_init (&r, "12345678", 8, le8);
  CHECK (!profile_add_hist (&p, diag, "file", &header, &r)
         && said ("offset 77: unexpected end of file"),
         "4 G bins in 8 bytes");
  header.nbins = 5;
  CHECK (!profile_add_hist (&p, diag, "file", &header, &r),
         "5 bins in 8 bytes");
  header.nbins = 4;
  header.high = 8;
  CHECK (profile_add_hist (&p, diag, "file", &header, &r)
         && rd_left (&r) == 0, "4 bins in 8 bytes");
  profile_free (&p);
}

/* Ranges beside [0x1000, 0x2000), and whether they can be added.  */
static void
test_overlap (bool strict)
{
  static const struct { uint64_t low, high; bool fits; } ranges[] = {
    { 0x0000, 0x1000, true }, { 0x2000, 0x3000, true },
    { 0x0000, 0x1002, false }, { 0x0ffe, 0x1ffe, false },
    { 0x1002, 0x2000, false }, { 0x1000, 0x1ffe, false },
    { 0x1000, 0x2002, false }, { 0x1ffe, 0x2ffe, false },
    { 0x0000, 0x9000, false }, { 0x1400, 0x1800, false },
    { 0xfffffffffffff000, 0xfffffffffffffffe, true }
  };
  unsigned bad = 0;

  for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++)
    {
      uint64_t size = ranges[i].high - ranges[i].low;
      struct profile p;

      profile_init (&p, quirks_if (strict));
      EXPECT (&bad, add_range (&p, 0x1000, 0x2000, 0x800), "first");
      EXPECT (&bad, add_range (&p, ranges[i].low, ranges[i].high,
                               (uint32_t) (size / 2)) == ranges[i].fits,
              "%#" PRIx64 "-%#" PRIx64, ranges[i].low, ranges[i].high);
      EXPECT (&bad, ranges[i].fits || said ("overlaps"), "its message");
      EXPECT (&bad, p.n_hists == 1u + ranges[i].fits, "how many there are");
      profile_free (&p);
    }
  CHECK (bad == 0, "overlaps, %s", strict ? "strict" : "default");
}

/* The same range with one bin more, so many that the width is as good as the
   same.  */
static void
test_other_nbins (void)
{
  enum { N = 3000000 };
  struct profile p;

  profile_init (&p, quirks_none ());
  CHECK (add_range (&p, 0, N, N) && !add_range (&p, 0, N, N + 1)
         && said ("overlaps"), "another number of bins");
  profile_free (&p);
}

static void
test_scale (void)
{
  struct profile p;

  profile_init (&p, quirks_gnu ());
  CHECK (add_range (&p, 0, 0x100000, 0x40000), "bins of 4 bytes");
  CHECK (add_range (&p, 0x200000, 0x300001, 0x40000),
         "an odd byte more does not count");
  CHECK (!add_range (&p, 0x400000, 0x500002, 0x40000) && said ("width"),
         "two bytes more do");
  CHECK (!add_range (&p, 0x400000, 0x500000, 0x20000) && said ("width"),
         "bins of 8 bytes do not fit");
  CHECK (add_range (&p, 0x400000, 0x400004, 1), "one bin of 4 bytes does");
  profile_free (&p);
}

static void
test_unit (bool strict)
{
  struct profile p;
  struct hist_header a = range (0, 0x100, 64), b = a, c = a, d = a;

  b.rate = 250;
  memcpy (c.dimension, "cycles", 7);
  d.abbrev = 'c';
  profile_init (&p, quirks_if (strict));
  CHECK (add (&p, &a, 1), "the first histogram sets the unit");
  if (strict)
    CHECK (add (&p, &b, 1) && p.rate == 100, "strict: the first rate stays");
  else
    CHECK (!add (&p, &b, 1) && said ("250") && strstr (diag_last (diag), "100"),
           "another rate is an error that names both");
  CHECK (!add (&p, &c, 1) && said ("cycles"), "another dimension");
  CHECK (!add (&p, &d, 1) && said ("dimension"), "another abbreviation");
  CHECK_U64 (bin_of (&p, 0, 0), strict ? 2 : 1, "nothing added by them");
  profile_free (&p);
}

static void
test_sum_overflow (void)
{
  struct profile p;
  struct hist_header header = range (0, 8, 2);

  profile_init (&p, quirks_none ());
  add (&p, &header, 1);
  bin_set (&p, 0, 1, UINT64_MAX);
  CHECK (!add (&p, &header, 1) && said ("64 bits"), "a sum past 64 bits");
  bin_set (&p, 0, 1, UINT64_MAX - 1);
  CHECK (add (&p, &header, 1) && bin_of (&p, 0, 1) == UINT64_MAX,
         "a sum of 64 bits");
  profile_free (&p);
  profile_init (&p, quirks_gnu ());
  add (&p, &header, 1);
  bin_set (&p, 0, 1, UINT32_MAX);
  CHECK (add (&p, &header, 5) && bin_of (&p, 0, 1) == 4,
         "strict: a sum past 32 bits wraps");
  profile_free (&p);
}

/* 100,000 ranges, in order, backwards and shuffled; then all of them again,
   then ranges that overlap them.  Quadratic work would show.  */
static void
test_many (uint32_t step, const char *name)
{
  enum { N = 100000 };
  struct profile p;
  unsigned bad = 0;

  profile_init (&p, quirks_none ());
  for (unsigned round = 0; round < 2; round++)
    for (uint64_t i = 0; i < N; i++)
      {
        uint64_t low = i * step % N * 16;

        EXPECT (&bad, add_range (&p, low, low + 8, 2), "at %" PRIu64, low);
      }
  EXPECT (&bad, p.n_hists == N, "%zu histograms", p.n_hists);
  for (size_t i = 0; i < p.n_hists; i++)
    EXPECT (&bad, bin_of (&p, i, 0) == 2 && bin_of (&p, i, 1) == 2,
            "histogram %zu", i);
  for (uint64_t i = 0; i < N; i++)
    EXPECT (&bad, !add_range (&p, i * 16 + 6, i * 16 + 14, 2),
            "overlap at %" PRIu64, i);
  CHECK (profile_merge (&p, diag), "%d ranges merge", N);
  for (size_t i = 0; i < p.n_hists; i++)
    EXPECT (&bad, p.hists[i].low == i * 16, "order of %zu", i);
  for (uint64_t i = 0; i < N; i += 1000)
    EXPECT (&bad, add_range (&p, i * 16, i * 16 + 8, 2)
            && bin_of (&p, i, 0) == 3, "found after the merge: %" PRIu64, i);
  CHECK (bad == 0, "%d ranges, %s", N, name);
  profile_free (&p);
}

/* -- Arcs ---------------------------------------------------------------- */

static bool
is_arc (const struct profile *p, size_t i, uint64_t from, uint64_t self,
        uint64_t count)
{
  return i < p->n_arcs && p->arcs[i].from == from && p->arcs[i].self == self
         && p->arcs[i].count == count;
}

static void
test_arcs (void)
{
  struct profile p;

  profile_init (&p, quirks_none ());
  profile_add_arc (&p, 8, 4, 1);
  profile_add_arc (&p, 2, 4, 5);
  profile_add_arc (&p, 8, 4, 3);
  profile_add_arc (&p, 4, 8, 7);
  CHECK (p.n_arcs == 3 && is_arc (&p, 0, 8, 4, 4) && is_arc (&p, 1, 2, 4, 5)
         && is_arc (&p, 2, 4, 8, 7),
         "arcs are added up, in the order of their first appearance");
  profile_add_arc (&p, 8, 4, UINT64_MAX);
  CHECK (p.n_arcs == 4 && is_arc (&p, 0, 8, 4, 4)
         && is_arc (&p, 3, 8, 4, UINT64_MAX),
         "a sum past 64 bits stays two arcs");
  CHECK (profile_move (&p, diag, "file", le8, 0x100), "they are moved");
  profile_add_arc (&p, 0x102, 0x104, 1);
  profile_add_arc (&p, 8, 4, 1);
  CHECK (p.n_arcs == 6 && is_arc (&p, 4, 0x102, 0x104, 1)
         && is_arc (&p, 5, 8, 4, 1), "and no longer where they were");
  profile_clear_arcs (&p);
  profile_add_arc (&p, 4, 8, 2);
  CHECK (p.n_arcs == 1 && is_arc (&p, 0, 4, 8, 2), "and removed");
  profile_add_arc (&p, 2, 8, 2);
  CHECK (profile_merge (&p, diag) && is_arc (&p, 0, 2, 8, 2), "and sorted");
  profile_add_arc (&p, 4, 8, 1);
  CHECK (profile_merge (&p, diag) && p.n_arcs == 2 && is_arc (&p, 1, 4, 8, 3),
         "what comes then is added as well");
  profile_free (&p);
}

/* -- Merging ------------------------------------------------------------- */

static bool
same_profiles (const struct profile *a, const struct profile *b)
{
  if (a->n_hists != b->n_hists || a->n_arcs != b->n_arcs
      || a->n_blocks != b->n_blocks)
    return false;
  for (size_t i = 0; i < a->n_hists; i++)
    if (a->hists[i].low != b->hists[i].low
        || a->hists[i].high != b->hists[i].high
        || !bins_equal (&a->hists[i].bins, &b->hists[i].bins))
      return false;
  for (size_t i = 0; i < a->n_arcs; i++)
    if (a->arcs[i].from != b->arcs[i].from
        || a->arcs[i].self != b->arcs[i].self
        || a->arcs[i].count != b->arcs[i].count)
      return false;
  for (size_t i = 0; i < a->n_blocks; i++)
    if (a->blocks[i].addr != b->blocks[i].addr
        || a->blocks[i].count != b->blocks[i].count)
      return false;
  return true;
}

/* Adds record number I of a set of N.  */
static void
add_numbered (struct profile *p, unsigned i)
{
  struct hist_header header = range (i % 5 * 0x100, i % 5 * 0x100 + 0x40, 16);

  add (p, &header, i);
  profile_add_arc (p, i % 7, i % 11, i);
  profile_add_arc (p, i % 3, 5, UINT64_C (1) << 40);
  profile_add_block (p, i % 13, i * 2);
}

static void
test_merge_any_order (void)
{
  enum { N = 101 };
  struct profile a, b;

  profile_init (&a, quirks_none ());
  profile_init (&b, quirks_none ());
  for (unsigned i = 0; i < N; i++)
    {
      add_numbered (&a, i);
      add_numbered (&b, i * 37 % N);
      if (i % 10 == 0)
        profile_merge (&b, diag);       /* grouping makes no difference */
    }
  CHECK (profile_merge (&a, diag) && profile_merge (&b, diag), "merges");
  CHECK (same_profiles (&a, &b), "the same for any order and grouping");
  CHECK_U64 (a.n_hists, 5, "histograms");
  CHECK_U64 (a.n_arcs, 77, "arcs, those of equal ends added up");
  CHECK_U64 (a.n_blocks, 13, "blocks");
  profile_free (&a);
  profile_free (&b);
}

static void
test_merge_zeros (void)
{
  struct profile p;

  profile_init (&p, quirks_none ());
  profile_add_arc (&p, 9, 1, 0);
  profile_add_arc (&p, 2, 1, 0);
  profile_add_block (&p, 4, 0);
  CHECK (profile_merge (&p, diag) && p.n_arcs == 2 && p.n_blocks == 1
         && p.arcs[0].from == 2, "counts of zero are kept");
  CHECK (profile_merge (&p, diag), "merging twice");
  profile_free (&p);
  profile_init (&p, quirks_none ());
  CHECK (profile_merge (&p, diag) && profile_samples (&p) == 0,
         "nothing to merge");
  profile_free (&p);
}

static void
test_merge_overflow (void)
{
  struct profile p;
  unsigned before = diag_errors (diag);

  profile_init (&p, quirks_none ());
  profile_add_arc (&p, 1, 1, UINT64_MAX);
  profile_add_arc (&p, 1, 2, 1);
  CHECK (profile_merge (&p, diag), "64 bits are enough");
  profile_add_arc (&p, 1, 1, 1);
  CHECK (!profile_merge (&p, diag) && diag_errors (diag) == before + 1
         && strstr (diag_last (diag),
                    "the profile: the counts of the calls from 0x1 "),
         "an arc's sum past 64 bits");
  profile_free (&p);
  profile_init (&p, quirks_none ());
  profile_add_file (&p, "blocks");
  profile_add_block (&p, 1, UINT64_MAX);
  profile_add_block (&p, 1, 1);
  CHECK (!profile_merge (&p, diag) && diag_errors (diag) == before + 2
         && strstr (diag_last (diag),
                    "blocks: the counts of the block at 0x1 "),
         "a block's sum past 64 bits");
  profile_free (&p);
  profile_init (&p, quirks_none ());
  profile_add_arc (&p, 1, 1, 5);
  profile_add_file (&p, "first");
  profile_add_arc (&p, 1, 1, UINT64_MAX);
  profile_add_file (&p, "second");
  profile_add_file (&p, "third");
  CHECK (!profile_merge (&p, diag) && strstr (diag_last (diag), "second: "),
         "of several files the one with the largest count is named");
  profile_free (&p);
}

/* The identities of files A and B, then of A again.  */
static void
test_identity (const char *a, const char *b, bool agree)
{
  static const unsigned char none[GMON_SPARE_SIZE];
  const char *files[] = { a, b, a };
  struct profile p;

  profile_init (&p, quirks_none ());
  for (size_t i = 0; i < 3; i++)
    {
      profile_add_identity (&p, (const unsigned char *) files[i]);
      profile_add_file (&p, "file")->version = 1;
    }
  CHECK (memcmp (p.identity, agree ? (const void *) a : none,
                 GMON_SPARE_SIZE) == 0,
         "identities that %sagree", agree ? "" : "do not ");
  profile_free (&p);
}

int
main (void)
{
  test_identity ("abcdefghijkl", "abcdefghijkl", true);
  test_identity ("abcdefghijkl", "abcdefghijkm", false);
  diag = diag_new ("t_profile", NULL);
  test_arcs ();
  test_same_range ();
  test_bad_header (0, 0x100, 0, "without bins");
  test_bad_header (0x100, 0x100, 4, "empty address range");
  test_bad_header (0x102, 0x100, 4, "empty address range");
  test_bad_header (UINT64_MAX, 0, 4, "empty address range");
  test_lying_nbins ();
  test_overlap (false);
  test_overlap (true);
  test_other_nbins ();
  test_scale ();
  test_unit (false);
  test_unit (true);
  test_sum_overflow ();
  test_many (1, "in order");
  test_many (99999, "backwards");
  test_many (76543, "shuffled");
  test_merge_any_order ();
  test_merge_zeros ();
  test_merge_overflow ();
  diag_free (diag);
  return check_end ();
}
