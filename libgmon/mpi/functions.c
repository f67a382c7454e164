/* functions.c -- the addresses of the program's functions.

   SPDX-License-Identifier: 0BSD

   Contracts are in functions.h.  */

#include "mpi/functions.h"
#include "sys/elf_file.h"

static void
list_functions (struct arc_list *list, const struct elf_file *file)
{
  /* On ARM bit 0 says that the code is Thumb code.  */
  const uintptr_t flags = file->header->e_machine == EM_ARM ? 1 : 0;

  if (file->symbols == NULL || !arc_list_make (list, file->n_symbols))
    return;
  for (size_t i = 0; i < file->n_symbols; i++)
    if (elf_file_may_be_function (file, &file->symbols[i]))
      list->arcs[list->len++]
        = (struct arc) { .from = file->symbols[i].st_value & ~flags };
  if (!arc_list_sum_up (list))
    list->len = 0;
}

void
functions_read (struct arc_list *list)
{
  struct elf_file file;

  *list = (struct arc_list) { 0 };
  if (elf_file_open (&file, "/proc/self/exe", NULL))
    list_functions (list, &file);
  elf_file_close (&file);
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
