/* unlisted_gmp.c -- multiplication by GMP, in assembly without unwind tables.

   SPDX-License-Identifier: GPL-3.0-or-later

   Takes half a second of CPU time.  See unlisted.exp.  */

#include <gmp.h>
#include <time.h>

#define LIMBS 25

static __attribute__ ((noinline)) void
work (mp_limb_t *product, mp_limb_t *a, mp_limb_t *b)
{
  for (int i = 0; i < 1000; i++)
    {
      mpn_mul_n (product, a, b, LIMBS);
      mpn_add_n (a, a, product, LIMBS);
      mpn_submul_1 (b, product, LIMBS, 3);
    }
}

int
main (void)
{
  mp_limb_t a[LIMBS], b[LIMBS], product[2 * LIMBS];

  for (int i = 0; i < LIMBS; i++)
    a[i] = b[i] = 0x123456789abcdefU * (unsigned) (i + 1);
  while (clock () < CLOCKS_PER_SEC / 2)
    work (product, a, b);
  return 0;
}
