/* profile/buffer_read.c -- reads the memory of libgmon-bare.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "profile/buffer_read.h"

#include <inttypes.h>
#include <string.h>

#include "libgmon/gmon_buffer.h"

/* The parts of the header that the reader uses.  */
struct buffer_header
{
  struct hist_header hist;
  uint32_t size, word, n_slots, shift, lost_calls, lost_ticks;
};

bool
buffer_is (const void *data, size_t len, struct wire wire)
{
  struct reader r;

  reader_init (&r, data, len, wire);
  if (len < GMON_BUFFER_HEADER_SIZE
      || memcmp (data, GMON_MAGIC, GMON_MAGIC_SIZE) != 0)
    return false;
  rd_bytes (&r, GMON_MAGIC_SIZE);
  return rd_u32 (&r) == GMON_BUFFER_VERSION;
}

/* Reads the header.  The caller ensures that R has enough bytes.  */
static void
read_buffer_header (struct buffer_header *header, struct reader *r)
{
  struct hist_header *hist = &header->hist;

  *header = (struct buffer_header) { .hist.offset = GMON_BUFFER_LOW_OFFSET };
  rd_bytes (r, GMON_BUFFER_SIZE_OFFSET);
  header->size = rd_u32 (r);
  header->word = rd_u32 (r);
  hist->low = rd_u64 (r);
  hist->high = rd_u64 (r);
  hist->nbins = rd_u32 (r);
  header->n_slots = rd_u32 (r);
  header->shift = rd_u32 (r);
  rd_bytes (r, GMON_BUFFER_LOST_CALLS_OFFSET - GMON_BUFFER_LIMIT_OFFSET);
  header->lost_calls = rd_u32 (r);
  header->lost_ticks = rd_u32 (r);
  hist->rate = rd_u32 (r);
  memcpy (hist->dimension, rd_bytes (r, GMON_DIMEN_SIZE), GMON_DIMEN_SIZE);
  hist->abbrev = (char) rd_u8 (r);
}

/* Returns true if the numbers of HEADER agree with each other.  */
static bool
is_consistent (const struct buffer_header *header)
{
  const struct hist_header *hist = &header->hist;
  uint64_t size = (GMON_BUFFER_HEADER_SIZE
                   + (uint64_t) header->n_slots * GMON_BUFFER_SLOT_SIZE
                   + (uint64_t) hist->nbins * GMON_BIN_SIZE);

  return (header->size == size && header->shift < 32
          && hist->high >= hist->low
          && hist->high - hist->low == (uint64_t) hist->nbins << header->shift);
}

/* Returns true if HEADER can be read from R, else false after one
   diag_error.  */
static bool
check_header (const struct buffer_header *header, struct diag *diag,
              const char *name, const struct reader *r)
{
  const size_t given = rd_offset (r) + rd_left (r);

  if (header->word != r->wire.addr_size)
    diag_error (diag, "%s: offset %d: the memory of libgmon-bare has addresses"
                " of %" PRIu32 " bytes, but those of the program have %u; name"
                " the program that was dumped", name, GMON_BUFFER_WORD_OFFSET,
                header->word, r->wire.addr_size);
  else if (!is_consistent (header))
    diag_error (diag, "%s: offset %d: the header of the memory of libgmon-bare"
                " is damaged; was it overwritten?", name,
                GMON_BUFFER_SIZE_OFFSET);
  else if (header->size > given)
    diag_error (diag, "%s: offset %zu: the memory of libgmon-bare is cut off:"
                " dump %" PRIu32 " bytes", name, given, header->size);
  else
    return true;
  return false;
}

/* Returns the address near LOW that a slot stores as BITS.  */
static uint64_t
slot_address (struct wire wire, uint64_t low, uint32_t bits)
{
  int32_t distance = (int32_t) ((bits & ~UINT32_C (1)) - (uint32_t) low);

  return wire_addr (wire, low + (uint64_t) (int64_t) distance);
}

static uint64_t
slot_caller (struct wire wire, uint64_t low, uint32_t bits)
{
  if (bits == 1
      || (wire.addr_size == 4 && bits >= GMON_BUFFER_FROM_EXCEPTION))
    return GMON_FROM_OUTSIDE;
  return slot_address (wire, low, bits);
}

/* Adds COUNT overflows of bin number INDEX to the histogram of HEADER, which
   PROFILE has.  Returns false if there is no such bin, or if the sum exceeds 64
   bits.  */
static bool
add_carry (struct profile *profile, const struct hist_header *header,
           uint32_t index, uint32_t count)
{
  struct hist *hist = NULL;

  for (int kind = 0; kind < HIST_KINDS && !hist; kind++)
    profile_find_hist (profile, (enum hist_kind) kind, header->low,
                       header->high, &hist);
  return (hist && index < hist->bins.len
          && bins_add (&hist->bins, index,
                       (uint64_t) count * GMON_BUFFER_BIN_CARRY));
}

/* Reads the slots of HEADER.  The caller ensures that R has enough bytes.  */
static bool
read_slots (struct profile *profile, struct diag *diag, const char *name,
            struct reader *r, const struct buffer_header *header,
            struct profile_file *file)
{
  const uint64_t low = header->hist.low;

  for (uint32_t i = 0; i < header->n_slots; i++)
    {
      size_t offset = rd_offset (r);
      uint32_t self = rd_u32 (r);
      uint32_t from = rd_u32 (r);
      uint32_t count = rd_u32 (r);

      if (self == 0 || from == 0)
        continue;
      if (self != GMON_BUFFER_SELF_BIN)
        {
          profile_add_arc (profile, slot_caller (r->wire, low, from),
                           slot_address (r->wire, low, self), count);
          file->n_arcs++;
        }
      else if (!add_carry (profile, &header->hist, from >> 1, count))
        {
          diag_error (diag, "%s: offset %zu: the memory of libgmon-bare is"
                      " damaged: it counts ticks of a bin that does not exist",
                      name, offset);
          return false;
        }
    }
  return true;
}

static void
warn_losses (struct diag *diag, const char *name,
             const struct buffer_header *header)
{
  if (header->lost_calls)
    diag_warning (diag, "%s: %" PRIu32 " calls were not counted, because the"
                  " table was full; give gmon_bare_start a larger buffer",
                  name, header->lost_calls);
  if (header->lost_ticks)
    diag_warning (diag, "%s: %" PRIu32 " ticks were not counted, because they"
                  " were outside the addresses that gmon_bare_start was given",
                  name, header->lost_ticks);
}

bool
buffer_read (struct profile *profile, struct diag *diag, const char *name,
             struct reader *r, struct profile_file *file)
{
  static const unsigned char no_identity[GMON_SPARE_SIZE];
  struct buffer_header header;
  struct reader bins;

  read_buffer_header (&header, r);
  if (!check_header (&header, diag, name, r))
    return false;
  profile_add_identity (profile, no_identity);
  file->version = GMON_VERSION;
  bins = *r;
  rd_bytes (&bins, (size_t) header.n_slots * GMON_BUFFER_SLOT_SIZE);
  if (header.hist.nbins)
    {
      if (!profile_add_hist (profile, diag, name, &header.hist, &bins))
        return false;
      file->n_hists++;
    }
  warn_losses (diag, name, &header);
  return read_slots (profile, diag, name, r, &header, file);
}
