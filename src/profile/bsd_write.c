/* profile/bsd_write.c -- a profile as an old BSD or 4.4BSD file.

   SPDX-License-Identifier: GPL-3.0-or-later

   In: a profile.  Out: the bytes of the file (libgmon/gmon_out.h has the
   layout).  Called by gmon_io.  */

#include <config.h>

#include "profile/bsd_write.h"

#include <string.h>

#include "profile/hist.h"

/* What a file without samples is written from.  */
static const struct hist no_hist;

static const struct hist *
only_hist (const struct profile *profile)
{
  return profile->n_hists ? &profile->hists[0] : &no_hist;
}

/* What of PROFILE the format cannot hold, or NULL.  */
static const char *
what_is_lost (const struct profile *profile, size_t header_size)
{
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
  if (hist_records (hist) > 1
      || hist->bins.len > (UINT32_MAX - header_size) / GMON_BIN_SIZE)
    return _("samples: a sum of them is over 16 bits, or there are too many"
             " bins");
  return NULL;
}

static void
write_header (const struct profile *profile, struct writer *w, bool old,
              size_t header_size)
{
  const struct hist *hist = only_hist (profile);
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
write_arc (const struct raw_arc *arc, struct writer *w, uint64_t count)
{
  wr_addr (w, arc->from);
  wr_addr (w, arc->self);
  wr_addr (w, count);           /* as wide, but no address */
}

uint64_t
bsd_arcs (const struct raw_arc *arc, struct wire wire)
{
  return arc->count ? (arc->count - 1) / wire_max (wire) + 1 : 1;
}

static void
write_arcs (const struct profile *profile, struct writer *w, bool truncate)
{
  const uint64_t max = wire_max (w->wire);

  for (size_t i = 0; i < profile->n_arcs; i++)
    {
      const struct raw_arc *arc = &profile->arcs[i];
      uint64_t left = arc->count;

      for (; !truncate && left > max; left -= max)
        write_arc (arc, w, max);
      write_arc (arc, w, left);
    }
}

/* Would a file of PROFILE with the old header and addresses of ADDR_SIZE bytes
   be shorter than any profile is for who reads it?  */
static bool
is_too_short (const struct profile *profile, unsigned addr_size)
{
  return (GMON_BSD_HEADER_SIZE (addr_size)
          + (size_t) only_hist (profile)->bins.len * GMON_BIN_SIZE
          + profile->n_arcs * GMON_BSD_ARC_SIZE (addr_size)
          < GMON_HEADER_SIZE);
}

bool
bsd_write (const struct profile *profile, struct diag *diag, const char *name,
           struct writer *w, bool with_rate, bool truncate)
{
  const unsigned addr_size = w->wire.addr_size;
  const bool old = (!with_rate && (!profile->n_hists
                                   || profile->rate == BSD_DEFAULT_RATE)
                    && (truncate || !is_too_short (profile, addr_size)));
  const size_t header_size = old ? GMON_BSD_HEADER_SIZE (addr_size)
                             : GMON_BSD44_HEADER_SIZE (addr_size);
  const struct hist *hist = only_hist (profile);
  const char *lost = truncate ? NULL : what_is_lost (profile, header_size);

  if (lost)
    {
      diag_error (diag, "%s: not written: the BSD formats would lose %s;"
                  " without -O the sum is in the magic format, which has room"
                  " for it", name, lost);
      return false;
    }
  write_header (profile, w, old, header_size);
  bins_write (&hist->bins, w, 0, truncate);
  write_arcs (profile, w, truncate);
  return true;
}
