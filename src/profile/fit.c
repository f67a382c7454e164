/* profile/fit.c -- does a profile belong to the program?

   SPDX-License-Identifier: GPL-3.0-or-later

   In: addresses of a profile, code sections of an image.  Out: a warning.
   Called by the pipeline before the tables are made.  */

#include <config.h>

#include "profile/fit.h"

#include "profile/hist.h"
#include "profile/rebase.h"

/* So many callees must be functions after a move for it to be offered: one or
   two can be by chance.  */
#define MOVE_MATCHES_MIN 3

/* How much of one kind of record there is, and how much lies outside.  */
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

/* Nothing of PROFILE lies in code.  */
static void
warn_of_misfit (const struct profile *profile, const struct core *core,
                const struct symtab *symtab, struct diag *diag,
                const char *name, double samples, double arcs)
{
  struct rebase_guess guess = rebase_find (profile, core, symtab);
  char text[REBASE_TEXT_SIZE];
  if (guess.result == REBASE_FOUND && guess.matches >= MOVE_MATCHES_MIN)
    diag_warning (diag, "%s: none of its %.0f samples and %.0f arcs lie in "
                  "code of %s, which was at another address: --rebase=auto "
                  "would move them by %s", name, samples, arcs,
                  core_name (core), rebase_text (text, guess.offset));
  else
    diag_warning (diag, "%s: none of its %.0f samples and %.0f arcs lie in "
                  "code of %s; is this the program, and the build of it, that "
                  "was profiled?", name, samples, arcs, core_name (core));
}

void
fit_check (const struct profile *profile, const struct core *core,
           const struct symtab *symtab, struct diag *diag, const char *name)
{
  struct share samples = check_samples (profile, core);
  struct share arcs = check_arcs (profile, core);
  double all = samples.all + arcs.all;
  double outside = samples.outside + arcs.outside;
  if (all > 0 && outside == all)
    warn_of_misfit (profile, core, symtab, diag, name, samples.all, arcs.all);
  else if (percent (samples) > 1 || percent (arcs) > 1)
    diag_warning (diag, "%s: %.1f%% of the samples (%.0f of %.0f) and %.1f%% "
                  "of the arcs (%.0f of %.0f) lie outside the code of %s",
                  name, percent (samples), samples.outside, samples.all,
                  percent (arcs), arcs.outside, arcs.all, core_name (core));
}
