/* call-sites.c -- spends its time in the C library, for so many ms.
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define F(name) static __attribute__ ((noinline)) void name (void)

static char from[1 << 16], to[1 << 16];
static int numbers[4000];
static volatile double sum;

static int
compare (const void *one, const void *two)
{
  int a = *(const int *) one, b = *(const int *) two;

  return (a > b) - (a < b);
}

F (copies)
{
  for (int i = 0; i < 40; i++)
    {
      memcpy (to, from, sizeof from);
      memset (from, i, sizeof from);
    }
  sum += to[5];
}

F (sorts)
{
  for (int i = 0; i < 4000; i++)
    numbers[i] = i * 7919 % 10007;
  qsort (numbers, 4000, sizeof *numbers, compare);
  sum += numbers[5];
}

F (mallocs)
{
  void *blocks[200];

  for (int j = 0; j < 10; j++)
    {
      for (int i = 0; i < 200; i++)
        blocks[i] = malloc (16 + (size_t) i * 11);
      for (int i = 0; i < 200; i++)
        free (blocks[i]);
    }
  sum += 1;
}

F (prints)
{
  char text[200];

  for (int i = 0; i < 600; i++)
    {
      snprintf (text, sizeof text, "%d %s %f", i, "hello", i * 1.5);
      sum += text[3];
    }
}

F (strings)
{
  for (int i = 0; i < 50; i++)
    {
      memset (to, 'x', 5000);
      to[5000] = 0;
      sum += (double) strlen (to) + strtod ("1.25e3", NULL) + sin (i * 1e3);
    }
}

int
main (int count, char **args)
{
  long ms = strtol (args[count - 1], NULL, 10);
  clock_t end = clock () + ms * (CLOCKS_PER_SEC / 1000);

  while (clock () < end)
    {
      copies ();
      sorts ();
      mallocs ();
      prints ();
      strings ();
    }
  return 0;
}
