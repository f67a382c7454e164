/* cfi_bytes.h -- reads the numbers of .eh_frame within bounds.

   SPDX-License-Identifier: 0BSD

   A number that does not fit in the bytes that are left is read as 0, and the
   bytes are marked as bad; all further numbers are 0 as well.  So a caller can
   read several numbers and look at the mark once.  */

#ifndef GMON_CFI_BYTES_H
#define GMON_CFI_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Bytes from AT to END, exclusive.  END is NULL if they are bad: a mark of its
   own would be 8 more bytes of a thread's stack in each of three frames, and
   two registers can pass what is left.  */
struct cfi_bytes
{
  const unsigned char *at, *end;
};

static inline struct cfi_bytes
cfi_bytes (uintptr_t start, uintptr_t end)
{
  return (struct cfi_bytes) {
    (const unsigned char *) start,
    start > end ? NULL : (const unsigned char *) end
  };
}

static inline bool
cfi_is_bad (const struct cfi_bytes *bytes)
{
  return bytes->end == NULL;
}

static inline size_t
cfi_left (const struct cfi_bytes *bytes)
{
  return cfi_is_bad (bytes) ? 0 : (size_t) (bytes->end - bytes->at);
}

static inline void
cfi_fail (struct cfi_bytes *bytes)
{
  bytes->end = NULL;
}

/* Returns the next SIZE bytes, or NULL.  */
static inline const unsigned char *
cfi_take (struct cfi_bytes *bytes, size_t size)
{
  const unsigned char *start = bytes->at;

  if (cfi_left (bytes) < size)
    cfi_fail (bytes);
  if (cfi_is_bad (bytes))
    return NULL;
  bytes->at += size;
  return start;
}

/* Returns a number of SIZE bytes, which is 1, 2, 4 or 8.  */
static inline uint64_t
cfi_unsigned (struct cfi_bytes *bytes, size_t size)
{
  const unsigned char *start = cfi_take (bytes, size);
  uint16_t half = 0;
  uint32_t word = 0;
  uint64_t number = 0;

  if (start == NULL)
    return 0;
  switch (size)
    {
    case 1:
      return *start;
    case 2:
      memcpy (&half, start, sizeof half);
      return half;
    case 4:
      memcpy (&word, start, sizeof word);
      return word;
    default:
      memcpy (&number, start, sizeof number);
      return number;
    }
}

/* Returns a signed number of SIZE bytes, which is 1, 2, 4 or 8.  */
static inline int64_t
cfi_signed (struct cfi_bytes *bytes, size_t size)
{
  uint64_t sign = UINT64_C (1) << (8 * size - 1);

  return (int64_t) ((cfi_unsigned (bytes, size) ^ sign) - sign);
}

/* Returns a ULEB128 number.  Bits above the 64th are dropped; a number of more
   than ten bytes is bad.  */
static inline uint64_t
cfi_uleb (struct cfi_bytes *bytes)
{
  uint64_t number = 0;

  for (unsigned shift = 0; shift < 70; shift += 7)
    {
      uint64_t byte = cfi_unsigned (bytes, 1);

      number |= (byte & 0x7f) << shift;
      if (byte < 0x80)
        return cfi_is_bad (bytes) ? 0 : number;
    }
  cfi_fail (bytes);
  return 0;
}

/* Returns an SLEB128 number.  */
static inline int64_t
cfi_sleb (struct cfi_bytes *bytes)
{
  uint64_t number = 0;

  for (unsigned shift = 0; shift < 70; shift += 7)
    {
      uint64_t byte = cfi_unsigned (bytes, 1);

      number |= (byte & 0x7f) << shift;
      if (byte >= 0x80)
        continue;
      if ((byte & 0x40) != 0 && shift < 57)
        number |= -(UINT64_C (1) << (shift + 7));
      return cfi_is_bad (bytes) ? 0 : (int64_t) number;
    }
  cfi_fail (bytes);
  return 0;
}

/* Encodings of pointers, DW_EH_PE_*.  */
enum
{
  CFI_ABSPTR = 0x00, CFI_ULEB = 0x01, CFI_UDATA2 = 0x02, CFI_UDATA4 = 0x03,
  CFI_UDATA8 = 0x04, CFI_SLEB = 0x09, CFI_SDATA2 = 0x0a, CFI_SDATA4 = 0x0b,
  CFI_SDATA8 = 0x0c, CFI_FORM = 0x0f,
  CFI_PCREL = 0x10, CFI_DATAREL = 0x30, CFI_ALIGNED = 0x50, CFI_RELATIVE = 0x70,
  CFI_INDIRECT = 0x80, CFI_OMIT = 0xff
};

/* Returns a number in the form of ENCODING, without what it is relative to.  */
static inline uint64_t
cfi_number (struct cfi_bytes *bytes, unsigned encoding)
{
  switch (encoding & CFI_FORM)
    {
    case CFI_ABSPTR:
      return cfi_unsigned (bytes, sizeof (uintptr_t));
    case CFI_ULEB:
      return cfi_uleb (bytes);
    case CFI_UDATA2:
      return cfi_unsigned (bytes, 2);
    case CFI_UDATA4:
      return cfi_unsigned (bytes, 4);
    case CFI_UDATA8:
      return cfi_unsigned (bytes, 8);
    case CFI_SLEB:
      return (uint64_t) cfi_sleb (bytes);
    case CFI_SDATA2:
      return (uint64_t) cfi_signed (bytes, 2);
    case CFI_SDATA4:
      return (uint64_t) cfi_signed (bytes, 4);
    case CFI_SDATA8:
      return (uint64_t) cfi_signed (bytes, 8);
    default:
      cfi_fail (bytes);
      return 0;
    }
}

/* Returns a pointer in ENCODING, which may be relative to itself or to DATA.
   Pointers to pointers, and pointers relative to anything else, are bad.  */
static inline uintptr_t
cfi_pointer (struct cfi_bytes *bytes, unsigned encoding, uintptr_t data)
{
  uintptr_t here = (uintptr_t) bytes->at;
  uintptr_t number = (uintptr_t) cfi_number (bytes, encoding);

  if ((encoding & CFI_INDIRECT) != 0)
    cfi_fail (bytes);
  switch (encoding & CFI_RELATIVE)
    {
    case 0:
      return number;
    case CFI_PCREL:
      return here + number;
    case CFI_DATAREL:
      return data + number;
    default:
      cfi_fail (bytes);
      return 0;
    }
}

#endif /* GMON_CFI_BYTES_H */
