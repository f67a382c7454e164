/* unit/t_lg_cfi.c -- tests of libgmon's reader of .eh_frame (unwind/cfi.c).

   SPDX-License-Identifier: GPL-3.0-or-later

   In:  tables written by hand (cfi_tables.h).  A row is shown as
   "CFA fp RULE saved RULE".  Run by gprof.unit.  */

#include <config.h>

#include <stdlib.h>

#include "check.h"
#include "cfi_tables.h"
#include "arch/call_frame.h"
#include "unwind/frame_index.h"
#include "unwind/row.h"

#ifdef __x86_64__

#define FIRST "\x0c\x07\x08\x90\x01"    /* CFA sp+8, return address at -8 */

static struct parts
usual (const void *program, size_t size)
{
  static char near;

  return (struct parts) {
    .code = ((uintptr_t) &near & -(uintptr_t) 4096) + 0x100, .version = 1,
    .augmentation = "zR", .encoding = CFI_PCREL | CFI_SDATA8, .column = 16,
    .first = (const unsigned char *) FIRST, .first_size = sizeof FIRST - 1,
    .program = program, .program_size = size, .wide = true };
}

static void
show_rule (char *text, size_t size, const char *name, enum row_rule rule,
           uintptr_t offset)
{
  size_t at = strlen (text);

  if (rule == RULE_SAME)
    return;
  at += (size_t) snprintf (text + at, size - at, " %s ", name);
  if (rule == RULE_LOST)
    snprintf (text + at, size - at, "lost");
  else
    snprintf (text + at, size - at,
              rule == RULE_AT_CFA ? "cfa%+ld" : "fp%+ld", (long) offset);
}

static const char *
show (uint64_t row)
{
  static const char *const kinds[]
    = { "none", "end", "signal" };
  static char text[100];
  char number[12];
  const char *base = number;

  snprintf (number, sizeof number, "r%u", row_base (row));
  if (row_base (row) == FRAME_SP)
    base = "sp";
  else if (row_base (row) == FRAME_FP)
    base = "fp";
  else if (row_base (row) == FRAME_SAVED)
    base = "bx";
  if (row_kind (row) < ROW_CFA)
    return kinds[row_kind (row)];
  if (row_kind (row) == ROW_RETURN_IN)
    {
      snprintf (text, sizeof text, "sp%+ld, return in %s",
                (long) row_offset (row), base);
      return text;
    }
  snprintf (text, sizeof text,
            row_kind (row) == ROW_CFA ? "%s%+ld" : "*(%s%+ld)", base,
            (long) row_offset (row));
  show_rule (text, sizeof text, "fp", row_fp_rule (row), row_fp_offset (row));
  show_rule (text, sizeof text, "bx", row_saved_rule (row),
             row_saved_offset (row));
  return text;
}

/* -- Instructions --------------------------------------------------------- */

static const struct
{
  const char *name, *bytes;
  size_t size;
  unsigned pc;
  const char *want;
} programs[] = {
#define PROGRAM(bytes) bytes, sizeof bytes - 1
  { "nothing", PROGRAM (""), 0, "sp+8" },
  { "nop", PROGRAM ("\0\0\x0e\x20"), 0, "sp+32" },
  { "before an advance", PROGRAM ("\x44\x0e\x10"), 3, "sp+8" },
  { "advance", PROGRAM ("\x44\x0e\x10"), 4, "sp+16" },
  { "advance_loc1", PROGRAM ("\x02\x80\x0e\x10"), 128, "sp+16" },
  { "before advance_loc1", PROGRAM ("\x02\x80\x0e\x10"), 127, "sp+8" },
  { "advance_loc2", PROGRAM ("\x03\x81\0\x0e\x10"), 129, "sp+16" },
  { "advance_loc4", PROGRAM ("\x04\x82\0\0\0\x0e\x10"), 130, "sp+16" },
  { "advance_loc8", PROGRAM ("\x1d\x83\0\0\0\0\0\0\0\x0e\x10"), 131,
    "sp+16" },
  { "the last byte", PROGRAM ("\x44\x0e\x10"), 0xff, "sp+16" },
  { "behind the last byte", PROGRAM ("\x44\x0e\x10"), 0x100, "none" },
  { "offset", PROGRAM ("\x86\x02"), 0, "sp+8 fp cfa-16" },
  { "offset_extended", PROGRAM ("\x05\x03\x03"), 0, "sp+8 bx cfa-24" },
  { "offset_extended_sf", PROGRAM ("\x11\x06\x7e"), 0, "sp+8 fp cfa+16" },
  { "negative_offset", PROGRAM ("\x2f\x06\x02"), 0, "sp+8 fp cfa+16" },
  { "restore", PROGRAM ("\x86\x02\xc6"), 0, "sp+8" },
  { "restore_extended", PROGRAM ("\x86\x02\x06\x06"), 0, "sp+8" },
  { "restore of the return address", PROGRAM ("\x90\x05\xd0"), 0, "sp+8" },
  { "undefined", PROGRAM ("\x07\x06"), 0, "sp+8 fp lost" },
  { "undefined return address", PROGRAM ("\x07\x10"), 0, "end" },
  { "same_value", PROGRAM ("\x86\x02\x08\x06"), 0, "sp+8" },
  { "register", PROGRAM ("\x09\x06\x01"), 0, "sp+8 fp lost" },
  { "return address in a register", PROGRAM ("\x09\x10\x05"), 0,
    "sp+8, return in r5" },
  { "the same, by another register", PROGRAM ("\x0c\x05\0\x09\x10\x01"), 0,
    "none" },
  { "return address in no register", PROGRAM ("\x09\x10\x20"), 0, "none" },
  { "return address elsewhere", PROGRAM ("\x90\x02"), 0, "none" },
  { "return address is the caller's", PROGRAM ("\x08\x10"), 0, "none" },
  { "other registers", PROGRAM ("\x8c\x05\x8f\x06\x05\x91\x01\x07"), 0,
    "sp+8" },
  { "remember, restore_state",
    PROGRAM ("\x0e\x10\x86\x02\x0a\x0e\x08\xc6\x0b"), 0,
    "sp+16 fp cfa-16" },
  { "four remembered", PROGRAM ("\x0a\x0a\x0a\x0a\x0e\x10\x0b"), 0, "sp+8" },
  { "five remembered", PROGRAM ("\x0a\x0a\x0a\x0a\x0a"), 0, "none" },
  { "restore_state alone", PROGRAM ("\x0b"), 0, "none" },
  { "def_cfa", PROGRAM ("\x0c\x06\x10"), 0, "fp+16" },
  { "def_cfa_sf", PROGRAM ("\x12\x06\x7e"), 0, "fp+16" },
  { "def_cfa_register", PROGRAM ("\x0d\x06"), 0, "fp+8" },
  { "def_cfa_offset", PROGRAM ("\x0e\x80\x20"), 0, "sp+4096" },
  { "def_cfa_offset_sf", PROGRAM ("\x13\x7c"), 0, "sp+32" },
  { "CFA by rbx", PROGRAM ("\x0c\x03\x10"), 0, "bx+16" },
  { "CFA by r10", PROGRAM ("\x0c\x0a\0"), 0, "r10+0" },
  { "CFA by no register", PROGRAM ("\x0c\x20\0"), 0, "none" },
  { "CFA too far", PROGRAM ("\x0e\xff\xff\xff\x07"), 0, "none" },
  { "CFA far", PROGRAM ("\x0e\xff\xff\xff\x03"), 0, "sp+8388607" },
  { "CFA beyond 32 bits", PROGRAM ("\x0e\x80\x80\x80\x80\x80\x01"), 0,
    "none" },
  { "saved far", PROGRAM ("\x86\x80\x40"), 0, "sp+8 fp cfa-65536" },
  { "saved too far", PROGRAM ("\x86\x81\x40"), 0, "none" },
  { "saved beyond 24 bits", PROGRAM ("\x86\x81\x80\x80\x01"), 0,
    "sp+8 fp lost" },
  { "offset overflows",
    PROGRAM ("\x11\x06\x80\x80\x80\x80\x80\x80\x80\x80\x80\x7f"), 0, "none" },
  { "CFA in memory", PROGRAM ("\x0f\x03\x76\x78\x06"), 0, "*(fp-8)" },
  { "CFA as a sum", PROGRAM ("\x0f\x02\x77\x10"), 0, "sp+16" },
  { "PLT, before the push",
    PROGRAM ("\x0f\x0b\x77\x08\x80\0\x3f\x1a\x3b\x2a\x33\x24\x22"), 10,
    "sp+8" },
  { "PLT, behind the push",
    PROGRAM ("\x0f\x0b\x77\x08\x80\0\x3f\x1a\x3b\x2a\x33\x24\x22"), 11,
    "sp+16" },
  { "CFA by an odd expression", PROGRAM ("\x0f\x03\x77\x08\x96"), 0, "none" },
  { "CFA by an empty expression", PROGRAM ("\x0f\0"), 0, "none" },
  { "an offset after an expression",
    PROGRAM ("\x0f\x03\x76\x78\x06\x0e\x08"), 0, "none" },
  { "a CFA after an expression",
    PROGRAM ("\x0f\x03\x76\x78\x06\x0c\x07\x08"), 0, "sp+8" },
  { "rbp by expression", PROGRAM ("\x10\x06\x02\x76\0"), 0, "sp+8 fp fp+0" },
  { "rbx by expression", PROGRAM ("\x10\x03\x02\x76\x68"), 0,
    "sp+8 bx fp-24" },
  { "rbx by an odd expression", PROGRAM ("\x10\x03\x02\x77\x08"), 0,
    "sp+8 bx lost" },
  { "val_expression", PROGRAM ("\x16\x06\x02\x76\0"), 0, "sp+8 fp lost" },
  { "val_offset", PROGRAM ("\x14\x06\x02"), 0, "sp+8 fp lost" },
  { "val_offset_sf", PROGRAM ("\x15\x06\x02"), 0, "sp+8 fp lost" },
  { "args_size", PROGRAM ("\x2e\x10\x0e\x10"), 0, "sp+16" },
  { "sign states", PROGRAM ("\x2d\x2c\x0e\x10"), 0, "sp+16" },
  { "an unknown instruction", PROGRAM ("\x3f"), 0, "none" },
  { "an unknown instruction later", PROGRAM ("\x44\x3f"), 3, "sp+8" },
  { "a number of eleven bytes",
    PROGRAM ("\x0e\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01"), 0, "none" },
};

static void
test_programs (void)
{
  for (size_t i = 0; i < sizeof programs / sizeof *programs; i++)
    {
      struct parts parts = usual (programs[i].bytes, programs[i].size);
      struct unwind_tables tables = make_tables (&parts);

      CHECK_STR (show (cfi_row (&tables, parts.code + programs[i].pc)),
                 programs[i].want, programs[i].name);
    }
}

/* DW_CFA_set_loc has an address in the encoding of the FDE.  */
static void
test_set_loc (void)
{
  unsigned char program[11] = { 0x01, [9] = 0x0e, 0x10 };
  struct parts parts = usual (program, sizeof program);
  uint64_t place;
  struct unwind_tables tables;

  parts.encoding = CFI_UDATA8;
  place = parts.code + 5;
  memcpy (program + 1, &place, sizeof place);
  tables = make_tables (&parts);
  CHECK_STR (show (cfi_row (&tables, parts.code + 4)), "sp+8",
             "before set_loc");
  CHECK_STR (show (cfi_row (&tables, parts.code + 5)), "sp+16", "set_loc");
}

/* -- Heads ---------------------------------------------------------------- */

static const struct
{
  const char *augmentation;
  unsigned version;
  const char *want;
} heads[] = {
  { "zR", 1, "sp+16" },         { "zR", 3, "sp+16" },
  { "zPLR", 1, "sp+16" },       { "zRS", 1, "signal" },
  { "zRB", 1, "sp+16" },        { "zRG", 1, "sp+16" },
  { "", 1, "sp+16" },           { "z", 1, "sp+16" },
  { "zR", 2, "none" },          { "zR", 4, "none" },
  { "zQR", 1, "none" },         { "eh", 1, "none" },
  { "R", 1, "none" },
};

static const struct
{
  unsigned encoding;
  const char *want;
} encodings[] = {
  { CFI_ABSPTR, "sp+16" },
  { CFI_UDATA8, "sp+16" },
  { CFI_SDATA8, "sp+16" },
  { CFI_ULEB, "sp+16" },
  { CFI_SLEB, "sp+16" },
  { CFI_PCREL | CFI_ABSPTR, "sp+16" },
  { CFI_PCREL | CFI_SDATA8, "sp+16" },
  { CFI_PCREL | CFI_SLEB, "sp+16" },
  { CFI_DATAREL | CFI_SDATA8, "sp+16" },
  { CFI_DATAREL | CFI_SLEB, "sp+16" },
  { 0x20 | CFI_SDATA8, "none" },        /* relative to the text */
  { 0x40 | CFI_SDATA8, "none" },        /* relative to the function */
  { CFI_ALIGNED, "none" },
  { CFI_INDIRECT | CFI_PCREL | CFI_SDATA8, "none" },
  { 0x05, "none" },
  { CFI_OMIT, "none" },
};

static const unsigned char four_on[] = { 0x44, 0x0e, 0x10 };

static void
test_heads (void)
{
  for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
    {
      struct parts parts = usual (four_on, sizeof four_on);
      struct unwind_tables tables;
      char name[50];

      parts.augmentation = heads[i].augmentation;
      parts.version = heads[i].version;
      tables = make_tables (&parts);
      snprintf (name, sizeof name, "augmentation \"%s\", version %u",
                parts.augmentation, parts.version);
      CHECK_STR (show (cfi_row (&tables, parts.code + 4)), heads[i].want,
                 name);
    }
}

/* An address that fits in all encodings is below the tables.  */
static void
test_encodings (void)
{
  for (size_t i = 0; i < sizeof encodings / sizeof *encodings; i++)
    {
      struct parts parts = usual (four_on, sizeof four_on);
      struct unwind_tables tables;
      char name[50];

      parts.encoding = encodings[i].encoding;
      tables = make_tables (&parts);
      snprintf (name, sizeof name, "encoding %#x", parts.encoding);
      CHECK_STR (show (cfi_row (&tables, parts.code + 4)), encodings[i].want,
                 name);
    }
}

/* Forms of 2 and 4 bytes, for a function that is near the tables or near
   address 0.  */
static void
test_small_encodings (void)
{
  static const unsigned small[]
    = { CFI_UDATA2, CFI_SDATA2, CFI_UDATA4, CFI_SDATA4,
        CFI_PCREL | CFI_SDATA2, CFI_PCREL | CFI_SDATA4,
        CFI_PCREL | CFI_UDATA4, CFI_DATAREL | CFI_SDATA4 };

  for (size_t i = 0; i < sizeof small / sizeof *small; i++)
    for (int wide = 0; wide < 2; wide++)
      {
        bool relative = (small[i] & CFI_RELATIVE) != 0;
        struct parts parts = usual (four_on, sizeof four_on);
        struct unwind_tables tables = make_tables (&parts);
        char name[50];

        if (!relative && !wide)
          continue;
        parts.encoding = small[i];
        parts.wide = wide;
        parts.code = relative ? (uintptr_t) table_end + 0x100 : 0x1234;
        tables = make_tables (&parts);
        snprintf (name, sizeof name, "encoding %#x, %s index", small[i],
                  wide ? "wide" : "narrow");
        CHECK_STR (show (cfi_row (&tables, parts.code + 4)), "sp+16", name);
      }
}

static void
test_return_column (void)
{
  struct parts parts = usual (four_on, sizeof four_on);
  struct unwind_tables tables;

  parts.column = 15;
  tables = make_tables (&parts);
  CHECK_STR (show (cfi_row (&tables, parts.code)), "none",
             "another return address column");
}

/* -- Damage --------------------------------------------------------------- */

/* Most kinds of instructions.  */
static const char everything[] =
  "\x41\x0e\x10\x86\x02\x43\x0d\x06\x0a\x02\x10\x0c\x07\x08\x0b"
  "\x03\x01\0\x10\x03\x02\x76\x68\x04\x01\0\0\0\x0f\x03\x76\x78\x06"
  "\x41\x11\x06\x7e\x12\x06\x7e\x13\x7c\x05\x03\x03\x08\x03\xc6\x2e\x08"
  "\x0f\x0b\x77\x08\x80\0\x3f\x1a\x3b\x2a\x33\x24\x22";

static uint64_t
rows_of (const struct unwind_tables *tables, uintptr_t code)
{
  uint64_t sum = 0;

  for (unsigned i = 0; i < 50; i++)
    sum = sum * 31 + cfi_row (tables, code + i);
  return sum;
}

/* Tables whose end is missing, so that they end before an unreadable page.  */
static void
test_cuts (void)
{
  struct parts parts = usual (everything, sizeof everything - 1);
  struct unwind_tables whole = make_tables (&parts);
  size_t size = whole.end - (uintptr_t) whole.header, known = 0;
  unsigned char *copy = malloc (size);
  uint64_t want = rows_of (&whole, parts.code);

  memcpy (copy, whole.header, size);
  for (size_t left = 0; left < size; left++)
    {
      struct unwind_tables cut = whole;

      cut.header = table_end - left;
      memcpy (table_end - left, copy, left);
      if (left < cut.header_size)
        cut.header_size = left;
      cut.start = (uintptr_t) cut.header + cut.header_size;
      known += rows_of (&cut, parts.code) == want;
    }
  free (copy);
  CHECK_U64 (known, 0, "tables that are cut anywhere have other rows");
}

/* Returns how many changes of a byte of the tables are noticed.  */
static void
test_flips (void)
{
  struct parts parts = usual (everything, sizeof everything - 1);
  struct unwind_tables tables = make_tables (&parts);
  unsigned char *byte = (unsigned char *) (uintptr_t) tables.header;
  uint64_t want = rows_of (&tables, parts.code);
  size_t noticed = 0, all = 0;

  for (; byte < table_end; byte++)
    for (unsigned i = 1; i < 256; i++, all++)
      {
        *byte = (unsigned char) (*byte ^ i);
        noticed += rows_of (&tables, parts.code) != want;
        *byte = (unsigned char) (*byte ^ i);
      }
  CHECK (noticed > all / 2, "%zu of %zu changed bytes change rows, no fault",
         noticed, all);
  CHECK_U64 (rows_of (&tables, parts.code), want, "flips: undone");
}

/* The tables say that they are larger than they are.  */
static void
test_lies (void)
{
  struct parts parts = usual (four_on, sizeof four_on);
  struct unwind_tables tables = make_tables (&parts);
  unsigned char *header = (unsigned char *) (uintptr_t) tables.header;

  memset (header + 8, 0xff, 4);
  CHECK_STR (show (cfi_row (&tables, parts.code)), "none",
             "an index of 2^32 rows");
  tables = make_tables (&parts);
  memset (header + 20, 0xff, 8);
  CHECK_STR (show (cfi_row (&tables, parts.code)), "none",
             "an FDE at the highest address");
  memset (header + 20, 0, 8);
  CHECK_STR (show (cfi_row (&tables, parts.code)), "none",
             "an FDE at address 0");
  tables = make_tables (&parts);
  CHECK_STR (show (cfi_row (&tables, parts.code - 1)), "none",
             "before the first function");
  tables.header = NULL;
  tables.header_size = 0;
  CHECK_STR (show (cfi_row (&tables, parts.code)), "none", "no tables");
}

/* -- An index ------------------------------------------------------------- */

static void
test_index (void)
{
  struct parts parts = usual (four_on, sizeof four_on);
  struct unwind_tables tables = make_tables (&parts), made;
  uintptr_t frames = 0, before = tables.start - 400;
  unsigned char *memory;
  size_t size;

  memset ((void *) before, 0x11, 400);
  /* A terminator behind the FDE, which the tables did not need.  */
  memmove ((void *) (tables.start - 4), (void *) tables.start,
           tables.end - tables.start);
  memset (table_end - 4, 0, 4);
  parts.code -= 4;              /* relative to itself */
  size = frame_index_size (before, tables.end, &frames);
  CHECK_U64 (frames, tables.start - 4, "index: .eh_frame is found");
  CHECK_U64 (size, 20 + 16, "index: of one function");
  memory = malloc (size);
  frame_index_make (before, tables.end, frames, memory, &made);
  CHECK_STR (show (cfi_row (&made, parts.code + 4)), "sp+16",
             "index: a row by it");
  free (memory);
  CHECK_U64 (frame_index_size (before, tables.end - 4, &frames), 0,
             "index: .eh_frame without an end is none");
  CHECK_U64 (frame_index_size (before, before + 300, &frames), 0,
             "index: no .eh_frame");
}

/* -- Rows ----------------------------------------------------------------- */

static void
test_pack (void)
{
  struct row row = { ROW_CFA, 31, -8388608, RULE_AT_FP, RULE_LOST, -65536,
                     65528 };
  uint64_t packed = row_pack (&row);

  CHECK (row_kind (packed) == ROW_CFA && row_base (packed) == 31
           && row_offset (packed) == (uintptr_t) -8388608
           && row_fp_rule (packed) == RULE_AT_FP
           && row_saved_rule (packed) == RULE_LOST
           && row_fp_offset (packed) == (uintptr_t) -65536
           && row_saved_offset (packed) == 65528,
         "row: all fields at their limits");
  row.fp_offset = -4;
  CHECK_U64 (row_pack (&row), ROW_NONE, "row: half a word");
}

int
main (void)
{
  test_programs ();
  test_set_loc ();
  test_heads ();
  test_encodings ();
  test_small_encodings ();
  test_return_column ();
  test_cuts ();
  test_flips ();
  test_lies ();
  test_index ();
  test_pack ();
  return check_end ();
}

#else

int
main (void)
{
  untested ("the tables of this test are those of x86-64");
  return check_end ();
}

#endif
