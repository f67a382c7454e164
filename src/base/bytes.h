/* base/bytes.h -- bounds-checked bytes with a byte order and address size.

   SPDX-License-Identifier: GPL-3.0-or-later

   The only place that swaps bytes.  A reader is sticky: after the first read
   past the end `failed' stays set and every read gives 0, so that a record is
   parsed straight-line and tested once.  */

#ifndef BASE_BYTES_H
#define BASE_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* How numbers stand in a file of the profiled machine.  */
struct wire
{
  bool big_endian;
  bool sign_extend;             /* 4-byte addresses are signed (MIPS) */
  unsigned addr_size;           /* 4 or 8 */
};

/* The wire of the machine this program runs on.  */
struct wire wire_host (void);

/* The highest number that has the size of an address.  */
uint64_t wire_max (struct wire wire);

/* The address that the low bits of VALUE are.  */
static inline uint64_t
wire_addr (struct wire wire, uint64_t value)
{
  if (wire.addr_size == 8)
    return value;
  return wire.sign_extend ? (uint64_t) (int64_t) (int32_t) (uint32_t) value
         : (uint32_t) value;
}

/* Has the machine this runs on the other byte order?  */
static inline bool
wire_is_swapped (struct wire wire)
{
  return wire.big_endian != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
}

/* Sets the N numbers at TO from the 2-byte numbers at DATA.  */
void wire_u16s (struct wire wire, uint16_t *to, const unsigned char *data,
                size_t n);

struct reader
{
  const unsigned char *start, *pos, *end;
  struct wire wire;
  bool failed;
};

/* Reads the LEN bytes at DATA (borrowed) as WIRE says.  */
void reader_init (struct reader *r, const void *data, size_t len,
                  struct wire wire);

/* What is asked for every number of a file is inline.  */

/* Bytes left; 0 once failed.  */
static inline size_t
rd_left (const struct reader *r)
{
  return r->failed ? 0 : (size_t) (r->end - r->pos);
}

/* Bytes already read.  */
static inline size_t
rd_offset (const struct reader *r)
{
  return (size_t) (r->pos - r->start);
}

/* The next LEN bytes, borrowed, or NULL (and failed) if there are fewer.  */
static inline const unsigned char *
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

static inline uint8_t
rd_u8 (struct reader *r)
{
  const unsigned char *p = rd_bytes (r, 1);

  return p ? *p : 0;
}

uint16_t rd_u16 (struct reader *r);

static inline uint32_t
rd_u32 (struct reader *r)
{
  const unsigned char *p = rd_bytes (r, sizeof (uint32_t));
  uint32_t value = 0;

  if (p)
    memcpy (&value, p, sizeof value);
  return wire_is_swapped (r->wire) ? __builtin_bswap32 (value) : value;
}

static inline uint64_t
rd_u64 (struct reader *r)
{
  const unsigned char *p = rd_bytes (r, sizeof (uint64_t));
  uint64_t value = 0;

  if (p)
    memcpy (&value, p, sizeof value);
  return wire_is_swapped (r->wire) ? __builtin_bswap64 (value) : value;
}

/* wire.addr_size bytes.  */
static inline uint64_t
rd_addr (struct reader *r)
{
  return r->wire.addr_size == 8 ? rd_u64 (r)
         : wire_addr (r->wire, rd_u32 (r));
}

/* The next NUL-terminated string, borrowed, or NULL (and failed).  */
const char *rd_string (struct reader *r);

/* A growing buffer to write into; writer_free releases it.  */
struct writer
{
  unsigned char *data;
  size_t len, cap;
  struct wire wire;
};

void writer_init (struct writer *w, struct wire wire);
void writer_free (struct writer *w);
void wr_u8 (struct writer *w, uint8_t value);
void wr_u16 (struct writer *w, uint16_t value);
void wr_u32 (struct writer *w, uint32_t value);
void wr_u64 (struct writer *w, uint64_t value);
void wr_addr (struct writer *w, uint64_t value);        /* low bytes */
void wr_bytes (struct writer *w, const void *data, size_t len);
void wr_zeros (struct writer *w, size_t len);

#endif /* BASE_BYTES_H */
