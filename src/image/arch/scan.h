/* image/arch/scan.h -- finding calls in machine code.

   SPDX-License-Identifier: GPL-3.0-or-later

   A scanner sees bytes only: no object file, no symbols.  Whether the target
   of a call is a function is for its caller, find_call, to say; a scanner may
   report what only looks like a call.  It never reads outside the bytes it is
   given.  */

#ifndef IMAGE_ARCH_SCAN_H
#define IMAGE_ARCH_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A piece of code, and how far a scanner is in it.  */
struct scan
{
  const unsigned char *bytes;   /* borrowed */
  size_t len;                   /* how many may be read */
  size_t at, end;               /* instructions that begin in [at, end) are
                                   looked at; end <= len */
  uint64_t addr;                /* of bytes[0] */
  bool big_endian;              /* order of the bytes of an instruction */
  bool narrow;                  /* addresses have 32 bits */
  bool thumb;                   /* ARM: the code is Thumb, not A32 */
  bool slots;                   /* x86: calls by way of a word in memory are
                                   told, too; that word is their target */
  bool gnu;                     /* read displacements as GNU gprof 2.40 does,
                                   where that is wrong */
};

struct scan_call
{
  uint64_t at;                  /* address of the instruction */
  uint64_t to;                  /* target address, not if indirect */
  bool indirect;                /* the target is not in the instruction */
};

/* Finds the next call: true with *CALL filled and SCAN->at behind it, or false
   at the end.  SCAN->at is at the first instruction at first.  */
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

/* For the scanners.  */

/* The number in the SIZE (1, 2 or 4) bytes at AT, or 0 where they are not all
   there: no instruction that is all zeros is a call.  */
uint32_t scan_get (const struct scan *scan, size_t at, unsigned size);

/* VALUE, whose lowest BITS (1 to 32) bits are a signed number, as one.  */
int64_t scan_signed (uint32_t value, unsigned bits);

/* Sets *CALL to DISTANCE bytes from AT.  Always true.  */
bool scan_relative (const struct scan *scan, size_t at, int64_t distance,
                    struct scan_call *call);

/* Moves SCAN->at up to a multiple of 4 bytes.  */
void scan_align (struct scan *scan);

/* Notes that *CALL, just found, is by the instruction at AT.  Always true.  */
bool scan_found (const struct scan *scan, size_t at, struct scan_call *call);

/* The loop of a scanner for instructions of 4 bytes: true as soon as IS_CALL
   says so of the instruction INSN at AT, and has filled *CALL.  */
typedef bool scan_insn_fn (const struct scan *scan, size_t at, uint32_t insn,
                           struct scan_call *call);
bool scan_words (struct scan *scan, struct scan_call *call,
                 scan_insn_fn *is_call);

#endif /* IMAGE_ARCH_SCAN_H */
