/* match/image_match.c -- checks that a profile belongs to the program.

   SPDX-License-Identifier: GPL-3.0-or-later

   In: addresses of a profile, code sections of an image.  Out: a warning.  */

#include <config.h>

#include "match/image_match.h"

#include "match/callee_starts.h"
#include "match/identity.h"
#include "match/rebase.h"
#include "profile/hist.h"

/* The least number of callees that must be functions after a move before a
   warning suggests the move: one or two can be functions by chance.  */
#define MOVE_MATCHES_MIN 3

/* The amount of one kind of record, and the amount outside the code.  */
struct share
{
  double all, outside;
};

static struct share
check_samples (const struct profile *profile, const struct core *core)
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
          if (!core_has_code (core, range.low, range.last))
            share.outside += count;
        }
    }
  return share;
}

static struct share
check_arcs (const struct profile *profile, const struct core *core)
{
  struct share share = { profile->n_arcs, 0 };
  for (size_t i = 0; i < profile->n_arcs; i++)
    {
      const struct raw_arc *arc = &profile->arcs[i];
      share.outside += (!core_has_code (core, arc->self, arc->self)
                        || (arc->from != GMON_FROM_OUTSIDE
                            && !core_has_code (core, arc->from, arc->from)));
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
  const struct core *core;
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
  if (profile_build (m->profile, m->core) == PROFILE_BUILD_OTHER)
    return false;
  *guess = rebase_find (m->profile, m->core, m->symtab);
  return (guess->result == REBASE_FOUND && guess->offset != 0
          && !callee_starts_are_wrong (
               callee_starts_check (m->profile, m->core, m->symtab,
                                    guess->offset)));
}

/* Warns that nothing of the profile lies in code.  */
static void
warn_of_misfit (const struct image_match *m)
{
  const char *image = core_name (m->core);
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
                  core_name (m->core), rebase_text (text, guess.offset));
  else
    diag_warning (m->diag, "%s: %.1f%% of the called addresses (%zu of %zu)"
                  " are not where functions of %s begin: another build of the"
                  " program was profiled, and the tables are wrong where the"
                  " code has moved; run this build again, or give the"
                  " executable that was run", m->name, wrong, starts->wrong,
                  starts->callees, core_name (m->core));
}

enum image_fit
image_match_check (const struct profile *profile, const struct core *core,
                   const struct symtab *symtab, struct diag *diag,
                   const char *name)
{
  const struct quirks quirks = profile->quirks;
  if (quirks.silent_mismatch && quirks.silent_callees && quirks.silent_strays)
    return IMAGE_FITS;
  struct image_match m = { profile, core, symtab, diag, name,
                           check_samples (profile, core),
                           check_arcs (profile, core), { 0, 0 } };
  double all = m.samples.all + m.arcs.all;
  double outside = m.samples.outside + m.arcs.outside;
  if (all > 0 && outside == all)
    {
      if (quirks.silent_mismatch)
        return IMAGE_FITS;
      warn_of_misfit (&m);
      return IMAGE_FITS_NOWHERE;
    }
  /* If the files name their build, the callees need no check.  */
  if (!quirks.silent_callees
      && profile_build (profile, core) == PROFILE_BUILD_UNKNOWN)
    m.starts = callee_starts_check (profile, core, symtab, 0);
  if (callee_starts_are_wrong (m.starts))
    warn_of_starts (&m);
  else if (!quirks.silent_strays
           && (percent (m.samples) > 1 || percent (m.arcs) > 1))
    diag_warning (diag, "%s: %.1f%% of the samples (%.0f of %.0f) and %.1f%% "
                  "of the arcs (%.0f of %.0f) lie outside the code of %s",
                  name, percent (m.samples), m.samples.outside,
                  m.samples.all, percent (m.arcs), m.arcs.outside,
                  m.arcs.all, core_name (core));
  else
    return IMAGE_FITS;
  return IMAGE_FITS_IN_PART;
}
