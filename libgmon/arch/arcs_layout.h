/* arcs_layout.h -- what the hooks' fast path and arcs.c must agree on.

   SPDX-License-Identifier: 0BSD

   Plain constants, for C and assembly.  arcs.h and mcount.c assert that the C
   structures match.  */

#ifndef GMON_ARCS_LAYOUT_H
#define GMON_ARCS_LAYOUT_H

/* The values of the word at the start of struct gmon_state.  Every hook tests
   this word before it touches anything else.  Above all it must not touch
   thread-local storage before: the resolver of an IFUNC may run before
   thread-local storage exists.  */
#define GMON_STATE_OFF 0
#define GMON_STATE_NOT_STARTED 1
#define GMON_STATE_ON 2

/* A table is a header, a power of two of slots, and a tail of ARC_TABLE_TAIL
   slots.  The mask at ARC_TABLE_MASK selects the byte offset of a slot in
   front of the tail: (slots - 1) * ARC_SLOT_SIZE.  Probing goes upwards,
   without a wrap, at most into the tail.  The last slot of the tail is never
   used, so probing always ends.  The tail of 126 slots and the header make the
   size of the table a number of whole pages.  */
#define ARC_TABLE_MASK 0
#define ARC_TABLE_SLOTS 64
#define ARC_TABLE_TAIL 126

/* A slot: the pair that is the key, and its count.  A slot with from == 0 is
   free.  A slot with from != 0 and self == 0 is claimed but not yet
   filled.  */
#define ARC_SLOT_FROM 0
#define ARC_SLOT_SELF 8
#define ARC_SLOT_COUNT 16
#define ARC_SLOT_SIZE 32

/* Probing begins at the slot ((from * A + self) * B) >> 27, modulo 2^64, cut
   with the mask.  A and B are odd and fit a signed 32-bit immediate.  Bits 32
   and up select the slot, so both functions 16 bytes apart and calls 5 bytes
   apart are spread.  The mask drops the 5 bits below.  */
#define ARC_HASH_A 0x61c88647
#define ARC_HASH_B 0x5bd1e995
#define ARC_HASH_SHIFT 27

#endif /* GMON_ARCS_LAYOUT_H */
