/* base/bytes.c -- bounds-checked bytes with a byte order and address size.

   SPDX-License-Identifier: GPL-3.0-or-later

   In:  a buffer and how its numbers stand in it (struct wire).  Out: numbers,
   or the other way round.  Called by the readers and writers of profile/.
   Numbers are put together byte by byte, so that neither the alignment nor
   the byte order of this machine matters.  */

#include <config.h>

#include "base/bytes.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

struct wire
wire_host (void)
{
  const uint16_t probe = 1;
  unsigned char first;
  struct wire wire = { false, false, sizeof (void *) };

  memcpy (&first, &probe, 1);
  wire.big_endian = first == 0;
  return wire;
}

uint64_t
wire_max (struct wire wire)
{
  return wire.addr_size == 8 ? UINT64_MAX : UINT32_MAX;
}

void
reader_init (struct reader *r, const void *data, size_t len, struct wire wire)
{
  /* An empty buffer may be NULL, which must not enter pointer sums.  */
  r->start = len ? data : (const unsigned char *) "";
  r->pos = r->start;
  r->end = r->start + len;
  r->wire = wire;
  r->failed = false;
}

size_t
rd_left (const struct reader *r)
{
  return r->failed ? 0 : (size_t) (r->end - r->pos);
}

size_t
rd_offset (const struct reader *r)
{
  return (size_t) (r->pos - r->start);
}

const unsigned char *
rd_bytes (struct reader *r, size_t len)
{
  const unsigned char *p = r->pos;

  if (r->failed || len > (size_t) (r->end - r->pos))
    {
      r->failed = true;
      return NULL;
    }
  r->pos += len;
  return p;
}

/* The next SIZE bytes (at most 8) as an unsigned number; 0 if there are
   fewer.  */
static uint64_t
rd_number (struct reader *r, unsigned size)
{
  const unsigned char *p = rd_bytes (r, size);
  uint64_t value = 0;

  if (!p)
    return 0;
  for (unsigned i = 0; i < size; i++)
    value = value << 8 | p[r->wire.big_endian ? i : size - 1 - i];
  return value;
}

uint8_t
rd_u8 (struct reader *r)
{
  return (uint8_t) rd_number (r, 1);
}

uint16_t
rd_u16 (struct reader *r)
{
  return (uint16_t) rd_number (r, 2);
}

uint32_t
rd_u32 (struct reader *r)
{
  return (uint32_t) rd_number (r, 4);
}

uint64_t
rd_u64 (struct reader *r)
{
  return rd_number (r, 8);
}

uint64_t
rd_addr (struct reader *r)
{
  uint64_t addr;

  if (r->wire.addr_size == 8)
    return rd_number (r, 8);
  addr = rd_number (r, 4);
  if (r->wire.sign_extend && addr >> 31)
    addr |= UINT64_C (0xffffffff00000000);
  return addr;
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

/* Makes the buffer LEN bytes longer and returns where they start.  */
static unsigned char *
extend (struct writer *w, size_t len)
{
  size_t start = w->len;

  /* A sum that wraps asks for everything, which array_reserve refuses.  */
  if (__builtin_add_overflow (w->len, len, &w->len))
    w->len = SIZE_MAX;
  w->data = array_reserve (w->data, &w->cap, w->len, 1);
  return w->data + start;
}

static void
wr_number (struct writer *w, uint64_t value, unsigned size)
{
  unsigned char *p = extend (w, size);

  for (unsigned i = 0; i < size; i++, value >>= 8)
    p[w->wire.big_endian ? size - 1 - i : i] = (unsigned char) value;
}

void
wr_u8 (struct writer *w, uint8_t value)
{
  wr_number (w, value, 1);
}

void
wr_u16 (struct writer *w, uint16_t value)
{
  wr_number (w, value, 2);
}

void
wr_u32 (struct writer *w, uint32_t value)
{
  wr_number (w, value, 4);
}

void
wr_u64 (struct writer *w, uint64_t value)
{
  wr_number (w, value, 8);
}

void
wr_addr (struct writer *w, uint64_t value)
{
  wr_number (w, value, w->wire.addr_size);
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
