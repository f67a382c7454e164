/* unit/t_bsd_write.c -- tests of profile/bsd_write: what BSD files can hold.

   SPDX-License-Identifier: GPL-3.0-or-later

   Run by gprof.unit.  */

#include <config.h>

#include "bins.h"
#include "check.h"

#include <stdlib.h>

#include "profile/bsd_format.h"
#include "profile/gmon_io.h"

static const struct wire wires[] = {
  { false, false, 8, 0 }, { true, false, 8, 0 }, { false, false, 4, 0 },
  { true, false, 4, 0 }
};

#define N_WIRES (sizeof wires / sizeof wires[0])

static struct diag *diag;

static void
add_hist (struct profile *p, uint64_t low, uint32_t rate, uint16_t count)
{
  struct hist_header header = { low, low + 0x20, 8, rate, "seconds", 's', 0, 0,
                                0 };
  struct writer w;
  struct reader r;

  writer_init (&w, wires[0]);
  for (unsigned i = 0; i < 8; i++)
    wr_u16 (&w, count);
  reader_init (&r, w.data, w.len, wires[0]);
  if (!profile_add_hist (p, diag, "file", &header, &r))
    fail ("a histogram is added: %s", diag_last (diag));
  writer_free (&w);
}

static void
fill (struct profile *p, uint32_t rate)
{
  profile_init (p, quirks_none ());
  add_hist (p, 0x1000, rate, 7);
  profile_add_arc (p, 0x1004, 0x1008, UINT64_C (0x100000004));
}

/* Written with the header wanted and read back, the sums are the same.  */
static void
test_round (uint32_t rate, bool with_rate, bool old)
{
  unsigned bad = 0;

  for (size_t i = 0; i < N_WIRES; i++)
    {
      unsigned addr_size = wires[i].addr_size;
      size_t header = old ? GMON_BSD_HEADER_SIZE (addr_size)
                      : GMON_BSD44_HEADER_SIZE (addr_size);
      size_t n_arcs = addr_size == 8 ? 1 : 2;
      struct profile p, back;
      struct writer w;

      fill (&p, rate);
      profile_init (&back, quirks_none ());
      writer_init (&w, wires[i]);
      EXPECT (&bad, bsd_write (&p, diag, "sum", &w, with_rate, false),
              "written");
      EXPECT (&bad, w.len == header + 16 + n_arcs * 3 * addr_size,
              "wire %zu: %zu bytes", i, w.len);
      EXPECT (&bad, gmon_read_buffer (&back, diag, "sum", w.data, w.len,
                                      old ? GMON_FORMAT_BSD
                                      : GMON_FORMAT_BSD44, wires[i])
              && profile_merge (&back, diag) && back.n_arcs == 1
              && back.arcs[0].count == p.arcs[0].count && back.rate == rate
              && bin_of (&back, 0, 7) == 7, "wire %zu: read back", i);
      writer_free (&w);
      profile_free (&p);
      profile_free (&back);
    }
  CHECK (bad == 0, "rate %" PRIu32 "%s: %s header", rate,
         with_rate ? ", 4.4BSD asked for" : "", old ? "old" : "4.4BSD");
}

/* Samples that a reader of the old header would take for the magic number of
   the other one.  */
static void
test_like_44 (void)
{
  unsigned bad = 0;

  for (size_t i = 0; i < N_WIRES; i++)
    {
      const bool big = wires[i].big_endian;
      struct profile p, back;
      struct writer w;

      fill (&p, 100);
      bin_set (&p, 0, big, GMON_BSD44_MAGIC & 0xffff);
      bin_set (&p, 0, !big, GMON_BSD44_MAGIC >> 16);
      profile_init (&back, quirks_none ());
      writer_init (&w, wires[i]);
      EXPECT (&bad, bsd_write (&p, diag, "sum", &w, false, false), "written");
      EXPECT (&bad, gmon_read_buffer (&back, diag, "sum", w.data, w.len,
                                      GMON_FORMAT_BSD, wires[i])
              && back.n_hists == 1
              && bins_equal (&p.hists[0].bins, &back.hists[0].bins),
              "wire %zu: read back", i);
      w.len = 0;
      EXPECT (&bad, bsd_write (&p, diag, "sum", &w, false, true)
              && w.len == GMON_BSD_HEADER_SIZE (wires[i].addr_size) + 16
                          + GMON_BSD_ARC_SIZE (wires[i].addr_size),
              "wire %zu: GNU writes the old header", i);
      writer_free (&w);
      profile_free (&p);
      profile_free (&back);
    }
  CHECK (bad == 0, "samples that look like the magic number of 4.4BSD");
}

static void
check_refused (struct profile *p, const char *why)
{
  unsigned before = diag_errors (diag);
  struct writer w;

  writer_init (&w, wires[0]);
  CHECK (!bsd_write (p, diag, "sum", &w, true, false) && w.len == 0
         && diag_errors (diag) == before + 1
         && strstr (diag_last (diag), "sum: not written")
         && strstr (diag_last (diag), why), "refused: %s", why);
  CHECK (bsd_write (p, diag, "sum", &w, true, true) && w.len > 40,
         "but cut, as in GNU, it is written");
  writer_free (&w);
  profile_free (p);
}

static void
test_losses (void)
{
  struct profile p;

  fill (&p, 100);
  add_hist (&p, 0x1020, 100, 1);
  check_refused (&p, "several address ranges");
  fill (&p, 100);
  bin_set (&p, 0, 3, 65536);
  check_refused (&p, "over 16 bits");
  fill (&p, 100);
  profile_add_block (&p, 0x1000, 1);
  check_refused (&p, "basic blocks");
  fill (&p, 100);
  memcpy (p.dimension, "cycles", sizeof "cycles");
  check_refused (&p, "dimension");
  fill (&p, 0);
  check_refused (&p, "rate");
}

static void
test_empty (void)
{
  struct profile p;
  struct writer w;

  profile_init (&p, quirks_none ());
  writer_init (&w, wires[0]);
  CHECK (bsd_write (&p, diag, "sum", &w, false, false) && w.len == 20
         && w.data[16] == 20, "no samples: a header");
  writer_free (&w);
  writer_init (&w, wires[2]);
  CHECK (bsd_write (&p, diag, "sum", &w, false, false)
         && gmon_read_buffer (&p, diag, "sum", w.data, w.len, GMON_FORMAT_BSD,
                              wires[2]),
         "no samples, 32 bits: long enough to be read");
  writer_free (&w);
  writer_init (&w, wires[2]);
  CHECK (bsd_write (&p, diag, "sum", &w, false, true) && w.len == 12,
         "as GNU does, not");
  writer_free (&w);
  profile_free (&p);
}

int
main (void)
{
  diag = diag_new ("t_bsd_write", NULL);
  test_round (100, false, true);
  test_round (100, true, false);
  test_round (250, false, false);
  test_like_44 ();
  test_losses ();
  test_empty ();
  diag_free (diag);
  return check_end ();
}
