/* row.h -- how to get from the frame of one program counter to its caller's.

   SPDX-License-Identifier: 0BSD

   A row is what .eh_frame says of one program counter, in 64 bits, so that it
   can be cached in one word.  0 is a row: ROW_NONE.

     bits   field    meaning
     0-2    kind     enum row_kind
     3-7    base     DWARF number of the register that the CFA is made of, or
                     that has the return address
     8-9    fp       enum row_rule of FRAME_FP
     10-11  saved    enum row_rule of FRAME_SAVED
     12-35  offset   signed number of bytes: base + offset is the CFA
     36-49  fp at    signed number of words: where FRAME_FP is saved
     50-63  saved at signed number of words: where FRAME_SAVED is saved  */

#ifndef GMON_ROW_H
#define GMON_ROW_H

#include <stdbool.h>
#include <stdint.h>

#include "arch/namespace.h"

enum row_kind
{
  ROW_NONE,                     /* the tables say nothing */
  ROW_END,                      /* there is no caller */
  ROW_SIGNAL,                   /* the caller was interrupted by a signal */
  ROW_CFA,                      /* the CFA is base + offset */
  ROW_CFA_AT,                   /* the CFA is the word at base + offset */
  ROW_OUTSIDE,                  /* code in no object, made at run time */
  ROW_CUT,                      /* the caller is on another stack */
  ROW_RETURN_IN                 /* FRAME_SP + offset is the CFA, and the return
                                   address is in the register base */
};

enum row_rule
{
  RULE_SAME,                    /* the register keeps the caller's value */
  RULE_AT_CFA,                  /* it is saved at the CFA + offset */
  RULE_AT_FP,                   /* it is saved at FRAME_FP + offset */
  RULE_LOST                     /* its value is not known */
};

struct row
{
  enum row_kind kind;
  unsigned base;
  intptr_t offset;
  enum row_rule fp_rule, saved_rule;
  intptr_t fp_offset, saved_offset;     /* bytes */
};

#define ROW_WORD ((intptr_t) sizeof (uint64_t))

/* The two fields of FRAME_SAVED.  */
#define ROW_SAVED_BITS UINT64_C (0xfffc000000000c00)

/* Returns true if VALUE fits in BITS bits with a sign.  */
static inline bool
row_fits (intptr_t value, int bits)
{
  return value >= -((intptr_t) 1 << (bits - 1))
         && value < (intptr_t) 1 << (bits - 1);
}

/* Returns ROW in 64 bits.  Returns 0, ROW_NONE, if one of its numbers does not
   fit.  */
static inline uint64_t
row_pack (const struct row *row)
{
  if (row->base > 31 || !row_fits (row->offset, 24)
      || row->fp_offset % ROW_WORD != 0 || row->saved_offset % ROW_WORD != 0
      || !row_fits (row->fp_offset / ROW_WORD, 14)
      || !row_fits (row->saved_offset / ROW_WORD, 14))
    return 0;
  return (uint64_t) row->kind | (uint64_t) row->base << 3
         | (uint64_t) row->fp_rule << 8 | (uint64_t) row->saved_rule << 10
         | ((uint64_t) row->offset & 0xffffff) << 12
         | ((uint64_t) (row->fp_offset / ROW_WORD) & 0x3fff) << 36
         | ((uint64_t) (row->saved_offset / ROW_WORD) & 0x3fff) << 50;
}

/* Parts of a packed ROW.  Offsets are in bytes.  */

static inline enum row_kind
row_kind (uint64_t row)
{
  return row & 7;
}

static inline unsigned
row_base (uint64_t row)
{
  return row >> 3 & 31;
}

static inline enum row_rule
row_fp_rule (uint64_t row)
{
  return row >> 8 & 3;
}

static inline enum row_rule
row_saved_rule (uint64_t row)
{
  return row >> 10 & 3;
}

static inline uintptr_t
row_offset (uint64_t row)
{
  return (uintptr_t) ((int64_t) (row << 28) >> 40);
}

static inline uintptr_t
row_fp_offset (uint64_t row)
{
  return (uintptr_t) (((int64_t) (row << 14) >> 50) * ROW_WORD);
}

static inline uintptr_t
row_saved_offset (uint64_t row)
{
  return (uintptr_t) (((int64_t) row >> 50) * ROW_WORD);
}

/* Bytes of the code that begins a program.  The loader's begins programs and
   then calls their constructors, and often has no unwind table.  */
#define ROW_ENTRY_SIZE 64

/* Returns the row of PC if no table has one: ROW_END if it is in the code that
   begins at ENTRY, the entry point of a program or of the loader, else 0,
   ROW_NONE.  ENTRY may be 0: there is no entry point.  Both are addresses in
   the same file or in the same process.  */
static inline uint64_t
row_of_entry (uint64_t pc, uint64_t entry)
{
  const struct row root = { .kind = ROW_END };

  return entry != 0 && pc >= entry && pc - entry < ROW_ENTRY_SIZE
         ? row_pack (&root) : 0;
}

#endif /* GMON_ROW_H */
