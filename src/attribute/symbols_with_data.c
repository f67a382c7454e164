/* attribute/symbols_with_data.c -- which symbols have data in a profile.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "attribute/symbols_with_data.h"

#include <stdlib.h>

#include "base/arena.h"
#include "profile/hist.h"

/* Returns how many symbols start at or below ADDR: the index of its mark.  */
static size_t
mark_of (const struct symtab *symtab, uint64_t addr)
{
  return (addr == UINT64_MAX ? symtab_len (symtab)
          : sym_first_from (symtab, addr + 1));
}

/* Marks the symbols at the bytes LOW to LAST, which is included.  */
static void
mark_range (bool *marks, const struct symtab *symtab, uint64_t low,
            uint64_t last)
{
  size_t i = mark_of (symtab, low);
  marks[i] = true;
  for (; i < symtab_len (symtab) && sym_get (symtab, i)->addr <= last; i++)
    marks[i + 1] = true;
}

/* Marks the symbols at the bins of HIST that are not 0.  Bins are laid out in
   units of two bytes, as in profile/hist; bins without a gap between them are
   one range.  */
static void
mark_samples (bool *marks, const struct symtab *symtab,
              const struct profile *profile, const struct hist *hist)
{
  const uint64_t base = hist->low / 2;
  const struct bins *bins = &hist->bins;
  for (uint32_t first = bins_next (bins, 0), end; first < bins->len;
       first = bins_next (bins, end))
    {
      for (end = first + 1; end < bins->len && bins_get (bins, end) != 0; end++)
        continue;
      uint64_t low = base + hist_bin_start (profile, hist, first);
      uint64_t high = base + hist_bin_start (profile, hist, end);
      uint64_t last = high > low ? high - 1 : low;
      mark_range (marks, symtab, 2 * low, 2 * last + 1);
    }
}

bool *
symbols_with_data (const struct profile *profile, const struct symtab *symtab)
{
  bool *marks = array_new (symtab_len (symtab) + 1, sizeof *marks);
  for (size_t i = 0; i < profile->n_hists; i++)
    mark_samples (marks, symtab, profile, &profile->hists[i]);
  for (size_t i = 0; i < profile->n_arcs; i++)
    {
      marks[mark_of (symtab, profile->arcs[i].from)] = true;
      marks[mark_of (symtab, profile->arcs[i].self)] = true;
    }
  for (size_t i = 0; i < profile->n_blocks; i++)
    marks[mark_of (symtab, profile->blocks[i].addr)] = true;
  return marks;
}
