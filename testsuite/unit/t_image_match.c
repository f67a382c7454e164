/* unit/t_image_match.c -- tests of match/image_match: does a profile fit a
   program?

   SPDX-License-Identifier: GPL-3.0-or-later

   The code of the image is [0x400000, 0x400010) and [0x401000, 0x402000).
   Run by gprof.unit.  */

#include <config.h>

#include "check.h"

#include "image.h"
#include "image/source.h"
#include "image/sym_load.h"
#include "match/image_match.h"

static const char source[] =
  "base 0x401000\n"
  "func f 4096\n"
  "section .init 0x400000\n"
  "func _init 16\n";

static struct image *image;
static struct symtab *symtab;
static struct diag *diag;

/* One histogram of up to two bins, up to two arcs of a number of calls that
   does not matter, and the warning; NULL: none.  */
struct row
{
  const char *name;
  uint64_t low, high;
  unsigned bins[2];
  uint64_t arcs[2][2];
  const char *want;
};

/* Bins of 0x1000 bytes.  */
static const struct row rows[] = {
  { "nothing", 0, 0, { 0 }, { { 0 } }, NULL },
  { "samples in the text", 0x401000, 0x403000, { 5, 0 }, { { 0 } }, NULL },
  { "empty bins before it", 0x400800, 0x402800, { 0, 5 }, { { 0 } }, NULL },
  { "one of a hundred samples outside", 0x401000, 0x403000, { 99, 1 },
    { { 0 } }, NULL },
  { "two of a hundred", 0x401000, 0x403000, { 98, 2 }, { { 0 } },
    "2.0% of the samples (2 of 100) and 0.0% of the arcs (0 of 0)" },
  { "a bin that only ends in code", 0x400800, 0x402800, { 7, 0 }, { { 0 } },
    NULL },
  { "a bin that only begins in code", 0x400000, 0x402000, { 7, 0 },
    { { 0 } }, NULL },
  { "a bin that ends where code begins", 0x400010, 0x401000, { 7, 1 },
    { { 0 } }, "none of its 8 samples" },
  { "a bin that begins where code ends", 0x402000, 0x404000, { 7, 1 },
    { { 0 } }, "none of its 8 samples and 0 arcs lie in code of image" },
  { "arcs in code", 0, 0, { 0 }, { { 0x401005, 0x401ffe },
                                   { 0x400001, 0x400002 } }, NULL },
  { "an arc from outside", 0, 0, { 0 }, { { 0, 0x401000 } }, NULL },
  { "a caller elsewhere", 0, 0, { 0 }, { { 0x402000, 0x401000 } },
    "none of its 0 samples and 1 arcs" },
  { "a callee elsewhere", 0, 0, { 0 }, { { 0x401000, 0x400ffe },
                                         { 0x401000, 0x401000 } },
    "50.0% of the arcs (1 of 2) lie outside the code of image" },
  { "nobody called from outside", 0, 0, { 0 }, { { 0, 0x402000 } },
    "none of its 0 samples and 1 arcs" },
  { "samples fit, arcs do not", 0x401000, 0x403000, { 5, 0 },
    { { 0x7001, 0x7002 } },
    "0.0% of the samples (0 of 5) and 100.0% of the arcs (1 of 1)" },
  { "arcs fit, samples do not", 0x500000, 0x502000, { 5, 0 },
    { { 0x401001, 0x401002 } },
    "100.0% of the samples (5 of 5) and 0.0% of the arcs (0 of 1)" }
};

static void
fill (struct profile *profile, const struct row *row)
{
  struct hist_header header = { row->low, row->high, 2, 100, "seconds", 's',
                                0, 0, 0 };
  struct writer w;
  struct reader r;

  writer_init (&w, image_wire (image));
  wr_u16 (&w, (uint16_t) row->bins[0]);
  wr_u16 (&w, (uint16_t) row->bins[1]);
  reader_init (&r, w.data, w.len, w.wire);
  if (row->high && !profile_add_hist (profile, diag, "file", &header, &r))
    unresolved ("%s: %s", row->name, diag_last (diag));
  writer_free (&w);
  for (unsigned i = 0; i < 2 && row->arcs[i][1]; i++)
    profile_add_arc (profile, row->arcs[i][0], row->arcs[i][1], 1000);
}

static void
test_row (const struct row *row)
{
  struct profile profile;
  unsigned before = diag_warnings (diag), errors = diag_errors (diag);

  profile_init (&profile, quirks_none ());
  fill (&profile, row);
  image_match_check (&profile, image, symtab, diag, "gmon.out");
  CHECK (diag_warnings (diag) == before + (row->want != NULL)
         && diag_errors (diag) == errors, "%s: warned or not", row->name);
  if (row->want)
    CHECK (strncmp (diag_last (diag), "gmon.out: ", 10) == 0
           && strstr (diag_last (diag), row->want), "%s: %s", row->name,
           diag_last (diag));
  profile_free (&profile);
}

/* Samples of several histograms are taken together.  */
static void
test_two_histograms (void)
{
  struct row inside = { .low = 0x401000, .high = 0x402000,
                        .bins = { 97, 0 } };
  struct row outside = { .low = 0x502000, .high = 0x503000,
                         .bins = { 2, 1 } };
  struct profile profile;

  profile_init (&profile, quirks_none ());
  fill (&profile, &inside);
  fill (&profile, &outside);
  image_match_check (&profile, image, symtab, diag, "gmon.out");
  CHECK (strstr (diag_last (diag), "3.0% of the samples (3 of 100)"),
         "two histograms: %s", diag_last (diag));
  profile_free (&profile);
}

/* A profile of this program, but at another address: that is said.  */
static void
test_moved (const char *program)
{
  struct image *small = image;
  struct symtab *none = symtab;
  struct sym_rules rules = { .quirks = { 0 } };
  struct sources *sources = sources_new ();
  struct profile profile;

  image = image_made (diag, program, "image-moved",
                      "func a 0x50\nfunc b 0x70\nfunc c 0x30\nfunc d 0x90\n");
  if (!image_read_syms (image, true)
      || !(symtab = image_create_function_syms (image, diag, &rules, sources)))
    unresolved ("image-moved: %s", diag_last (diag));
  profile_init (&profile, quirks_none ());
  profile_add_arc (&profile, 0x901060, 0x901004, 1);
  profile_add_arc (&profile, 0x901060, 0x901054, 1);
  profile_add_arc (&profile, 0x901060, 0x9010c4, 1);
  image_match_check (&profile, image, symtab, diag, "gmon.out");
  CHECK (strstr (diag_last (diag), "--rebase=auto would move them by "
                 "-0x500000"), "a moved program: %s", diag_last (diag));
  profile_free (&profile);
  symtab_free (symtab);
  image_free (image);
  sources_free (sources);
  image = small;
  symtab = none;
}

int
main (int argc, char **argv)
{
  (void) argc;
  diag = diag_new ("t_image_match", NULL);
  image = image_made (diag, argv[0], "image", source);
  symtab = symtab_new ();
  symtab_finalize (symtab, 0);
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    test_row (&rows[i]);
  test_two_histograms ();
  test_moved (argv[0]);
  symtab_free (symtab);
  image_free (image);
  diag_free (diag);
  return check_end ();
}
