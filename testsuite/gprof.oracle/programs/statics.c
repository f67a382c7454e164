/* statics.c -- one of several files with the same static names.

   SPDX-License-Identifier: GPL-3.0-or-later

   Compiled three times with -DPART=0 1 2; part 0 has main.  */

void part_0 (unsigned n);
void part_1 (unsigned n);
void part_2 (unsigned n);

static volatile unsigned sink;

static void
burn (unsigned n)
{
  for (unsigned i = 0; i < n; i++)
    sink += i * (PART + 1);
}

static void
helper (unsigned n)
{
  burn (n * (PART + 1));
}

static void
init (void)
{
  static int done;

  if (!done++)
    burn (100000);
}

static void
run (unsigned n)
{
  init ();
  for (unsigned i = 0; i < n % 7; i++)
    helper (n);
}

static void __attribute__ ((unused))
never_called (void)
{
  helper (3);
}

#if PART == 0
void
part_0 (unsigned n)
{
  run (n);
  part_1 (n);
}

int
main (void)
{
  for (unsigned i = 0; i < 12000; i++)
    {
      part_0 (i);
      part_2 (i / 2);
    }
  return 0;
}
#elif PART == 1
void
part_1 (unsigned n)
{
  run (n);
  part_2 (n + 1);
}
#else
void
part_2 (unsigned n)
{
  run (n);
  if (n > 100 && n % 100 == 1)
    part_1 (n / 2);
}
#endif
