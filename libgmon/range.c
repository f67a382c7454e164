/* range.c -- where the executable is in memory.

   SPDX-License-Identifier: 0BSD

   In: its program headers, by dl_iterate_phdr, which has the executable as
   its first entry in glibc and musl, dynamic, static and static-PIE, and
   also when the loader was started by hand.  Out: load address and text
   range.  Called once, by monitor.c or crt.c.  */

#include <link.h>

#include "internal.h"

static void
add_segment (struct text *text, const ElfW (Phdr) *segment)
{
  uintptr_t start = text->base + segment->p_vaddr;
  uintptr_t end = start + segment->p_memsz;

  if (segment->p_type != PT_LOAD)
    return;
  if (text->low == 0 || start < text->low)
    text->low = start;
  if ((segment->p_flags & PF_X) != 0 && end > text->high)
    text->high = end;
}

static int
take_executable (struct dl_phdr_info *info, size_t size, void *data)
{
  struct text *text = data;

  (void) size;
  text->base = info->dlpi_addr;
  for (int i = 0; i < info->dlpi_phnum; i++)
    add_segment (text, &info->dlpi_phdr[i]);
  return 1;
}

struct text
text_range (void)
{
  struct text text = { 0, 0, 0 };

  dl_iterate_phdr (take_executable, &text);
  return text;
}
