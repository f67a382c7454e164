/* bench_data.c -- large images and profiles, made in no time.

   SPDX-License-Identifier: GPL-3.0-or-later

   usage: bench_data image FILE symbols=N size=N [names=c++] [units=N lines=N]
          bench_data profile FILE symbols=N size=N [sampled=N] [chunks=1]
                     [shape=SHAPE arcs=N wide=N] [seed=N]
          bench_data profiles DIRECTORY files=N ...

   image: an ELF executable for x86-64 of N functions of SIZE bytes (a multiple
   of 4), every fourth one local, in an order without sense in the symbol
   table; .text is a hole in the file.  C names, or mangled C++ names of 30 to
   150 characters.  With units: DWARF 4, as many compilation units, with that
   many rows of the line table for each function.

   profile: for an image of these symbols, a histogram with bins of 4 bytes and
   samples in about SAMPLED functions, in one record as from glibc or, with
   chunks, in the chunks of libgmon that have samples; then ARCS arcs, of a
   shape:

     random     from anywhere to anywhere
     layers     the same, but always to a later function: no cycles
     callees    WIDE callers with arcs to 20,000 callees each (or to all there
                are), then random ones
     callers    WIDE callees, in the same way
     chain      each function calls the next one, and nothing else
     cycle      each function calls the next one, the last one the first; then
                random ones

   profiles: as many profiles, DIRECTORY/gmon-00000 and so on, as ranks of one
   run leave them: most arcs are in most of them, the numbers differ.

   Out, on stdout, what a profile says, of all files together:
     RECORDS histogram records, TICKS samples, ARCS arcs, CALLS calls
   The same arguments give the same bytes on every host.  Memory is a few
   megabytes, whatever the size.  Made of bench_data.c, bench_image.c,
   bench_profile.c.  */

#include <config.h>

#include "bench_data.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void
die (const char *what)
{
  fputs ("bench_data: ", stderr);
  perror (what);
  exit (2);
}

FILE *
create (const char *name)
{
  FILE *file = fopen (name, "wb");

  if (file == NULL || setvbuf (file, NULL, _IOFBF, 1 << 20) != 0)
    die (name);
  return file;
}

void
finish (FILE *file, const char *name)
{
  int failed = ferror (file);

  if (fclose (file) != 0 || failed)
    die (name);
}

void
put (FILE *file, uint64_t value, unsigned size)
{
  for (; size > 0; size--, value >>= 8)
    putc_unlocked ((int) (value & 0xff), file);
}

/* Knuth's MMIX; the upper half is what is random.  */
uint32_t
draw (struct random *random, uint64_t limit)
{
  random->state = random->state * UINT64_C (6364136223846793005)
                  + UINT64_C (1442695040888963407);
  return (uint32_t) ((random->state >> 32) * limit >> 32);
}

uint64_t
stride (uint64_t n)
{
  uint64_t step = n * 5 / 8 + 1, a, b, rest;

  for (;; step++)
    {
      for (a = n, b = step; b > 0; rest = a % b, a = b, b = rest)
        ;
      if (a == 1)
        return step;
    }
}

/* A field of the plan that is a number.  */
static uint64_t *
number_field (struct plan *plan, const char *name, size_t length)
{
  const struct { const char *name; uint64_t *field; } fields[] = {
    { "symbols", &plan->symbols }, { "size", &plan->size },
    { "units", &plan->units }, { "lines", &plan->lines },
    { "arcs", &plan->arcs }, { "wide", &plan->wide },
    { "sampled", &plan->sampled }, { "seed", &plan->seed },
    { "files", &plan->files },
  };

  for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
    if (strlen (fields[i].name) == length
        && memcmp (fields[i].name, name, length) == 0)
      return fields[i].field;
  return NULL;
}

static bool
parse (struct plan *plan, const char *word)
{
  const char *value = strchr (word, '=');
  uint64_t *number;
  char *end;

  if (value == NULL)
    return false;
  number = number_field (plan, word, (size_t) (value++ - word));
  if (number != NULL)
    {
      *number = strtoull (value, &end, 10);
      return end != value && *end == '\0' && *number <= UINT32_MAX;
    }
  if (strncmp (word, "shape=", 6) == 0)
    plan->shape = value;
  else if (strcmp (word, "names=c++") == 0)
    plan->cplusplus = true;
  else if (strcmp (word, "chunks=1") == 0)
    plan->chunks = true;
  else
    return false;
  return true;
}

static bool
sound (const struct plan *plan)
{
  return plan->symbols >= 3 && plan->size >= 4 && plan->size % 4 == 0
         && plan->units <= plan->symbols
         && (plan->units == 0
             || (plan->lines >= 1 && plan->lines <= plan->size));
}

int
main (int argc, char **argv)
{
  struct plan plan = { .shape = "random", .seed = 1, .wide = 10 };
  bool good = argc > 3;

  for (int i = 3; i < argc && good; i++)
    {
      good = parse (&plan, argv[i]);
      if (!good)
        fprintf (stderr, "bench_data: what is %s?\n", argv[i]);
    }
  if (good && sound (&plan) && strcmp (argv[1], "image") == 0)
    image_write (&plan, argv[2]);
  else if (good && sound (&plan) && strcmp (argv[1], "profile") == 0)
    profile_write (&plan, argv[2]);
  else if (good && sound (&plan) && strcmp (argv[1], "profiles") == 0)
    profiles_write (&plan, argv[2]);
  else
    {
      fputs ("bench_data: usage: see the head of bench_data.c\n", stderr);
      return 2;
    }
  return 0;
}
