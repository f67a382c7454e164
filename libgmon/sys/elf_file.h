/* elf_file.h -- the symbols in the file of a program or a library.

   SPDX-License-Identifier: 0BSD

   The format is that of the System V ABI (gABI 4.1, chapter 4).  Everything is
   compared with the size of the file before it is read: the file may have been
   replaced while the program ran.  All functions are async-signal-safe and make
   no libc call.  */

#ifndef GMON_ELF_FILE_H
#define GMON_ELF_FILE_H

#include <link.h>
#include <stdbool.h>
#include <stddef.h>

#include "arch/namespace.h"
#include "sys/file_map.h"

struct elf_file
{
  struct file_map map;
  const ElfW (Ehdr) *header;
  const ElfW (Shdr) *sections;
  size_t n_sections;
  const ElfW (Sym) *symbols;    /* .symtab, else .dynsym; NULL: none */
  size_t n_symbols;
  const char *names;            /* of the symbols, NULL: none */
  size_t names_size;
};

/* Opens the file PATH.  DESCRIPTORS is as in file_map_open.  Returns false if
   it cannot be read or has no sections.  In any case elf_file_close must
   follow.  */
bool elf_file_open (struct elf_file *file, const char *path,
                    struct descriptors *descriptors);
void elf_file_close (struct elf_file *file);

/* Stores in *SECTION the section of FILE with that NAME.  Returns false if
   there is none.  Where it is in the file and in memory was not compared with
   anything.  */
bool elf_file_section (const struct elf_file *file, const char *name,
                       ElfW (Shdr) *section);

/* Returns true if SYMBOL may be the start of a function.  */
bool elf_file_may_be_function (const struct elf_file *file,
                               const ElfW (Sym) *symbol);

/* Returns the name of SYMBOL, "" if it has none.  */
const char *elf_file_name (const struct elf_file *file,
                           const ElfW (Sym) *symbol);

#endif /* GMON_ELF_FILE_H */
