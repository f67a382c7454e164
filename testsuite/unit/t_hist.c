/* unit/t_hist.c -- tests of profile/hist: records, and credit to symbols.

   SPDX-License-Identifier: GPL-3.0-or-later

   The credit of random histograms to random symbols is compared with a model
   that looks at every unit of every bin by itself.  Run by gprof.unit.  */

#include <config.h>

#include "bins.h"
#include "check.h"

#include <math.h>
#include <stdlib.h>

#include "base/arena.h"
#include "image/lines.h"
#include "attribute/samples.h"
#include "profile/hist.h"

static struct diag *diag;

static const struct wire wires[] = {
  { false, false, 8, 0 }, { true, false, 8, 0 }, { false, false, 4, 0 },
  { true, false, 4, 0 }
};

#define N_WIRES (sizeof wires / sizeof wires[0])

/* -- Records ------------------------------------------------------------- */

static void
put_record (struct writer *w, uint64_t low, uint64_t high, uint32_t nbins,
            const uint16_t *bins)
{
  wr_u8 (w, GMON_TAG_TIME_HIST);
  wr_addr (w, low);
  wr_addr (w, high);
  wr_u32 (w, nbins);
  wr_u32 (w, 100);
  wr_bytes (w, "seconds", 7);
  wr_zeros (w, 8);
  wr_u8 (w, 's');
  for (uint32_t i = 0; i < nbins; i++)
    wr_u16 (w, bins[i]);
}

/* Reads the records of W into P, from the first tag on.  */
static bool
read_records (struct profile *p, const struct writer *w)
{
  struct hist_group group = { .items = NULL };
  struct reader r;
  bool done = true;

  reader_init (&r, w->data, w->len, w->wire);
  while (done && rd_left (&r))
    done = rd_u8 (&r) == GMON_TAG_TIME_HIST
           && hist_read_rec (p, diag, "file", &r, &group);
  done = done && hist_add_group (p, diag, "file", &group);
  hist_group_free (&group);
  return done;
}

static void
test_read_write (void)
{
  static const uint16_t bins[4] = { 1, 0, 65535, 256 };
  unsigned bad = 0;

  for (size_t i = 0; i < N_WIRES; i++)
    {
      struct profile p;
      struct writer in, out;

      writer_init (&in, wires[i]);
      put_record (&in, 0x1000, 0x1010, 4, bins);
      put_record (&in, 0x1010, 0x1020, 4, bins);
      profile_init (&p, quirks_none ());
      EXPECT (&bad, read_records (&p, &in), "read %zu", i);
      EXPECT (&bad, p.n_hists == 2 && p.hists[1].low == 0x1010
              && bin_of (&p, 1, 2) == 65535 && p.rate == 100, "wire %zu", i);
      writer_init (&out, wires[i]);
      hist_write_bins (&p, &out, false);
      EXPECT (&bad, out.len == in.len
              && memcmp (out.data, in.data, in.len) == 0,
              "wire %zu: other bytes", i);
      writer_free (&in);
      writer_free (&out);
      profile_free (&p);
    }
  CHECK (bad == 0, "histograms read and written, every byte order and size");
}

static void
test_truncated (void)
{
  static const uint16_t bins[4] = { 1, 2, 3, 4 };
  unsigned bad = 0;

  for (size_t i = 0; i < N_WIRES; i++)
    {
      struct writer w;
      size_t whole;

      writer_init (&w, wires[i]);
      put_record (&w, 0x1000, 0x1010, 4, bins);
      whole = w.len;
      for (w.len = 1; w.len < whole; w.len++)
        {
          struct profile p;
          unsigned before = diag_errors (diag);

          profile_init (&p, quirks_none ());
          EXPECT (&bad, !read_records (&p, &w), "%zu bytes", w.len);
          EXPECT (&bad, diag_errors (diag) == before + 1, "one message");
          EXPECT (&bad, strstr (diag_last (diag),
                                "file: offset 1: unexpected end"), "%s",
                  diag_last (diag));
          EXPECT (&bad, p.n_hists == 0, "nothing added");
          profile_free (&p);
        }
      writer_free (&w);
    }
  CHECK (bad == 0, "histograms cut anywhere");
}

/* A dimension that fills its field has no NUL in the file.  */
static void
test_long_dimension (void)
{
  static const uint16_t bins[1] = { 7 };
  struct profile p;
  struct writer in, out;

  writer_init (&in, wires[0]);
  put_record (&in, 0, 4, 1, bins);
  memcpy (in.data + 1 + 8 + 8 + 4 + 4, "fifteen letters", 15);
  profile_init (&p, quirks_none ());
  CHECK (read_records (&p, &in), "a dimension of 15 letters");
  CHECK_STR (p.dimension, "fifteen letters", "all of them");
  writer_init (&out, wires[0]);
  hist_write_bins (&p, &out, false);
  CHECK (out.len == in.len && memcmp (out.data, in.data, in.len) == 0,
         "and written so");
  writer_free (&in);
  writer_free (&out);
  profile_free (&p);
}

/* Sums wider than a bin: split so that they add up again, or cut.  */
static void
test_split (void)
{
  static const uint16_t bins[3] = { 65535, 1, 0 };
  struct profile p, back;
  struct writer w;

  profile_init (&p, quirks_none ());
  writer_init (&w, wires[0]);
  put_record (&w, 0, 12, 3, bins);
  for (unsigned i = 0; i < 3; i++)
    read_records (&p, &w);
  bin_set (&p, 0, 1, 65536);
  CHECK (hist_is_split (&p.hists[0]), "196,605 samples exceed a record");
  w.len = 0;
  hist_write_bins (&p, &w, false);
  CHECK_U64 (w.len, 3 * (1 + GMON_HIST_HEADER_SIZE (8) + 6), "their bytes");
  CHECK (memcmp (w.data + 41, "\xff\xff\xff\xff\0\0", 6) == 0
         && memcmp (w.data + 41 + 47, "\xff\xff\1\0\0\0", 6) == 0
         && memcmp (w.data + 41 + 94, "\xff\xff\0\0\0\0", 6) == 0,
         "each is filled greedily");
  profile_init (&back, quirks_none ());
  CHECK (read_records (&back, &w) && back.n_hists == 1
         && bin_of (&back, 0, 0) == 196605 && bin_of (&back, 0, 1) == 65536
         && bin_of (&back, 0, 2) == 0, "they add up again");
  w.len = 0;
  hist_write_bins (&p, &w, true);
  CHECK (w.len == 47 && memcmp (w.data + 41, "\xfd\xff\0\0\0\0", 6) == 0,
         "cut to the low 16 bits");
  bin_set (&p, 0, 0, 65535);
  bin_set (&p, 0, 1, 0);
  CHECK (!hist_is_split (&p.hists[0]), "65,535 fits");
  bin_set (&p, 0, 0, 0);
  CHECK (!hist_is_split (&p.hists[0]), "so does nothing");
  writer_free (&w);
  profile_free (&p);
  profile_free (&back);
}

/* -- Credit -------------------------------------------------------------- */

/* A profile with symbols, and what is to be shown of them.  */
struct scene
{
  struct profile profile;
  struct symtab *symtab;
  struct selection *selection;
  struct sources *sources;
  struct lines *lines;          /* none is ever looked up */
  struct flat flat;
};

static void
scene_open (struct scene *s)
{
  profile_init (&s->profile, quirks_none ());
  s->symtab = symtab_new ();
  s->selection = selection_new ();
}

static void
scene_open_strict (struct scene *s)
{
  scene_open (s);
  profile_free (&s->profile);
  profile_init (&s->profile, quirks_gnu ());
}

static void
scene_symbol (struct scene *s, uint64_t addr, const char *name)
{
  struct sym sym = { .addr = addr, .name = name, .is_func = true };

  symtab_add (s->symtab, &sym);
}

static void
scene_hist (struct scene *s, uint64_t low, uint64_t high, uint32_t nbins,
            const uint16_t *bins)
{
  struct writer w;

  writer_init (&w, wires[0]);
  put_record (&w, low, high, nbins, bins);
  if (!read_records (&s->profile, &w))
    unresolved ("histogram: %s", diag_last (diag));
  writer_free (&w);
}

/* The text ends before TEXT_HIGH; SPEC (or NULL) goes to TABLE.  */
static void
scene_run (struct scene *s, uint64_t text_high, const char *spec,
           enum sym_table to)
{
  symtab_finalize (s->symtab, text_high);
  if (spec)
    sym_id_put (s->selection, spec, to);
  s->sources = sources_new ();
  s->lines = lines_new (NULL, s->symtab, s->sources, LINES_ALL);
  sym_id_parse (s->selection, s->symtab, s->lines, 0);
  flat_credit_samples (&s->flat, &s->profile, s->symtab, s->selection);
}

static void
scene_close (struct scene *s)
{
  flat_free (&s->flat);
  lines_free (s->lines);
  sources_free (s->sources);
  selection_free (s->selection);
  symtab_free (s->symtab);
  profile_free (&s->profile);
}

/* Two functions of 6 and 10 bytes under bins of 8: the picture in hist.c.  */
static void
test_shared_bin (void)
{
  static const uint16_t bins[2] = { 7, 0 };
  struct scene s;

  scene_open (&s);
  scene_symbol (&s, 0x1000, "f");
  scene_symbol (&s, 0x1006, "g");
  scene_hist (&s, 0x1000, 0x1010, 2, bins);
  scene_run (&s, 0x1010, NULL, INCL_FLAT);
  CHECK (s.flat.time[0] == 5.25 && s.flat.time[1] == 1.75,
         "7 samples are shared as 5.25 and 1.75");
  CHECK (s.flat.total == 7, "their total");
  scene_close (&s);
}

static void
test_selection (const char *spec, enum sym_table to, double f, double g,
                double total)
{
  static const uint16_t bins[2] = { 7, 4 };
  struct scene s;

  scene_open (&s);
  scene_symbol (&s, 0x1000, "f");
  scene_symbol (&s, 0x1006, "g");
  scene_hist (&s, 0x1000, 0x1010, 2, bins);
  scene_run (&s, 0x1010, spec, to);
  CHECK (s.flat.time[0] == f && s.flat.time[1] == g && s.flat.total == total,
         "%s of the flat profile: %s", spec,
         to == INCL_FLAT ? "only" : "not");
  scene_close (&s);
}

/* Samples before the first symbol and after the last one count in the total
   and for nobody.  */
static void
test_outside (void)
{
  static const uint16_t bins[4] = { 1, 2, 4, 8 };
  struct scene s;

  scene_open (&s);
  scene_symbol (&s, 0x1004, "f");
  scene_hist (&s, 0x1000, 0x1010, 4, bins);
  scene_run (&s, 0x100c, NULL, INCL_FLAT);
  CHECK (s.flat.time[0] == 6, "the last symbol ends with the text");
  CHECK (s.flat.total == 15, "all samples are in the total");
  scene_close (&s);
}

/* The last symbol of an odd end owns the unit its last byte begins.  */
static void
test_last_symbol (uint64_t text_high, double want)
{
  static const uint16_t bins[4] = { 1, 1, 1, 1 };
  struct scene s;

  scene_open (&s);
  scene_symbol (&s, 0x1000, "f");
  scene_hist (&s, 0x1000, 0x1008, 4, bins);
  scene_run (&s, text_high, NULL, INCL_FLAT);
  CHECK (s.flat.time[0] == want, "a text that ends at %#" PRIx64, text_high);
  scene_close (&s);
}

/* Bins of a width that is not whole, read as GNU gprof reads them: they credit
   more than they count, since they begin and end at truncated multiples.  */
static void
test_fraction (void)
{
  uint16_t bins[1312];
  struct scene s;
  const double width = 2620.0 / 1312;

  for (unsigned i = 0; i < 1312; i++)
    bins[i] = 1;
  scene_open_strict (&s);
  scene_symbol (&s, 0, "f");
  scene_hist (&s, 0, 0x1478, 1312, bins);
  scene_run (&s, 0x1478, NULL, INCL_FLAT);
  CHECK (s.profile.scale == width, "the width is %.6f units", width);
  CHECK (fabs (s.flat.time[0] - 1312) < 1e-9, "all samples once");
  scene_close (&s);
  memset (bins, 0, sizeof bins);
  bins[0] = 100;                /* one unit, not 1.997 */
  bins[1] = 100;                /* two units */
  scene_open_strict (&s);
  scene_symbol (&s, 0, "f");
  scene_symbol (&s, 2, "g");
  scene_hist (&s, 0, 0x1478, 1312, bins);
  scene_run (&s, 0x1478, NULL, INCL_FLAT);
  CHECK (s.flat.time[0] == 1 * 100 / width && s.flat.time[1] == 2 * 100 / width,
         "bins of a fraction, credited as if whole");
  CHECK (s.flat.total == 200, "the total is what was counted");
  scene_close (&s);
}

/* -- glibc's profil ------------------------------------------------------- */

/* Histograms that glibc 2.36 wrote for a range of SIZE bytes, and the only
   scale by which all its addresses are in the bins where its handler of SIGPROF
   counted them.  That was seen on x86-64; on a 32-bit ARM where NBINS is no
   multiple of 4.  */
static const struct profil_row
{
  uint64_t size;
  uint32_t nbins, scale;
} profil_rows[] = {
  { 4, 4, 65536 }, { 8, 4, 65536 }, { 12, 4, 43690 }, { 56, 16, 37449 },
  { 3972, 994, 32801 }, { 32780, 8196, 32772 }, { 65544, 16388, 32772 },
  { 65548, 16388, 32770 }, { 65604, 16404, 32773 }, { 131068, 32768, 32769 },
  { 131076, 32770, 32769 }, { 131076, 32772, 32771 },
  { 131080, 32772, 32770 }, { 131084, 32772, 32769 },
  { 262152, 65540, 32769 }, { 393220, 98308, 32769 },
  { 524300, 131076, 32768 }, { 8388620, 2097156, 32768 }
};

/* Reads a histogram of SIZE bytes from LOW whose first bin has COUNT.  */
static bool
read_profil (struct profile *p, uint64_t low, uint64_t size, uint32_t nbins,
             uint16_t count)
{
  struct hist_header header = { low, low + size, nbins, 100, "seconds", 's',
                                0, 0, 0 };
  struct writer w;
  struct reader r;
  bool done;

  writer_init (&w, wires[0]);
  wr_u16 (&w, count);
  wr_zeros (&w, ((size_t) nbins - 1) * GMON_BIN_SIZE);
  reader_init (&r, w.data, w.len, w.wire);
  done = profile_add_hist (p, diag, "glibc", &header, &r);
  writer_free (&w);
  return done;
}

/* Each unit of the range must lie in the bin that profil counts it in.  */
static void
test_profil (const struct profil_row *row)
{
  struct profile p;
  unsigned bad = 0;

  profile_init (&p, quirks_none ());
  CHECK (read_profil (&p, 0x1000, row->size, row->nbins, 7), "glibc's file of "
         "%" PRIu64 " bytes", row->size);
  CHECK_U64 (p.hists[0].profil_scale, row->scale, "its scale");
  for (uint64_t unit = 0; unit < row->size / 2; unit++)
    {
      uint64_t bin = unit * row->scale / 65536;

      EXPECT (&bad, hist_bin_start (&p, &p.hists[0], bin) <= unit
              && unit < hist_bin_start (&p, &p.hists[0], bin + 1),
              "unit %" PRIu64 " of %" PRIu64, unit, row->size / 2);
    }
  CHECK (bad == 0 && hist_bin_start (&p, &p.hists[0], row->nbins)
         == row->size / 2, "its bins have the addresses that profil counts"
         " there, and the last one ends with the range");
  profile_free (&p);
}

/* What is not glibc's is read as it was: libgmon's bins, any bins in strict
   mode, and a histogram with counts where profil has none.  */
static void
test_not_profil (void)
{
  struct profile p;
  uint16_t bins[4] = { 1, 1, 1, 1 };
  struct scene s;

  profile_init (&p, quirks_gnu ());
  CHECK (read_profil (&p, 0x1000, 131084, 32772, 1)
         && p.hists[0].profil_scale == 0, "strict: evenly spread");
  profile_free (&p);
  profile_init (&p, quirks_none ());
  CHECK (read_profil (&p, 0x1000, 65536, 16384, 1)
         && p.hists[0].profil_scale == 0
         && hist_bin_start (&p, &p.hists[0], 5) == 10, "a chunk of libgmon's");
  profile_free (&p);
  profile_init (&p, quirks_none ());
  CHECK (read_profil (&p, 0x1002, 131084, 32772, 1)
         && p.hists[0].profil_scale == 0, "an odd start: evenly spread");
  profile_free (&p);
  scene_open (&s);
  scene_hist (&s, 0x1000, 0x1004, 4, bins);
  CHECK (s.profile.hists[0].profil_scale == 0,
         "counts in a bin that profil has no address for: evenly spread");
  bins[2] = bins[3] = 0;
  scene_hist (&s, 0x2000, 0x2004, 4, bins);
  CHECK (s.profile.hists[1].profil_scale == 65536,
         "none there: it may be glibc's");
  scene_run (&s, 0x3000, NULL, INCL_FLAT);
  scene_close (&s);
}

/* A bin on the border of two functions is divided by the units that it has; the
   credits add up to what was counted.  */
static void
test_profil_credit (void)
{
  uint16_t bins[1312];
  struct scene s;

  for (unsigned i = 0; i < 1312; i++)
    bins[i] = i < 1310 ? 100 : 0;
  scene_open (&s);
  scene_symbol (&s, 0, "f");
  scene_symbol (&s, 2, "g");
  scene_symbol (&s, 0x1470, "h");
  scene_hist (&s, 0, 0x1478, 1312, bins);
  scene_run (&s, 0x1478, NULL, INCL_FLAT);
  CHECK_U64 (s.profile.hists[0].profil_scale, 32818, "5,240 bytes: the scale");
  CHECK (s.flat.time[0] == 50, "half of the first bin, of two units");
  CHECK (s.flat.time[0] + s.flat.time[1] + s.flat.time[2] == 131000
         && s.flat.total == 131000, "no more is credited than counted");
  scene_close (&s);
}

static void
test_no_units (void)
{
  static const uint16_t one[1] = { 5 }, two[4] = { 1, 1, 1, 1 };
  struct scene s;

  scene_open (&s);
  scene_symbol (&s, 0x1000, "f");
  scene_hist (&s, 0x1000, 0x1001, 1, one);
  scene_run (&s, 0x1100, NULL, INCL_FLAT);
  CHECK (s.flat.time[0] == 0 && s.flat.total == 5,
         "a histogram of one byte covers no unit");
  scene_close (&s);
  scene_open (&s);
  scene_symbol (&s, 0x1000, "f");
  scene_hist (&s, 0x1000, 0x1004, 4, two);
  scene_run (&s, 0x1100, NULL, INCL_FLAT);
  CHECK (s.flat.time[0] == 4 && s.flat.total == 4,
         "more bins than units: every other bin covers none, the others"
         " count double");
  scene_close (&s);
}

static void
test_huge_addresses (void)
{
  static const uint64_t top = UINT64_C (0xffffffffffff0000);
  static const uint16_t bins[2] = { 3, 4 };
  struct scene s;

  scene_open (&s);
  scene_symbol (&s, 0x1000, "low");
  scene_symbol (&s, top, "f");
  scene_symbol (&s, top + 8, "g");
  scene_hist (&s, top, top + 16, 2, bins);
  scene_run (&s, UINT64_MAX, NULL, INCL_FLAT);
  CHECK (s.flat.time[0] == 0 && s.flat.time[1] == 3 && s.flat.time[2] == 4,
         "the top of the address space");
  scene_close (&s);
  scene_open (&s);
  scene_symbol (&s, 0, "f");
  scene_symbol (&s, UINT64_C (1) << 63, "g");
  scene_hist (&s, 0, UINT64_MAX, 2, bins);
  scene_run (&s, UINT64_MAX, NULL, INCL_FLAT);
  CHECK (fabs (s.flat.time[0] - 3) < 1e-9 && fabs (s.flat.time[1] - 4) < 1e-9,
         "a range of all addresses");
  scene_close (&s);
}

static void
test_nothing (void)
{
  static const uint16_t bins[2] = { 3, 4 };
  struct scene s;

  scene_open (&s);
  scene_hist (&s, 0x1000, 0x1008, 2, bins);
  scene_run (&s, 0x2000, NULL, INCL_FLAT);
  CHECK (s.flat.total == 7, "no symbols");
  scene_close (&s);
  scene_open (&s);
  scene_symbol (&s, 0x1000, "f");
  scene_run (&s, 0x2000, NULL, INCL_FLAT);
  CHECK (s.flat.total == 0 && s.flat.time[0] == 0, "no histogram");
  scene_close (&s);
}

/* A function that two histograms share, one that lies between them, and
   histograms that come in no order.  */
static void
test_several (void)
{
  static const uint16_t bins[2] = { 1, 2 }, more[2] = { 10, 20 };
  struct scene s;

  scene_open (&s);
  scene_symbol (&s, 0x1000, "f");
  scene_symbol (&s, 0x1004, "g");
  scene_symbol (&s, 0x3004, "h");
  scene_hist (&s, 0x3000, 0x3008, 2, more);
  scene_hist (&s, 0x1000, 0x1008, 2, bins);
  scene_run (&s, 0x4000, NULL, INCL_FLAT);
  CHECK (s.flat.time[0] == 1 && s.flat.time[1] == 12 && s.flat.time[2] == 20
         && s.flat.total == 33, "two histograms");
  scene_close (&s);
}

/* -- The model ----------------------------------------------------------- */

/* Credits the COUNT samples of the UNIT of a bin of WIDTH units.  */
static void
model_unit (const struct scene *s, uint64_t unit, double count, double width,
            double *credit)
{
  for (sym_id id = 0; id < symtab_len (s->symtab); id++)
    {
      const struct sym *sym = sym_get (s->symtab, id);
      uint64_t next = (sym->end_addr + 1) / 2;

      if (unit >= sym->addr / 2 && unit < next)
        credit[id] += count / width;
    }
}

/* The same of bins that profil made: from an address to its bin, as there.  */
static void
model_profil (const struct scene *s, double *credit)
{
  const struct hist *hist = &s->profile.hists[0];
  const uint64_t units = (hist->high - hist->low) / 2;
  uint64_t widths[64] = { 0 };

  for (uint64_t unit = 0; unit < units; unit++)
    widths[unit * hist->profil_scale >> 16]++;
  for (uint64_t unit = 0; unit < units; unit++)
    {
      uint32_t bin = (uint32_t) (unit * hist->profil_scale >> 16);

      model_unit (s, hist->low / 2 + unit,
                  (double) bins_get (&hist->bins, bin), (double) widths[bin],
                  credit);
    }
}

/* Credits, unit by unit, what flat_credit_samples credits in one piece.  */
static void
model (const struct scene *s, double *credit)
{
  const struct hist *hist = &s->profile.hists[0];
  const double width = s->profile.scale;

  if (hist->profil_scale)
    {
      model_profil (s, credit);
      return;
    }
  for (uint32_t bin = 0; bin < hist->bins.len; bin++)
    {
      uint64_t unit = hist->low / 2 + (uint64_t) (width * bin);
      uint64_t end = hist->low / 2 + (uint64_t) (width * (bin + 1.0));

      for (; unit < end; unit++)
        model_unit (s, unit, (double) bins_get (&hist->bins, bin), width,
                    credit);
    }
}

static void
test_random (void)
{
  enum { MAX_BINS = 60 };
  uint32_t seed = 12345;
  unsigned bad = 0, profil = 0;

  for (unsigned round = 0; round < 2000; round++)
    {
      uint32_t nbins = check_random (&seed) % MAX_BINS + 1;
      uint64_t low = 0x1000 + check_random (&seed) % 40;
      uint64_t high = low + 1 + check_random (&seed) % 400;
      unsigned n_syms = check_random (&seed) % 30;
      uint16_t bins[MAX_BINS];
      double credit[30] = { 0 };
      struct scene s;

      for (unsigned i = 0; i < nbins; i++)
        bins[i] = (uint16_t) (check_random (&seed) % 3
                              ? check_random (&seed) % 1000 : 0);
      scene_open (&s);
      for (unsigned i = 0; i < n_syms; i++)
        scene_symbol (&s, 0xff0 + check_random (&seed) % 500, "f");
      scene_hist (&s, low, high, nbins, bins);
      scene_run (&s, 0xff0 + check_random (&seed) % 600, NULL, INCL_FLAT);
      model (&s, credit);
      profil += s.profile.hists[0].profil_scale != 0;
      for (sym_id id = 0; id < symtab_len (s.symtab); id++)
        EXPECT (&bad, fabs (credit[id] - s.flat.time[id]) < 1e-6,
                "round %u, symbol %u: %g, not %g", round, id,
                s.flat.time[id], credit[id]);
      EXPECT (&bad, s.flat.total == profile_samples (&s.profile),
              "round %u: total", round);
      scene_close (&s);
    }
  CHECK (bad == 0, "random histograms and symbols, against the model");
  CHECK (profil > 0, "%u of them as glibc writes them", profil);
}

/* 200,000 symbols under 300,000 bins: quadratic work would show.  */
static void
test_large (void)
{
  enum { SYMS = 200000, BINS = 300000 };
  uint16_t *bins = array_new (BINS, sizeof *bins);
  struct scene s;
  double sum = 0;

  scene_open (&s);
  for (unsigned i = 0; i < SYMS; i++)
    scene_symbol (&s, 0x1000 + i * 6, "f");
  for (unsigned i = 0; i < BINS; i++)
    bins[i] = 3;
  scene_hist (&s, 0x1000, 0x1000 + BINS * 4, BINS, bins);
  scene_run (&s, 0x1000 + SYMS * 6, NULL, INCL_FLAT);
  for (unsigned i = 0; i < SYMS; i++)
    sum += s.flat.time[i];
  CHECK (sum == 3.0 * BINS && s.flat.time[7] == 4.5, "many of both");
  scene_close (&s);
  free (bins);
}

int
main (void)
{
  diag = diag_new ("t_hist", NULL);
  test_read_write ();
  test_truncated ();
  test_long_dimension ();
  test_split ();
  test_shared_bin ();
  test_selection ("g", EXCL_FLAT, 5.25, 0, 11 - 5.75);
  test_selection ("f", EXCL_FLAT, 0, 5.75, 11 - 5.25);
  test_selection ("g", INCL_FLAT, 0, 5.75, 11 - 5.25);
  test_selection ("nobody", INCL_FLAT, 5.25, 5.75, 11);
  test_outside ();
  test_last_symbol (0x1008, 4);
  test_last_symbol (0x1006, 3);
  test_last_symbol (0x1005, 2);
  test_last_symbol (0x1001, 0);
  test_last_symbol (0x0800, 0);
  test_fraction ();
  for (size_t i = 0; i < sizeof profil_rows / sizeof *profil_rows; i++)
    test_profil (&profil_rows[i]);
  test_not_profil ();
  test_profil_credit ();
  test_no_units ();
  test_huge_addresses ();
  test_nothing ();
  test_several ();
  test_random ();
  test_large ();
  diag_free (diag);
  return check_end ();
}
