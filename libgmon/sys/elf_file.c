/* elf_file.c -- the symbols in the file of a program or a library.

   SPDX-License-Identifier: 0BSD

   Contracts are in elf_file.h.  */

#include <string.h>

#include "sys/elf_file.h"

/* Returns true if the COUNT entries of SIZE bytes at OFFSET are in FILE, and
   aligned for their type.  */
static bool
file_has (const struct elf_file *file, uintmax_t offset, uintmax_t count,
          size_t size)
{
  return offset <= file->map.size && offset % sizeof (uintptr_t) == 0
         && count <= (file->map.size - offset) / size;
}

static bool
find_sections (struct elf_file *file)
{
  const ElfW (Ehdr) *header = (const void *) file->map.start;

  if (file->map.size < sizeof *header
      || header->e_shentsize != sizeof (ElfW (Shdr))
      || !file_has (file, header->e_shoff, header->e_shnum,
                    sizeof (ElfW (Shdr))))
    return false;
  file->header = header;
  file->sections = (const void *) (file->map.start + header->e_shoff);
  file->n_sections = header->e_shnum;
  return true;
}

/* Takes the names from SECTION, if all of them end in it.  */
static void
find_symbol_names (struct elf_file *file, const ElfW (Shdr) *section)
{
  const char *names = (const char *) file->map.start + section->sh_offset;

  if (section->sh_type != SHT_STRTAB || section->sh_size == 0
      || section->sh_offset > file->map.size
      || section->sh_size > file->map.size - section->sh_offset
      || names[section->sh_size - 1] != '\0')
    return;
  file->names = names;
  file->names_size = section->sh_size;
}

static void
find_symbols (struct elf_file *file)
{
  const ElfW (Shdr) *found = NULL;

  for (size_t i = 0; i < file->n_sections; i++)
    {
      const ElfW (Shdr) *section = &file->sections[i];

      if ((section->sh_type == SHT_SYMTAB
           || (section->sh_type == SHT_DYNSYM && found == NULL))
          && file_has (file, section->sh_offset,
                       section->sh_size / sizeof (ElfW (Sym)),
                       sizeof (ElfW (Sym))))
        found = section;
    }
  if (found == NULL)
    return;
  file->symbols = (const void *) (file->map.start + found->sh_offset);
  file->n_symbols = found->sh_size / sizeof (ElfW (Sym));
  if (found->sh_link < file->n_sections)
    find_symbol_names (file, &file->sections[found->sh_link]);
}

bool
elf_file_open (struct elf_file *file, const char *path,
               struct descriptors *descriptors)
{
  *file = (struct elf_file) { .header = NULL };
  if (file_map_open (&file->map, path, descriptors) != 0
      || !find_sections (file))
    return false;
  find_symbols (file);
  return true;
}

void
elf_file_close (struct elf_file *file)
{
  file_map_close (&file->map);
}

/* Returns true if NAME and its zero are at OFFSET in the section NAMES.  */
static bool
has_name_at (const struct elf_file *file, const ElfW (Shdr) *names,
             size_t offset, const char *name)
{
  size_t size = strlen (name) + 1;

  return names->sh_offset <= file->map.size
         && names->sh_size <= file->map.size - names->sh_offset
         && offset < names->sh_size && size <= names->sh_size - offset
         && memcmp (file->map.start + names->sh_offset + offset, name, size)
            == 0;
}

bool
elf_file_section (const struct elf_file *file, const char *name,
                  ElfW (Shdr) *section)
{
  const size_t names = file->header->e_shstrndx;

  for (size_t i = 0; i < file->n_sections && names < file->n_sections; i++)
    if (has_name_at (file, &file->sections[names], file->sections[i].sh_name,
                     name))
      {
        *section = file->sections[i];
        return true;
      }
  return false;
}

bool
elf_file_may_be_function (const struct elf_file *file,
                          const ElfW (Sym) *symbol)
{
  const unsigned type = symbol->st_info & 0xf;

  return (type == STT_FUNC || type == STT_NOTYPE || type == STT_GNU_IFUNC)
         && symbol->st_shndx < file->n_sections
         && (file->sections[symbol->st_shndx].sh_flags & SHF_EXECINSTR) != 0;
}

const char *
elf_file_name (const struct elf_file *file, const ElfW (Sym) *symbol)
{
  return symbol->st_name < file->names_size ? file->names + symbol->st_name
                                            : "";
}
