/* fuzz_ehframe.c -- a fuzz target: libgmon's unwinder.

   SPDX-License-Identifier: GPL-3.0-or-later

   Input: a byte H, a byte N, N bytes that stand for words of a stack, the first
   three of which are the program counter, the stack pointer and the frame
   pointer (see word_of), and the tables: 4 * H bytes of .eh_frame_hdr, then
   .eh_frame.  The code is CODE_BELOW bytes before the tables.  */

#include <config.h>

#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "arch/call_frame.h"
#include "unwind/frame_index.h"
#include "unwind/row.h"
#include "unwind/unwind.h"

#ifdef MACHINE_HAS_FRAMES

#define WORDS 64                /* of the stack */
#define CODE_BELOW 0x1000
#define CODE_SIZE 0x100

struct input
{
  struct unwind_tables tables;
  uintptr_t code;
  uintptr_t stack[WORDS];
  uintptr_t registers[3];       /* pc, sp, fp */
};

/* Ends the process, so that the engine keeps the input, if HOLDS is false.  */
static void
must (bool holds)
{
  if (!holds)
    abort ();
}

/* Returns the word that BYTE stands for: a place in the stack, in the code, or
   something that a program should not have there.  */
static uintptr_t
word_of (const struct input *input, unsigned byte)
{
  static const uintptr_t hostile[] =
    {
      0, 8, 0x1001, UINTPTR_MAX / 2 + 1, UINTPTR_MAX - 7, UINTPTR_MAX,
      (uintptr_t) -0xa00000, UINTPTR_MAX >> 17
    };

  if (byte < WORDS)
    return (uintptr_t) &input->stack[byte];
  if (byte < 2 * WORDS)
    return (uintptr_t) input->stack + byte % WORDS;
  if (byte < 0xf8)
    return input->code + (byte - 2 * WORDS) * 2;
  return hostile[byte & 7];
}

static bool
find (const void *objects, uintptr_t pc, struct unwind_tables *tables)
{
  const struct input *input = objects;

  *tables = input->tables;
  return pc - input->code < CODE_SIZE;
}

static size_t
walk (const struct input *input, struct row_cache *cache, uintptr_t *pcs,
      unsigned *flags)
{
  struct unwinder unwinder = { .rows = cache, .find = find, .objects = input };
  ucontext_t context;
  unsigned char *bytes = (unsigned char *) &context;

  memset (&context, 0, sizeof context);
  memcpy (bytes + FRAME_PC_PLACE, &input->registers[0], sizeof (uintptr_t));
  memcpy (bytes + frame_register_place (FRAME_SP), &input->registers[1],
          sizeof (uintptr_t));
  memcpy (bytes + frame_register_place (FRAME_FP), &input->registers[2],
          sizeof (uintptr_t));
  return gmon_unwind (&unwinder, &context, pcs, UNWIND_SIZE, flags);
}

/* Rows that are looked up and rows that are remembered lead to one stack.  */
static void
walk_twice (const struct input *input)
{
  static void *memory;
  static struct row_cache cache;
  uintptr_t first[UNWIND_SIZE], second[UNWIND_SIZE];
  unsigned first_flags, second_flags;
  size_t count;

  if (memory == NULL)
    row_cache_init (&cache, memory = calloc (1, ROW_CACHE_SIZE));
  row_cache_clear (&cache);
  count = walk (input, &cache, first, &first_flags);
  must (count >= 1 && count <= UNWIND_SIZE);
  must (((first_flags & UNWIND_CUT) != 0)
        != ((first_flags & UNWIND_COMPLETE) != 0));
  must (count == walk (input, &cache, second, &second_flags)
        && first_flags == second_flags
        && memcmp (first, second, count * sizeof *first) == 0);
}

static void
look_up (const struct unwind_tables *tables, uintptr_t code)
{
  for (uintptr_t pc = code - 1; pc <= code + CODE_SIZE; pc++)
    must (row_kind (cfi_row (tables, pc)) <= ROW_CFA_AT);
}

/* An index of the tables without .eh_frame_hdr.  */
static void
make_index (const struct input *input)
{
  struct unwind_tables made;
  uintptr_t frames;
  size_t size = frame_index_size (input->tables.start, input->tables.end,
                                  &frames);
  void *memory;

  if (size == 0)
    return;
  memory = malloc (size);
  must (memory != NULL);
  frame_index_make (input->tables.start, input->tables.end, frames, memory,
                    &made);
  look_up (&made, input->code);
  free (memory);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  static struct input input;
  size_t header = 4 * (size_t) fuzz_byte (&data, &size);
  size_t words = fuzz_byte (&data, &size) % (WORDS + 4);
  const uint8_t *bytes = data;
  uint8_t *tables;

  memset (&input, 0, sizeof input);
  words = words < size ? words : size;
  size -= words;
  header = header < size ? header : size;
  tables = malloc (size ? size : 1);
  must (tables != NULL);
  if (size != 0)
    memcpy (tables, data + words, size);
  input.code = (uintptr_t) tables - CODE_BELOW;
  for (size_t i = 0; i < words; i++)
    {
      uintptr_t word = word_of (&input, bytes[i]);

      if (i < 3)
        input.registers[i] = word;
      else
        input.stack[i - 3] = word;
    }
  input.tables.header = tables;
  input.tables.header_size = header;
  input.tables.start = (uintptr_t) tables;
  input.tables.end = (uintptr_t) tables + size;
  look_up (&input.tables, input.code);
  walk_twice (&input);
  make_index (&input);
  free (tables);
  return 0;
}

#else

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  (void) data;
  (void) size;
  return 0;
}

#endif
