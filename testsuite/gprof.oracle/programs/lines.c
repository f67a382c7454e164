/* lines.c -- much on few lines: inlining, macros, two files in one function.

   SPDX-License-Identifier: GPL-3.0-or-later

   For the line symbols behind -s: the same line from several places.  */

static volatile unsigned sink;

#define BURN(n) do { for (unsigned i_ = 0; i_ < (n); i_++) sink += i_; } while (0)

static inline unsigned small (unsigned n) { sink += n; return n + 1; }

static inline unsigned
middle (unsigned n)
{
  unsigned x = small (n);
  for (unsigned i = 0; i < 10; i++) x += small (x);
  return x;
}

__attribute__ ((noinline)) static unsigned one_line (unsigned n) { BURN (n); return small (n) + middle (n); }
__attribute__ ((noinline)) static unsigned two (unsigned n) { return one_line (n) + one_line (n + 1); }

__attribute__ ((noinline)) static unsigned
from_elsewhere (unsigned n)
{
  unsigned x = middle (n);
#line 10 "elsewhere.h"
  BURN (n / 2);
  x += two (n);
#line 200 "lines.c"
  return x + small (x);
}

__attribute__ ((noinline)) static unsigned
recursive (unsigned n)
{
  if (n == 0)
    return 1;
  BURN (100);
  if (n % 2)
    return recursive (n - 1) + small (n);
  return recursive (n - 1);
}

int main (void) { for (unsigned i = 0; i < 2500; i++) { sink += from_elsewhere (3 * i); recursive (i % 50); if (i % 3 == 0) two (i); else one_line (i); } BURN (50000000); return 0; }
