/* serialize.c -- writes the profile in the format of gmon_out.h.

   SPDX-License-Identifier: 0BSD

   Writes header, histogram records, arc records, a record of basic blocks
   (gmon_out.h) and the extension (gmon_process.h) on a descriptor, through the
   writer's fixed buffer.  Contracts are in serialize.h.

   Histogram: there is one record for each chunk of bins that has samples.
   So the records of two runs are equal or disjoint, and any reader can add
   them.  There is at least one record, so that readers know the rate and the
   bin size.  A bin above 65,535 causes further records of its chunk, which
   hold the rest of its count.  */

#include <string.h>

#include "output/serialize.h"
#include "clock/sampler.h"
#include "gmon_out.h"
#include "output/process_stream.h"
#include "output/profile_parts.h"
#include "output/writer.h"
#include "record/arcs.h"
#include "record/blocks.h"
#include "record/blocks_merge.h"
#include "record/pchist.h"
#include "record/whole.h"
#include "sys/program_image.h"

static void
put_header (struct gmon_writer *writer, const struct text *text)
{
  writer_put (writer, GMON_MAGIC, GMON_MAGIC_SIZE);
  put_u32 (writer, GMON_VERSION);
  writer_put (writer, GMON_MARK, GMON_MARK_SIZE);
  writer_put (writer, text->build_id, GMON_BUILD_ID_SIZE);
}

/* -- Histogram ------------------------------------------------------------ */

/* A range [LOW, HIGH) of addresses whose bins go into one record.  */
struct chunk
{
  const struct pchist *hist;
  uintptr_t base;               /* load address of the program */
  const struct sampler *sampler;
  uintptr_t low;
  uintptr_t high;
};

/* Returns the bin at ADDRESS, or 0 if there was no memory for bins.  */
static uintptr_t
bin_at (const struct chunk *chunk, uintptr_t address)
{
  const struct pchist *hist = chunk->hist;

  if (hist->bins == NULL)
    return 0;
  return atomic_load_explicit (&hist->bins[(address - hist->low)
                                           / GMON_BIN_BYTES],
                               memory_order_relaxed);
}

static uintptr_t
largest_bin (const struct chunk *chunk)
{
  uintptr_t largest = 0;

  for (uintptr_t at = chunk->low; at < chunk->high; at += GMON_BIN_BYTES)
    {
      uintptr_t bin = bin_at (chunk, at);

      if (bin > largest)
        largest = bin;
    }
  return largest;
}

static void
put_hist_header (struct gmon_writer *writer, const struct chunk *chunk)
{
  const struct clock *clock = chunk->sampler->clock;

  put_byte (writer, GMON_TAG_TIME_HIST);
  put_address (writer, chunk->low - chunk->base);
  put_address (writer, chunk->high - chunk->base);
  put_u32 (writer, (uint32_t) ((chunk->high - chunk->low) / GMON_BIN_BYTES));
  put_u32 (writer, clock->file_rate != NULL ? clock->file_rate (chunk->sampler)
                                          : sampler_rate (chunk->sampler));
  writer_put (writer, clock->dimension, sizeof clock->dimension);
  put_byte (writer, (unsigned char) clock->abbreviation);
}

/* Writes a record whose bins are all 0, without a look at them: that would make
   pages for them.  */
static void
put_empty_record (struct gmon_writer *writer, const struct chunk *chunk)
{
  static const unsigned char zeros[512];
  size_t left = (chunk->high - chunk->low) / GMON_BIN_BYTES
                * sizeof (uint16_t);

  put_hist_header (writer, chunk);
  while (left > 0)
    {
      size_t part = left < sizeof zeros ? left : sizeof zeros;

      writer_put (writer, zeros, part);
      left -= part;
    }
}

/* Writes one histogram record: for each bin its count minus SKIP, from 0 to
   GMON_BIN_MAX.  SKIP is the part of each count that earlier records hold.  */
static void
put_hist_record (struct gmon_writer *writer, const struct chunk *chunk,
                 uintptr_t skip)
{
  put_hist_header (writer, chunk);
  for (uintptr_t at = chunk->low; at < chunk->high; at += GMON_BIN_BYTES)
    {
      uintptr_t bin = bin_at (chunk, at);
      uint16_t part = 0;

      if (bin > skip)
        part = bin - skip > GMON_BIN_MAX ? GMON_BIN_MAX
                                         : (uint16_t) (bin - skip);
      writer_put (writer, &part, sizeof part);
    }
}

static void
put_chunk (struct gmon_writer *writer, const struct chunk *chunk)
{
  uintptr_t largest = largest_bin (chunk);
  uintptr_t more = largest > 0 ? (largest - 1) / GMON_BIN_MAX : 0;

  put_hist_record (writer, chunk, 0);
  for (uintptr_t i = 1; i <= more && writer->error == 0; i++)
    put_hist_record (writer, chunk, i * GMON_BIN_MAX);
}

static void
put_histogram (struct gmon_writer *writer, const struct gmon_profile *profile)
{
  const struct pchist *hist = profile->hist;
  struct chunk chunk = { .hist = hist, .base = profile->text->base,
                         .sampler = profile->sampler };
  bool any = false;

  for (size_t index = 0; index < hist->chunks; index++)
    if (pchist_chunk_range (hist, index, &chunk.low, &chunk.high))
      {
        put_chunk (writer, &chunk);
        any = true;
      }
  if (!any && hist->chunks > 0)
    {
      pchist_chunk_range (hist, 0, &chunk.low, &chunk.high);
      put_empty_record (writer, &chunk);
    }
}

/* -- Arcs ----------------------------------------------------------------- */

struct unmerged
{
  struct gmon_writer *writer;
  const struct text *text;
};

static void
put_unmerged (uintptr_t from, uintptr_t self, uint64_t count, void *data)
{
  struct unmerged *unmerged = data;
  struct arc arc = { .count = count };

  if (arc_for_file (&arc, unmerged->text, from, self))
    writer_put_arc (unmerged->writer, &arc);
}

/* Adds the calls of the program by libraries that are unloaded to LIST, as
   calls from outside.  If LIST is NULL, writes them.  */
static void
add_retired (struct gmon_writer *writer, struct arc_list *list,
             const struct whole *whole, const struct text *text)
{
  const struct tallies *retired = &whole->retired_arcs;

  for (size_t i = 0; i < retired->room; i++)
    {
      const struct tally *entry = &retired->entries[i];
      struct arc arc = { GMON_FROM_OUTSIDE, (uintptr_t) entry->key[1],
                         entry->sum[0] };

      if (arc.count == 0 || entry->key[0] != 0
          || !text_contains (text, text->base + arc.self))
        continue;
      if (list != NULL)
        arc_list_add (list, &arc);
      else
        writer_put_arc (writer, &arc);
    }
}

/* Writes the arcs.  Without memory for the merge the file is longer and
   unordered, which does no harm: readers add up equal pairs.  */
static void
put_arcs (struct gmon_writer *writer, const struct gmon_profile *profile)
{
  struct whole *whole = *profile->whole;
  const struct arcs *arcs = profile->arcs;
  const struct text *text = profile->text;
  struct arc_list list;
  struct unmerged unmerged = { writer, text };
  bool merged;

  if (whole != NULL)
    objects_lock (&whole->objects);
  merged = arcs_merge (&list, arcs, NULL, text, arc_for_file);
  if (!merged)
    arcs_each (arcs, arcs_newest (arcs), put_unmerged, &unmerged);
  if (whole != NULL)
    {
      add_retired (writer, merged ? &list : NULL, whole, text);
      objects_unlock (&whole->objects);
    }
  for (size_t i = 0; merged && i < list.len; i++)
    writer_put_arc (writer, &list.arcs[i]);
  arc_list_free (&list);
}

/* -- Blocks --------------------------------------------------------------- */

static void
put_unmerged_block (uintptr_t from, uintptr_t self, uint64_t count, void *data)
{
  struct unmerged *unmerged = data;
  struct arc block = { .count = count };
  struct arc_list list = { .arcs = &block, .len = 1 };

  if (block_for_file (&block, unmerged->text, from, self))
    writer_put_blocks (unmerged->writer, &list);
}

/* Writes the blocks, unless there are none.  Without memory for the merge,
   writes one record for each block, and does not leave out the first blocks of
   functions.  */
static void
put_blocks (struct gmon_writer *writer, const struct gmon_profile *profile)
{
  struct arc_list list;
  struct unmerged unmerged = { writer, profile->text };

  if (!atomic_load (&profile->blocks->any))
    return;
  if (blocks_merge (&list, profile->arcs, profile->blocks, profile->text))
    writer_put_blocks (writer, &list);
  else
    {
      arcs_each (profile->arcs, arcs_newest (profile->arcs), put_unmerged_block,
                 &unmerged);
      blocks_each (blocks_newest (profile->blocks), put_unmerged_block,
                   &unmerged);
    }
  arc_list_free (&list);
}

/* -- The whole process ---------------------------------------------------- */

/* Writes the bytes of the stream that gmon_process.h describes, as arcs.  */
static void
put_whole (struct gmon_writer *writer, const struct gmon_profile *profile)
{
  const size_t size = GMON_CONTAINER_BYTES (sizeof (uintptr_t));
  struct byte_stream stream = { 0 };

  if (*profile->whole != NULL && process_stream_make (&stream, profile))
    for (size_t at = 0; at < stream.used; at += size)
      {
        unsigned char part[GMON_CONTAINER_BYTES (sizeof (uintptr_t))] = { 0 };

        memcpy (part, stream.bytes + at,
                stream.used - at < size ? stream.used - at : size);
        put_byte (writer, GMON_TAG_CG_ARC);
        writer_put (writer, part, sizeof (uintptr_t));
        put_address (writer, GMON_CONTAINER_SELF);
        writer_put (writer, part + sizeof (uintptr_t),
                    size - sizeof (uintptr_t));
      }
  byte_stream_free (&stream);
}

/* -- The file ------------------------------------------------------------- */

/* Writes all records of one kind.  */
typedef void put_records (struct gmon_writer *writer,
                          const struct gmon_profile *profile);

/* The kinds of records, in the order of the file.  A new kind is a row.  */
static put_records *const record_kinds[] = {
  put_histogram,
  put_arcs,
  put_blocks,
  put_whole,
};

int
gmon_write (struct gmon_writer *writer, const struct gmon_profile *profile,
            int fd)
{
  writer_begin (writer, fd);
  put_header (writer, profile->text);
  for (size_t i = 0; i < sizeof record_kinds / sizeof *record_kinds; i++)
    record_kinds[i] (writer, profile);
  writer_flush (writer);
  return writer->error;
}
