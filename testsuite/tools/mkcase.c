/* mkcase.c -- a seed to a random case for the oracle.

   SPDX-License-Identifier: GPL-3.0-or-later

   Usage:  mkcase SEED DIRECTORY

   Writes these files into the existing DIRECTORY.  Equal seeds give equal
   bytes on every machine:

     symbols.txt          an image for mkimage: globals, locals, weak and
                          untyped symbols, aliases, clones, odd names, data,
                          several code sections, calls, perhaps lines, units
                          and inlined functions; x86-64, i386, x32, Windows
                          or foreign
     p1.txt ... p3.txt    profiles for mkgmon: arcs with cycles, self calls
                          and unknown addresses; histograms of all kinds;
                          basic blocks; perhaps damaged
     a.c inc/b.c ...      some of the sources
     syms.nm map.txt      for -S and -R
     opts                 a response file
     cmds                 command lines for oracle: arguments, one a line

   Nothing is sampled in the last symbol of the table: GNU gprof reads past
   the table for it (row 4 of doc/design/differences-1-16.md).  No basic blocks
   on big-endian machines, where GNU gprof always fails (row 5).  */

#include <config.h>

#include "mkcase.h"

#include <stdarg.h>
#include <stdlib.h>

uint64_t
next_random (struct state *st)
{
  uint64_t z = st->seed += 0x9e3779b97f4a7c15;

  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
  z = (z ^ z >> 27) * 0x94d049bb133111eb;
  return z ^ z >> 31;
}

unsigned
pick (struct state *st, uint64_t n)
{
  return (unsigned) (next_random (st) % n);
}

bool
chance (struct state *st, unsigned percent)
{
  return pick (st, 100) < percent;
}

void
open_out (struct state *st, const char *name)
{
  char path[4096];

  snprintf (path, sizeof path, "%s/%s", st->dir, name);
  st->out = fopen (path, "w");
  if (!st->out)
    {
      perror (path);
      exit (EXIT_FAILURE);
    }
}

void
close_out (struct state *st)
{
  if (fclose (st->out) != 0)
    {
      perror (st->dir);
      exit (EXIT_FAILURE);
    }
}

void
say (struct state *st, const char *fmt, ...)
{
  va_list ap;

  va_start (ap, fmt);
  vfprintf (st->out, fmt, ap);
  va_end (ap);
}

struct sym *
random_sym (struct state *st)
{
  return &st->syms[pick (st, st->nsyms)];
}

uint64_t
inside (struct state *st, const struct sym *sym)
{
  return sym->addr + (sym->size > 0 ? pick (st, sym->size) : 0);
}

unsigned long
random_calls (struct state *st)
{
  unsigned n = pick (st, 100);

  return n < 4 ? 0 : n < 70 ? 1 + pick (st, 10) : n < 95 ? pick (st, 100000)
         : pick (st, 4294967296);
}

int
main (int argc, char **argv)
{
  static struct state st;

  if (argc != 3)
    {
      fputs ("usage: mkcase SEED DIRECTORY\n", stderr);
      return EXIT_FAILURE;
    }
  st.number = strtoull (argv[1], NULL, 0);
  st.seed = st.number * 0x2545f4914f6cdd1d;
  st.dir = argv[2];
  make_image (&st);
  make_profiles (&st);
  make_sources (&st);
  make_commands (&st);
  return EXIT_SUCCESS;
}
