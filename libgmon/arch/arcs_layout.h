/* arcs_layout.h -- what the hooks' fast path and arcs.c must agree on.

   SPDX-License-Identifier: 0BSD

   Plain constants, for C and assembly; arcs.h and mcount.c assert that the
   C structures match.  */

#ifndef GMON_ARCS_LAYOUT_H
#define GMON_ARCS_LAYOUT_H

/* The word at the start of struct gmon_state that every hook tests before
   it touches anything else, thread-local storage above all: the resolver of
   an IFUNC may run before that exists.  */
#define GMON_STATE_OFF 0
#define GMON_STATE_NOT_STARTED 1
#define GMON_STATE_ON 2

/* A table is a header, a power of two of slots and a tail.  The mask selects
   the byte offset of a slot among the former: (slots - 1) * ARC_SLOT_SIZE.
   Probing goes upwards, without a wrap, into the tail at most; the last slot
   of that is never used, so probing always ends.  126 slots and the header make
   whole pages of the table.  */
#define ARC_TABLE_MASK 0
#define ARC_TABLE_SLOTS 64
#define ARC_TABLE_TAIL 126

/* A slot: the pair that is the key, and how often it was seen.  from == 0
   means free; from != 0 with self == 0 means claimed but not yet filled.  */
#define ARC_SLOT_FROM 0
#define ARC_SLOT_SELF 8
#define ARC_SLOT_COUNT 16
#define ARC_SLOT_SIZE 32

/* Where to begin to look: ((from * A + self) * B) >> 27, modulo 2^64, cut
   with the mask.  A and B are odd and fit a signed 32-bit immediate.  Bits
   32 and up pick the slot, so functions 16 bytes apart and calls 5 bytes
   apart both spread; the 5 bits below are what the mask drops.  */
#define ARC_HASH_A 0x61c88647
#define ARC_HASH_B 0x5bd1e995
#define ARC_HASH_SHIFT 27

#endif /* GMON_ARCS_LAYOUT_H */
