/* profile/basic_blocks.c -- basic-block count records.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "profile/basic_blocks.h"

#include <inttypes.h>

/* Returns true if ADDR is an address of the size in WIRE, zero-extended or
   sign-extended to 64 bits.  */
static bool
is_addr_of (struct wire wire, uint64_t addr)
{
  return (wire.addr_size == 8 || addr == (uint32_t) addr
          || addr == (uint64_t) (int64_t) (int32_t) (uint32_t) addr);
}

/* Reads one block of a version-0 record.  Its file, function and line are
   skipped: the symbols have them, too.  All its addresses have 64 bits; with
   accept_malformed they are not checked.  Returns false after one
   diag_error.  At the end of the file, returns true with R->failed set.  */
static bool
read_block_v0 (struct profile *profile, struct diag *diag, const char *name,
               struct reader *r)
{
  uint64_t count = rd_u64 (r);
  size_t offset = rd_offset (r);
  uint64_t addr = rd_u64 (r);

  rd_string (r);
  rd_string (r);
  rd_u32 (r);
  if (r->failed)
    return true;                /* the caller reports the end of the file */
  if (!profile->quirks.accept_malformed && !is_addr_of (r->wire, addr))
    {
      diag_error (diag, "%s: offset %zu: the basic block at 0x%" PRIx64
                  " is outside the program, whose addresses have 32 bits;"
                  " is the file damaged?", name, offset, addr);
      return false;
    }
  profile_add_block (profile,
                     profile->quirks.accept_malformed ? addr
                     : wire_addr (r->wire, addr),
                     count);
  return true;
}

static void
read_block (struct profile *profile, struct reader *r)
{
  uint64_t addr = rd_addr (r);
  uint64_t count;

  /* The count has the size of an address, but is never sign-extended.  */
  count = r->wire.addr_size == 8 ? rd_u64 (r) : rd_u32 (r);
  if (!r->failed)
    profile_add_block (profile, addr, count);
}

bool
bb_read_rec (struct profile *profile, struct diag *diag, const char *name,
             struct reader *r, uint32_t version)
{
  size_t offset = rd_offset (r);
  uint32_t n = rd_u32 (r);

  if (version == 0 && !r->failed && !rd_string (r)
      && profile->quirks.accept_malformed && n == 0)
    {
      /* GNU gprof reads the prefix up to the end of the file, and needs no
         more.  */
      r->failed = false;
      r->pos = r->end;
    }
  profile->has_blocks |= !r->failed;
  for (uint32_t i = 0; i < n && !r->failed; i++)
    if (version != 0)
      read_block (profile, r);
    else if (!read_block_v0 (profile, diag, name, r))
      return false;
  if (r->failed)
    diag_error (diag,
                P_("%s: offset %zu: unexpected end of file in a record of"
                   " %lu basic block; was it cut off?",
                   "%s: offset %zu: unexpected end of file in a record of"
                   " %lu basic blocks; was it cut off?", n),
                name, offset, (unsigned long) n);
  return !r->failed;
}

uint64_t
bb_entries (const struct bb_count *block, struct wire wire)
{
  return block->count ? (block->count - 1) / wire_max (wire) + 1 : 1;
}

static void
write_block (const struct bb_count *block, struct writer *w, bool truncate)
{
  const uint64_t max = wire_max (w->wire);
  uint64_t left = block->count;

  for (; !truncate && left > max; left -= max)
    {
      wr_addr (w, block->addr);
      wr_addr (w, max);
    }
  wr_addr (w, block->addr);
  wr_addr (w, left);
}

void
bb_write_counts (const struct profile *profile, struct writer *w,
                 bool truncate)
{
  uint64_t n = profile->n_blocks;

  /* GNU gprof writes an empty record if it read any record of blocks, and none
     if a BSD file made it forget them.  */
  if (truncate ? !profile->has_blocks : n == 0)
    return;
  if (!truncate)
    {
      n = 0;
      for (size_t i = 0; i < profile->n_blocks; i++)
        n += bb_entries (&profile->blocks[i], w->wire);
    }
  wr_u8 (w, GMON_TAG_BB_COUNT);
  wr_u32 (w, (uint32_t) n);
  for (size_t i = 0; i < profile->n_blocks; i++)
    write_block (&profile->blocks[i], w, truncate);
}
