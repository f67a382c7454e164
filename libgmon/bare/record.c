/* bare/record.c -- counts calls and ticks in the buffer of libgmon-bare.

   SPDX-License-Identifier: 0BSD

   An interrupt handler may call hooked functions between any two instructions
   here.  So a slot is reserved in `used' first, then claimed by `self', and
   completed by `from'.  A handler that meets a slot without `from' goes on to
   the next one; a pair may have two slots.  Slots are never released.  At least
   a quarter of them stays free, so every search ends.  */

#include <string.h>

#include "arch/bare/port.h"
#include "bare/buffer.h"
#include "gmon_bare.h"
#include "gmon_out.h"

/* Bytes of the smallest bin, log2.  */
#define FIRST_SHIFT 2

/* The largest range to which port_scale can scale on every machine.  */
#define MAX_SLOTS 65535

/* Odd, so that multiplying by it is a bijection on 32 bits.  */
#define HASH_FACTOR 0x9e3779b1u

/* The buffer of each core.  The second word is the complement of the first:
   functions that run before the memory is initialised may be hooked, and then
   find any two words here.  Without a buffer, both are 0.  */
static struct
{
  struct bare_buffer *buffer;
  uintptr_t check;
} cores[GMON_BARE_CORES];

#if GMON_BARE_CORES == 1
# define CORE 0
#else
# define CORE gmon_bare_core ()
#endif

BARE_PLAIN __attribute__ ((always_inline)) static inline struct bare_buffer *
current_buffer (void)
{
  const unsigned core = CORE;
  struct bare_buffer *buffer = cores[core].buffer;

  if (cores[core].check != ~(uintptr_t) buffer)
    return NULL;
  if (buffer == NULL)
    __builtin_unreachable ();
  return buffer;
}

BARE_PLAIN struct bare_buffer *
bare_current (void)
{
  return current_buffer ();
}

BARE_PLAIN void
bare_switch (struct bare_buffer *buffer)
{
  const unsigned core = CORE;

  cores[core].check = 0;
  __atomic_signal_fence (__ATOMIC_SEQ_CST);
  cores[core].buffer = buffer;
  __atomic_signal_fence (__ATOMIC_SEQ_CST);
  cores[core].check = buffer != NULL ? ~(uintptr_t) buffer : 0;
}

/* -- The table ------------------------------------------------------------ */

/* Returns the slot of BUFFER where the search for a pair begins.  */
BARE_PLAIN static inline struct bare_slot *
search_start (struct bare_buffer *buffer, uint32_t from, uint32_t self)
{
  uint32_t hash = (from ^ self << 15) * HASH_FACTOR;

  return &buffer->slots[port_scale (hash, buffer->n_slots)];
}

/* Returns the slot behind SLOT; the first one is behind the last one.  */
BARE_PLAIN static inline struct bare_slot *
next_slot (struct bare_buffer *buffer, struct bare_slot *slot)
{
  slot++;
  return slot == &buffer->slots[buffer->n_slots] ? buffer->slots : slot;
}

/* Puts a pair that has been counted once into the first free slot of BUFFER
   from SLOT on.  Returns false if the table is full.  */
BARE_PLAIN __attribute__ ((noinline)) static bool
add_pair (struct bare_buffer *buffer, struct bare_slot *slot, uint32_t from,
          uint32_t self)
{
  if (!port_add (&buffer->used, buffer->limit))
    return false;
  while (!port_exchange (&slot->self, 0, self))
    slot = next_slot (buffer, slot);
  slot->count = 1;
  slot->from = from;
  return true;
}

/* Counts a pair once.  Returns false if the table is full.  A slot whose count
   is at its maximum is passed over, so the pair gets another one.  */
BARE_PLAIN __attribute__ ((always_inline)) static inline bool
count_pair (struct bare_buffer *buffer, uint32_t from, uint32_t self)
{
  struct bare_slot *slot = search_start (buffer, from, self);

  while (1)
    {
      uint32_t found = slot->self;

      if (found == self && slot->from == from
          && port_add (&slot->count, UINT32_MAX))
        return true;
      if (found == 0)
        return add_pair (buffer, slot, from, self);
      slot = next_slot (buffer, slot);
    }
}

/* Returns true if the low 32 bits of ADDRESS are enough, since it is near to
   the low address of BUFFER.  Always true if addresses have 32 bits.  */
BARE_PLAIN static bool
is_near (const struct bare_buffer *buffer, uintptr_t address)
{
  return (intptr_t) (address - buffer->low)
         == (int32_t) (uint32_t) (address - buffer->low);
}

BARE_PLAIN void
bare_call (uintptr_t from, uintptr_t self)
{
  struct bare_buffer *buffer = current_buffer ();

  if (buffer == NULL)
    return;
  if (!is_near (buffer, from))
    from = GMON_FROM_OUTSIDE;
  if (!is_near (buffer, self)
      || !count_pair (buffer, (uint32_t) from | 1, (uint32_t) self))
    port_add (&buffer->lost_calls, UINT32_MAX);
}

/* -- Ticks ---------------------------------------------------------------- */

/* Returns what stands for bin number INDEX in the slot that counts how often
   the bin has overflowed.  */
BARE_PLAIN static inline uint32_t
bin_key (uint32_t index)
{
  return index << 1 | 1;
}

BARE_PLAIN void
gmon_bare_tick (uintptr_t pc)
{
  struct bare_buffer *buffer = current_buffer ();
  uintptr_t index;
  uint16_t *bin;

  if (buffer == NULL)
    return;
  index = (pc - (uintptr_t) buffer->low) >> buffer->shift;
  if (index >= buffer->n_bins)
    {
      port_add (&buffer->lost_ticks, UINT32_MAX);
      return;
    }
  bin = bare_bins (buffer) + index;
  if (*bin < GMON_BIN_MAX)
    ++*bin;
  else if (count_pair (buffer, bin_key ((uint32_t) index),
                       GMON_BUFFER_SELF_BIN))
    *bin = 0;
  else
    port_add (&buffer->lost_ticks, UINT32_MAX);
}

BARE_PLAIN uint64_t
bare_bin_total (struct bare_buffer *buffer, uint32_t index)
{
  const uint32_t from = bin_key (index);
  struct bare_slot *slot = search_start (buffer, from, GMON_BUFFER_SELF_BIN);
  uint64_t total = bare_bins (buffer)[index];

  for (; slot->self != 0; slot = next_slot (buffer, slot))
    if (slot->self == GMON_BUFFER_SELF_BIN && slot->from == from)
      total += (uint64_t) slot->count * GMON_BUFFER_BIN_CARRY;
  return total;
}

/* -- The start ------------------------------------------------------------ */

/* Divides SIZE bytes into slots and bins for the LENGTH bytes of code from LOW
   on, in *BUFFER.  The bins take at most half of what the header leaves, and
   are as small as that permits.  Returns false if the last bin would end behind
   the end of memory.  */
BARE_PLAIN static bool
divide (struct bare_buffer *buffer, size_t size, uintptr_t low,
        uintptr_t length)
{
  const size_t room = size - GMON_BUFFER_HEADER_SIZE;
  uint32_t shift = FIRST_SHIFT;
  uintptr_t bins, slots;

  while (length != 0 && (length - 1) >> shift >= room / 2 / GMON_BIN_SIZE)
    shift++;
  bins = length != 0 ? ((length - 1) >> shift) + 1 : 0;
  if (bins << shift > UINTPTR_MAX - low)
    return false;
  slots = (room - bins * GMON_BIN_SIZE) / GMON_BUFFER_SLOT_SIZE;
  if (slots > MAX_SLOTS)
    slots = MAX_SLOTS;
  buffer->low = low;
  buffer->high = low + (bins << shift);
  buffer->shift = shift;
  buffer->n_bins = (uint32_t) bins;
  buffer->n_slots = (uint32_t) slots;
  buffer->limit = (uint32_t) (slots - slots / 4);
  buffer->size = (uint32_t) (GMON_BUFFER_HEADER_SIZE
                             + slots * GMON_BUFFER_SLOT_SIZE
                             + bins * GMON_BIN_SIZE);
  return true;
}

BARE_PLAIN enum gmon_bare_status
gmon_bare_start (void *memory, size_t size, const void *low_end,
                 const void *high_end)
{
  struct bare_buffer *buffer = memory;
  uintptr_t low = (uintptr_t) low_end, high = (uintptr_t) high_end;
  struct bare_buffer head = { .version = GMON_BUFFER_VERSION,
                              .word = sizeof (uintptr_t) };

  bare_switch (NULL);
  if (memory == NULL || size < GMON_BARE_SMALLEST_SIZE)
    return GMON_BARE_TOO_SMALL;
  if ((uintptr_t) memory % _Alignof (uint64_t) != 0)
    return GMON_BARE_UNALIGNED;
  if (low > high)
    return GMON_BARE_BAD_RANGE;
  low &= ~(((uintptr_t) 1 << FIRST_SHIFT) - 1);
  if (size > INT32_MAX)
    size = INT32_MAX;
  if (!divide (&head, size, low, high == (uintptr_t) low_end ? 0 : high - low))
    return GMON_BARE_BAD_RANGE;
  memcpy (head.magic, GMON_MAGIC, GMON_MAGIC_SIZE);
  memset (buffer, 0, head.size);
  memcpy (buffer, &head, sizeof head);
  bare_switch (buffer);
  gmon_bare_unit (1, "ticks");
  return GMON_BARE_OK;
}
