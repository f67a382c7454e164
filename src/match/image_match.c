/* match/image_match.c -- checks that a profile belongs to the program.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "match/image_match.h"

#include <inttypes.h>

#include "image/find_call.h"
#include "match/callee_starts.h"
#include "match/identity.h"
#include "match/rebase.h"
#include "profile/hist.h"

/* The least number of callees that must be functions after a move before a
   warning suggests the move: one or two can be functions by chance.  */
#define MOVE_MATCHES_MIN 3

/* Runtimes round the end of the histogram up by at most 8 bytes from the end of
   the code.  In 64 profiles of other systems it was at most 8 bytes away where
   the build was right, and 32 or more where it was another.  */
#define ROUNDING_MAX 31

/* The amount of one kind of record, and the amount outside the code.  */
struct share
{
  double all, outside;
};

static struct share
check_samples (const struct profile *profile, const struct image *image)
{
  struct share share = { 0, 0 };
  for (size_t i = 0; i < profile->n_hists; i++)
    {
      const struct hist *hist = &profile->hists[i];
      for (uint32_t bin = bins_next (&hist->bins, 0); bin < hist->bins.len;
           bin = bins_next (&hist->bins, bin + 1))
        {
          uint64_t count = bins_get (&hist->bins, bin);
          struct bin_range range = hist_bin_range (profile, hist, bin);
          share.all += count;
          if (!image_has_code (image, range.low, range.last))
            share.outside += count;
        }
    }
  return share;
}

static struct share
check_arcs (const struct profile *profile, const struct image *image)
{
  struct share share = { profile->n_arcs, 0 };
  for (size_t i = 0; i < profile->n_arcs; i++)
    {
      const struct raw_arc *arc = &profile->arcs[i];
      share.outside += (!image_has_code (image, arc->self, arc->self)
                        || (arc->from != GMON_FROM_OUTSIDE
                            && !image_has_code (image, arc->from, arc->from)));
    }
  return share;
}

static double
percent (struct share share)
{
  return share.all > 0 ? 100 * share.outside / share.all : 0;
}

/* The data of a warning.  */
struct image_match
{
  const struct profile *profile;
  const struct image *image;
  const struct symtab *symtab;
  struct diag *diag;
  const char *name;             /* name of the profile */
  struct share samples, arcs;
  struct callee_starts starts;
};

/* Sets *GUESS to the move that makes the callees functions, by the symbols and
   by the code.  Returns false if there is none, or if the files name another
   build: then that is the reason why the profile does not fit.  */
static bool
find_move (const struct image_match *m, struct rebase_guess *guess)
{
  if (profile_build (m->profile, m->image) == PROFILE_BUILD_OTHER)
    return false;
  *guess = rebase_find (m->profile, m->image, m->symtab);
  return (guess->result == REBASE_FOUND && guess->offset != 0
          && !callee_starts_are_wrong (
               callee_starts_check (m->profile, m->image, m->symtab,
                                    guess->offset)));
}

/* Warns that nothing of the profile lies in code.  */
static void
warn_of_misfit (const struct image_match *m)
{
  const char *image = image_name (m->image);
  struct rebase_guess guess;
  char text[REBASE_TEXT_SIZE];
  bool found = find_move (m, &guess);
  if (found && guess.matches >= MOVE_MATCHES_MIN)
    diag_warning (m->diag, "%s: none of its %.0f samples and %.0f arcs lie in"
                  " code of %s, which was at another address: --rebase=auto"
                  " would move them by %s", m->name, m->samples.all,
                  m->arcs.all, image, rebase_text (text, guess.offset));
  else if (found)
    diag_warning (m->diag, "%s: none of its %.0f samples and %.0f arcs lie in"
                  " code of %s; is this the program, and the build of it, that"
                  " was profiled?  If so, it was at another address, and"
                  " --rebase=auto moves them by %s", m->name,
                  m->samples.all, m->arcs.all, image,
                  rebase_text (text, guess.offset));
  else
    diag_warning (m->diag, "%s: none of its %.0f samples and %.0f arcs lie in"
                  " code of %s; is this the program, and the build of it, that"
                  " was profiled?", m->name, m->samples.all, m->arcs.all,
                  image);
}

/* Returns true if a file of PROFILE is libgmon's, which has a header of its own
   and may leave out the end of a range, where there are no samples.  */
static bool
is_of_libgmon (const struct profile *profile)
{
  for (size_t i = 0; i < profile->n_files; i++)
    if (profile->files[i].identity[0])
      return true;
  return false;
}

/* Warns that there is no code where the histogram counts, in which there is
   nothing.  */
static void
warn_of_range (const struct image_match *m)
{
  const struct hist *hist = &m->profile->hists[0];
  diag_warning (m->diag, "%s: its histogram is of the addresses 0x%" PRIx64
                " to 0x%" PRIx64 ", where %s has no code; is this the program,"
                " and the build of it, that was profiled?", m->name, hist->low,
                hist->high, image_name (m->image));
}

/* Returns true if there are histograms, and none has a range with code.  */
static bool
ranges_are_outside (const struct image_match *m)
{
  const struct profile *profile = m->profile;
  for (size_t i = 0; i < profile->n_hists; i++)
    if (image_has_code (m->image, profile->hists[i].low,
                        profile->hists[i].high - 1))
      return false;
  return profile->n_hists != 0;
}

/* Counts the calls of monstartup.  */
struct start_calls
{
  uint64_t monstartup;
  size_t n;
};

static void
count_start_call (void *data, uint64_t at, uint64_t to)
{
  struct start_calls *calls = data;
  (void) at;
  calls->n += to == calls->monstartup;
}

/* Returns true if the program may call monstartup itself, which sets the range
   of the histogram, besides the start files, which call it once.  */
static bool
may_set_range (const struct image_match *m, const struct landmarks *marks)
{
  struct start_calls calls = { marks->monstartup, 0 };
  if (marks->imports_monstartup)
    return true;
  return (marks->monstartup
          && (!find_call_sites (m->image, m->symtab, count_start_call, &calls)
              || calls.n > 1));
}

/* Returns the end of the last histogram if that is not where the code ends, by
   its symbol etext, although the runtime set it; else 0.  */
static uint64_t
wrong_end (const struct image_match *m)
{
  const struct landmarks *marks = symtab_landmarks (m->symtab);
  uint64_t high = 0;
  for (size_t i = 0; i < m->profile->n_hists; i++)
    if (m->profile->hists[i].high > high)
      high = m->profile->hists[i].high;
  const uint64_t distance = high > marks->text_end ? high - marks->text_end
                            : marks->text_end - high;
  const bool is_wrong = (high && marks->text_end && distance > ROUNDING_MAX
                         && !is_of_libgmon (m->profile)
                         && !may_set_range (m, marks));
  return is_wrong ? high : 0;
}

static void
warn_of_end (const struct image_match *m, uint64_t high)
{
  diag_warning (m->diag, "%s: its histogram ends at 0x%" PRIx64 ", but the code"
                " of %s at 0x%" PRIx64 ": another build of the program was"
                " profiled, and the tables are wrong where the code has moved;"
                " run this build again, or give the executable that was run",
                m->name, high, image_name (m->image),
                symtab_landmarks (m->symtab)->text_end);
}

/* Warns that too many callees are in the middle of functions.  */
static void
warn_of_starts (const struct image_match *m)
{
  const struct callee_starts *starts = &m->starts;
  double wrong = 100.0 * (double) starts->wrong / (double) starts->callees;
  struct rebase_guess guess;
  char text[REBASE_TEXT_SIZE];
  if (find_move (m, &guess) && guess.matches >= MOVE_MATCHES_MIN)
    diag_warning (m->diag, "%s: %.1f%% of the called addresses (%zu of %zu)"
                  " are not where functions of %s begin, which was at another"
                  " address: --rebase=auto would move them by %s", m->name,
                  wrong, starts->wrong, starts->callees,
                  image_name (m->image), rebase_text (text, guess.offset));
  else
    diag_warning (m->diag, "%s: %.1f%% of the called addresses (%zu of %zu)"
                  " are not where functions of %s begin: another build of the"
                  " program was profiled, and the tables are wrong where the"
                  " code has moved; run this build again, or give the"
                  " executable that was run", m->name, wrong, starts->wrong,
                  starts->callees, image_name (m->image));
}

enum image_fit
image_match_check (const struct profile *profile, const struct image *image,
                   const struct symtab *symtab, struct diag *diag,
                   const char *name)
{
  const struct quirks quirks = profile->quirks;
  if (quirks.silent_mismatch && quirks.silent_callees && quirks.silent_strays)
    return IMAGE_FITS;
  struct image_match m = { profile, image, symtab, diag, name,
                           check_samples (profile, image),
                           check_arcs (profile, image), { 0, 0 } };
  double all = m.samples.all + m.arcs.all;
  double outside = m.samples.outside + m.arcs.outside;
  if (all == 0 && !quirks.silent_mismatch && !is_of_libgmon (profile)
      && ranges_are_outside (&m))
    {
      warn_of_range (&m);
      return IMAGE_FITS_NOWHERE;
    }
  if (all > 0 && outside == all)
    {
      if (quirks.silent_mismatch)
        return IMAGE_FITS;
      warn_of_misfit (&m);
      return IMAGE_FITS_NOWHERE;
    }
  /* If the files name their build, the callees need no check.  */
  const bool unknown = (profile_build (profile, image)
                        == PROFILE_BUILD_UNKNOWN);
  if (!quirks.silent_callees && unknown)
    m.starts = callee_starts_check (profile, image, symtab, 0);
  uint64_t high;
  if (callee_starts_are_wrong (m.starts))
    warn_of_starts (&m);
  else if (!quirks.silent_mismatch && unknown && (high = wrong_end (&m)))
    warn_of_end (&m, high);
  else if (!quirks.silent_strays
           && (percent (m.samples) > 1 || percent (m.arcs) > 1))
    diag_warning (diag, "%s: %.1f%% of the samples (%.0f of %.0f) and %.1f%% "
                  "of the arcs (%.0f of %.0f) lie outside the code of %s",
                  name, percent (m.samples), m.samples.outside,
                  m.samples.all, percent (m.arcs), m.arcs.outside,
                  m.arcs.all, image_name (image));
  else
    return IMAGE_FITS;
  return IMAGE_FITS_IN_PART;
}
