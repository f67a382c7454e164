/* unit/t_scan.c -- tests of image/arch: calls in hand-assembled code.

   SPDX-License-Identifier: GPL-3.0-or-later

   Code is written as hexadecimal digits; the calls found are compared as text.
   Each scanner runs over memory that ends where the code does, so that a
   sanitizer sees a byte read outside it.  Run by gprof.unit.  */

#include <config.h>

#include "check.h"

#include <stdlib.h>

#include "image/arch/scan.h"

#define BE 1                    /* flags of a row */
#define NARROW 2
#define THUMB 4
#define GNU 8
#define SLOTS 16

static const struct row
{
  const char *title;
  scan_fn *next;
  unsigned flags;
  uint64_t addr;
  const char *code;
  const char *calls;            /* targets, "*" if indirect, " " after each */
} rows[] = {
  { "x86: forward and backward", scan_x86, 0, 0x1000,
    "90 e810000000 e8f5ffffff c3", "1016 1000 " },
  { "x86: GNU only goes forward", scan_x86, GNU, 0x1000,
    "90 e810000000 e8f5ffffff", "1016 100001000 " },
  { "x86: targets above 4 GiB", scan_x86, 0, 0x140001000,
    "90 e810000000 e8f5ffffff", "140001016 140001000 " },
  { "x86: every byte is tried", scan_x86, 0, 0,
    "e8 e8 00000000 00", "ed 6 " },
  { "x86: displacement cut off", scan_x86, 0, 0, "90 e8 000000", "" },
  { "x86: i386 wraps", scan_x86, NARROW, 0xfffffff0, "e8 20000000", "15 " },
  { "x86-64: by way of a word", scan_x86, SLOTS, 0x1000,
    "90 ff1510000000 e810000000 ffd0", "1017 101c " },
  { "x86-64: by way of a word, not asked for", scan_x86, 0, 0x1000,
    "90 ff1510000000 e810000000 ffd0", "101c " },
  { "x86-64: by way of a word before", scan_x86, SLOTS, 0x1000,
    "ff15f0ffffff", "ff6 " },
  { "i386: by way of a word", scan_x86, SLOTS | NARROW, 0x1000,
    "ff1500200408", "8042000 " },
  { "x86: by way of a word, cut off", scan_x86, SLOTS, 0, "90 ff15000000", "" },
  { "x86-64: the end of memory", scan_x86, 0, UINT64_MAX - 4, "e8 00000000",
    "0 " },

  { "aarch64: BL and B", scan_aarch64, 0, 0x400000,
    "04000094 ffffff17 00000054 1f2003d5", "400010 400000 " },
  { "aarch64: BLR and CBZ are none", scan_aarch64, 0, 0,
    "00003fd6 40000034 c0035fd6", "" },
  { "aarch64: instructions are aligned", scan_aarch64, 0, 0x1001,
    "000000 01000094 00", "1008 " },
  { "aarch64: but not for GNU", scan_aarch64, GNU, 0x1001,
    "01000094 000000 01000094", "1005 " },
  { "aarch64: cut off", scan_aarch64, 0, 0, "040000", "" },
  { "aarch64: far backward", scan_aarch64, 0, 0x10000000, "00000096",
    "8000000 " },

  { "arm: BL, also conditional", scan_arm, 0, 0x8000,
    "020000eb feffff0b 000000ea", "8010 8004 " },
  { "arm: BLX to Thumb", scan_arm, 0, 0x8000, "000000fa 000000fb",
    "8008 800e " },
  { "arm: big-endian", scan_arm, BE, 0x8000, "ebfffffe", "8000 " },
  { "arm: Thumb BL and BLX", scan_arm, THUMB, 0x8000,
    "00f002f8 00f004e8 fff7fafe 7047", "8008 8010 7e00 " },
  { "arm: Thumb BLX takes the word it is in", scan_arm, THUMB, 0x8002,
    "00f002e8", "8008 " },
  { "arm: Thumb-2 reaches 16 MiB", scan_arm, THUMB, 0x2000000,
    "00f400d0", "1000004 " },
  { "arm: other Thumb pairs", scan_arm, THUMB, 0x8000,
    "00f000b8 4ff00001 00bf 00f000f8", "800e " },
  { "arm: Thumb BL cut off", scan_arm, THUMB, 0x8000, "00bf 00f0", "" },
  { "arm: narrow", scan_arm, NARROW, 0, "000000eb f0ffffeb", "8 ffffffcc " },

  { "riscv: JAL with a link register", scan_riscv, 0, 0x10000,
    "ef008000 ef02c000 6f000001 eff0dfff", "10008 10010 10008 " },
  { "riscv: AUIPC and JALR", scan_riscv, 0, 0x10000,
    "97100000 e7804000 97f0ffff e7800080", "11004 e808 " },
  { "riscv: AUIPC of another register", scan_riscv, 0, 0x10000,
    "17130000 e7804000", "" },
  { "riscv: tail call", scan_riscv, 0, 0x10000, "17030000 67004300", "" },
  { "riscv: AUIPC alone at the end", scan_riscv, 0, 0x10000, "97100000", "" },
  { "riscv: C.JAL of 32 bits", scan_riscv, NARROW, 0x10000,
    "0100 1120 fd3f", "10006 10002 " },
  { "riscv: is C.ADDIW of 64", scan_riscv, 0, 0x10000, "0100 1120 fd3f", "" },
  { "riscv: long instructions are skipped", scan_riscv, 0, 0x10000,
    "1f00ef008000 3f00ef008000ef00 ef004000", "10012 " },
  { "riscv: cut off", scan_riscv, 0, 0x10000, "0100 ef00", "" },

  { "ppc: BL, not B", scan_ppc, BE | NARROW, 0x1000,
    "48000009 4bfffffd 48000010", "1008 1000 " },
  { "ppc: BLA", scan_ppc, BE | NARROW, 0x1000, "48000403 4bfffff3",
    "400 fffffff0 " },
  { "ppc: little-endian", scan_ppc, 0, 0x1000, "09000048", "1008 " },
  { "ppc64: local entry", scan_ppc, 0, 0x1000,
    "0000003c 02104c3c 00804238 01000048 15000048", "1004 1024 " },
  { "ppc64: and one of static code", scan_ppc, 0, 0x1000,
    "0210403c 00804238 01000048", "1000 " },
  { "ppc: no local entry in 32 bits", scan_ppc, NARROW, 0x1000,
    "0210403c 00804238 01000048", "1008 " },
  { "ppc: cut off", scan_ppc, BE, 0x1000, "480000", "" },

  { "s390: BRAS and BRASL", scan_s390, BE, 0x1000,
    "0707 a7e50004 c0e5fffffffd 07fe", "100a 1000 " },
  { "s390: sizes of instructions", scan_s390, BE, 0x1000,
    "e3a7e5000004 b904a7e5 1ae5 a7f40004", "" },
  { "s390: cut off", scan_s390, BE, 0x1000, "0707 c0e50000", "" },

  { "mips: JAL and BAL", scan_mips, BE, 0x10400000,
    "0c100004 00000000 0411fffd 00000000 08100004", "10400010 10400000 " },
  { "mips: the region of the next instruction", scan_mips, 0, 0x1ffffffc,
    "0400000c", "20000010 " },
  { "mips: JALR is indirect", scan_mips, BE, 0, "0320f809 03200009 03200008",
    "* " },
  { "mips: GNU does not know BAL", scan_mips, GNU | BE, 0,
    "0411fffd 0c000001", "4 " },
  { "mips: conditional ones", scan_mips, BE, 0x1000,
    "04900001 04810001 04110001", "1008 1010 " },
  { "mips: cut off", scan_mips, BE, 0, "0c1000", "" },

  { "sparc: CALL", scan_sparc, BE, 0x1000, "40000004 7fffffff 01000000",
    "1010 1000 " },
  { "sparc: GNU counts bytes", scan_sparc, GNU | BE, 0x1000,
    "40000004 7fffffff", "1004 1003 " },
  { "sparc: cut off", scan_sparc, BE, 0, "4000", "" },

  { "alpha: BSR", scan_alpha, 0, 0x1000, "020040d3 ffff5fd3 020040c3",
    "100c 1004 " },
  { "alpha: JSR is indirect, JMP and RET are none", scan_alpha, 0, 0,
    "00405b6b 00c05b6b 00005b6b 0180006b", "* * " },
  { "alpha: GNU counts bytes", scan_alpha, GNU, 0x1000, "080040d3",
    "100c " },
  { "alpha: cut off", scan_alpha, 0, 0, "020040", "" },
};

enum { N_ROWS = sizeof rows / sizeof rows[0], MAX = 64 };

static size_t
read_code (const char *text, unsigned char *bytes)
{
  size_t len = 0;
  unsigned digits = 0;

  for (; *text; text++)
    if (*text != ' ')
      {
        unsigned digit = (*text <= '9' ? *text - '0' : *text - 'a' + 10);

        bytes[len] = bytes[len] << 4 | digit;
        if (++digits % 2 == 0)
          len++;
      }
  return len;
}

static struct scan
scan_row (const struct row *row, const unsigned char *bytes, size_t len,
          size_t at, size_t end)
{
  return (struct scan) { .bytes = bytes, .len = len, .at = at, .end = end,
                         .addr = row->addr, .big_endian = row->flags & BE,
                         .narrow = row->flags & NARROW,
                         .thumb = row->flags & THUMB,
                         .slots = row->flags & SLOTS,
                         .gnu = row->flags & GNU };
}

/* Scans [AT, END) of LEN bytes; the calls as text, on the heap.  */
static char *
scan_text (const struct row *row, const unsigned char *code, size_t len,
           size_t at, size_t end)
{
  unsigned char *bytes = malloc (len ? len : 1);
  struct scan scan = scan_row (row, bytes, len, at, end);
  struct scan_call call;
  size_t used = 0, size = 20 * MAX;
  char *text = calloc (size, 1);

  memcpy (bytes, code, len);
  while (row->next (&scan, &call))
    used += (call.indirect ? snprintf (text + used, size - used, "* ")
             : snprintf (text + used, size - used, "%" PRIx64 " ", call.to));
  free (bytes);
  return text;
}

static void
test_row (const struct row *row)
{
  unsigned char code[MAX] = { 0 };
  size_t len = read_code (row->code, code);
  char *calls = scan_text (row, code, len, 0, len);

  CHECK_STR (calls, row->calls, row->title);
  free (calls);
}

/* Each call is where it says: who looks there first finds it first.  */
static void
test_places (void)
{
  unsigned bad = 0;

  for (size_t i = 0; i < N_ROWS; i++)
    {
      unsigned char code[MAX] = { 0 };
      size_t len = read_code (rows[i].code, code);
      struct scan scan = scan_row (&rows[i], code, len, 0, len);
      struct scan_call call, again;

      while (rows[i].next (&scan, &call))
        {
          uint64_t at = call.at - rows[i].addr;
          struct scan there = scan_row (&rows[i], code, len, at, at + 1);

          EXPECT (&bad, at < len && rows[i].next (&there, &again)
                  && again.at == call.at && again.to == call.to,
                  "%s: at %" PRIx64, rows[i].title, call.at);
        }
    }
  CHECK (bad == 0, "calls are where they are said to be");
}

/* However the code is cut, nothing is found that is not there in all of it but
   by reading other bytes; with a sanitizer, nothing outside is read.  */
static void
test_cuts (void)
{
  unsigned bad = 0;

  for (size_t i = 0; i < N_ROWS; i++)
    {
      unsigned char code[MAX] = { 0 };
      size_t len = read_code (rows[i].code, code);

      for (size_t cut = 0; cut <= len; cut++)
        {
          char *calls = scan_text (&rows[i], code, cut, 0, cut);

          EXPECT (&bad, strncmp (calls, rows[i].calls, strlen (calls)) == 0,
                  "%s, %zu bytes: %s", rows[i].title, cut, calls);
          free (calls);
        }
    }
  CHECK (bad == 0, "cut code has the first of the calls, no others");
}

/* Only where an instruction begins has to be in the range.  */
static void
test_ranges (void)
{
  static const struct row row
    = { "", scan_x86, 0, 0, "e800000000 e800000000 e800000000", "" };
  unsigned char code[MAX] = { 0 };
  size_t len = read_code (row.code, code);
  char *calls = scan_text (&row, code, len, 1, 6);

  CHECK_STR (calls, "a ", "a range that ends in an instruction");
  free (calls);
  calls = scan_text (&row, code, len, 6, 6);
  CHECK_STR (calls, "", "an empty range");
  free (calls);
}

int
main (void)
{
  for (size_t i = 0; i < N_ROWS; i++)
    test_row (&rows[i]);
  test_places ();
  test_cuts ();
  test_ranges ();
  CHECK (scan_signed (0x80000000, 32) == INT32_MIN
         && scan_signed (0xffffffff, 1) == -1
         && scan_signed (0x12345678, 4) == -8, "signed numbers of any width");
  return check_end ();
}
