/* deep.c -- a program whose stack is larger than the usual copy of it.

   SPDX-License-Identifier: GPL-3.0-or-later

   usage: deep N
   Takes 0.6 s of CPU time in leaf, which is N calls of deep below main; a frame
   has 128 bytes or a few more.  See deep.exp.  */

#include <stdlib.h>
#include <time.h>

#define FUNCTION __attribute__ ((noinline))

static FUNCTION void
leaf (void)
{
  for (int i = 0; i < 300000; i++)
    __asm__ volatile ("");
}

static FUNCTION int
deep (int n)
{
  volatile char room[100];

  room[0] = (char) n;
  if (n == 0)
    leaf ();
  else
    room[0] = (char) (deep (n - 1) + 1);
  return room[0];
}

int
main (int argc, char **argv)
{
  const int n = argc > 1 ? (int) strtol (argv[1], NULL, 10) : 0;

  while ((double) clock () / CLOCKS_PER_SEC < .6)
    deep (n);
  return 0;
}
