/* profile/basic_blocks.c -- basic-block count records: read and write.

   SPDX-License-Identifier: GPL-3.0-or-later

   In:  a block record of a file, or the blocks of a profile.  Out: the other.
   Called by gmon_io.  */

#include <config.h>

#include "profile/basic_blocks.h"

/* Version 0 says in what file, function and line a block is; the symbols
   tell that too, so only address and count are kept.  */
static void
read_block_v0 (struct profile *profile, struct reader *r)
{
  uint64_t count = rd_u64 (r);
  uint64_t addr = rd_u64 (r);

  rd_string (r);
  rd_string (r);
  rd_u32 (r);
  if (!r->failed)
    profile_add_block (profile, addr, count);
}

static void
read_block (struct profile *profile, struct reader *r)
{
  uint64_t addr = rd_addr (r);
  uint64_t count;

  /* The count is address-sized, but no address: never sign-extended.  */
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

  if (version == 0)
    rd_string (r);
  profile->has_blocks |= !r->failed;
  for (uint32_t i = 0; i < n && !r->failed; i++)
    if (version == 0)
      read_block_v0 (profile, r);
    else
      read_block (profile, r);
  if (r->failed)
    diag_error (diag, "%s: offset %zu: unexpected end of file in a record of"
                " %lu basic blocks", name, offset, (unsigned long) n);
  return !r->failed;
}

static uint64_t
max_count (struct wire wire)
{
  return wire.addr_size == 8 ? UINT64_MAX : UINT32_MAX;
}

uint64_t
bb_entries (const struct bb_count *block, struct wire wire)
{
  return block->count ? (block->count - 1) / max_count (wire) + 1 : 1;
}

static void
write_block (const struct bb_count *block, struct writer *w, bool truncate)
{
  const uint64_t max = max_count (w->wire);
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
bb_write_blocks (const struct profile *profile, struct writer *w,
                 bool truncate)
{
  uint64_t n = profile->n_blocks;

  /* GNU writes a record without blocks where it read one.  */
  if (n == 0 && !(truncate && profile->has_blocks))
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
