/* loader_tables.c -- the unwind tables of what the C library loads by itself.

   SPDX-License-Identifier: 0BSD

   In: glibc's _dl_find_object, which takes no lock, and the program headers of
   the object that it names.  */

#include "unwind/loader_tables.h"

#include <dlfcn.h>
#include <link.h>

#include "unwind/page_probe.h"

#ifdef DLFO_EH_SEGMENT_TYPE

extern __typeof__ (_dl_find_object) _dl_find_object __attribute__ ((weak));

/* Returns the ELF header at the address START, NULL if there is none with
   program headers in the same page.  */
static const ElfW (Ehdr) *
elf_header (uintptr_t start)
{
  const ElfW (Ehdr) *elf = (const ElfW (Ehdr) *) start;
  struct page_range readable = { 0, 0 };

  if (start % PROBE_PAGE != 0 || !page_probe (&readable, start)
      || memcmp (elf->e_ident, ELFMAG, SELFMAG) != 0
      || elf->e_phentsize != sizeof (ElfW (Phdr))
      || elf->e_phoff % sizeof (uintptr_t) != 0 || elf->e_phoff > PROBE_PAGE
      || elf->e_phnum > (PROBE_PAGE - elf->e_phoff) / sizeof (ElfW (Phdr)))
    return NULL;
  return elf;
}

/* Returns true if the SIZE bytes at the file's address ADDRESS are in
   SEGMENT.  */
static bool
holds (const ElfW (Phdr) *segment, uintptr_t address, uintptr_t size)
{
  return segment->p_type == PT_LOAD && (segment->p_flags & PF_R) != 0
         && address >= segment->p_vaddr
         && address - segment->p_vaddr <= segment->p_filesz
         && size <= segment->p_filesz - (address - segment->p_vaddr);
}

/* Stores the tables that the COUNT program headers at FIRST of an object at
   BASE name, if any.  */
static void
take_tables (const ElfW (Phdr) *first, unsigned count, uintptr_t base,
             struct unwind_tables *tables)
{
  const ElfW (Phdr) *header = first, *end = first + count;

  while (header < end && header->p_type != PT_GNU_EH_FRAME)
    header++;
  if (header == end)
    return;
  for (const ElfW (Phdr) *segment = first; segment < end; segment++)
    if (holds (segment, header->p_vaddr, header->p_memsz))
      {
        tables->header = (const unsigned char *) (base + header->p_vaddr);
        tables->header_size = header->p_memsz;
        tables->start = base + segment->p_vaddr;
        tables->end = tables->start + segment->p_filesz;
        return;
      }
}

bool
loader_find_tables (uintptr_t pc, struct unwind_tables *tables)
{
  struct dl_find_object object;
  const ElfW (Ehdr) *elf;

  if (_dl_find_object == NULL || _dl_find_object ((void *) pc, &object) != 0
      || object.dlfo_link_map == NULL)
    return false;
  memset (tables, 0, sizeof *tables);
  elf = elf_header ((uintptr_t) object.dlfo_map_start);
  if (elf != NULL)
    take_tables ((const ElfW (Phdr) *) ((uintptr_t) elf + elf->e_phoff),
                 elf->e_phnum, object.dlfo_link_map->l_addr, tables);
  return true;
}

#else

bool
loader_find_tables (uintptr_t pc, struct unwind_tables *tables)
{
  (void) pc;
  (void) tables;
  return false;
}

#endif
