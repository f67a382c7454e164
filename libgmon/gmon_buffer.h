/* gmon_buffer.h -- the memory of libgmon-bare, which gprof reads as a file.

   SPDX-License-Identifier: 0BSD

   A debugger can dump the buffer of a program that cannot write a file, and
   gprof reads the dump (src/profile/buffer_read).  Only offsets, sizes and
   values stand here.  Numbers have the byte order of the profiled machine.

   The buffer has a header, a hash table of slots, and the bins.  A dump may be
   longer.  It begins like a file of an unknown version, so that programs that
   do not know it refuse it.  */

#ifndef GMON_BUFFER_H
#define GMON_BUFFER_H

/* Header: the magic bytes of gmon_out.h, then these fields.  */
#define GMON_BUFFER_VERSION_OFFSET 4    /* u32: GMON_BUFFER_VERSION */
#define GMON_BUFFER_SIZE_OFFSET 8       /* u32: bytes in use, with header */
#define GMON_BUFFER_WORD_OFFSET 12      /* u32: bytes of an address: 4, 8 */
#define GMON_BUFFER_LOW_OFFSET 16       /* u64: where the bins begin, and the
                                           address that slots are near */
#define GMON_BUFFER_HIGH_OFFSET 24      /* u64: where the bins end */
#define GMON_BUFFER_BINS_OFFSET 32      /* u32: number of bins */
#define GMON_BUFFER_SLOTS_OFFSET 36     /* u32: number of slots */
#define GMON_BUFFER_SHIFT_OFFSET 40     /* u32: log2 of the bytes of a bin */
#define GMON_BUFFER_LIMIT_OFFSET 44     /* u32: slots that may be used */
#define GMON_BUFFER_USED_OFFSET 48      /* u32: slots that are used */
#define GMON_BUFFER_LOST_CALLS_OFFSET 52        /* u32 */
#define GMON_BUFFER_LOST_TICKS_OFFSET 56        /* u32 */
#define GMON_BUFFER_RATE_OFFSET 60      /* u32: ticks of a unit */
#define GMON_BUFFER_DIMEN_OFFSET 64     /* as in the file: name of the unit */
#define GMON_BUFFER_ABBREV_OFFSET 79    /* as in the file: one letter */
#define GMON_BUFFER_HEADER_SIZE 80

/* "bar" and the version of the layout, read as a big-endian number.  */
#define GMON_BUFFER_VERSION 0x62617201

/* Slots follow the header.  Each has three u32: self, from, and the count.  A
   slot whose self is 0 is free.  An address is stored as its low 32 bits, and
   is the one that is nearest to the low address of the header.  Bit 0 of both
   addresses has no meaning.  The caller is not known if `from' is 1.  Nor is it
   known if addresses have 4 bytes and `from' is at least
   GMON_BUFFER_FROM_EXCEPTION: then an ARM processor of the profile M has called
   an interrupt handler.  A pair may have several slots, because a count does
   not exceed 32 bits.  */
#define GMON_BUFFER_SLOT_SIZE 12
#define GMON_BUFFER_SLOT_SELF 0
#define GMON_BUFFER_SLOT_FROM 4
#define GMON_BUFFER_SLOT_COUNT 8
#define GMON_BUFFER_FROM_EXCEPTION 0xfeffffff

/* This value of self means that the slot counts the overflows of a bin, each
   of which is GMON_BUFFER_BIN_CARRY ticks.  `from' is twice the number of the
   bin, plus 1.  */
#define GMON_BUFFER_SELF_BIN 2
#define GMON_BUFFER_BIN_CARRY 65536

/* Bins, u16 each, follow the slots.  */

#endif /* GMON_BUFFER_H */
