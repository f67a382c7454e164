/* cycles.c -- deep recursion, nested cycles, cycles without callers.

   SPDX-License-Identifier: GPL-3.0-or-later

   An oracle program: profiled by tools/oracle's callers, counts do not matter.  */

#include <stdlib.h>

static volatile unsigned sink;

static void
burn (unsigned n)
{
  for (unsigned i = 0; i < n; i++)
    sink += i * i;
}

/* One function calling itself, 20000 deep.  */
static unsigned
deep (unsigned n)
{
  sink++;
  return n == 0 ? 0 : 1 + deep (n - 1);
}

/* a -> b -> c -> a, with d -> b and c -> d inside: a cycle in a cycle.  */
static void cycle_b (unsigned n);
static void cycle_c (unsigned n);
static void cycle_d (unsigned n);

static void
cycle_a (unsigned n)
{
  burn (300);
  if (n > 0)
    cycle_b (n - 1);
}

static void
cycle_b (unsigned n)
{
  burn (200);
  if (n > 0)
    cycle_c (n - 1);
  if (n > 3 && n % 5 == 0)
    cycle_b (n / 4);
}

static void
cycle_c (unsigned n)
{
  burn (100);
  if (n > 0)
    (n % 3 == 0 ? cycle_d : cycle_a) (n - 1);
}

static void
cycle_d (unsigned n)
{
  burn (400);
  if (n > 0)
    cycle_b (n - 1);
}

/* Two more cycles, joined by one arc.  */
static unsigned is_odd (unsigned n);

static unsigned
is_even (unsigned n)
{
  burn (50);
  return n == 0 ? 1 : is_odd (n - 1);
}

static unsigned
is_odd (unsigned n)
{
  burn (60);
  if (n == 1)
    cycle_a (7);
  return n == 0 ? 0 : is_even (n - 1);
}

/* Ackermann: self calls and a mutual partner.  */
static unsigned ack_step (unsigned m, unsigned n);

static unsigned
ack (unsigned m, unsigned n)
{
  if (m == 0)
    return n + 1;
  return ack_step (m, n);
}

static unsigned
ack_step (unsigned m, unsigned n)
{
  if (n == 0)
    return ack (m - 1, 1);
  return ack (m - 1, ack (m, n - 1));
}

static int
compare (const void *a, const void *b)
{
  int x = *(const int *) a, y = *(const int *) b;

  burn (5);
  return (x > y) - (x < y);
}

/* Called by exit: no caller inside the image.  */
static void
at_end (void)
{
  burn (100000);
  cycle_d (9);
}

int
main (void)
{
  int numbers[1000];

  atexit (at_end);
  for (unsigned i = 0; i < 1000; i++)
    numbers[i] = (int) (i * 7919 % 1009);
  for (unsigned i = 0; i < 300; i++)
    {
      deep (20000);
      cycle_a (100 + i % 60);
      cycle_c (50);
      is_even (100);
    }
  qsort (numbers, 1000, sizeof *numbers, compare);
  ack (2, 300);
  return 0;
}
