/* base/bytes.h -- bounds-checked bytes with a byte order and address size.

   SPDX-License-Identifier: GPL-3.0-or-later

   Only this module swaps bytes.  The errors of a reader are sticky: after the
   first read past the end, `failed' stays set and every read returns 0 or
   NULL.  So the caller can read a whole record first and test `failed'
   once.  */

#ifndef BASE_BYTES_H
#define BASE_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* The format of numbers in a file from the profiled machine.  */
struct wire
{
  bool big_endian;
  bool sign_extend;             /* 4-byte addresses are signed (MIPS) */
  unsigned addr_size;           /* 4 or 8 */
  unsigned long_size;           /* of C's long, 4 or 8; 0: not known, most
                                   probably addr_size */
};

/* Returns the format of the machine that this program runs on.  */
struct wire wire_host (void);

/* Returns the largest number that has the size of an address.  */
uint64_t wire_max (struct wire wire);

/* Returns the largest number that C's unsigned long has.  */
uint64_t wire_long_max (struct wire wire);

/* Returns the address that is stored in the low bits of VALUE: 4-byte
   addresses are zero-extended, or sign-extended if WIRE.sign_extend is
   set.  */
static inline uint64_t
wire_addr (struct wire wire, uint64_t value)
{
  if (wire.addr_size == 8)
    return value;
  return wire.sign_extend ? (uint64_t) (int64_t) (int32_t) (uint32_t) value
         : (uint32_t) value;
}

/* Returns true if the byte order of WIRE is not that of the machine that this
   program runs on.  */
static inline bool
wire_is_swapped (struct wire wire)
{
  return wire.big_endian != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
}

/* Converts the N 2-byte numbers at DATA, in any alignment, to the N numbers at
   TO.  */
void wire_u16s (struct wire wire, uint16_t *to, const unsigned char *data,
                size_t n);

struct reader
{
  const unsigned char *start, *pos, *end;
  struct wire wire;
  bool failed;
};

/* Makes R read the LEN bytes at DATA (borrowed; may be NULL if LEN is 0) in
   the format WIRE.  */
void reader_init (struct reader *r, const void *data, size_t len,
                  struct wire wire);

/* The functions that run for every number of a file are inline.  */

/* Returns the number of bytes left, 0 after a read has failed.  */
static inline size_t
rd_left (const struct reader *r)
{
  return r->failed ? 0 : (size_t) (r->end - r->pos);
}

/* Returns the number of bytes already read.  */
static inline size_t
rd_offset (const struct reader *r)
{
  return (size_t) (r->pos - r->start);
}

/* Returns the next LEN bytes, borrowed.  If there are fewer, sets `failed' and
   returns NULL.  */
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

/* Reads an address, which has wire.addr_size bytes.  */
static inline uint64_t
rd_addr (struct reader *r)
{
  return r->wire.addr_size == 8 ? rd_u64 (r)
         : wire_addr (r->wire, rd_u32 (r));
}

/* Returns the next NUL-terminated string, borrowed.  If there is no NUL, sets
   `failed' and returns NULL.  */
const char *rd_string (struct reader *r);

/* A growing buffer for writing.  The writer owns `data' (heap); writer_free
   frees it.  */
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
void wr_addr (struct writer *w, uint64_t value);        /* the low bytes */
void wr_bytes (struct writer *w, const void *data, size_t len);
void wr_zeros (struct writer *w, size_t len);

#endif /* BASE_BYTES_H */
