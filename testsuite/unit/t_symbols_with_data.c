/* unit/t_symbols_with_data.c -- tests of attribute/symbols_with_data.

   SPDX-License-Identifier: GPL-3.0-or-later

   Symbols at 0x1000, 0x1010, 0x1020 and 0x1030.  Run by gprof.unit.  */

#include <config.h>

#include "check.h"

#include <stdlib.h>

#include "attribute/symbols_with_data.h"
#include "base/arena.h"

/* A histogram of up to four bins, an arc, a block, and the marks as digits.  */
static const struct row
{
  const char *name;
  uint64_t low, high;
  uint64_t bins[4];
  uint64_t arc[2], block;
  const char *marks;
} rows[] = {
  { "nothing", 0, 0, { 0 }, { 0 }, 0, "00000" },
  { "one bin", 0x1000, 0x1040, { 0, 1, 0, 0 }, { 0 }, 0, "00100" },
  { "bins in a row", 0x1000, 0x1040, { 0, 1, 2, 0 }, { 0 }, 0, "00110" },
  { "the last bin", 0x1000, 0x1040, { 1, 0, 0, 9 }, { 0 }, 0, "01001" },
  { "a bin over several", 0xff0, 0x10f0, { 1, 0, 0, 0 }, { 0 }, 0,
    "11110" },
  { "bins narrower than two bytes", 0x101e, 0x1020, { 1, 0, 0, 0 }, { 0 }, 0,
    "00100" },
  { "a bin below all", 0x800, 0x810, { 1, 0, 0, 0 }, { 0 }, 0, "10000" },
  { "a bin behind all", 0x2000, 0x2010, { 1, 0, 0, 0 }, { 0 }, 0, "00001" },
  { "the ends of an arc", 0, 0, { 0 }, { 0x1034, 0x1000 }, 0, "01001" },
  { "the ends of the space", 0, 0, { 0 }, { 0, UINT64_MAX }, 0, "10001" },
  { "a block", 0, 0, { 0 }, { 0 }, 0x102f, "00010" }
};

static struct symtab *
make_symbols (void)
{
  struct symtab *symtab = symtab_new ();

  for (uint64_t addr = 0x1000; addr < 0x1040; addr += 16)
    symtab_add (symtab, &(struct sym) { .addr = addr, .name = "f" });
  symtab_finalize (symtab, 0x1040);
  return symtab;
}

static void
test_row (const struct row *row, const struct symtab *symtab)
{
  struct profile profile;
  struct hist hist = { .low = row->low, .high = row->high };
  char got[6] = "";
  bool *marks;

  profile_init (&profile, quirks_none ());
  if (row->high)
    {
      bins_init (&hist.bins, 4, false);
      for (uint32_t i = 0; i < 4; i++)
        bins_add (&hist.bins, i, row->bins[i]);
      profile.hists = array_new (1, sizeof *profile.hists);
      profile.hists[0] = hist;
      profile.n_hists = 1;
      profile.scale = (row->high - row->low) / 8.0;
    }
  if (row->arc[0] || row->arc[1])
    profile_add_arc (&profile, row->arc[0], row->arc[1], 1);
  if (row->block)
    profile_add_block (&profile, row->block, 1);
  marks = symbols_with_data (&profile, symtab);
  for (unsigned i = 0; i < 5; i++)
    got[i] = marks[i] ? '1' : '0';
  CHECK_STR (got, row->marks, row->name);
  free (marks);
  profile_free (&profile);
}

int
main (void)
{
  struct symtab *symtab = make_symbols ();

  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    test_row (&rows[i], symtab);
  symtab_free (symtab);
  return check_end ();
}
