/* functions-plug.c -- a library with hooks, for functions.c.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#define NOINLINE __attribute__ ((noinline, noclone))

int parse_plug (int x);
int eval_plug (int x);
int plug_run (int times);

NOINLINE int
parse_plug (int x)
{
  __asm__ volatile ("" ::: "memory");
  return x + 1;
}

NOINLINE int
eval_plug (int x)
{
  __asm__ volatile ("" ::: "memory");
  return parse_plug (x) + 1;
}

int
plug_run (int times)
{
  int sum = 0;

  for (int i = 0; i < times; i++)
    sum += eval_plug (0);
  return sum;
}
