/* unit/t_rebin.c -- tests of match/rebin: glibc's bins onto ours.

   SPDX-License-Identifier: GPL-3.0-or-later

   The range is 0x400-0x2a40c: glibc has 43,012 bins for it, libgmon three
   chunks, the last one cut.  Run by gprof.unit.  */

#include <config.h>

#include "bins.h"
#include "check.h"

#include <stdlib.h>

#include "match/rebin.h"
#include "profile/hist.h"

#define LOW UINT64_C (0x400)
#define HIGH UINT64_C (0x2a40c)
#define CHUNK UINT64_C (0x10000)
#define GLIBC_BINS ((uint32_t) ((HIGH - LOW + 15) / 16 * 4))

static const struct wire le8 = { false, false, 8, 0 };

static struct diag *diag;

/* Adds a histogram of file NAME in which each STEPth bin is 1.  */
static bool
add (struct profile *p, const char *name, uint64_t low, uint64_t high,
     uint32_t nbins, uint32_t step)
{
  struct hist_header header = { low, high, nbins, 100, "seconds", 's', 7,
                                0, 0 };
  struct writer w;
  struct reader r;
  bool done;

  writer_init (&w, le8);
  for (uint32_t i = 0; i < nbins; i++)
    wr_u16 (&w, i % step == 0);
  reader_init (&r, w.data, w.len, le8);
  done = profile_add_hist (p, diag, name, &header, &r);
  writer_free (&w);
  return done;
}

static bool
add_glibc (struct profile *p)
{
  return add (p, "glibc", LOW, HIGH, GLIBC_BINS, 5);
}

static bool
add_chunk (struct profile *p, unsigned index)
{
  uint64_t low = LOW + index * CHUNK;
  uint64_t high = HIGH - low > CHUNK ? low + CHUNK : HIGH;

  return add (p, "ours", low, high, (uint32_t) ((high - low) / 4), 3);
}

static bool
same (const struct profile *a, const struct profile *b)
{
  if (a->n_hists != b->n_hists || a->scale != b->scale)
    return false;
  for (size_t i = 0; i < a->n_hists; i++)
    if (a->hists[i].low != b->hists[i].low
        || a->hists[i].high != b->hists[i].high
        || !bins_equal (&a->hists[i].bins, &b->hists[i].bins))
      return false;
  return true;
}

static void
test_orders (void)
{
  struct profile first, second;
  double before;

  profile_init (&first, quirks_none ());
  profile_init (&second, quirks_none ());
  CHECK (add_glibc (&first) && add_chunk (&first, 2) && add_glibc (&first)
         && add_chunk (&second, 2) && add_glibc (&second)
         && add_glibc (&second), "files of both runtimes are taken");
  before = profile_samples (&first);
  CHECK (profile_rebin (&first, diag)
         && profile_rebin (&second, diag)
         && profile_merge (&first, diag) && profile_merge (&second, diag),
         "and go together");
  CHECK (profile_samples (&first) == before, "no sample is lost");
  CHECK (same (&first, &second), "in any order");
  CHECK (first.n_hists == 3 && first.hists[0].low == LOW
         && first.hists[0].high == LOW + CHUNK && first.hists[2].high == HIGH
         && first.scale == 2, "onto three chunks with bins of 4 bytes");
  /* Adding up in groups: a sum and the rest.  */
  CHECK (add_glibc (&first) && profile_rebin (&first, diag)
         && add_glibc (&second) && profile_rebin (&second, diag)
         && profile_merge (&first, diag) && profile_merge (&second, diag)
         && same (&first, &second), "and one more onto the sum");
  profile_free (&first);
  profile_free (&second);
}

/* Each count goes to the bin that holds its first address.  For this range
   glibc's profil has a scale of 32768, the whole part of 65536 * 2 * GLIBC_BINS
   / (HIGH - LOW); bin I begins at the first unit U of two bytes for which the
   whole part of U * 32768 / 65536 is I.  */
static void
test_places (void)
{
  struct profile p;
  uint64_t unit = 0;
  unsigned bad = 0;

  profile_init (&p, quirks_none ());
  add_glibc (&p);
  for (unsigned chunk = 0; chunk < 3; chunk++)
    add_chunk (&p, chunk);
  for (size_t i = 1; i < p.n_hists; i++)
    for (uint32_t bin = 0; bin < p.hists[i].bins.len; bin++)
      bin_set (&p, i, bin, 0);
  CHECK (profile_rebin (&p, diag) && profile_merge (&p, diag),
         "onto zeros");
  for (uint32_t i = 0; i < GLIBC_BINS; i += 5)
    {
      while (unit * 32768 / 65536 < i)
        unit++;
      uint64_t at = LOW + 2 * unit;
      const struct hist *hist = &p.hists[(at - LOW) / CHUNK];

      EXPECT (&bad, bins_get (&hist->bins, (at - hist->low) / 4) == 1,
              "bin %u", i);
    }
  CHECK (bad == 0, "each count is where its bin began");
  profile_free (&p);
}

static void
test_alone (void)
{
  struct profile p;

  profile_init (&p, quirks_none ());
  CHECK (add_glibc (&p) && add_glibc (&p) && profile_rebin (&p, diag)
         && p.n_hists == 1 && p.hists[0].bins.len == GLIBC_BINS
         && bin_of (&p, 0, 5) == 2 && p.scale < 2,
         "glibc's alone stay as they are");
  profile_free (&p);
  profile_init (&p, quirks_none ());
  CHECK (add_chunk (&p, 0) && add_chunk (&p, 2)
         && profile_rebin (&p, diag) && p.n_hists == 2
         && bin_of (&p, 0, 3) == 1, "ours alone as well");
  profile_free (&p);
}

/* A range of a multiple of 16 bytes: the bins are 4 bytes wide in both.  */
static void
test_equal_width (void)
{
  struct profile p;

  profile_init (&p, quirks_none ());
  CHECK (add (&p, "glibc", 0, 2 * CHUNK + 64, 2 * CHUNK / 4 + 16, 2)
         && add (&p, "ours", CHUNK, 2 * CHUNK, CHUNK / 4, 2)
         && profile_rebin (&p, diag) && profile_merge (&p, diag)
         && p.n_hists == 3 && bin_of (&p, 1, 2) == 2
         && p.hists[2].bins.len == 16, "one histogram becomes chunks");
  profile_free (&p);
}

static void
check_misfit (const char *what, uint64_t low, uint64_t high, uint32_t nbins)
{
  unsigned before = diag_errors (diag);
  struct profile p;

  profile_init (&p, quirks_none ());
  CHECK (add_glibc (&p) && add (&p, "ours", low, high, nbins, 1)
         && !profile_rebin (&p, diag)
         && diag_errors (diag) == before + 1
         && strstr (diag_last (diag), "glibc")
         && strstr (diag_last (diag), "ours"), "%s is refused", what);
  profile_free (&p);
}

int
main (void)
{
  diag = diag_new ("t_rebin", NULL);
  test_orders ();
  test_places ();
  test_alone ();
  test_equal_width ();
  check_misfit ("a chunk elsewhere", LOW + 4, LOW + 4 + CHUNK, CHUNK / 4);
  check_misfit ("a chunk with another end", LOW + 2 * CHUNK, HIGH + 4,
                (uint32_t) (HIGH + 4 - LOW - 2 * CHUNK) / 4);
  check_misfit ("a part before the range", 0, LOW + 4, (LOW + 4) / 4);
  check_misfit ("wider bins", LOW, LOW + CHUNK, CHUNK / 8);
  check_misfit ("wider bins elsewhere", 0x100000, 0x100040, 8);
  diag_free (diag);
  return check_end ();
}
