/* bench_data.h -- what the parts of bench_data share.

   SPDX-License-Identifier: GPL-3.0-or-later

   An image has SYMBOLS functions of SIZE bytes, one after the other from BASE
   on.  The last one (zz_end) bounds the one before it and is never in a
   profile: what GNU gprof makes of the last symbol is chance.  */

#ifndef BENCH_DATA_H
#define BENCH_DATA_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define BASE UINT64_C (0x401000)

/* What the command line says (bench_data.c).  */
struct plan
{
  uint64_t symbols, size;
  bool cplusplus;
  uint64_t units, lines;        /* DWARF units, rows a function; 0: none */
  const char *shape;
  uint64_t arcs, wide, sampled, seed, files;
  bool chunks;
};

struct random
{
  uint64_t state;
};

/* A number below LIMIT, which is at most 2^32; the same on every host.  */
uint32_t draw (struct random *random, uint64_t limit);

/* A file with a buffer of its own; they end the program if they fail.  */
FILE *create (const char *name);
void finish (FILE *file, const char *name);
void die (const char *what);

/* VALUE in SIZE bytes, the lowest first.  */
void put (FILE *file, uint64_t value, unsigned size);

/* A number next to which N has no divisor: multiples of it, modulo N, are a
   permutation of 0 ... N - 1 without an order.  */
uint64_t stride (uint64_t n);

/* bench_image.c: an ELF file for x86-64.  */
void image_write (const struct plan *plan, const char *name);

/* bench_profile.c: a gmon.out, or PLAN's number of them in directory NAME.  */
void profile_write (const struct plan *plan, const char *name);
void profiles_write (const struct plan *plan, const char *name);

#endif
