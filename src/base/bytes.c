/* base/bytes.c -- bounds-checked bytes with a byte order and address size.

   SPDX-License-Identifier: GPL-3.0-or-later

   Numbers in a file need not be aligned, so each is copied in one piece.  Its
   bytes are swapped if this machine has the other byte order.  */

#include <config.h>

#include "base/bytes.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

struct wire
wire_host (void)
{
  return (struct wire) {
    .big_endian = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__,
    .addr_size = sizeof (void *), .long_size = sizeof (long),
  };
}

uint64_t
wire_max (struct wire wire)
{
  return wire.addr_size == 8 ? UINT64_MAX : UINT32_MAX;
}

uint64_t
wire_long_max (struct wire wire)
{
  return wire.long_size == 4 ? UINT32_MAX : wire_max (wire);
}

void
wire_u16s (struct wire wire, uint16_t *to, const unsigned char *data, size_t n)
{
  memcpy (to, data, n * sizeof *to);
  for (size_t i = 0; wire_is_swapped (wire) && i < n; i++)
    to[i] = __builtin_bswap16 (to[i]);
}

void
reader_init (struct reader *r, const void *data, size_t len, struct wire wire)
{
  /* DATA may be NULL if LEN is 0, and arithmetic on NULL is undefined.  */
  r->start = len ? data : (const unsigned char *) "";
  r->pos = r->start;
  r->end = r->start + len;
  r->wire = wire;
  r->failed = false;
}

uint16_t
rd_u16 (struct reader *r)
{
  const unsigned char *p = rd_bytes (r, sizeof (uint16_t));
  uint16_t value = 0;

  if (p)
    wire_u16s (r->wire, &value, p, 1);
  return value;
}

const char *
rd_string (struct reader *r)
{
  const unsigned char *nul = NULL;

  if (rd_left (r))
    nul = memchr (r->pos, '\0', rd_left (r));
  if (!nul)
    {
      r->failed = true;
      return NULL;
    }
  return (const char *) rd_bytes (r, (size_t) (nul - r->pos) + 1);
}

void
writer_init (struct writer *w, struct wire wire)
{
  *w = (struct writer) { .wire = wire };
}

void
writer_free (struct writer *w)
{
  free (w->data);
  writer_init (w, w->wire);
}

/* Appends LEN bytes to the buffer and returns a pointer to the first of
   them.  */
static unsigned char *
extend (struct writer *w, size_t len)
{
  size_t start = w->len;

  /* If the sum overflows, array_reserve ends the process.  */
  if (__builtin_add_overflow (w->len, len, &w->len))
    w->len = SIZE_MAX;
  w->data = array_reserve (w->data, &w->cap, w->len, 1);
  return w->data + start;
}

void
wr_u8 (struct writer *w, uint8_t value)
{
  *extend (w, 1) = value;
}

void
wr_u16 (struct writer *w, uint16_t value)
{
  if (wire_is_swapped (w->wire))
    value = __builtin_bswap16 (value);
  memcpy (extend (w, sizeof value), &value, sizeof value);
}

void
wr_u32 (struct writer *w, uint32_t value)
{
  if (wire_is_swapped (w->wire))
    value = __builtin_bswap32 (value);
  memcpy (extend (w, sizeof value), &value, sizeof value);
}

void
wr_u64 (struct writer *w, uint64_t value)
{
  if (wire_is_swapped (w->wire))
    value = __builtin_bswap64 (value);
  memcpy (extend (w, sizeof value), &value, sizeof value);
}

void
wr_addr (struct writer *w, uint64_t value)
{
  if (w->wire.addr_size == 8)
    wr_u64 (w, value);
  else
    wr_u32 (w, (uint32_t) value);
}

void
wr_bytes (struct writer *w, const void *data, size_t len)
{
  if (len)
    memcpy (extend (w, len), data, len);
}

void
wr_zeros (struct writer *w, size_t len)
{
  if (len)
    memset (extend (w, len), 0, len);
}
