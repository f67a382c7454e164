/* profile/basic_blocks.c -- basic-block count records.

   SPDX-License-Identifier: GPL-3.0-or-later

   In: a block record of a file, or the blocks of a profile.  Out: the blocks
   of a profile, or a record.  */

#include <config.h>

#include "profile/basic_blocks.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/arena.h"

/* Returns true if ADDR is an address of the size in WIRE, zero-extended or
   sign-extended to 64 bits.  */
static bool
is_addr_of (struct wire wire, uint64_t addr)
{
  return (wire.addr_size == 8 || addr == (uint32_t) addr
          || addr == (uint64_t) (int64_t) (int32_t) (uint32_t) addr);
}

/* Reads one block of a version-0 record.  Its file, function and line are
   skipped: the symbols have them, too.  All its addresses have 64 bits; in
   strict mode they are not checked, as in GNU gprof.  Returns false after one
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
  if (!profile->strict && !is_addr_of (r->wire, addr))
    {
      diag_error (diag, "%s: offset %zu: the basic block at 0x%" PRIx64
                  " is outside the program, whose addresses have 32 bits;"
                  " is the file damaged?", name, offset, addr);
      return false;
    }
  profile_add_block (profile,
                     profile->strict ? addr : wire_addr (r->wire, addr),
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

  if (version == 0 && !r->failed && !rd_string (r) && profile->strict
      && n == 0)
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
bb_write_blocks (const struct profile *profile, struct writer *w,
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

/* -- Attribution ---------------------------------------------------------- */

/* GNU gprof keeps at most this many blocks of a symbol, and loses the
   rest.  */
#define GNU_BLOCKS_PER_SYMBOL 10

/* A block, the symbol it is in, and its place in the profile.  */
struct located_block
{
  struct bb_count block;
  sym_id symbol;
  size_t place;
};

static int
compare_addresses (const void *a, const void *b)
{
  const struct located_block *x = a, *y = b;
  if (x->block.addr != y->block.addr)
    return x->block.addr < y->block.addr ? -1 : 1;
  return (x->place > y->place) - (x->place < y->place);
}

static int
compare_places (const void *a, const void *b)
{
  const struct located_block *x = a, *y = b;
  if (x->symbol != y->symbol)
    return x->symbol < y->symbol ? -1 : 1;
  return (x->place > y->place) - (x->place < y->place);
}

/* Returns true for a block at address 0 in strict mode: GNU gprof does not
   take it as a block.  */
static bool
is_none (const struct located_block *located, bool strict)
{
  return strict && located->block.addr == 0;
}

/* Adds up blocks of one address; the sum has the place of the first one.  A
   sum over 64 bits becomes UINT64_MAX; with STRICT it wraps.  Returns the
   number of blocks left.  */
static size_t
merge_blocks (struct located_block *located, size_t n, bool strict)
{
  size_t kept = 0;

  if (n == 0)
    return 0;
  qsort (located, n, sizeof *located, compare_addresses);
  for (size_t i = 1; i < n; i++)
    if (located[i].block.addr == located[kept].block.addr
        && !is_none (&located[i], strict))
      {
        uint64_t *sum = &located[kept].block.count;
        if (__builtin_add_overflow (*sum, located[i].block.count, sum)
            && !strict)
          *sum = UINT64_MAX;
      }
    else
      located[++kept] = located[i];
  return kept + 1;
}

/* Copies the blocks of symbol ID, which are the first ones of the N at
   LOCATED, to COUNTS.  Returns their number in LOCATED.  With STRICT, the
   count of a block at address 0 is added to the next block that is copied.
   This is what GNU gprof does: the block leaves its count in a place that the
   next block takes.  */
static size_t
take_blocks (struct bb_counts *counts, const struct located_block *located,
             size_t n, sym_id id, bool strict)
{
  struct bb_count *to = counts->blocks + counts->start[id];
  size_t i = 0, kept = 0;
  uint64_t pending = 0;

  for (; i < n && located[i].symbol == id; i++)
    if (is_none (&located[i], strict))
      pending += located[i].block.count;
    else if (!strict || kept < GNU_BLOCKS_PER_SYMBOL)
      {
        to[kept] = located[i].block;
        to[kept++].count += pending;
        pending = 0;
      }
  counts->start[id + 1] = counts->start[id] + kept;
  return i;
}

/* Appends those of the N BLOCKS that are in a symbol to LOCATED, which has
   *LEN elements.  Updates *LEN.  */
static void
locate_blocks (struct located_block *located, size_t *len,
               const struct bb_count *blocks, size_t n,
               const struct symtab *symtab)
{
  for (size_t i = 0; i < n; i++)
    {
      sym_id id = sym_lookup (symtab, blocks[i].addr);
      if (id != SYM_NONE)
        {
          located[*len] = (struct located_block) { blocks[i], id, *len };
          ++*len;
        }
    }
}

void
bb_assign (struct bb_counts *counts, const struct profile *profile,
           const struct block_list *others, const struct symtab *symtab)
{
  struct located_block *located
    = array_new (profile->n_blocks + (others ? others->n : 0),
                 sizeof *located);
  size_t n = 0, next = 0;

  locate_blocks (located, &n, profile->blocks, profile->n_blocks, symtab);
  if (others)
    locate_blocks (located, &n, others->blocks, others->n, symtab);
  n = merge_blocks (located, n, profile->strict);
  if (n > 1 && profile->strict)
    qsort (located, n, sizeof *located, compare_places);
  counts->blocks = array_new (n, sizeof *counts->blocks);
  counts->start = array_new (symtab_len (symtab) + 1, sizeof *counts->start);
  for (sym_id id = 0; id < symtab_len (symtab); id++)
    next += take_blocks (counts, located + next, n - next, id,
                         profile->strict);
  free (located);
}

void
bb_counts_free (struct bb_counts *counts)
{
  free (counts->blocks);
  free (counts->start);
}
