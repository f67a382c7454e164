/* profile/hist.c -- histogram records.

   SPDX-License-Identifier: GPL-3.0-or-later

   In: a record of a file, or the histograms of a profile.  Out: a histogram of
   the profile, records, or the addresses of bins.  */

#include <config.h>

#include "profile/hist.h"

#include <string.h>

bool
hist_read_rec (struct profile *profile, struct diag *diag, const char *name,
               struct reader *r)
{
  struct hist_header header = { .offset = rd_offset (r) };
  const unsigned char *dimension;

  header.low = rd_addr (r);
  header.high = rd_addr (r);
  header.nbins = rd_u32 (r);
  header.rate = rd_u32 (r);
  dimension = rd_bytes (r, GMON_DIMEN_SIZE);
  header.abbrev = (char) rd_u8 (r);
  if (r->failed || !dimension)
    {
      diag_error (diag, "%s: offset %zu: unexpected end of file in the header"
                  " of a histogram; was it cut off?", name, header.offset);
      return false;
    }
  memcpy (header.dimension, dimension, GMON_DIMEN_SIZE);
  return profile_add_hist (profile, diag, name, &header, r);
}

/* -- Write ---------------------------------------------------------------- */

static void
hist_write_header (const struct profile *profile, const struct hist *hist,
                   struct writer *w)
{
  /* GNU gprof keeps the bytes behind the end of the text.  */
  size_t len = profile->quirks.keep_dimension_bytes ? GMON_DIMEN_SIZE
               : strlen (profile->dimension);

  wr_u8 (w, GMON_TAG_TIME_HIST);
  wr_addr (w, hist->low);
  wr_addr (w, hist->high);
  wr_u32 (w, hist->bins.len);
  wr_u32 (w, profile->rate);
  wr_bytes (w, profile->dimension, len);
  wr_zeros (w, GMON_DIMEN_SIZE - len);
  wr_u8 (w, (uint8_t) profile->abbrev);
}

uint64_t
hist_records (const struct hist *hist)
{
  const struct bins *bins = &hist->bins;
  uint64_t max = 1;

  for (uint32_t i = bins_next (bins, 0); i < bins->len;
       i = bins_next (bins, i + 1))
    if (bins_get (bins, i) > max)
      max = bins_get (bins, i);
  return (max - 1) / GMON_BIN_MAX + 1;
}

/* Each record holds as much of a counter as it can; the next record has the
   rest.  */
void
hist_write_hist (const struct profile *profile, struct writer *w,
                 bool truncate)
{
  for (size_t i = 0; i < profile->n_hists; i++)
    {
      const struct hist *hist = &profile->hists[i];
      uint64_t rounds = truncate ? 1 : hist_records (hist);

      for (uint64_t round = 0; round < rounds; round++)
        {
          hist_write_header (profile, hist, w);
          bins_write (&hist->bins, w, round * GMON_BIN_MAX, truncate);
        }
    }
}

uint64_t
hist_bin_start (const struct profile *profile, const struct hist *hist,
                uint64_t bin)
{
  const uint64_t scale = hist->profil_scale;
  uint64_t start, end = (hist->high - hist->low) / 2;

  if (!scale)
    return (uint64_t) (profile->scale * (double) bin);
  start = (bin * GMON_PROFIL_ONE + scale - 1) / scale;
  return start < end ? start : end;
}

double
hist_bin_width (const struct profile *profile, const struct hist *hist)
{
  return (hist->profil_scale
          ? (double) GMON_PROFIL_ONE / hist->profil_scale : profile->scale);
}

struct bin_range
hist_bin_range (const struct profile *profile, const struct hist *hist,
                uint32_t bin)
{
  uint64_t base = hist->low / 2;
  uint64_t low = base + hist_bin_start (profile, hist, bin);
  uint64_t high = base + hist_bin_start (profile, hist, (uint64_t) bin + 1);
  uint64_t last = high > low ? high - 1 : low;

  return (struct bin_range) { 2 * low, 2 * last + 1 };
}
