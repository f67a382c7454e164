/* image/elf_file.h -- the parts of an ELF file that BFD does not show.

   SPDX-License-Identifier: GPL-3.0-or-later

   The sizes of symbols and the unwind tables of libraries.  BFD's public
   interface has neither.  */

#ifndef IMAGE_ELF_FILE_H
#define IMAGE_ELF_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/bytes.h"

struct elf_file;

/* Section types of the ELF standard.  */
enum
{
  ELF_SYMTAB = 2,
  ELF_DYNSYM = 11
};

struct elf_section
{
  const char *name;             /* borrowed from the file */
  uint32_t type, link;
  uint64_t addr, offset, size;  /* size is that of the bytes in the file */
};

/* A part of the file that is loaded as code.  */
struct elf_segment
{
  uint64_t offset, size;        /* in the file, bytes */
  uint64_t addr, memory;        /* address, and bytes there */
};

/* Opens the ELF file NAME and reads its section table.  elf_file_close closes
   it.  Returns NULL on failure and sets *WHY to the reason, a text for
   messages; borrowed until the next call.  */
struct elf_file *elf_file_open (const char *name, const char **why);
void elf_file_close (struct elf_file *file);    /* FILE may be NULL */

/* Return the format of numbers in FILE; its machine (e_machine); its size in
   bytes and time of modification in seconds since 1970.  */
struct wire elf_file_wire (const struct elf_file *file);
unsigned elf_file_machine (const struct elf_file *file);
uint64_t elf_file_size (const struct elf_file *file);
uint64_t elf_file_mtime (const struct elf_file *file);

/* Returns the first section of FILE that has type TYPE (if not 0) and the name
   NAME (if not NULL), borrowed, or NULL.  */
const struct elf_section *elf_file_find (const struct elf_file *file,
                                         uint32_t type, const char *name);

/* Returns section number INDEX of FILE, borrowed, or NULL.  */
const struct elf_section *elf_file_section (const struct elf_file *file,
                                            uint32_t index);

/* Returns the segments of FILE with code on the heap; *N becomes their number,
   0 if there are none or they cannot be read.  */
struct elf_segment *elf_file_code (struct elf_file *file, size_t *n);

/* Reads the LEN bytes at the offset AT of FILE to TO.  Returns false if it does
   not have them.  */
bool elf_file_read (struct elf_file *file, uint64_t at, void *to, size_t len);

/* Returns the SECTION->size bytes of SECTION on the heap, with a NUL behind
   them, or NULL if they cannot be read.  */
unsigned char *elf_file_bytes (struct elf_file *file,
                               const struct elf_section *section);

/* Copies the build id of FILE to the SIZE bytes at ID.  Returns its length,
   or 0 if there is none or it does not fit.  */
size_t elf_file_build_id (struct elf_file *file, unsigned char *id,
                          size_t size);

/* A build of a program or library: its build id; or if ID_LEN is 0 its size in
   bytes and its time of modification in seconds since 1970.  */
struct elf_build
{
  const unsigned char *id;
  size_t id_len;
  uint64_t size, mtime;
};

/* Returns whether FILE is of the build BUILD.  */
bool elf_file_is_build (struct elf_file *file, const struct elf_build *build);

#endif /* IMAGE_ELF_FILE_H */
