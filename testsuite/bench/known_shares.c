/* known_shares.c -- six functions with known shares of the time.

   SPDX-License-Identifier: GPL-3.0-or-later

   usage: known_shares SEED ROUNDS

   In each round the functions are called 50, 25, 15, 7, 2 and 1 times, in an
   order that SEED decides.  Each call takes equally long: a chain of
   multiplications, each of which waits for the one before, whatever the
   alignment of the loop.  A round is some milliseconds long.  */

#include <stdint.h>
#include <stdlib.h>

#define STEPS 6000              /* of a call */
#define CALLS 100               /* of a round */

#define SHARE(name)                                                           \
  static void __attribute__ ((noinline, noclone)) name (void)                 \
  {                                                                           \
    uint64_t x = 3;                                                           \
    for (int i = 0; i < STEPS; i++)                                           \
      {                                                                       \
        x *= 0x9e3779b97f4a7c15u;                                             \
        __asm__ volatile ("" : "+r" (x));                                     \
      }                                                                       \
  }

SHARE (share_50)
SHARE (share_25)
SHARE (share_15)
SHARE (share_07)
SHARE (share_02)
SHARE (share_01)

static const struct
{
  void (*call) (void);
  unsigned calls;
} parts[] = { { share_50, 50 }, { share_25, 25 }, { share_15, 15 },
              { share_07, 7 }, { share_02, 2 }, { share_01, 1 } };

int
main (int argc, char **argv)
{
  uint64_t random = argc > 1 ? strtoull (argv[1], NULL, 10) : 1;
  long rounds = argc > 2 ? strtol (argv[2], NULL, 10) : 50;
  void (*calls[CALLS]) (void);
  unsigned n = 0;
  for (unsigned i = 0; i < sizeof parts / sizeof *parts; i++)
    for (unsigned k = 0; k < parts[i].calls; k++)
      calls[n++] = parts[i].call;
  while (rounds-- > 0)
    {
      for (unsigned i = CALLS - 1; i > 0; i--)
        {
          random = random * 6364136223846793005u + 1442695040888963407u;
          unsigned other = (unsigned) (random >> 33) % (i + 1);
          void (*call) (void) = calls[i];
          calls[i] = calls[other];
          calls[other] = call;
        }
      for (unsigned i = 0; i < CALLS; i++)
        calls[i] ();
    }
  return 0;
}
