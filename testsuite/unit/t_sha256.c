/* unit/t_sha256.c -- tests of base/sha256.

   SPDX-License-Identifier: GPL-3.0-or-later

   Run by gprof.unit.  The hashes are those of Python's hashlib.  */

#include <config.h>

#include "check.h"

#include "base/sha256.h"

#define MAX_LEN 1000

/* For lengths around the sizes of a block and of its padding: the hash of the
   bytes 7 * i + length, modulo 256; for 3 bytes that of "abc".  */
static const struct
{
  size_t len;
  const char *base64;
} cases[]
= {
    { 0, "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=" },
    { 3, "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=" },
    { 55, "ga/lt4jcLOE4/4PZsgFk23WpTXXSskMu6koO9gUIjHI=" },
    { 56, "KrpU8KxjJCCitQJDFAiGbkDh1eQw30zYImQseKsuucE=" },
    { 63, "cz09Tuee5nFFv3PaE1iPbyNdN0FPxksUovAPF2J5L14=" },
    { 64, "eTIpB7Pp0BPX3CwvJWZ02/czBFzeAd81OSccb1YF/rg=" },
    { 65, "2FwAfG60QPCFr6K4T28rzkZYskDp9iyxNkvwSFpX5yA=" },
    { 119, "bIfu3wlrNF3iBbcC5SI7c7RHoyB3kd7T6gB7oV7Wc24=" },
    { 120, "QlAM9qHjk21rngvP4pbWVLYyVeUlSH02NNCxX95ZHE0=" },
    { 1000, "aw33ZickPQlbDEQAy2WLfoBN0DRhzAOu6PyP4LytoWg=" },
  };

static void
test_hashes (void)
{
  unsigned bad = 0;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
      unsigned char data[MAX_LEN], hash[SHA256_LEN];
      char text[SHA256_BASE64_SIZE];
      for (size_t j = 0; j < cases[i].len; j++)
        data[j] = 7 * j + cases[i].len;
      if (cases[i].len == 3)
        memcpy (data, "abc", 3);
      sha256 (data, cases[i].len, hash);
      sha256_base64 (hash, text);
      EXPECT (&bad, strcmp (text, cases[i].base64) == 0, "%zu bytes: %s",
              cases[i].len, text);
    }
  CHECK (bad == 0, "hashes of many lengths, in base64");
}

int
main (void)
{
  test_hashes ();
  return check_end ();
}
