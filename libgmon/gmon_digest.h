/* gmon_digest.h -- the digest of the extension of gmon.out (gmon_process.h).

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_DIGEST_H
#define GMON_DIGEST_H

#include <stddef.h>
#include <stdint.h>

/* Returns the digest of the LEN bytes at BYTES: FNV-1a over words of 8 bytes
   that are read as little-endian numbers, the last one filled up with zeros,
   and a final mix of all bits.  */
static inline uint64_t
gmon_process_digest (const unsigned char *bytes, size_t len)
{
  uint64_t hash = 0xcbf29ce484222325;

  for (size_t at = 0; at < len; at += 8)
    {
      uint64_t word = 0;

      for (size_t i = 0; i < 8 && at + i < len; i++)
        word |= (uint64_t) bytes[at + i] << (8 * i);
      hash = (hash ^ word) * 0x100000001b3;
    }
  hash = (hash ^ hash >> 33) * 0xff51afd7ed558ccd;
  hash = (hash ^ hash >> 33) * 0xc4ceb9fe1a85ec53;
  return hash ^ hash >> 33;
}

#endif /* GMON_DIGEST_H */
