/* unit/t_call_graph.c -- tests of profile/call_graph: arc records.

   SPDX-License-Identifier: GPL-3.0-or-later

   Run by gprof.unit.  */

#include <config.h>

#include "check.h"

#include "profile/call_graph.h"

static struct diag *diag;

static const struct wire wires[] = {
  { false, false, 8, 0 }, { true, false, 8, 0 }, { false, false, 4, 0 },
  { true, false, 4, 0 }, { true, true, 4, 0 }
};

#define N_WIRES (sizeof wires / sizeof wires[0])

/* Writes P's arcs as WIRE says and reads them into *BACK.  */
static bool
round_trip (const struct profile *p, struct profile *back, struct wire wire,
            bool truncate)
{
  struct writer w;
  struct reader r;
  bool done = true;

  writer_init (&w, wire);
  cg_write_arcs (p, &w, truncate);
  profile_init (back, quirks_none ());
  reader_init (&r, w.data, w.len, wire);
  while (done && rd_left (&r))
    done = rd_u8 (&r) == GMON_TAG_CG_ARC
           && cg_read_rec (back, diag, "file", &r);
  writer_free (&w);
  return done;
}

static void
test_wires (void)
{
  struct profile p;
  unsigned bad = 0;

  profile_init (&p, quirks_none ());
  profile_add_arc (&p, 0x401136, 0x401000, 7);
  profile_add_arc (&p, 0, 0x7ffffffe, 0);
  profile_add_arc (&p, 3, 2, GMON_ARC_COUNT_MAX);
  for (size_t i = 0; i < N_WIRES; i++)
    {
      struct profile back;

      EXPECT (&bad, round_trip (&p, &back, wires[i], false), "wire %zu", i);
      EXPECT (&bad, back.n_arcs == 3, "%zu arcs", back.n_arcs);
      for (size_t arc = 0; arc < back.n_arcs && arc < 3; arc++)
        EXPECT (&bad, back.arcs[arc].from == p.arcs[arc].from
                && back.arcs[arc].self == p.arcs[arc].self
                && back.arcs[arc].count == p.arcs[arc].count,
                "wire %zu, arc %zu", i, arc);
      profile_free (&back);
    }
  CHECK (bad == 0, "arcs written and read, every byte order and size");
  profile_free (&p);
}

static void
test_high_addresses (void)
{
  static const uint64_t high = UINT64_C (0xffffffff80001000);
  struct profile p, back;

  profile_init (&p, quirks_none ());
  profile_add_arc (&p, high, high + 4, 1);
  CHECK (round_trip (&p, &back, wires[1], false)
         && back.arcs[0].from == high, "high addresses of 8 bytes");
  profile_free (&back);
  CHECK (round_trip (&p, &back, wires[4], false)
         && back.arcs[0].from == high && back.arcs[0].self == high + 4,
         "high addresses of 4 bytes, signed");
  profile_free (&back);
  CHECK (round_trip (&p, &back, wires[3], false)
         && back.arcs[0].from == 0x80001000,
         "high addresses of 4 bytes, unsigned");
  profile_free (&back);
  profile_free (&p);
}

/* How many bytes P's arcs take in 8-byte addresses.  */
static size_t
written (const struct profile *p)
{
  struct writer w;
  size_t len;

  writer_init (&w, wires[0]);
  cg_write_arcs (p, &w, false);
  len = w.len;
  writer_free (&w);
  return len;
}

/* Counts and the records they take.  */
static void
test_split (uint64_t count, uint64_t records)
{
  struct profile p, back;

  profile_init (&p, quirks_none ());
  profile_add_arc (&p, 1, 2, count);
  CHECK_U64 (cg_records (&p.arcs[0]), records, "records of an arc");
  CHECK_U64 (written (&p), records * (1 + 8 + 8 + 4), "as many are written");
  CHECK (round_trip (&p, &back, wires[0], false) && back.n_arcs == 1
         && back.arcs[0].count == count, "read, they are the arc again");
  profile_free (&back);
  CHECK (round_trip (&p, &back, wires[0], true) && back.n_arcs == 1,
         "cut, it is one record");
  CHECK_U64 (back.arcs[0].count, count & 0xffffffff, "of the low bits");
  profile_free (&back);
  profile_free (&p);
}

/* A record cut anywhere is refused, and nothing of it kept.  */
static void
test_truncated (void)
{
  unsigned bad = 0;

  for (size_t i = 0; i < N_WIRES; i++)
    for (size_t len = 0; len <= GMON_ARC_SIZE (wires[i].addr_size); len++)
      {
        static const unsigned char data[32];
        bool whole = len == GMON_ARC_SIZE (wires[i].addr_size);
        unsigned before = diag_errors (diag);
        struct profile p;
        struct reader r;

        profile_init (&p, quirks_none ());
        reader_init (&r, data, len, wires[i]);
        EXPECT (&bad, cg_read_rec (&p, diag, "file", &r) == whole,
                "wire %zu, %zu bytes", i, len);
        EXPECT (&bad, p.n_arcs == whole, "%zu arcs", p.n_arcs);
        EXPECT (&bad, diag_errors (diag) == before + !whole, "messages");
        profile_free (&p);
      }
  CHECK (bad == 0, "arcs cut anywhere");
  CHECK_STR (diag_last (diag),
             "file: offset 0: unexpected end of file in an arc;"
             " was it cut off?",
             "the message");
}

int
main (void)
{
  diag = diag_new ("t_call_graph", NULL);
  test_wires ();
  test_high_addresses ();
  test_split (0, 1);
  test_split (1, 1);
  test_split (UINT64_C (0xffffffff), 1);
  test_split (UINT64_C (0x100000000), 2);
  test_split (UINT64_C (0x1fffffffe), 2);
  test_split (UINT64_C (0x1ffffffff), 3);
  test_split (UINT64_C (1000) << 32, 1001);
  test_truncated ();
  diag_free (diag);
  return check_end ();
}
