/* fuzz.h -- what a fuzz target is, and what all of them share.

   SPDX-License-Identifier: GPL-3.0-or-later

   A target is a program with LLVMFuzzerTestOneInput, which is called with one
   input after the other.  Who calls it is libFuzzer, AFL++, or replay_main.c,
   which works with any compiler.  Inputs begin with a few bytes that choose how
   the rest is read, so that one file says all of a case.  */

#ifndef FUZZ_H
#define FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/bytes.h"
#include "image/image.h"

/* Runs the target on the SIZE bytes at DATA; always 0.  Ends the process if
   something is wrong.  */
int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

/* Changes the SIZE bytes at DATA, which has room for MAX, as SEED says;
   returns their number.  Some targets have one.  */
size_t LLVMFuzzerCustomMutator (uint8_t *data, size_t size, size_t max,
                                unsigned int seed);

/* What the engine would do; NULL if it has none (AFL++).  */
size_t LLVMFuzzerMutate (uint8_t *data, size_t size, size_t max)
  __attribute__ ((weak));

/* The next byte of an input, 0 behind its end.  */
static inline unsigned
fuzz_byte (const uint8_t **data, size_t *size)
{
  if (*size == 0)
    return 0;
  --*size;
  return *(*data)++;
}

/* The wire that the byte CHOICE means: its lowest three bits.  */
static inline struct wire
fuzz_wire (unsigned choice)
{
  return (struct wire) { .big_endian = choice & 1,
                         .addr_size = choice & 2 ? 8 : 4,
                         .sign_extend = choice & 4 };
}

/* The name of the file in memory number SLOT (below FUZZ_FILES).  */
#define FUZZ_FILES 3
const char *fuzz_name (unsigned slot);

/* The same, when it holds the SIZE bytes at DATA, until the next call.  */
const char *fuzz_file (unsigned slot, const void *data, size_t size);

/* What the file NAME holds, on the heap, *SIZE bytes; NULL if it cannot be
   read.  */
uint8_t *fuzz_load (const char *name, size_t *size);

/* A program for what only wants to have one: the one that runs.  */
struct image *fuzz_image (void);

/* Changes a profile that WIRE fits, as LLVMFuzzerCustomMutator does: whole
   records and single fields, or just bytes.  */
size_t gmon_mutate (uint8_t *data, size_t size, size_t max,
                    struct wire wire, unsigned int seed);

/* The same for an input of two bytes, the first of which chooses the wire, and
   a profile; sometimes by what the engine does to all of it.  */
size_t gmon_mutate_input (uint8_t *data, size_t size, size_t max,
                          unsigned int seed);

#endif /* FUZZ_H */
