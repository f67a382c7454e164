/* unit/random.h -- numbers that look random, the same in each run.

   SPDX-License-Identifier: GPL-3.0-or-later

   D. E. Knuth's linear congruential generator MMIX; the upper bits count.  */

#ifndef UNIT_RANDOM_H
#define UNIT_RANDOM_H

#include <stdint.h>

static uint64_t random_seed = 1;

/* Returns a random number below LIMIT.  */
static uint32_t
below (uint32_t limit)
{
  random_seed = random_seed * UINT64_C (6364136223846793005)
                + UINT64_C (1442695040888963407);
  return (uint32_t) (random_seed >> 33) % limit;
}

#endif /* UNIT_RANDOM_H */
