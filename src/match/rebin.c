/* match/rebin.c -- moves glibc's histogram to the bin layout of libgmon.

   SPDX-License-Identifier: GPL-3.0-or-later

   Both runtimes profile one range of a program, which gcrt1.o gives them.

   The runtime of glibc writes the range as one histogram, whose header has up
   to three bins more than bins of four bytes need.  It does not spread the
   bins over the range, as a reader of the header would think, but counts by a
   scale of whole numbers (hist_bin_start).  In a program of more than 384 KiB
   of text, its bins have exactly four bytes, and the last ones stay empty.  In
   a smaller program up to six bins have two bytes.

   The runtime libgmon divides the range into chunks of 64 KiB and writes the
   chunks with samples.  The last chunk is cut at the end of the range.  The
   bins have exactly four bytes:

     glibc     |=======================================|     one histogram
     libgmon   |-------------|             |-----------|     4-byte bins
               low       + 64 KiB      + 128 KiB     high

   Chunks of another build do not end at the end of this build's range.  */

#include <config.h>

#include "match/rebin.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "base/arena.h"
#include "profile/hist.h"

/* Returns the end of the chunk of WHOLE's bin layout that starts at LOW.  */
static uint64_t
chunk_end (const struct hist *whole, uint64_t low)
{
  return whole->high - low > GMON_CHUNK_BYTES ? low + GMON_CHUNK_BYTES
         : whole->high;
}

/* Returns true if PART is a chunk of WHOLE's bin layout.  */
static bool
is_chunk (const struct hist *part, const struct hist *whole)
{
  return (part->low >= whole->low
          && (part->low - whole->low) % GMON_CHUNK_BYTES == 0
          && part->high == chunk_end (whole, part->low)
          && ((uint64_t) part->bins.len * GMON_BIN_BYTES
              == part->high - part->low));
}

static void
say_misfit (struct diag *diag, const struct hist *part,
            const struct hist *whole)
{
  diag_error (diag, "%s: its histogram of 0x%" PRIx64 "-0x%" PRIx64 " does not"
              " go with that of 0x%" PRIx64 "-0x%" PRIx64 " in %s: bins of"
              " another width, or ranges that overlap in part; were these"
              " recorded by the same build of the program?", whole->file,
              whole->low, whole->high, part->low, part->high, part->file);
}

/* Sets MOVES[i] for each histogram I that has to move.  Returns
   false after one diag_error.  */
static bool
find_moves (const struct profile *profile, struct diag *diag, bool *moves)
{
  for (size_t i = 0; i < profile->n_hists; i++)
    {
      const struct hist *part = &profile->hists[i], *whole;
      struct hist *same;

      if (part->kind != HIST_PLAIN)
        continue;
      whole = profile_find_hist (profile, HIST_WHOLE, part->low, part->high,
                                 &same);
      if (!whole)
        whole = same;
      if (whole && !is_chunk (part, whole))
        {
          say_misfit (diag, part, whole);
          return false;
        }
      if (whole)
        moves[whole - profile->hists] = true;
    }
  return true;
}

/* Returns true if the HIST_WHOLE histograms that stay have bins as wide as
   those of the plain histograms, if there are any.  Else returns false after
   one diag_error.  */
static bool
rest_agrees (const struct profile *profile, struct diag *diag,
             const bool *moves)
{
  const struct hist *plain = NULL;
  double difference = fabs (profile->kind_scale[HIST_PLAIN]
                            - profile->kind_scale[HIST_WHOLE]);

  for (size_t i = 0; i < profile->n_hists && !plain; i++)
    if (profile->hists[i].kind == HIST_PLAIN)
      plain = &profile->hists[i];
  for (size_t i = 0; i < profile->n_hists; i++)
    if (plain && profile->hists[i].kind == HIST_WHOLE && !moves[i]
        && difference > PROFILE_SCALE_SLACK)
      {
        say_misfit (diag, plain, &profile->hists[i]);
        return false;
      }
  return true;
}

/* Returns the chunk of WHOLE's bin layout that ADDR is in; makes it if there is
   none.  */
static struct hist *
chunk_at (struct profile *profile, const struct hist *whole, uint64_t addr)
{
  struct hist_header header = { 0 };
  struct hist *chunk;

  header.low = addr - (addr - whole->low) % GMON_CHUNK_BYTES;
  header.high = chunk_end (whole, header.low);
  header.nbins = (uint32_t) ((header.high - header.low) / GMON_BIN_BYTES);
  profile_find_hist (profile, HIST_PLAIN, header.low, header.high, &chunk);
  return chunk ? chunk : profile_new_hist (profile, whole->file, &header);
}

/* Moves the counts of WHOLE to its chunks.  WHOLE is a copy, since the array of
   histograms may move.  Returns false after one diag_error.  */
static bool
move_counts (struct profile *profile, struct diag *diag, struct hist whole)
{
  const uint64_t units = (whole.high - whole.low) / 2;
  struct hist *chunk = NULL;

  for (uint32_t i = bins_next (&whole.bins, 0); i < whole.bins.len;
       i = bins_next (&whole.bins, i + 1))
    {
      uint64_t unit = (whole.profil_scale ? hist_bin_start (profile, &whole, i)
                       : i * units / whole.bins.len);
      uint64_t addr = whole.low + 2 * unit;

      if (!chunk || addr >= chunk->high)
        chunk = chunk_at (profile, &whole, addr);
      if (!bins_add (&chunk->bins,
                     (uint32_t) ((addr - chunk->low) / GMON_BIN_BYTES),
                     bins_get (&whole.bins, i)))
        {
          diag_error (diag, "%s: histogram sum exceeds 64 bits", whole.file);
          return false;
        }
    }
  return true;
}

static bool
move_all (struct profile *profile, struct diag *diag, const bool *moves)
{
  const size_t n = profile->n_hists;
  bool any = false;

  for (size_t i = 0; i < n; i++)
    {
      if (!moves[i])
        continue;
      if (!move_counts (profile, diag, profile->hists[i]))
        return false;
      bins_free (&profile->hists[i].bins);
      any = true;
    }
  if (any)
    {
      profile_compact_hists (profile);
      profile->scale = GMON_BIN_BYTES / 2;
    }
  return true;
}

bool
profile_rebin (struct profile *profile, struct diag *diag)
{
  bool *moves = array_new (profile->n_hists, sizeof *moves);
  bool done = (find_moves (profile, diag, moves)
               && rest_agrees (profile, diag, moves)
               && move_all (profile, diag, moves));

  free (moves);
  return done;
}
