/* functions.c -- the addresses of the program's functions.

   SPDX-License-Identifier: 0BSD

   Contracts are in functions.h.

   The format is that of the System V ABI (gABI 4.1, chapter 4).  Everything is
   compared with the size of the file before it is read: the file may have been
   replaced while the program ran.  */

#include <fcntl.h>
#include <link.h>
#include <stdbool.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "mpi/functions.h"

/* An executable, mapped.  */
struct image
{
  const unsigned char *start;
  size_t size;
  const ElfW (Ehdr) *header;
  const ElfW (Shdr) *sections;
  size_t n_sections;
};

/* Returns true if the COUNT entries of SIZE bytes at OFFSET are in IMAGE, and
   aligned for their type.  */
static bool
image_has (const struct image *image, uintmax_t offset, uintmax_t count,
           size_t size)
{
  return offset <= image->size && offset % sizeof (uintptr_t) == 0
         && count <= (image->size - offset) / size;
}

static bool
find_sections (struct image *image)
{
  const ElfW (Ehdr) *header = (const void *) image->start;

  if (image->size < sizeof *header
      || header->e_shentsize != sizeof (ElfW (Shdr))
      || !image_has (image, header->e_shoff, header->e_shnum,
                     sizeof (ElfW (Shdr))))
    return false;
  image->header = header;
  image->sections = (const void *) (image->start + header->e_shoff);
  image->n_sections = header->e_shnum;
  return true;
}

/* Returns the table of symbols, or NULL.  */
static const ElfW (Shdr) *
find_symbols (const struct image *image)
{
  const ElfW (Shdr) *found = NULL;

  for (size_t i = 0; i < image->n_sections; i++)
    {
      const ElfW (Shdr) *section = &image->sections[i];

      if ((section->sh_type == SHT_SYMTAB
           || (section->sh_type == SHT_DYNSYM && found == NULL))
          && image_has (image, section->sh_offset,
                        section->sh_size / sizeof (ElfW (Sym)),
                        sizeof (ElfW (Sym))))
        found = section;
    }
  return found;
}

/* Returns true if SYMBOL may be the start of a function.  */
static bool
may_be_function (const struct image *image, const ElfW (Sym) *symbol)
{
  const unsigned type = symbol->st_info & 0xf;

  return (type == STT_FUNC || type == STT_NOTYPE || type == STT_GNU_IFUNC)
         && symbol->st_shndx < image->n_sections
         && (image->sections[symbol->st_shndx].sh_flags & SHF_EXECINSTR);
}

static void
list_functions (struct arc_list *list, const struct image *image)
{
  const ElfW (Shdr) *table = find_symbols (image);
  /* On ARM bit 0 says that the code is Thumb code.  */
  const uintptr_t flags = image->header->e_machine == EM_ARM ? 1 : 0;
  const ElfW (Sym) *symbols;
  size_t n;

  if (table == NULL)
    return;
  symbols = (const void *) (image->start + table->sh_offset);
  n = table->sh_size / sizeof *symbols;
  if (!arc_list_make (list, n))
    return;
  for (size_t i = 0; i < n; i++)
    if (may_be_function (image, &symbols[i]))
      list->arcs[list->len++]
        = (struct arc) { .from = symbols[i].st_value & ~flags };
  if (!arc_list_sum_up (list))
    list->len = 0;
}

void
functions_read (struct arc_list *list)
{
  struct image image = { 0 };
  struct stat status;
  int fd = open ("/proc/self/exe", O_RDONLY | O_CLOEXEC);
  void *memory = MAP_FAILED;

  *list = (struct arc_list) { 0 };
  if (fd < 0)
    return;
  if (fstat (fd, &status) == 0 && status.st_size > 0)
    {
      image.size = (size_t) status.st_size;
      memory = mmap (NULL, image.size, PROT_READ, MAP_PRIVATE, fd, 0);
    }
  close (fd);
  if (memory == MAP_FAILED)
    return;
  image.start = memory;
  if (find_sections (&image))
    list_functions (list, &image);
  munmap (memory, image.size);
}

size_t
functions_find (const struct arc_list *list, uintptr_t address)
{
  size_t low = 0, high = list->len;

  while (low < high)
    {
      size_t middle = low + (high - low) / 2;

      if (list->arcs[middle].from <= address)
        low = middle + 1;
      else
        high = middle;
    }
  return low > 0 ? low - 1 : list->len;
}
