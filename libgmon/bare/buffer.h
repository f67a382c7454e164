/* bare/buffer.h -- the parts of the buffer, for record.c and write.c.

   SPDX-License-Identifier: 0BSD  */

#ifndef BARE_BUFFER_H
#define BARE_BUFFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arch/bare/hook.h"
#include "gmon_buffer.h"

struct bare_slot
{
  volatile uint32_t self;       /* low 32 bits of the address in the callee */
  volatile uint32_t from;       /* those of the return address, bit 0 set */
  volatile uint32_t count;
};

/* The header, whose fields gmon_buffer.h describes.  */
struct bare_buffer
{
  unsigned char magic[4];
  uint32_t version, size, word;
  uint64_t low, high;
  uint32_t n_bins, n_slots, shift, limit;
  volatile uint32_t used, lost_calls, lost_ticks;
  uint32_t rate;
  char dimension[15];
  char abbreviation;
  struct bare_slot slots[];     /* then the bins */
};

#define BARE_CHECK(field, offset)                                       \
  _Static_assert (offsetof (struct bare_buffer, field) == offset, #field)
BARE_CHECK (version, GMON_BUFFER_VERSION_OFFSET);
BARE_CHECK (size, GMON_BUFFER_SIZE_OFFSET);
BARE_CHECK (word, GMON_BUFFER_WORD_OFFSET);
BARE_CHECK (low, GMON_BUFFER_LOW_OFFSET);
BARE_CHECK (high, GMON_BUFFER_HIGH_OFFSET);
BARE_CHECK (n_bins, GMON_BUFFER_BINS_OFFSET);
BARE_CHECK (n_slots, GMON_BUFFER_SLOTS_OFFSET);
BARE_CHECK (shift, GMON_BUFFER_SHIFT_OFFSET);
BARE_CHECK (limit, GMON_BUFFER_LIMIT_OFFSET);
BARE_CHECK (used, GMON_BUFFER_USED_OFFSET);
BARE_CHECK (lost_calls, GMON_BUFFER_LOST_CALLS_OFFSET);
BARE_CHECK (lost_ticks, GMON_BUFFER_LOST_TICKS_OFFSET);
BARE_CHECK (rate, GMON_BUFFER_RATE_OFFSET);
BARE_CHECK (dimension, GMON_BUFFER_DIMEN_OFFSET);
BARE_CHECK (abbreviation, GMON_BUFFER_ABBREV_OFFSET);
BARE_CHECK (slots, GMON_BUFFER_HEADER_SIZE);
_Static_assert (sizeof (struct bare_slot) == GMON_BUFFER_SLOT_SIZE, "slot");

/* Returns the bins of BUFFER, which follow its slots.  */
BARE_PLAIN static inline uint16_t *
bare_bins (struct bare_buffer *buffer)
{
  return (uint16_t *) (void *) &buffer->slots[buffer->n_slots];
}

/* Returns the buffer of this core, NULL if it has none.  */
BARE_INTERNAL struct bare_buffer *bare_current (void);

/* Makes BUFFER the one of this core; NULL turns profiling off.  */
BARE_INTERNAL void bare_switch (struct bare_buffer *buffer);

/* Returns the ticks in bin number INDEX of BUFFER, with those that exceed the
   16 bits of a bin.  */
BARE_INTERNAL uint64_t bare_bin_total (struct bare_buffer *buffer,
                                       uint32_t index);

#endif /* BARE_BUFFER_H */
