/* gmon_out.h -- the on-disk format of gmon.out, written once for both sides.

   SPDX-License-Identifier: 0BSD

   The runtime (libgmon) writes it, the analyzer (src/profile) reads and
   writes it, the test compiler (testsuite/tools/mkgmon) makes it from text.
   Only offsets, sizes and tags stand here, no host types: every field is a
   run of bytes in the byte order of the profiled machine, "address" is 4 or
   8 bytes wide (ELFCLASS32 or ELFCLASS64).  Usable from C and assembly.

   Source: the version-1 "gmon.out" layout that GNU gprof has read since 1997,
   and the two BSD headers, as observed (doc/design/file-format.md).  */

#ifndef GMON_OUT_H
#define GMON_OUT_H

/* File header: "gmon", u32 version, 12 spare bytes that readers ignore.  */
#define GMON_MAGIC "gmon"
#define GMON_MAGIC_SIZE 4
#define GMON_VERSION 1          /* version 0 = old basic-block layout */
#define GMON_VERSION_OFFSET 4
#define GMON_SPARE_OFFSET 8
#define GMON_SPARE_SIZE 12
#define GMON_HEADER_SIZE 20

/* libgmon leaves a mark in the spare bytes, so that a profile can be
   matched with its program: a mark (three letters and the layout's
   version), then the first 8 bytes of the executable's build id (its
   .note.gnu.build-id), in file order; a shorter id is padded with zeros,
   all zeros mean that it has none.  Files without the mark say nothing:
   glibc leaves zeros, GNU gprof whatever was in memory.  */
#define GMON_MARK "lgm\1"
#define GMON_MARK_SIZE 4
#define GMON_BUILD_ID_SIZE 8

/* Records follow until the end of the file: a tag byte, then a body.  */
#define GMON_TAG_TIME_HIST 0
#define GMON_TAG_CG_ARC 1
#define GMON_TAG_BB_COUNT 2

/* Histogram body: low address, high address (exclusive), u32 number of
   bins, u32 rate in Hz, 15 bytes dimension ("seconds", NUL padded), one
   byte abbreviation ('s'), then the bins, u16 each.  Several records of the
   same [low, high) add up; other records must not overlap it.  */
#define GMON_DIMEN_SIZE 15
#define GMON_HIST_HEADER_SIZE(addr_size) \
  (2 * (addr_size) + 4 + 4 + GMON_DIMEN_SIZE + 1)
#define GMON_BIN_SIZE 2
#define GMON_BIN_MAX 65535

/* Arc body: from address (in the caller), self address (in the callee),
   u32 count.  Several records of one pair add up.  */
#define GMON_ARC_SIZE(addr_size) (2 * (addr_size) + 4)
#define GMON_ARC_COUNT_MAX 4294967295

/* From address of a call whose caller lies outside the image (a comparator
   called by libc, the first function of a thread, a signal handler).  */
#define GMON_FROM_OUTSIDE 0

/* Basic-block body, version 1: u32 number of blocks, then for each block its
   address and its count, both address-sized.  Version 0: u32 number of
   blocks, a NUL-terminated prefix, and for each block u64 count, u64
   address, two NUL-terminated strings and a u32 line, all in the byte order
   of the *host* that wrote it.  */
#define GMON_BB_SIZE(addr_size) (2 * (addr_size))

/* libgmon writes bins of exactly 4 bytes in whole chunks of a bin layout that
   starts at the low end of the text range, so that partial files of one
   program can be merged record by record.  The last chunk is cut at the
   high end of the range, rounded up to a bin.  */
#define GMON_BIN_BYTES 4
#define GMON_CHUNK_BYTES 65536

/* glibc writes one record, from a multiple of 4 to a multiple of 4; its
   bins fill whole words of memory, so that bins of 4 bytes would exceed the
   range by less than this.  */
#define GMON_GLIBC_ROUND 16

/* profil counts an address that is N units of two bytes above the start of the
   range in bin N * SCALE / GMON_PROFIL_ONE.  SCALE is at most that.  */
#define GMON_PROFIL_ONE 65536

/* BSD files have no magic.  Header: low, high (addresses), u32 size of
   header + bins in bytes; 4.4BSD adds u32 magic, u32 rate, 12 spare bytes;
   the header is then padded to the alignment of an address (old BSD with
   64 bits: 20 bytes, unpadded).  Bins (u16), then raw arcs: from, self,
   count until the end.  The count is C's long: 4 bytes for 32-bit addresses,
   8 for 64-bit ones, but on 64-bit Windows 4 and 4 of padding, which the
   runtimes there leave as it was in memory.  */
#define GMON_BSD_HEADER_SIZE(addr_size) (2 * (addr_size) + 4)
#define GMON_BSD44_MAGIC 0x00051879
#define GMON_BSD44_HEADER_SIZE(addr_size) ((addr_size) == 8 ? 40 : 32)
#define GMON_BSD_ARC_SIZE(addr_size) (3 * (addr_size))

#endif /* GMON_OUT_H */
