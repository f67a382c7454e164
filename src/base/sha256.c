/* base/sha256.c -- the hash SHA-256 (FIPS 180-4).

   SPDX-License-Identifier: GPL-3.0-or-later

   In: bytes.  Out: their hash.  The policy of an HTML page names its script
   and its style by this hash.  Both are short, so this is simple, not
   fast.  */

#include <config.h>

#include "base/sha256.h"

#include <stdint.h>
#include <string.h>

#define BLOCK 64
#define N_ROUNDS 64

/* The first 32 bits of the fractional parts of the cube roots of the first 64
   primes.  */
static const uint32_t round_words[N_ROUNDS] = {
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1,
  0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3,
  0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
  0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
  0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
  0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
  0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
  0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
  0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2
};

static uint32_t
rotate (uint32_t word, unsigned bits)
{
  return word >> bits | word << (32 - bits);
}

/* Fills WORDS with the 16 words of BLOCK and the 48 that follow from them.  */
static void
expand (const unsigned char block[BLOCK], uint32_t words[N_ROUNDS])
{
  for (size_t i = 0; i < 16; i++)
    words[i] = ((uint32_t) block[4 * i] << 24
                | (uint32_t) block[4 * i + 1] << 16
                | (uint32_t) block[4 * i + 2] << 8 | block[4 * i + 3]);
  for (int i = 16; i < N_ROUNDS; i++)
    {
      uint32_t x = words[i - 15], y = words[i - 2];
      words[i] = (words[i - 16] + words[i - 7]
                  + (rotate (x, 7) ^ rotate (x, 18) ^ x >> 3)
                  + (rotate (y, 17) ^ rotate (y, 19) ^ y >> 10));
    }
}

/* Adds BLOCK to the hash STATE.  */
static void
sha256_block (uint32_t state[8], const unsigned char block[BLOCK])
{
  uint32_t words[N_ROUNDS], s[8];
  expand (block, words);
  memcpy (s, state, sizeof s);
  for (int i = 0; i < N_ROUNDS; i++)
    {
      uint32_t e = s[4], a = s[0];
      uint32_t first = (s[7] + (rotate (e, 6) ^ rotate (e, 11)
                                ^ rotate (e, 25))
                        + ((e & s[5]) ^ (~e & s[6])) + round_words[i]
                        + words[i]);
      uint32_t second = ((rotate (a, 2) ^ rotate (a, 13) ^ rotate (a, 22))
                         + ((a & s[1]) ^ (a & s[2]) ^ (s[1] & s[2])));
      memmove (s + 1, s, 7 * sizeof *s);
      s[4] += first;
      s[0] = first + second;
    }
  for (int i = 0; i < 8; i++)
    state[i] += s[i];
}

void
sha256 (const void *data, size_t len, unsigned char hash[SHA256_LEN])
{
  /* The fractional parts of the square roots of the first 8 primes.  */
  uint32_t state[8] = { 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                        0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19 };
  const unsigned char *bytes = data;
  const size_t rest = len % BLOCK;
  /* The last bytes, a bit 1, zeros, and the length in bits.  */
  unsigned char tail[2 * BLOCK] = { 0 };
  const size_t tail_len = rest + 9 > BLOCK ? 2 * BLOCK : BLOCK;
  for (size_t i = 0; i < len - rest; i += BLOCK)
    sha256_block (state, bytes + i);
  if (rest)
    memcpy (tail, bytes + len - rest, rest);
  tail[rest] = 0x80;
  for (int i = 0; i < 8; i++)
    tail[tail_len - 1 - i] = (uint64_t) len * 8 >> 8 * i;
  for (size_t i = 0; i < tail_len; i += BLOCK)
    sha256_block (state, tail + i);
  for (int i = 0; i < SHA256_LEN; i++)
    hash[i] = state[i / 4] >> (24 - 8 * (i % 4));
}

void
sha256_base64 (const unsigned char hash[SHA256_LEN],
               char text[SHA256_BASE64_SIZE])
{
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                               "abcdefghijklmnopqrstuvwxyz0123456789+/";
  for (int i = 0; i < SHA256_BASE64_SIZE - 1; i++)
    {
      /* Digit I has the bits from 6 * I on, of bytes AT and AT + 1.  */
      int at = 6 * i / 8;
      unsigned next = at + 1 < SHA256_LEN ? hash[at + 1] : 0;
      unsigned pair = at < SHA256_LEN ? (unsigned) hash[at] << 8 | next : 0;
      text[i] = digits[pair >> (10 - 6 * i % 8) & 63];
    }
  text[SHA256_BASE64_SIZE - 2] = '=';
  text[SHA256_BASE64_SIZE - 1] = '\0';
}
