/* profile/hist.c -- histogram records.

   SPDX-License-Identifier: GPL-3.0-or-later

   The records of a histogram that hist_split divides are written from the
   highest addresses to the lowest.  Histograms are written from the lowest to
   the highest.  So a record that ends where the record before it begins is a
   piece of the same histogram, if a piece is repeated; the reader puts them
   together:

     0x1000-0x1fff  one histogram      0x2400-0x2fff, 0x2200-0x23ff twice,
                                       0x2000-0x21ff: another one  */

#include <config.h>

#include "profile/hist.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "profile/hist_split.h"

/* -- Read ----------------------------------------------------------------- */

static bool
has_same_range (const struct hist_header *a, const struct hist_header *b)
{
  return a->low == b->low && a->high == b->high && a->nbins == b->nbins;
}

static bool
has_same_unit (const struct hist_header *a, const struct hist_header *b)
{
  return (a->rate == b->rate && a->abbrev == b->abbrev
          && memcmp (a->dimension, b->dimension, GMON_DIMEN_SIZE) == 0);
}

static uint64_t
width_of (const struct hist_header *header)
{
  return hist_even_width (header->low, header->high, header->nbins);
}

/* Returns true if RECORD may belong to the histogram of the records of GROUP:
   it has the range of the last one, or the range that ends where that one
   begins.  */
static bool
continues (const struct hist_group *group, const struct hist_header *header)
{
  const struct hist_header *last;

  if (!group->len)
    return false;
  last = &group->items[group->len - 1].header;
  return (has_same_unit (last, header)
          && (has_same_range (last, header)
              || (header->high == last->low && width_of (header) != 0
                  && width_of (header) == width_of (last))));
}

/* Sets HEADER, of the last record of GROUP, to that of the histogram of which
   the records are pieces.  Returns false if they are no such pieces.  */
static bool
find_whole (const struct hist_group *group, struct hist_header *header)
{
  uint64_t nbins;

  if (!group->has_pieces || !group->has_repeat)
    return false;
  header->high = group->items[0].header.high;
  nbins = (header->high - header->low) / width_of (&group->items[0].header);
  header->nbins = (uint32_t) nbins;
  return nbins <= UINT32_MAX;
}

bool
hist_add_group (struct profile *profile, struct diag *diag, const char *name,
                struct hist_group *group)
{
  struct hist_header whole;
  bool is_whole, done = true;

  if (!group->len)
    return true;
  whole = group->items[group->len - 1].header;
  is_whole = find_whole (group, &whole);
  for (size_t i = 0; i < group->len && done; i++)
    {
      struct hist_record *record = &group->items[i];
      const struct hist_header piece = record->header;

      if (is_whole)
        {
          whole.offset = piece.offset;
          whole.first = (uint32_t) ((piece.low - whole.low)
                                    / width_of (&piece));
          whole.n_read = piece.nbins;
        }
      done = profile_add_hist (profile, diag, name, is_whole ? &whole : &piece,
                               &record->bins);
    }
  group->len = 0;
  group->has_pieces = group->has_repeat = false;
  return done;
}

void
hist_group_free (struct hist_group *group)
{
  free (group->items);
  *group = (struct hist_group) { .items = NULL };
}

/* Appends the record of HEADER, whose bins R stands at, to GROUP.  Moves R
   behind the bins; R fails if they are not all there.  */
static void
keep_record (struct hist_group *group, const struct hist_header *header,
             struct reader *r)
{
  if (group->len)
    {
      if (has_same_range (&group->items[group->len - 1].header, header))
        group->has_repeat = true;
      else
        group->has_pieces = true;
    }
  *ARRAY_APPEND (group->items, group->cap, group->len)
    = (struct hist_record) { *header, *r };
  rd_bytes (r, (size_t) header->nbins * GMON_BIN_SIZE);
}

bool
hist_read_rec (struct profile *profile, struct diag *diag, const char *name,
               struct reader *r, struct hist_group *group)
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
      if (hist_add_group (profile, diag, name, group))
        diag_error (diag, "%s: offset %zu: unexpected end of file in the header"
                    " of a histogram; was it cut off?", name, header.offset);
      return false;
    }
  memcpy (header.dimension, dimension, GMON_DIMEN_SIZE);
  if (!continues (group, &header)
      && !hist_add_group (profile, diag, name, group))
    return false;
  /* A record whose bins are cut off must be refused at once.  */
  keep_record (group, &header, r);
  return ((!r->failed && !profile->quirks.truncate_sums)
          || hist_add_group (profile, diag, name, group));
}

/* -- Write ---------------------------------------------------------------- */

/* Returns the size of a record without bins, in bytes.  */
static size_t
hist_record_size (struct wire wire)
{
  return 1 + GMON_HIST_HEADER_SIZE (wire.addr_size);
}

/* Writes all but the bins of the record of PIECE of HIST.  */
static void
write_record (const struct profile *profile, const struct hist *hist,
              const struct hist_piece *piece, struct writer *w)
{
  const uint64_t width
    = hist_even_width (hist->low, hist->high, hist->bins.len);
  const bool is_all = piece->len == hist->bins.len;
  /* GNU gprof keeps the bytes behind the end of the text.  */
  size_t len = profile->quirks.keep_dimension_bytes ? GMON_DIMEN_SIZE
               : strlen (profile->dimension);

  wr_u8 (w, GMON_TAG_TIME_HIST);
  wr_addr (w, hist->low + piece->first * width);
  wr_addr (w, is_all ? hist->high
           : hist->low + ((uint64_t) piece->first + piece->len) * width);
  wr_u32 (w, piece->len);
  wr_u32 (w, profile->rate);
  wr_bytes (w, profile->dimension, len);
  wr_zeros (w, GMON_DIMEN_SIZE - len);
  wr_u8 (w, (uint8_t) profile->abbrev);
}

bool
hist_is_split (const struct hist *hist)
{
  const struct bins *bins = &hist->bins;

  for (uint32_t i = bins_next (bins, 0); i < bins->len;
       i = bins_next (bins, i + 1))
    if (bins_get (bins, i) > GMON_BIN_MAX)
      return true;
  return false;
}

uint64_t
hist_bytes (const struct hist *hist, struct wire wire)
{
  struct hist_pieces pieces = hist_split (hist, hist_record_size (wire));

  free (pieces.items);
  return pieces.bytes;
}

/* Each record holds as much of a counter as it can; the next record has the
   rest.  */
static void
hist_write_piece (const struct profile *profile, const struct hist *hist,
                  const struct hist_piece *piece, struct writer *w,
                  bool truncate)
{
  for (uint64_t i = 0; i < piece->records; i++)
    {
      write_record (profile, hist, piece, w);
      bins_write (&hist->bins, piece->first, piece->len, w, i * GMON_BIN_MAX,
                  truncate);
    }
}

void
hist_write_bins (const struct profile *profile, struct writer *w,
                 bool truncate)
{
  for (size_t i = 0; i < profile->n_hists; i++)
    {
      const struct hist *hist = &profile->hists[i];
      struct hist_piece whole = { 0, hist->bins.len, 1 };
      struct hist_pieces pieces = { .items = NULL };

      if (truncate)
        hist_write_piece (profile, hist, &whole, w, true);
      else
        pieces = hist_split (hist, hist_record_size (w->wire));
      for (size_t n = pieces.len; n > 0; n--)
        hist_write_piece (profile, hist, &pieces.items[n - 1], w, false);
      free (pieces.items);
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
