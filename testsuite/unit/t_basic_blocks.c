/* unit/t_basic_blocks.c -- tests of profile/basic_blocks: block records.

   SPDX-License-Identifier: GPL-3.0-or-later

   Run by gprof.unit.  */

#include <config.h>

#include "check.h"
#include "quirks_if.h"

#include "attribute/block_counts.h"
#include "profile/basic_blocks.h"

static struct diag *diag;

static const struct wire wires[] = {
  { false, false, 8, 0 }, { true, false, 8, 0 }, { false, false, 4, 0 },
  { true, false, 4, 0 }, { true, true, 4, 0 }
};

#define N_WIRES (sizeof wires / sizeof wires[0])

/* Reads what W holds after the tag.  */
static bool
read_back (const struct writer *w, struct profile *back)
{
  struct reader r;

  profile_init (back, quirks_none ());
  reader_init (&r, w->data, w->len, w->wire);
  return rd_u8 (&r) == GMON_TAG_BB_COUNT
         && bb_read_rec (back, diag, "file", &r, 1) && rd_left (&r) == 0;
}

static void
test_wires (void)
{
  struct profile p;
  unsigned bad = 0;

  profile_init (&p, quirks_none ());
  profile_add_block (&p, 0x401136, 7);
  profile_add_block (&p, 0x401140, 0);
  profile_add_block (&p, 0x401136, 0xfffffff0);
  for (size_t i = 0; i < N_WIRES; i++)
    {
      struct profile back;
      struct writer w;

      writer_init (&w, wires[i]);
      bb_write_counts (&p, &w, false);
      EXPECT (&bad, w.len == 5 + 3 * GMON_BB_SIZE (wires[i].addr_size),
              "wire %zu: %zu bytes", i, w.len);
      EXPECT (&bad, read_back (&w, &back) && back.n_blocks == 3, "wire %zu",
              i);
      for (size_t b = 0; b < back.n_blocks && b < 3; b++)
        EXPECT (&bad, back.blocks[b].addr == p.blocks[b].addr
                && back.blocks[b].count == p.blocks[b].count,
                "wire %zu, block %zu", i, b);
      profile_free (&back);
      writer_free (&w);
    }
  CHECK (bad == 0, "blocks written and read, every byte order and size");
  profile_free (&p);
}

static void
test_none (void)
{
  struct profile p;
  struct writer w;
  struct reader r;

  profile_init (&p, quirks_none ());
  writer_init (&w, wires[0]);
  bb_write_counts (&p, &w, false);
  CHECK (w.len == 0, "no blocks, no record");
  reader_init (&r, "\0\0\0\0", 4, wires[0]);
  CHECK (bb_read_rec (&p, diag, "file", &r, 1) && p.n_blocks == 0
         && p.has_blocks, "a record of no blocks is a record");
  writer_free (&w);
  profile_free (&p);
}

/* A count of the 64 bits we add up in, into 4 bytes.  */
static void
test_split (uint64_t count, uint64_t entries)
{
  struct profile p, back;
  struct writer w;

  profile_init (&p, quirks_none ());
  profile_add_block (&p, 0x1000, count);
  profile_add_block (&p, 0x2000, 5);
  CHECK_U64 (bb_entries (&p.blocks[0], wires[2]), entries,
             "entries of a block, 4 bytes");
  CHECK_U64 (bb_entries (&p.blocks[0], wires[0]), 1,
             "entries of a block, 8 bytes");
  writer_init (&w, wires[2]);
  bb_write_counts (&p, &w, false);
  CHECK (read_back (&w, &back) && back.n_blocks == entries + 1,
         "as many are written");
  CHECK (profile_merge (&back, diag) && back.n_blocks == 2
         && back.blocks[0].count == count && back.blocks[1].count == 5,
         "merged, they are as before");
  profile_free (&back);
  writer_free (&w);
  writer_init (&w, wires[2]);
  bb_write_counts (&p, &w, true);
  CHECK (read_back (&w, &back) && back.n_blocks == 2
         && back.blocks[0].count == (uint32_t) count, "cut");
  profile_free (&back);
  writer_free (&w);
  profile_free (&p);
}

static void
put_v0 (struct writer *w)
{
  wr_u32 (w, 2);
  wr_bytes (w, "prefix", 7);
  wr_u64 (w, 5);
  wr_u64 (w, 0x1000);
  wr_bytes (w, "main.c\0main", 12);
  wr_u32 (w, 12);
  wr_u64 (w, UINT64_C (0x123456789a));
  wr_u64 (w, 0x2000);
  wr_bytes (w, "\0", 2);
  wr_u32 (w, 0);
}

static void
test_version_0 (struct wire wire)
{
  struct profile p;
  struct writer w;
  struct reader r;
  unsigned bad = 0;

  writer_init (&w, wire);
  put_v0 (&w);
  for (size_t len = 0; len <= w.len; len++)
    {
      bool whole = len == w.len;
      unsigned before = diag_errors (diag);

      profile_init (&p, quirks_none ());
      reader_init (&r, w.data, len, wire);
      EXPECT (&bad, bb_read_rec (&p, diag, "file", &r, 0) == whole,
              "%zu bytes", len);
      EXPECT (&bad, diag_errors (diag) == before + !whole, "messages");
      EXPECT (&bad, p.n_blocks <= 2 && (!whole || p.n_blocks == 2),
              "%zu blocks in %zu bytes", p.n_blocks, len);
      if (whole)
        CHECK (p.blocks[0].addr == 0x1000 && p.blocks[0].count == 5
               && p.blocks[1].addr == 0x2000
               && p.blocks[1].count == UINT64_C (0x123456789a),
               "version 0: count, then address");
      profile_free (&p);
    }
  CHECK (bad == 0, "version 0, cut anywhere");
  writer_free (&w);
}

/* Version 0 has 8 bytes for every address.  Those of 4 bytes may stand there
   with or without their sign; what is none of that is said, since it could not
   be written again, but not to GNU.  */
static void
test_version_0_wide (struct wire wire, uint64_t addr, uint64_t wanted)
{
  const bool fits = wanted != 0;
  unsigned before = diag_errors (diag);
  struct profile p;
  struct writer w;
  struct reader r;

  writer_init (&w, wire);
  wr_u32 (&w, 1);
  wr_bytes (&w, "\0", 1);
  wr_u64 (&w, 5);
  wr_u64 (&w, addr);
  wr_bytes (&w, "a\0b", 4);
  wr_u32 (&w, 1);
  profile_init (&p, quirks_none ());
  reader_init (&r, w.data, w.len, wire);
  CHECK (bb_read_rec (&p, diag, "file", &r, 0) == fits
         && diag_errors (diag) == before + !fits && p.n_blocks == fits
         && (!fits || p.blocks[0].addr == wanted),
         "version 0, %u bytes: 0x%" PRIx64, wire.addr_size, addr);
  CHECK (fits || strstr (diag_last (diag), "file: offset 13: "),
         "and says where");
  profile_free (&p);
  profile_init (&p, quirks_gnu ());
  reader_init (&r, w.data, w.len, wire);
  CHECK (bb_read_rec (&p, diag, "file", &r, 0) && p.blocks[0].addr == addr,
         "strict: as it is");
  profile_free (&p);
  writer_free (&w);
}

static void
test_version_0_addresses (void)
{
  const uint64_t low = 0x80401000, high = low | UINT64_MAX << 32;

  test_version_0_wide (wires[0], UINT64_MAX - 1, UINT64_MAX - 1);
  test_version_0_wide (wires[2], low, low);
  test_version_0_wide (wires[3], high, low);
  test_version_0_wide (wires[4], low, high);
  test_version_0_wide (wires[4], high, high);
  test_version_0_wide (wires[2], UINT64_C (0x100401000), 0);
  test_version_0_wide (wires[3], high - 0x80000000, 0);
  test_version_0_wide (wires[4], UINT64_C (0x100401000), 0);
}

static void
test_truncated (void)
{
  struct profile p;
  unsigned bad = 0;

  profile_init (&p, quirks_none ());
  profile_add_block (&p, 1, 2);
  profile_add_block (&p, 3, 4);
  for (size_t i = 0; i < N_WIRES; i++)
    {
      struct writer w;

      writer_init (&w, wires[i]);
      bb_write_counts (&p, &w, false);
      for (size_t len = 1; len < w.len; len++)
        {
          struct profile back;
          unsigned before = diag_errors (diag);

          w.len = len;
          EXPECT (&bad, !read_back (&w, &back), "wire %zu, %zu bytes", i, len);
          EXPECT (&bad, diag_errors (diag) == before + 1, "one message");
          profile_free (&back);
          w.len = 5 + 2 * GMON_BB_SIZE (wires[i].addr_size);
        }
      writer_free (&w);
    }
  CHECK (bad == 0, "block records cut anywhere");
  profile_free (&p);
}

/* 4 G blocks in 16 bytes: no time and no memory is spent on them.  */
static void
test_lying_count (uint32_t version)
{
  static const unsigned char data[21] = { 0xff, 0xff, 0xff, 0xff, 0 };
  struct profile p;
  struct reader r;

  profile_init (&p, quirks_none ());
  reader_init (&r, data, sizeof data, wires[0]);
  CHECK (!bb_read_rec (&p, diag, "file", &r, version)
         && strstr (diag_last (diag), "4294967295 basic blocks"),
         "4 G blocks in 21 bytes, version %u", (unsigned) version);
  CHECK (p.cap_blocks <= 16, "memory for what is there only");
  profile_free (&p);
}

/* Two functions, [0x10, 0x1f] and [0x20, 0x3f], with 12 blocks in the second:
   one of them, at 0x30, came in two parts.  */
static void
test_assign (bool strict)
{
  struct symtab *symtab = symtab_new ();
  struct bb_counts counts;
  struct profile p;

  symtab_add (symtab, &(struct sym) { .addr = 0x20, .name = "g" });
  symtab_add (symtab, &(struct sym) { .addr = 0x10, .name = "f" });
  symtab_finalize (symtab, 0x40);
  profile_init (&p, quirks_if (strict));
  profile_add_block (&p, 0x30, 5);
  profile_add_block (&p, 0x50, 1);
  for (unsigned i = 0; i < 11; i++)
    profile_add_block (&p, 0x2a - i, i);
  profile_add_block (&p, 0x1f, 9);
  profile_add_block (&p, 0x30, 2);
  profile_add_block (&p, 0x1f, UINT64_MAX - 1);
  bb_assign (&counts, &p, NULL, symtab);
  CHECK_U64 (counts.start[0], 0, "assign: f begins");
  CHECK_U64 (counts.start[1], 1, "assign: f has one");
  CHECK_U64 (counts.start[2], strict ? 11 : 13, "assign: blocks a symbol");
  CHECK_U64 (counts.blocks[0].addr, 0x1f, "assign: the last byte of f");
  CHECK_U64 (counts.blocks[0].count, strict ? 7 : UINT64_MAX,
             "assign: a sum over 64 bits");
  CHECK_U64 (counts.blocks[strict ? 1 : 12].addr, 0x30,
             "assign: by address, or first appearance first");
  CHECK_U64 (counts.blocks[strict ? 1 : 12].count, 7,
             "assign: one address adds up");
  CHECK_U64 (counts.blocks[2].addr, strict ? 0x2a : 0x21,
             "assign: the next one");
  bb_counts_free (&counts);
  profile_free (&p);
  symtab_free (symtab);
}

/* A block at address 0 counts; to GNU it is none, and its count goes to the
   next new one.  */
static void
test_address_0 (bool strict)
{
  struct symtab *symtab = symtab_new ();
  struct bb_counts counts;
  struct profile p;

  symtab_add (symtab, &(struct sym) { .addr = 0, .name = "f" });
  symtab_finalize (symtab, 0x40);
  profile_init (&p, quirks_if (strict));
  profile_add_block (&p, 0, 8);
  profile_add_block (&p, 3, 9);
  profile_add_block (&p, 5, 2);
  profile_add_block (&p, 0, 4);
  profile_add_block (&p, 5, 6);
  profile_add_block (&p, 7, 1);
  bb_assign (&counts, &p, NULL, symtab);
  CHECK_U64 (counts.start[1], strict ? 3 : 4, "address 0: blocks");
  CHECK_U64 (counts.blocks[0].addr, strict ? 3 : 0, "address 0: the first");
  CHECK_U64 (counts.blocks[0].count, strict ? 17 : 12, "address 0: its count");
  CHECK_U64 (counts.blocks[strict ? 2 : 3].count, strict ? 5 : 1,
             "address 0: a second time");
  bb_counts_free (&counts);
  profile_free (&p);
  symtab_free (symtab);
}

int
main (void)
{
  diag = diag_new ("t_basic_blocks", NULL);
  test_assign (false);
  test_assign (true);
  test_address_0 (false);
  test_address_0 (true);
  test_wires ();
  test_none ();
  test_split (0, 1);
  test_split (UINT64_C (0xffffffff), 1);
  test_split (UINT64_C (0x100000000), 2);
  test_split (UINT64_C (0x5000000000), 81);
  test_version_0 (wires[0]);
  test_version_0 (wires[3]);
  test_version_0_addresses ();
  test_truncated ();
  test_lying_count (0);
  test_lying_count (1);
  diag_free (diag);
  return check_end ();
}
