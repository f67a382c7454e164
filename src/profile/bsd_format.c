/* profile/bsd_format.c -- the old BSD and 4.4BSD formats.

   SPDX-License-Identifier: GPL-3.0-or-later

   Writes the bytes of the file (libgmon/gmon_out.h has the layout), or how
   large its counts are.  */

#include <config.h>

#include "profile/bsd_format.h"

#include <string.h>

#include "profile/hist.h"

/* The histogram of a file without samples.  */
static const struct hist no_hist;

static const struct hist *
only_hist (const struct profile *profile)
{
  return profile->n_hists ? &profile->hists[0] : &no_hist;
}

/* Returns the name of a part of PROFILE that the formats, with addresses of
   WIRE, cannot hold; NULL if they can hold all of it.  */
static const char *
what_is_lost (const struct profile *profile, struct wire wire)
{
  const size_t header_size = GMON_BSD44_HEADER_SIZE (wire.addr_size);
  const struct hist *hist = only_hist (profile);

  if (profile->n_blocks)
    return _("the counts of basic blocks");
  if (profile->n_hists > 1)
    return _("all histograms but one: there are several address ranges");
  if (profile->n_hists
      && (strcmp (profile->dimension, "seconds") != 0
          || profile->abbrev != 's'))
    return _("the dimension, which is not seconds");
  if (profile->n_hists && profile->rate == 0)
    return _("the sampling rate, which is 0");
  if (hist_is_split (hist)
      || hist->bins.len > (UINT32_MAX - header_size) / GMON_BIN_SIZE)
    return _("samples: a sum of them is over 16 bits, or there are too many"
             " bins");
  return NULL;
}

static void
bsd_write_header (const struct profile *profile, struct writer *w, bool old)
{
  const struct hist *hist = only_hist (profile);
  const unsigned addr_size = w->wire.addr_size;
  const size_t header_size = old ? GMON_BSD_HEADER_SIZE (addr_size)
                             : GMON_BSD44_HEADER_SIZE (addr_size);
  size_t start = w->len;

  wr_addr (w, hist->low);
  wr_addr (w, hist->high);
  wr_u32 (w, (uint32_t) (header_size
                         + (size_t) hist->bins.len * GMON_BIN_SIZE));
  if (old)
    return;
  wr_u32 (w, GMON_BSD44_MAGIC);
  wr_u32 (w, profile->n_hists ? profile->rate : BSD_DEFAULT_RATE);
  wr_zeros (w, header_size - (w->len - start));
}

static void
bsd_write_arc (const struct raw_arc *arc, struct writer *w, uint64_t count)
{
  wr_addr (w, arc->from);
  wr_addr (w, arc->self);
  wr_addr (w, count);           /* where long is shorter than an address, the
                                   high half is padding: zeros */
}

uint64_t
bsd_arcs (const struct raw_arc *arc, struct wire wire)
{
  return arc->count ? (arc->count - 1) / wire_long_max (wire) + 1 : 1;
}

static void
write_arcs (const struct profile *profile, struct writer *w, bool truncate)
{
  const uint64_t max = wire_long_max (w->wire);

  for (size_t i = 0; i < profile->n_arcs; i++)
    {
      const struct raw_arc *arc = &profile->arcs[i];
      uint64_t left = arc->count;

      for (; !truncate && left > max; left -= max)
        bsd_write_arc (arc, w, max);
      bsd_write_arc (arc, w, left);
    }
}

/* Returns true if a file of PROFILE with the old header is shorter than any
   file that gmon_out_read accepts.  */
static bool
is_too_short (const struct profile *profile, struct wire wire)
{
  return (GMON_BSD_HEADER_SIZE (wire.addr_size)
          + (size_t) only_hist (profile)->bins.len * GMON_BIN_SIZE
          + profile->n_arcs * GMON_BSD_ARC_SIZE (wire.addr_size)
          < GMON_HEADER_SIZE);
}

/* Appends a file with the OLD header or that of 4.4BSD.  Returns false if a
   file with the old header continues with the magic number of 4.4BSD, and so
   would be read as a 4.4BSD file.  With TRUNCATE this is not checked, as in
   GNU gprof.  */
static bool
write_file (const struct profile *profile, struct writer *w, bool old,
            bool truncate)
{
  const size_t start = w->len;
  struct reader r;

  bsd_write_header (profile, w, old);
  bins_write (&only_hist (profile)->bins, 0, only_hist (profile)->bins.len, w,
              0, truncate);
  write_arcs (profile, w, truncate);
  if (!old || truncate)
    return true;
  reader_init (&r, w->data + start, w->len - start, w->wire);
  rd_bytes (&r, GMON_BSD_HEADER_SIZE (w->wire.addr_size));
  return rd_u32 (&r) != GMON_BSD44_MAGIC;
}

bool
bsd_write (const struct profile *profile, struct diag *diag, const char *name,
           struct writer *w, bool with_rate, bool truncate)
{
  const size_t start = w->len;
  const bool old = (!with_rate && (!profile->n_hists
                                   || profile->rate == BSD_DEFAULT_RATE)
                    && (truncate || !is_too_short (profile, w->wire)));
  const char *lost = truncate ? NULL : what_is_lost (profile, w->wire);

  if (lost)
    {
      diag_error (diag, "%s: not written: the BSD formats would lose %s;"
                  " without -O the sum is in the magic format, which has room"
                  " for it", name, lost);
      return false;
    }
  if (!write_file (profile, w, old, truncate))
    {
      w->len = start;
      write_file (profile, w, false, truncate);
    }
  return true;
}

/* -- The size of counts ---------------------------------------------------- */

/* No call is cheaper than this, in seconds.  Counts that would take this many
   times the time of the samples cannot be true: the time may be sampled
   badly, or not for the whole run.  */
#define CALL_SECONDS .5e-9
#define TIMES_TOO_LONG 10

double
bsd_seconds (struct reader bins, const struct hist_header *header)
{
  double ticks = 0;
  for (uint32_t i = 0; i < header->nbins && !bins.failed; i++)
    ticks += rd_u16 (&bins);
  return header->rate ? ticks / header->rate : ticks;
}

/* Returns true if the counts at ARCS look like 32-bit numbers with 32 bits of
   padding.  */
static bool
looks_padded (struct reader arcs, double seconds)
{
  const size_t arc_size = GMON_BSD_ARC_SIZE (arcs.wire.addr_size);
  uint64_t padding = 0;
  double calls = 0;
  size_t n = 0;
  for (; rd_left (&arcs) >= arc_size; n++)
    {
      rd_addr (&arcs);
      rd_addr (&arcs);
      const uint64_t count = rd_u64 (&arcs);
      if (n > 0 && count >> 32 != padding)
        return false;
      padding = count >> 32;
      calls += (double) count;
    }
  return (n > 1 && padding != 0
          && calls * CALL_SECONDS > TIMES_TOO_LONG * seconds);
}

bool
bsd_counts_are_padded (struct reader arcs, double seconds)
{
  const struct wire wire = arcs.wire;
  if (wire.addr_size != 8 || wire.big_endian)
    return false;
  return (wire.long_size ? wire.long_size == 4
          : looks_padded (arcs, seconds));
}
