/* pool_merge.c -- adds up two profiles of one program, byte by byte.

   SPDX-License-Identifier: 0BSD

   Contracts are in pool_merge.h.

   Both files are libgmon's own, and of one build of the program, so their
   records stand in the order in which serialize.c writes them: histograms by
   address, arcs, blocks, and the arcs that carry the extension.  A file in
   another order is not added to, and neither is a damaged one: all sizes are
   compared with the bytes left before anything is read.  */

#include <stdint.h>
#include <string.h>

#include "output/pool_merge.h"
#include "gmon_out.h"
#include "gmon_process.h"
#include "machine.h"
#include "output/writer.h"
#include "record/arc_list.h"

#define ADDRESS sizeof (uintptr_t)
#define HIST_SIZE (1 + GMON_HIST_HEADER_SIZE (ADDRESS))
#define ARC_SIZE (1 + GMON_ARC_SIZE (ADDRESS))
#define BLOCKS_HEADER 5         /* tag and number */

/* Offsets in a histogram record, with its tag.  */
#define HIST_HIGH (1 + ADDRESS)
#define HIST_BINS (1 + 2 * ADDRESS)
#define HIST_RATE (HIST_BINS + 4)       /* and what it counts, to the end */

#define DAMAGED "the file is damaged"
#define OTHER_PROGRAM "the file is that of another program, or of another build"
#define NO_BUILD_ID "the program has no build id; link it with -Wl,--build-id"
#define OTHER_CLOCK "the file has another rate, clock or range"
#define NO_MEMORY "out of memory"

/* A file, cut into its kinds of records.  */
struct parts
{
  const unsigned char *hists, *arcs, *blocks, *container, *end;
  size_t n_arcs, n_blocks;
};

static uint32_t
u32_at (const unsigned char *at)
{
  uint32_t value;

  memcpy (&value, at, sizeof value);
  return value;
}

static uintptr_t
address_at (const unsigned char *at)
{
  uintptr_t value;

  memcpy (&value, at, sizeof value);
  return value;
}

/* -- Cutting -------------------------------------------------------------- */

/* Returns the size of the histogram record at AT, 0 if it does not end before
   END.  */
static size_t
hist_size (const unsigned char *at, const unsigned char *end)
{
  size_t left = (size_t) (end - at);
  size_t bins;

  if (left < HIST_SIZE)
    return 0;
  bins = u32_at (at + HIST_BINS);
  return bins <= (left - HIST_SIZE) / GMON_BIN_SIZE
         ? HIST_SIZE + bins * GMON_BIN_SIZE : 0;
}

/* Returns true if the arc record at AT is the first one of an extension.  */
static bool
begins_container (const unsigned char *at)
{
  unsigned char bytes[GMON_CONTAINER_BYTES (ADDRESS)];

  if (address_at (at + 1 + ADDRESS) != GMON_CONTAINER_SELF)
    return false;
  memcpy (bytes, at + 1, ADDRESS);
  memcpy (bytes + ADDRESS, at + 1 + 2 * ADDRESS, sizeof bytes - ADDRESS);
  return memcmp (bytes, GMON_PROCESS_MAGIC, GMON_PROCESS_MAGIC_SIZE) == 0;
}

static bool
is_arc_record (const unsigned char *at, const unsigned char *end)
{
  return (size_t) (end - at) >= ARC_SIZE && *at == GMON_TAG_CG_ARC;
}

/* Stores the records of FILE in PARTS.  Returns false if they are not in the
   order of serialize.c, or are damaged.  */
static bool
cut_file (struct parts *parts, const struct pool_bytes *file)
{
  const unsigned char *at = file->start + GMON_HEADER_SIZE;
  const unsigned char *end = file->start + file->size;
  size_t size;

  *parts = (struct parts) { .hists = at, .end = end };
  for (; at < end && *at == GMON_TAG_TIME_HIST; at += size)
    {
      size = hist_size (at, end);
      if (size == 0)
        return false;
    }
  for (parts->arcs = at; is_arc_record (at, end) && !begins_container (at);
       at += ARC_SIZE)
    parts->n_arcs++;
  for (parts->blocks = at; at < end && *at == GMON_TAG_BB_COUNT; at += size)
    {
      size_t left = (size_t) (end - at);
      size_t n = left < BLOCKS_HEADER ? 0 : u32_at (at + 1);

      if (left < BLOCKS_HEADER
          || n > (left - BLOCKS_HEADER) / GMON_BB_SIZE (ADDRESS))
        return false;
      size = BLOCKS_HEADER + n * GMON_BB_SIZE (ADDRESS);
      parts->n_blocks += n;
    }
  for (parts->container = at; is_arc_record (at, end); at += ARC_SIZE)
    if (address_at (at + 1 + ADDRESS) != GMON_CONTAINER_SELF)
      return false;
  return at == end;
}

/* Without a build id nothing tells two programs apart.  */
static const char *
compare_heads (const struct pool_bytes *old, const struct pool_bytes *own)
{
  static const unsigned char none[GMON_BUILD_ID_SIZE];

  if (memcmp (own->start + GMON_SPARE_OFFSET + GMON_MARK_SIZE, none,
              sizeof none) == 0)
    return NO_BUILD_ID;
  if (old->size < GMON_HEADER_SIZE
      || memcmp (old->start, own->start, GMON_SPARE_OFFSET) != 0)
    return DAMAGED;
  return memcmp (old->start + GMON_SPARE_OFFSET,
                 own->start + GMON_SPARE_OFFSET, GMON_SPARE_SIZE) != 0
         ? OTHER_PROGRAM : NULL;
}

/* -- Histograms ----------------------------------------------------------- */

/* Compares the ranges of two histogram records: below 0 if ONE lies before
   OTHER, 0 if they are equal, 1 if it lies behind, 2 if they overlap.  */
static int
compare_ranges (const unsigned char *one, const unsigned char *other)
{
  uintptr_t low = address_at (one + 1), high = address_at (one + HIST_HIGH);
  uintptr_t other_low = address_at (other + 1);
  uintptr_t other_high = address_at (other + HIST_HIGH);

  if (low == other_low && high == other_high)
    return 0;
  if (high <= other_low)
    return -1;
  return low >= other_high ? 1 : 2;
}

/* Adds the records at *AT that have the range, bins and unit of FIRST to SUMS,
   and moves *AT behind them.  Returns false if one has only the range.  */
static bool
add_records (uint64_t *sums, const unsigned char *first,
             const unsigned char **at, const unsigned char *end)
{
  const size_t bins = u32_at (first + HIST_BINS);

  for (; *at < end && compare_ranges (*at, first) == 0;
       *at += HIST_SIZE + bins * GMON_BIN_SIZE)
    {
      if (memcmp (*at + HIST_BINS, first + HIST_BINS, HIST_SIZE - HIST_BINS)
          != 0)
        return false;
      for (size_t i = 0; i < bins; i++)
        {
          uint16_t bin;

          memcpy (&bin, *at + HIST_SIZE + i * GMON_BIN_SIZE, sizeof bin);
          sums[i] += bin;
        }
    }
  return true;
}

/* Puts records with the header of FIRST and the counts SUMS, as many as the
   largest one needs.  */
static void
put_sums (struct gmon_writer *writer, const unsigned char *first,
          const uint64_t *sums)
{
  const uint32_t bins = u32_at (first + HIST_BINS);
  uint64_t largest = 0, skip = 0;

  for (uint32_t i = 0; i < bins; i++)
    if (sums[i] > largest)
      largest = sums[i];
  do
    {
      writer_put (writer, first, HIST_SIZE);
      for (uint32_t i = 0; i < bins; i++)
        {
          uint64_t left = sums[i] > skip ? sums[i] - skip : 0;
          uint16_t part = left > GMON_BIN_MAX ? GMON_BIN_MAX : (uint16_t) left;

          writer_put (writer, &part, sizeof part);
        }
      skip += GMON_BIN_MAX;
    }
  while (skip < largest && writer->error == 0);
}

/* Puts the sum of the first range of OLD and OWN, whose records are moved on.
   CLOCK is the rate of all records, and what they count: two files may have no
   range in common.  Returns NULL or a reason.  */
static const char *
merge_range (struct gmon_writer *writer, struct parts *old, struct parts *own,
             const unsigned char *clock)
{
  bool has_old = old->hists < old->arcs, has_own = own->hists < own->arcs;
  int order = !has_own ? -1 : !has_old ? 1
              : compare_ranges (old->hists, own->hists);
  const unsigned char *first = order > 0 ? own->hists : old->hists;
  size_t size = u32_at (first + HIST_BINS) * sizeof (uint64_t);
  uint64_t *sums;
  bool done;

  if (order == 2
      || memcmp (first + HIST_RATE, clock, HIST_SIZE - HIST_RATE) != 0)
    return OTHER_CLOCK;
  sums = machine_map (size != 0 ? size : 1);
  if (sums == NULL)
    return NO_MEMORY;
  done = add_records (sums, first, &old->hists, old->arcs)
         && add_records (sums, first, &own->hists, own->arcs);
  if (done)
    put_sums (writer, first, sums);
  machine_unmap (sums, size != 0 ? size : 1);
  return done ? NULL : OTHER_CLOCK;
}

/* -- Arcs and blocks ------------------------------------------------------ */

static void
list_arcs (struct arc_list *list, const struct parts *file)
{
  for (const unsigned char *at = file->arcs; at < file->blocks; at += ARC_SIZE)
    list->arcs[list->len++]
      = (struct arc) { address_at (at + 1), address_at (at + 1 + ADDRESS),
                       u32_at (at + 1 + 2 * ADDRESS) };
}

static void
list_blocks (struct arc_list *list, const struct parts *file)
{
  for (const unsigned char *at = file->blocks; at < file->container;)
    {
      uint32_t n = u32_at (at + 1);

      at += BLOCKS_HEADER;
      for (; n > 0; n--, at += GMON_BB_SIZE (ADDRESS))
        list->arcs[list->len++]
          = (struct arc) { address_at (at), 0, address_at (at + ADDRESS) };
    }
}

/* Puts the arcs, or with BLOCKS the blocks, of OLD and OWN.  Returns false if
   there is no memory.  */
static bool
merge_pairs (struct gmon_writer *writer, const struct parts *old,
             const struct parts *own, bool blocks)
{
  struct arc_list list;
  bool done = arc_list_make (&list, blocks ? old->n_blocks + own->n_blocks
                                           : old->n_arcs + own->n_arcs);

  if (done && list.room != 0)
    {
      (blocks ? list_blocks : list_arcs) (&list, old);
      (blocks ? list_blocks : list_arcs) (&list, own);
      done = arc_list_sum_up (&list);
    }
  if (done && blocks)
    writer_put_blocks (writer, &list);
  for (size_t i = 0; done && !blocks && i < list.len; i++)
    writer_put_arc (writer, &list.arcs[i]);
  arc_list_free (&list);
  return done;
}

/* -- The file ------------------------------------------------------------- */

const char *
pool_merge (struct gmon_writer *writer, const struct pool_bytes *old,
            const struct pool_bytes *own)
{
  struct parts olds, owns;
  const unsigned char *first;
  const char *why = compare_heads (old, own);

  if (why != NULL)
    return why;
  if (!cut_file (&olds, old) || !cut_file (&owns, own))
    return DAMAGED;
  writer_put (writer, own->start, GMON_HEADER_SIZE);
  first = olds.hists < olds.arcs ? olds.hists : owns.hists;
  while (why == NULL && (olds.hists < olds.arcs || owns.hists < owns.arcs))
    why = merge_range (writer, &olds, &owns, first + HIST_RATE);
  if (why != NULL)
    return why;
  if (!merge_pairs (writer, &olds, &owns, false)
      || !merge_pairs (writer, &olds, &owns, true))
    return NO_MEMORY;
  writer_put_bytes (writer, olds.container,
                    (size_t) (olds.end - olds.container));
  writer_put_bytes (writer, owns.container,
                    (size_t) (owns.end - owns.container));
  return NULL;
}

/* -- Counts --------------------------------------------------------------- */

/* Calls SAMPLES for the bins of the histogram record at AT.  Returns its
   size.  */
static size_t
each_bin (const unsigned char *at, pool_counter *samples, void *data)
{
  const size_t bins = u32_at (at + HIST_BINS);
  const uintptr_t low = address_at (at + 1);
  const uintptr_t width = bins != 0
                          ? (address_at (at + HIST_HIGH) - low) / bins : 0;

  for (size_t i = 0; i < bins; i++)
    {
      uint16_t count;

      memcpy (&count, at + HIST_SIZE + i * GMON_BIN_SIZE, sizeof count);
      if (count != 0)
        samples (data, low + i * width, count);
    }
  return HIST_SIZE + bins * GMON_BIN_SIZE;
}

bool
pool_each_count (const struct pool_bytes *profile, pool_counter *samples,
                 pool_counter *calls, void *data)
{
  struct parts parts;

  if (profile->size < GMON_HEADER_SIZE || !cut_file (&parts, profile))
    return false;
  for (const unsigned char *at = parts.hists; at < parts.arcs;)
    at += each_bin (at, samples, data);
  for (const unsigned char *at = parts.arcs; at < parts.blocks; at += ARC_SIZE)
    calls (data, address_at (at + 1 + ADDRESS), u32_at (at + 1 + 2 * ADDRESS));
  return true;
}
