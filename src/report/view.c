/* report/view.c -- results that several reports derive from the view.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "report/view.h"

#include <math.h>

#include "profile/hist.h"

bool
view_shows (const struct view *view, sym_id id)
{
  return (((view->style->show_unused
            && !symtab_is_inlined (view->symtab, id))
           || view->flat->time[id] != 0
           || cg_node (view->cg, id)->calls != 0)
          && sym_selected (view->selection, INCL_FLAT, id));
}

const char *
view_counted (const struct view *view)
{
  return process_counted (view->profile->process);
}

bool
view_is_uncounted (const struct view *view, uint64_t calls)
{
  return calls == 0 && view_counted (view);
}

double
view_time (const struct view *view, double time)
{
  unsigned rate = view->profile->rate;
  if (rate != 0)
    return time / rate;
  /* GNU gprof divides by zero here, and prints infinity, or a NaN that x86
     shows as negative.  */
  if (!view->style->quirks.divide_by_rate_zero)
    return 0;
  return time == 0 ? copysign (NAN, -1) : copysign (INFINITY, time);
}

int64_t
view_granularity (const struct view *view)
{
  const struct profile *profile = view->profile;
  bool is_exact = profile->n_hists && profile->hists[0].profil_scale;
  double units = is_exact ? hist_bin_width (profile, &profile->hists[0])
                 : profile->scale;
  if (!(units < 0x1p63))
    return 0;
  uint64_t whole = (uint64_t) units;
  if (is_exact && (double) whole < units)
    whole++;
  return (int64_t) (whole * 2);
}
