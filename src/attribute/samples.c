/* attribute/samples.c -- samples credited to symbols.

   SPDX-License-Identifier: GPL-3.0-or-later

   Credit.  Histogram and symbols are laid over each other in units of two
   bytes.  A bin rarely ends at the end of a symbol, so symbols share its
   count:

       bins     |     b0 = 7      |     b1 = 0      |   (4 units wide)
       symbols  |      f     |          g           |
                '-- 3 units --'-1-'
       credit   f: 3 * 7 / 4 = 5.25   g: 1 * 7 / 4 = 1.75

   If bins divide the range evenly, their width is a quotient that can be a
   fraction.  Such a bin begins and ends at truncated multiples of the width,
   but each of its units gets count / width.  Bins of glibc's profil
   (hist_bin_start) begin and end as its scale demands, and each unit gets
   count / number of units.  */

#include <config.h>

#include "attribute/samples.h"

#include <stdlib.h>

#include "base/arena.h"
#include "profile/hist.h"

/* The state of one pass over bins and symbols.  */
struct scan
{
  struct flat *flat;
  const struct profile *profile;
  const struct symtab *symtab;
  const struct selection *selection;
  struct timed_symbols *timed;  /* NULL: not wanted */
  uint64_t last_end;            /* end of the last symbol, in units */
  sym_id sym;                   /* first symbol that can overlap the next
                                   bin */
};

/* Returns the end of symbol ID, in units: the start of the next symbol.  */
static uint64_t
sym_end (const struct scan *s, sym_id id)
{
  if ((size_t) id + 1 < symtab_program_len (s->symtab))
    return sym_get (s->symtab, id + 1)->addr / 2;
  return s->last_end;
}

/* Adds CREDIT samples, more than 0, to the time of symbol ID.  */
static void
add_credit (struct scan *s, sym_id id, double credit)
{
  struct timed_symbols *timed = s->timed;

  if (timed && s->flat->time[id] <= 0)
    {
      *ARRAY_APPEND (timed->ids, timed->cap, timed->len) = id;
    }
  s->flat->time[id] += credit;
}

/* Divides the COUNT samples of one bin, the units [LOW, HIGH), among the
   symbols that overlap it.  COUNT samples are for WIDTH units.  */
static void
credit_bin (struct scan *s, uint64_t low, uint64_t high, double count,
            double width)
{
  const size_t n = symtab_program_len (s->symtab);

  while (s->sym < n && sym_end (s, s->sym) <= low)
    s->sym++;
  for (sym_id id = s->sym; id < n; id++)
    {
      uint64_t start = sym_get (s->symtab, id)->addr / 2;
      uint64_t end = sym_end (s, id);
      double credit;

      if (start >= high)
        break;
      if (start < low)
        start = low;
      if (end > high)
        end = high;
      if (end <= start)
        continue;
      credit = (double) (end - start) * count / width;
      const sym_id home = sym_home (s->symtab, id);
      if (sym_selected (s->selection, INCL_FLAT, home))
        add_credit (s, home, credit);
      else
        s->flat->total -= credit;
    }
}

static void
credit_hist (struct scan *s, const struct hist *hist)
{
  const uint64_t base = hist->low / 2;

  /* The symbol before the first one in the range may extend into the
     range.  */
  s->sym = sym_first_from (s->symtab, hist->low);
  if (s->sym > 0)
    s->sym--;
  for (uint32_t i = bins_next (&hist->bins, 0); i < hist->bins.len;
       i = bins_next (&hist->bins, i + 1))
    {
      double count = (double) bins_get (&hist->bins, i);
      uint64_t start = hist_bin_start (s->profile, hist, i);
      uint64_t end = hist_bin_start (s->profile, hist, (uint64_t) i + 1);

      s->flat->total += count;
      credit_bin (s, base + start, base + end, count,
                  hist->profil_scale ? (double) (end - start)
                  : s->profile->scale);
    }
}

void
hist_add_samples (struct flat *flat, const struct profile *profile,
                  const struct symtab *symtab,
                  const struct selection *selection,
                  struct timed_symbols *timed)
{
  struct scan scan = { flat, profile, symtab, selection, timed, 0, 0 };

  if (symtab_len (symtab))
    scan.last_end
      = symtab_credit_end (symtab, profile->quirks.lose_last_symbol) / 2;
  flat->total = 0;
  for (size_t i = 0; i < profile->n_hists; i++)
    credit_hist (&scan, &profile->hists[i]);
}

void
flat_credit_samples (struct flat *flat, const struct profile *profile,
                     const struct symtab *symtab,
                     const struct selection *selection)
{
  flat->time = array_new (symtab_len (symtab), sizeof *flat->time);
  hist_add_samples (flat, profile, symtab, selection, NULL);
}

void
flat_free (struct flat *flat)
{
  free (flat->time);
  *flat = (struct flat) { NULL, 0 };
}
