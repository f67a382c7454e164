/* unit/t_rebase.c -- tests of match/rebase and profile_move: profiles of a
   program that was at another address.

   SPDX-License-Identifier: GPL-3.0-or-later

   Run by gprof.unit.  */

#include <config.h>

#include "bins.h"
#include "check.h"

#include "image.h"
#include "image/source.h"
#include "image/sym_load.h"
#include "match/rebase.h"

/* Functions of many sizes; [0x401000, 0x404000) is code.  */
static const char source[] =
  "func a 0x70\nfunc b 0x30\nfunc c 0x150\nfunc d 0x90\nfunc e 0xa20\n"
  "func f 0x4e0\nfunc g 0x210\nfunc h 0x1a50\nfunc i 0x260\n"
  "section .data 0x500000\nspace 8\n";
static const uint64_t starts[] = {
  0x401000, 0x401070, 0x4010a0, 0x4011f0, 0x401280, 0x401ca0, 0x402180,
  0x402390, 0x403de0
};
#define N_STARTS (sizeof starts / sizeof *starts)

static struct diag *diag;
static struct image *image;
static struct symtab *symtab;

static void
add_hist (struct profile *profile, uint64_t low, uint64_t high, uint32_t nbins,
          uint32_t bin)
{
  struct hist_header header = { low, high, nbins, 100, "seconds", 's', 0,
                                0, 0 };
  struct writer w;
  struct reader r;

  writer_init (&w, image_wire (image));
  for (uint32_t i = 0; i < nbins; i++)
    wr_u16 (&w, i == bin);
  reader_init (&r, w.data, w.len, w.wire);
  if (!profile_add_hist (profile, diag, "file", &header, &r))
    unresolved ("a histogram: %s", diag_last (diag));
  writer_free (&w);
}

/* Calls from a to all the others, by the first N functions' call of mcount
   BEHIND (or, every third, BEHIND + 7) their start, all addresses plus BY.  */
static void
add_calls (struct profile *profile, size_t n, uint64_t behind, uint64_t by)
{
  for (size_t i = 0; i < n; i++)
    profile_add_arc (profile, starts[0] + 0x20 + by,
                     starts[i] + behind + (i % 3 == 2 ? 7 : 0) + by, 5);
}

static void
check_guess (const char *name, const struct profile *profile,
             enum rebase_result result, int64_t offset)
{
  struct rebase_guess guess = rebase_find (profile, image, symtab);

  CHECK (guess.result == result, "%s: result %d", name, (int) guess.result);
  if (result == REBASE_FOUND)
    CHECK (guess.offset == offset, "%s: offset 0x%" PRIx64, name,
           (uint64_t) guess.offset);
}

/* -- Finding -------------------------------------------------------------- */

static void
test_calls (void)
{
  static const struct { const char *name; uint64_t behind, by; } rows[] = {
    { "as it is", 0, 0 },
    { "as it is, after the prologue", 14, 0 },
    { "starts, moved up", 0, 0x555555554000 },
    { "after the prologue, moved up", 14, 0x555555554000 },
    { "moved by one page", 4, 0x1000 },
    { "moved down", 13, -(uint64_t) 0x400000 },
    { "to the end of the address space", 9, -(uint64_t) 0x405000 }
  };

  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    {
      struct profile profile;

      profile_init (&profile, quirks_none ());
      add_calls (&profile, N_STARTS, rows[i].behind, rows[i].by);
      check_guess (rows[i].name, &profile, REBASE_FOUND,
                   -(int64_t) rows[i].by);
      profile_free (&profile);
    }
}

/* Some callees that are no function of this program do no harm; many do.  */
static void
test_strangers (void)
{
  struct profile profile;

  profile_init (&profile, quirks_none ());
  add_calls (&profile, N_STARTS, 9, 0x7000);
  profile_add_arc (&profile, 0x401020, 0x7fff12345678, 5);
  check_guess ("a stranger among the callees", &profile, REBASE_FOUND,
               -0x7000);
  for (uint64_t i = 0; i < 6; i++)
    profile_add_arc (&profile, 0x401020, 0x7fff12345678 + 0x777 * i, 5);
  check_guess ("many strangers", &profile, REBASE_UNKNOWN, 0);
  profile_free (&profile);
  profile_init (&profile, quirks_none ());
  for (uint64_t i = 0; i < 100; i++)
    profile_add_arc (&profile, 0x401020, 0x401000 + 0x73 * i, 5);
  check_guess ("another program's calls", &profile, REBASE_UNKNOWN, 0);
  profile_free (&profile);
}

/* One callee may do: only one function here has its low bits, or ends less than
   a prologue before.  */
static void
test_single (void)
{
  struct profile profile;

  profile_init (&profile, quirks_none ());
  profile_add_arc (&profile, 0x7f0000401020, 0x7f0000402390, 1);
  check_guess ("one call", &profile, REBASE_FOUND, -0x7f0000000000);
  profile_free (&profile);
  profile_init (&profile, quirks_none ());
  profile_add_arc (&profile, 0, 0x8000, 1);
  check_guess ("a single callee at the start of a page", &profile,
               REBASE_FOUND, 0x401000 - 0x8000);
  profile_free (&profile);
}

/* Functions a page apart: without samples, two offsets are equally good.  */
static void
test_unclear (const char *program)
{
  struct sym_rules rules = { .quirks = { 0 } };
  struct sources *sources = sources_new ();
  struct image *other = image_made (diag, program, "image-pages",
                                    "func a 0x1000\nfunc b 0x1000\n"
                                    "func c 0x1000\n");
  struct symtab *symbols;
  struct profile profile;
  struct rebase_guess guess;

  if (!image_read_syms (other, true)
      || !(symbols = image_create_function_syms (other, diag, &rules,
                                                 sources)))
    {
      unresolved ("image-pages: %s", diag_last (diag));
      return;
    }
  profile_init (&profile, quirks_none ());
  profile_add_arc (&profile, 0, 0x800000, 1);
  guess = rebase_find (&profile, other, symbols);
  CHECK (guess.result == REBASE_UNCLEAR, "three functions a page apart");
  CHECK (rebase_auto (&profile, diag, "gmon.out", other, symbols)
         && profile.arcs[0].self == 0x800000
         && strstr (diag_last (diag), "several offsets fit"),
         "nothing is moved then: %s", diag_last (diag));
  profile.arcs[0].self = 0x402000;
  guess = rebase_find (&profile, other, symbols);
  CHECK (guess.result == REBASE_FOUND && guess.offset == 0,
         "no move wins over equally good ones");
  profile_free (&profile);
  symtab_free (symbols);
  image_free (other);
  sources_free (sources);
}

static void
test_samples_alone (void)
{
  struct profile profile;

  profile_init (&profile, quirks_none ());
  check_guess ("an empty profile", &profile, REBASE_UNKNOWN, 0);
  add_hist (&profile, 0x555555555000, 0x555555558000, 0x600, 3);
  check_guess ("a histogram of the text", &profile, REBASE_FOUND,
               0x401000 - 0x555555555000);
  profile_free (&profile);
  profile_init (&profile, quirks_none ());
  add_hist (&profile, 0x555555154000, 0x555555558000, 0x600, 0x5ff);
  check_guess ("one from the start of the image", &profile, REBASE_FOUND,
               -0x555555154000);
  profile_free (&profile);
  profile_init (&profile, quirks_none ());
  add_hist (&profile, 0x402000, 0x403000, 0x400, 3);
  check_guess ("a later part of the text, where it is", &profile,
               REBASE_FOUND, 0);
  profile_free (&profile);
  profile_init (&profile, quirks_none ());
  add_hist (&profile, 0x555555555000, 0x565555558000, 0x600, 0x500);
  check_guess ("samples nowhere", &profile, REBASE_UNKNOWN, 0);
  profile_free (&profile);
}

/* -- Moving --------------------------------------------------------------- */

static void
test_move (void)
{
  struct wire wire = { false, false, 8, 0 };
  struct profile profile;

  profile_init (&profile, quirks_none ());
  add_hist (&profile, 0x2000, 0x3000, 16, 3);
  add_hist (&profile, 0x5000, 0x6000, 16, 4);
  profile_add_arc (&profile, 0x2010, 0x2020, 7);
  profile_add_arc (&profile, GMON_FROM_OUTSIDE, 0x2020, 8);
  profile_add_block (&profile, 0x2040, 9);
  CHECK (profile_move (&profile, diag, "file", wire, -0x1000),
         "a move down");
  CHECK (profile.hists[0].low == 0x1000 && profile.hists[0].high == 0x2000
         && profile.hists[1].low == 0x4000, "histograms moved");
  CHECK (profile.arcs[0].from == 0x1010 && profile.arcs[0].self == 0x1020
         && profile.arcs[0].count == 7, "an arc moved");
  CHECK (profile.arcs[1].from == 0 && profile.arcs[1].self == 0x1020,
         "a caller outside stays outside");
  CHECK (profile.blocks[0].addr == 0x1040, "a block moved");
  add_hist (&profile, 0x4000, 0x5000, 16, 4);
  CHECK (profile.n_hists == 2 && bin_of (&profile, 1, 4) == 2,
         "what is read after a move joins what was moved");
  CHECK (!profile_move (&profile, diag, "file", wire, -0x2000)
         && profile.hists[1].low == 0x4000 && profile.arcs[0].self == 0x1020,
         "a move below 0 fails and changes nothing");
  CHECK_STR (diag_last (diag), "file: the histogram of 0x1000-0x2000 cannot be"
             " moved by -0x2000: it would pass the end of the address space",
             "the message");
  CHECK (!profile_move (&profile, diag, "file", wire, INT64_MIN),
         "the largest move fails");
  profile_free (&profile);
}

static void
test_narrow_move (void)
{
  struct wire wire = { true, false, 4, 0 };
  struct profile profile;

  profile_init (&profile, quirks_none ());
  profile_add_arc (&profile, 0xfffffff0, 0x10, 1);
  CHECK (profile_move (&profile, diag, "file", wire, 0x20)
         && profile.arcs[0].from == 0x10 && profile.arcs[0].self == 0x30,
         "addresses of 32 bits go round");
  add_hist (&profile, 0xf0000000, 0xf0001000, 16, 3);
  CHECK (!profile_move (&profile, diag, "file", wire, 0x10000000),
         "a histogram does not");
  profile_free (&profile);
  profile_init (&profile, quirks_none ());
  wire.sign_extend = true;
  profile_add_arc (&profile, 0x7ffffff0, 0xffffffff80000010, 1);
  CHECK (profile_move (&profile, diag, "file", wire, 0x20)
         && profile.arcs[0].from == 0xffffffff80000010
         && profile.arcs[0].self == 0xffffffff80000030,
         "signed addresses stay signed");
  profile_free (&profile);
}

static void
test_auto (void)
{
  struct profile profile;

  profile_init (&profile, quirks_none ());
  add_calls (&profile, N_STARTS, 14, 0x10000);
  CHECK (rebase_auto (&profile, diag, "gmon.out", image, symtab)
         && profile.arcs[0].self == starts[0] + 14, "rebase_auto moves");
  CHECK_STR (diag_last (diag), "gmon.out: moved by -0x10000: 9 of 9 callees are"
             " functions of image-rebase then", "and tells it");
  CHECK (rebase_auto (&profile, diag, "gmon.out", image, symtab)
         && profile.arcs[0].self == starts[0] + 14
         && strstr (diag_last (diag), "nothing is moved"),
         "once is enough: %s", diag_last (diag));
  profile_free (&profile);
  profile_init (&profile, quirks_none ());
  add_hist (&profile, 0x555555555000, 0x555555558000, 0x600, 3);
  CHECK (rebase_auto (&profile, diag, "gmon.out", image, symtab)
         && profile.hists[0].low == 0x401000
         && strstr (diag_last (diag), "it has no calls"),
         "without calls: %s", diag_last (diag));
  profile_free (&profile);
}

int
main (int argc, char **argv)
{
  struct sym_rules rules = { .quirks = { 0 } };
  struct sources *sources = sources_new ();

  (void) argc;
  diag = diag_new ("t_rebase", NULL);
  image = image_made (diag, argv[0], "image-rebase", source);
  if (!image_read_syms (image, true)
      || !(symtab = image_create_function_syms (image, diag, &rules, sources)))
    {
      unresolved ("cannot read the symbols: %s", diag_last (diag));
      return EXIT_FAILURE;
    }
  for (size_t i = 0; i < N_STARTS; i++)
    if (sym_get (symtab, (sym_id) i)->addr != starts[i])
      unresolved ("the image is not as wanted");
  test_calls ();
  test_strangers ();
  test_single ();
  test_unclear (argv[0]);
  test_samples_alone ();
  test_move ();
  test_narrow_move ();
  test_auto ();
  symtab_free (symtab);
  image_free (image);
  sources_free (sources);
  diag_free (diag);
  return check_end ();
}
