/* cksum.c -- the checksum of the manuals: a branch, then a loop.

   SPDX-License-Identifier: GPL-3.0-or-later

   Called once each way; the loop has 26,312 turns in all.  See blocks.exp.  */

#include <stdio.h>

static unsigned char bytes[13156];

static unsigned
cksum (const unsigned char *p, int n, int seeded)
{
  unsigned sum;

  if (seeded)
    sum = 1;
  else
    sum = 0;
  do
    {
      sum = sum * 31 + *p++;
      n--;
    }
  while (n > 0);
  return sum;
}

int
main (void)
{
  return cksum (bytes, 13156, 0) == cksum (bytes, 13156, 1);
}
