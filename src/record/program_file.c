/* record/program_file.c -- the file of a program that ran, for its symbols.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "record/program_file.h"

#include <errno.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <libiberty.h>

#include "base/arena.h"
#include "base/fileio.h"
#include "image/elf_file.h"

/* The sections of the program that stands for one that is not there.  */
enum
{
  NO_SECTION,
  TEXT,
  SYMBOLS,
  STRINGS,
  N_SECTIONS
};

static const char section_names[] = "\0.text\0.symtab\0.strtab";
#define TEXT_NAME 1
#define SYMBOLS_NAME 7
#define STRINGS_NAME 15

/* All of that program but its strings: the names of its sections and of its
   only function.  */
struct stand_in
{
  ElfW (Ehdr) head;
  ElfW (Shdr) sections[N_SECTIONS];
  ElfW (Sym) symbols[2];
};

/* Opens a file in memory as FILE.  Returns false if it cannot.  */
static bool
open_memory (struct program_file *file)
{
#ifdef MFD_CLOEXEC
  file->fd = memfd_create ("program", MFD_CLOEXEC);
#else
  errno = ENOSYS;
#endif
  snprintf (file->name, sizeof file->name, "/proc/self/fd/%d", file->fd);
  return file->fd >= 0;
}

bool
program_file_copy (struct program_file *file, const void *bytes, size_t size)
{
  return open_memory (file) && file_write (file->fd, bytes, size);
}

void
program_file_close (struct program_file *file)
{
  if (file->fd >= 0)
    close (file->fd);
  file->fd = -1;
}

static bool
is_build (const char *name, const struct recorded_program *program)
{
  const struct elf_build build = { program->build_id, program->build_id_len,
                                   program->size, program->mtime };
  const char *why;
  struct elf_file *elf = elf_file_open (name, &why);
  const bool is = elf && elf_file_is_build (elf, &build);

  elf_file_close (elf);
  return is;
}

/* Returns whether PROGRAM, whose file could not be read when it ran, is most
   likely the one at its path: that has not changed since the start.  */
static bool
is_from_before (const struct recorded_program *program)
{
  struct stat st;

  return (program->size == 0 && program->build_id_len == 0
          && stat (program->path, &st) == 0
          && (uint64_t) st.st_ctime <= program->start);
}

/* Returns whether the path of PROGRAM leads to the file that ran.  */
static bool
is_unchanged (const struct recorded_program *program)
{
  return (!program->is_known || is_from_before (program)
          || is_build (program->path, program));
}

/* Makes FILE a copy of the SIZE BYTES.  If they have no build id, they are
   those of PROGRAM only if its file was deleted: then nobody has written to
   it.  */
static bool
copy_bytes (struct program_file *file, const struct recorded_program *program,
            const void *bytes, size_t size)
{
  return (bytes && (program->build_id_len || access (program->path, F_OK) != 0)
          && program_file_copy (file, bytes, size)
          && (program->build_id_len == 0 || is_build (file->name, program)));
}

static void
describe_section (struct stand_in *it, int number, unsigned name, unsigned type,
                  size_t offset, size_t size)
{
  it->sections[number] = (ElfW (Shdr)) {
    .sh_name = name, .sh_type = type, .sh_offset = offset, .sh_size = size,
    .sh_addralign = 1
  };
}

/* Fills in IT, the strings of which have STRINGS bytes.  */
static void
describe (struct stand_in *it, const struct recorded_program *program,
          size_t strings)
{
  const uint64_t low = program->low < program->high ? program->low : 0;
  const uint64_t size = program->high > low ? program->high - low : 1;
  const bool is_big = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;

  memcpy (it->head.e_ident, ELFMAG, SELFMAG);
  it->head.e_ident[EI_CLASS] = sizeof (void *) == 8 ? ELFCLASS64 : ELFCLASS32;
  it->head.e_ident[EI_DATA] = is_big ? ELFDATA2MSB : ELFDATA2LSB;
  it->head.e_ident[EI_VERSION] = EV_CURRENT;
  it->head.e_type = ET_EXEC;
  it->head.e_version = EV_CURRENT;
  it->head.e_ehsize = sizeof it->head;
  it->head.e_shoff = offsetof (struct stand_in, sections);
  it->head.e_shentsize = sizeof it->sections[0];
  it->head.e_shnum = N_SECTIONS;
  it->head.e_shstrndx = STRINGS;
  describe_section (it, TEXT, TEXT_NAME, SHT_NOBITS, sizeof *it, size);
  it->sections[TEXT].sh_addr = low;
  it->sections[TEXT].sh_flags = SHF_ALLOC | SHF_EXECINSTR;
  describe_section (it, SYMBOLS, SYMBOLS_NAME, SHT_SYMTAB,
                    offsetof (struct stand_in, symbols), sizeof it->symbols);
  it->sections[SYMBOLS].sh_link = STRINGS;
  it->sections[SYMBOLS].sh_info = 1;
  it->sections[SYMBOLS].sh_entsize = sizeof it->symbols[0];
  describe_section (it, STRINGS, STRINGS_NAME, SHT_STRTAB, sizeof *it, strings);
  it->symbols[1] = (ElfW (Sym)) {
    .st_name = sizeof section_names, .st_value = low, .st_size = size,
    .st_info = (STB_GLOBAL << 4) | STT_FUNC, .st_shndx = TEXT
  };
}

/* Takes the machine of IT from gprof's own file: the program is for the same
   one.  */
static bool
find_machine (struct stand_in *it)
{
  const char *why;
  struct elf_file *own = elf_file_open ("/proc/self/exe", &why);

  if (own)
    it->head.e_machine = (unsigned short) elf_file_machine (own);
  elf_file_close (own);
  return own;
}

/* Makes FILE a program with the code of PROGRAM and one function.  */
static bool
make_stand_in (struct program_file *file,
               const struct recorded_program *program)
{
  char *name = concat ("[", lbasename (program->path), "]", NULL);
  const size_t strings = sizeof section_names + strlen (name) + 1;
  struct stand_in it;

  memset (&it, 0, sizeof it);
  describe (&it, program, strings);
  const bool done = (find_machine (&it) && open_memory (file)
                     && file_write (file->fd, &it, sizeof it)
                     && file_write (file->fd, section_names,
                                    sizeof section_names)
                     && file_write (file->fd, name, strlen (name) + 1));
  free (name);
  return done;
}

static void
warn_nameless (struct diag *diag, const struct recorded_program *program)
{
  if (access (program->path, F_OK) != 0)
    diag_warning (diag, "%s: not found when the run had ended, so its functions"
                  " have no names; remove it after the run", program->path);
  else
    diag_warning (diag, "%s: not used for the names of the functions: it has"
                  " changed since it ran", program->path);
}

const char *
program_file_find (struct program_file *file, struct diag *diag,
                   const struct recorded_program *program,
                   const struct outside *outside)
{
  const void *bytes = NULL;
  size_t size = 0;

  file->fd = -1;
  if (is_unchanged (program))
    return NULL;
  if (outside)
    bytes = outside_file_bytes (outside, program->path, program->build_id,
                                program->build_id_len, &size);
  if (copy_bytes (file, program, bytes, size))
    return file->name;
  program_file_close (file);
  if (!make_stand_in (file, program))
    {
      program_file_close (file);
      return NULL;
    }
  warn_nameless (diag, program);
  return file->name;
}
