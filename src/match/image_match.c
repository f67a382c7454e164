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
struct fit
{
  const struct profile *profile;
  const struct core *core;
  const struct symtab *symtab;
  struct diag *diag;
  const char *name;             /* name of the profile */
  struct share samples, arcs;
  struct entries entries;
};

/* Sets *GUESS to the move that makes the callees functions, by the symbols and
   by the code.  Returns false if there is none, or if the files name another
   build: then that is the reason why the profile does not fit.  */
static bool
find_move (const struct fit *fit, struct rebase_guess *guess)
{
  if (profile_build (fit->profile, fit->core) == PROFILE_BUILD_OTHER)
    return false;
  *guess = rebase_find (fit->profile, fit->core, fit->symtab);
  return (guess->result == REBASE_FOUND && guess->offset != 0
          && !entries_are_wrong (entries_check (fit->profile, fit->core,
                                                fit->symtab, guess->offset)));
}

/* Warns that nothing of the profile lies in code.  */
static void
warn_of_misfit (const struct fit *fit)
{
  const char *image = core_name (fit->core);
  struct rebase_guess guess;
  char text[REBASE_TEXT_SIZE];
  bool found = find_move (fit, &guess);
  if (found && guess.matches >= MOVE_MATCHES_MIN)
    diag_warning (fit->diag, "%s: none of its %.0f samples and %.0f arcs lie in"
                  " code of %s, which was at another address: --rebase=auto"
                  " would move them by %s", fit->name, fit->samples.all,
                  fit->arcs.all, image, rebase_text (text, guess.offset));
  else if (found)
    diag_warning (fit->diag, "%s: none of its %.0f samples and %.0f arcs lie in"
                  " code of %s; is this the program, and the build of it, that"
                  " was profiled?  If so, it was at another address, and"
                  " --rebase=auto moves them by %s", fit->name,
                  fit->samples.all, fit->arcs.all, image,
                  rebase_text (text, guess.offset));
  else
    diag_warning (fit->diag, "%s: none of its %.0f samples and %.0f arcs lie in"
                  " code of %s; is this the program, and the build of it, that"
                  " was profiled?", fit->name, fit->samples.all, fit->arcs.all,
                  image);
}

/* Warns that too many callees are in the middle of functions.  */
static void
warn_of_entries (const struct fit *fit)
{
  const struct entries *entries = &fit->entries;
  double wrong = 100.0 * (double) entries->wrong / (double) entries->callees;
  struct rebase_guess guess;
  char text[REBASE_TEXT_SIZE];
  if (find_move (fit, &guess) && guess.matches >= MOVE_MATCHES_MIN)
    diag_warning (fit->diag, "%s: %.1f%% of the called addresses (%zu of %zu)"
                  " are not where functions of %s begin, which was at another"
                  " address: --rebase=auto would move them by %s", fit->name,
                  wrong, entries->wrong, entries->callees,
                  core_name (fit->core), rebase_text (text, guess.offset));
  else
    diag_warning (fit->diag, "%s: %.1f%% of the called addresses (%zu of %zu)"
                  " are not where functions of %s begin: another build of the"
                  " program was profiled, and the tables are wrong where the"
                  " code has moved; run this build again, or give the"
                  " executable that was run", fit->name, wrong, entries->wrong,
                  entries->callees, core_name (fit->core));
}

void
fit_check (const struct profile *profile, const struct core *core,
           const struct symtab *symtab, struct diag *diag, const char *name)
{
  const struct quirks quirks = profile->quirks;
  if (quirks.silent_mismatch && quirks.silent_callees && quirks.silent_strays)
    return;
  struct fit fit = { profile, core, symtab, diag, name,
                     check_samples (profile, core),
                     check_arcs (profile, core), { 0, 0 } };
  double all = fit.samples.all + fit.arcs.all;
  double outside = fit.samples.outside + fit.arcs.outside;
  if (all > 0 && outside == all)
    {
      if (!quirks.silent_mismatch)
        warn_of_misfit (&fit);
      return;
    }
  /* If the files name their build, the callees need no check.  */
  if (!quirks.silent_callees
      && profile_build (profile, core) == PROFILE_BUILD_UNKNOWN)
    fit.entries = entries_check (profile, core, symtab, 0);
  if (entries_are_wrong (fit.entries))
    warn_of_entries (&fit);
  else if (!quirks.silent_strays
           && (percent (fit.samples) > 1 || percent (fit.arcs) > 1))
    diag_warning (diag, "%s: %.1f%% of the samples (%.0f of %.0f) and %.1f%% "
                  "of the arcs (%.0f of %.0f) lie outside the code of %s",
                  name, percent (fit.samples), fit.samples.outside,
                  fit.samples.all, percent (fit.arcs), fit.arcs.outside,
                  fit.arcs.all, core_name (core));
}
