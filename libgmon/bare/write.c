/* bare/write.c -- passes the profile of libgmon-bare to the program.

   SPDX-License-Identifier: 0BSD  */

#include <string.h>

#include "bare/buffer.h"
#include "gmon_bare.h"
#include "gmon_out.h"

/* Bytes that are passed at once.  */
#define PIECE 64

struct sink
{
  gmon_bare_put *put;
  void *data;
  bool failed;                  /* the function refused some bytes */
  unsigned used;
  unsigned char bytes[PIECE];
};

/* -- Bytes ---------------------------------------------------------------- */

BARE_PLAIN static void
sink_flush (struct sink *sink)
{
  if (!sink->failed && sink->used > 0
      && sink->put (sink->bytes, sink->used, sink->data) != 0)
    sink->failed = true;
  sink->used = 0;
}

BARE_PLAIN static void
sink_put (struct sink *sink, const void *bytes, size_t size)
{
  const unsigned char *next = bytes;

  for (; size > 0; size--)
    {
      sink->bytes[sink->used++] = *next++;
      if (sink->used == PIECE)
        sink_flush (sink);
    }
}

BARE_PLAIN static void
sink_u32 (struct sink *sink, uint32_t value)
{
  sink_put (sink, &value, sizeof value);
}

BARE_PLAIN static void
sink_address (struct sink *sink, uint64_t address)
{
  uintptr_t value = (uintptr_t) address;

  sink_put (sink, &value, sizeof value);
}

BARE_PLAIN static void
sink_tag (struct sink *sink, unsigned char tag)
{
  sink_put (sink, &tag, 1);
}

/* -- Records -------------------------------------------------------------- */

BARE_PLAIN static void
write_file_header (struct sink *sink)
{
  static const unsigned char spare[GMON_SPARE_SIZE];

  sink_put (sink, GMON_MAGIC, GMON_MAGIC_SIZE);
  sink_u32 (sink, GMON_VERSION);
  sink_put (sink, spare, sizeof spare);
}

/* Writes one record of the histogram: of each bin what exceeds SKIP, at most
   GMON_BIN_MAX.  Returns false if no bin has more.  */
BARE_PLAIN static bool
write_bins (struct sink *sink, struct bare_buffer *buffer, uint64_t skip)
{
  bool has_more = false;

  sink_tag (sink, GMON_TAG_TIME_HIST);
  sink_address (sink, buffer->low);
  sink_address (sink, buffer->high);
  sink_u32 (sink, buffer->n_bins);
  sink_u32 (sink, buffer->rate);
  sink_put (sink, buffer->dimension, sizeof buffer->dimension + 1);
  for (uint32_t i = 0; i < buffer->n_bins; i++)
    {
      uint64_t total = bare_bin_total (buffer, i);
      uint64_t rest = total > skip ? total - skip : 0;
      uint16_t part = rest > GMON_BIN_MAX ? GMON_BIN_MAX : (uint16_t) rest;

      has_more |= rest > GMON_BIN_MAX;
      sink_put (sink, &part, sizeof part);
    }
  return has_more;
}

BARE_PLAIN static void
write_histogram (struct sink *sink, struct bare_buffer *buffer)
{
  uint64_t skip = 0;

  if (buffer->n_bins > 0)
    while (write_bins (sink, buffer, skip) && !sink->failed)
      skip += GMON_BIN_MAX;
}

/* Returns the address near to the low end of BUFFER with these low 32 bits,
   except bit 0, which has no meaning.  */
BARE_PLAIN static uint64_t
full_address (const struct bare_buffer *buffer, uint32_t bits)
{
  int32_t distance = (int32_t) ((bits & ~1u) - (uint32_t) buffer->low);

  return buffer->low + (uint64_t) (int64_t) distance;
}

/* Returns the address of the caller in SLOT for the file.  */
BARE_PLAIN static uint64_t
caller_of (const struct bare_buffer *buffer, const struct bare_slot *slot)
{
  if (slot->from == 1 || (sizeof (uintptr_t) == 4
                          && slot->from >= GMON_BUFFER_FROM_EXCEPTION))
    return GMON_FROM_OUTSIDE;
  return full_address (buffer, slot->from);
}

BARE_PLAIN static void
write_slots (struct sink *sink, const struct bare_buffer *buffer)
{
  const struct bare_slot *end = &buffer->slots[buffer->n_slots];

  for (const struct bare_slot *slot = buffer->slots; slot < end; slot++)
    if (slot->from != 0 && slot->self != GMON_BUFFER_SELF_BIN)
      {
        sink_tag (sink, GMON_TAG_CG_ARC);
        sink_address (sink, caller_of (buffer, slot));
        sink_address (sink, full_address (buffer, slot->self));
        sink_u32 (sink, slot->count);
      }
}

/* -- The interface -------------------------------------------------------- */

BARE_PLAIN enum gmon_bare_status
gmon_bare_write (gmon_bare_put *put, void *data)
{
  struct bare_buffer *buffer = bare_current ();
  struct sink sink = { .put = put, .data = data };

  if (buffer == NULL)
    return GMON_BARE_OFF;
  bare_switch (NULL);
  write_file_header (&sink);
  write_histogram (&sink, buffer);
  write_slots (&sink, buffer);
  sink_flush (&sink);
  bare_switch (buffer);
  if (sink.failed)
    return GMON_BARE_FAILED;
  return buffer->lost_calls != 0 || buffer->lost_ticks != 0 ? GMON_BARE_LOST
         : GMON_BARE_OK;
}

BARE_PLAIN enum gmon_bare_status
gmon_bare_losses (struct gmon_bare_losses *losses)
{
  const struct bare_buffer *buffer = bare_current ();

  *losses = (struct gmon_bare_losses) { 0 };
  if (buffer == NULL)
    return GMON_BARE_OFF;
  losses->calls = buffer->lost_calls;
  losses->ticks = buffer->lost_ticks;
  losses->pairs = buffer->used;
  losses->max_pairs = buffer->limit;
  return GMON_BARE_OK;
}

BARE_PLAIN void
gmon_bare_unit (uint32_t rate, const char *dimension)
{
  struct bare_buffer *buffer = bare_current ();

  if (buffer == NULL)
    return;
  buffer->rate = rate;
  buffer->abbreviation = dimension[0];
  memset (buffer->dimension, 0, sizeof buffer->dimension);
  for (size_t i = 0; i < sizeof buffer->dimension && dimension[i] != 0; i++)
    buffer->dimension[i] = dimension[i];
}

BARE_PLAIN void
gmon_bare_stop (void)
{
  bare_switch (NULL);
}
