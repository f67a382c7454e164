/* image/arch/scan.h -- finding calls in machine code.

   SPDX-License-Identifier: GPL-3.0-or-later

   A scanner sees only bytes: no object file and no symbols.  It may report
   bytes that only look like a call; find_call checks that the target is a
   function.  A scanner never reads outside the bytes it is given.  */

#ifndef IMAGE_ARCH_SCAN_H
#define IMAGE_ARCH_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A piece of code, and the position of a scanner in it.  */
struct scan
{
  const unsigned char *bytes;   /* borrowed */
  size_t len;                   /* number of bytes */
  size_t at, end;               /* the scanner reads instructions that begin in
                                   [at, end); end <= len */
  uint64_t addr;                /* address of bytes[0] */
  bool big_endian;              /* order of the bytes of an instruction */
  bool narrow;                  /* addresses have 32 bits */
  bool thumb;                   /* ARM: the code is Thumb, not A32 */
  bool slots;                   /* x86: report calls through a word in memory,
                                   too, with that word as their target */
  bool gnu;                     /* make the mistakes of GNU gprof 2.40 with
                                   displacements */
};

struct scan_call
{
  uint64_t at;                  /* address of the instruction */
  uint64_t to;                  /* target address, unless indirect */
  bool indirect;                /* the target is not in the instruction */
};

/* Finds the next call from SCAN->at on, which is the start of an instruction.
   Returns true, with *CALL filled and SCAN->at behind the call, or false at
   the end of the code.  */
typedef bool scan_fn (struct scan *scan, struct scan_call *call);

scan_fn scan_aarch64;
scan_fn scan_alpha;
scan_fn scan_arm;
scan_fn scan_mips;
scan_fn scan_ppc;
scan_fn scan_riscv;
scan_fn scan_s390;
scan_fn scan_sparc;
scan_fn scan_x86;

/* -- Helpers for the scanners --------------------------------------------- */

/* Returns the number in the SIZE (1, 2 or 4) bytes at the offset AT, or 0 if
   not all of them are in the code.  The value 0 is never a call.  */
uint32_t scan_get (const struct scan *scan, size_t at, unsigned size);

/* Returns the lowest BITS (1 to 32) bits of VALUE as a signed number.  */
int64_t scan_signed (uint32_t value, unsigned bits);

/* Sets the target of *CALL to DISTANCE bytes from the offset AT.  Always
   returns true.  */
bool scan_relative (const struct scan *scan, size_t at, int64_t distance,
                    struct scan_call *call);

/* Moves SCAN->at up to an address that is a multiple of 4 bytes.  */
void scan_align (struct scan *scan);

/* Sets the address of the instruction of *CALL, which is at the offset AT.
   Always returns true.  */
bool scan_found (const struct scan *scan, size_t at, struct scan_call *call);

/* Runs a scanner for instructions of 4 bytes, with the result of a scan_fn.
   IS_CALL returns true if the instruction INSN at the offset AT is a call, and
   then fills *CALL.  */
typedef bool scan_insn_fn (const struct scan *scan, size_t at, uint32_t insn,
                           struct scan_call *call);
bool scan_words (struct scan *scan, struct scan_call *call,
                 scan_insn_fn *is_call);

#endif /* IMAGE_ARCH_SCAN_H */
