/* core.c -- shows where the program was that left a core dump.

   SPDX-License-Identifier: GPL-3.0-or-later

   usage: core FILE
   In: a core file of this machine, x86-64.  Out: "SIGNAL ADDRESS" of the thread
   that died, whose registers come first.  See signals.exp.  */

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/procfs.h>
#include <sys/user.h>

#define ALIGNED(size) (((size) + 3) & ~3u)

/* The notes in the SIZE bytes at NOTES; 0 if the registers are there.  */
static int
look (const char *notes, size_t size)
{
  size_t at = 0;

  while (at + sizeof (Elf64_Nhdr) <= size)
    {
      Elf64_Nhdr note;
      struct elf_prstatus status;
      struct user_regs_struct registers;
      size_t contents;

      memcpy (&note, notes + at, sizeof note);
      contents = at + sizeof note + ALIGNED (note.n_namesz);
      if (note.n_type == NT_PRSTATUS && contents + sizeof status <= size)
        {
          memcpy (&status, notes + contents, sizeof status);
          memcpy (&registers, &status.pr_reg, sizeof registers);
          printf ("%d 0x%llx\n", status.pr_cursig, registers.rip);
          return 0;
        }
      at = contents + ALIGNED (note.n_descsz);
    }
  return 1;
}

static int
look_in (FILE *file)
{
  Elf64_Ehdr header;
  Elf64_Phdr segment;
  char *notes;

  if (fread (&header, sizeof header, 1, file) != 1
      || fseek (file, (long) header.e_phoff, SEEK_SET) != 0)
    return 1;
  do
    if (fread (&segment, sizeof segment, 1, file) != 1)
      return 1;
  while (segment.p_type != PT_NOTE);
  notes = malloc (segment.p_filesz);
  if (notes == NULL || fseek (file, (long) segment.p_offset, SEEK_SET) != 0
      || fread (notes, segment.p_filesz, 1, file) != 1)
    return 1;
  return look (notes, segment.p_filesz);
}

int
main (int argc, char **argv)
{
  FILE *file = argc == 2 ? fopen (argv[1], "r") : NULL;

  return file == NULL || look_in (file);
}
