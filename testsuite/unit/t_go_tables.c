/* t_go_tables.c -- tests of record/go_tables: frames of Go's functions.

   SPDX-License-Identifier: GPL-3.0-or-later

   In:  an ELF file in memory with a section .gopclntab, as of Go 1.18 and of
   1.20, whole, cut off and damaged.  The numbers are those that Go's runtime
   has for such functions.  */

#include <config.h>

#include <link.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "libgmon/unwind/row.h"
#include "record/go_tables.h"

#define TEXT 0x401000
#define WORD 8

/* The file: head, sections, names, tables.  */
#define SECTIONS_AT 64
#define SECTIONS 4
#define NAMES_AT 512
#define TABLES_AT 1024
#define FILE_SIZE 2048

/* Places in the tables.  */
#define PROGRAMS_AT 128
#define LIST_AT 256
#define FUNCTIONS 4

static union
{
  unsigned char bytes[FILE_SIZE];
  ElfW (Ehdr) head;
} file;

static const char names[] = "\0.text\0.data.rel.ro.gopclntab\0.shstrtab\0"
                            ".eh_frame";
#define NAME_TEXT 1
#define NAME_TABLES 7
#define NAME_NAMES 30
#define NAME_EH_FRAME 40

static void
put (size_t at, uint64_t number, size_t size)
{
  memcpy (file.bytes + TABLES_AT + at, &number, size);
}

/* Describes function I: its code begins at OFFSET; KIND and FLAGS; and its
   program is at PROGRAM.  */
static void
put_function (unsigned i, bool is_new, uint32_t offset, unsigned kind,
              unsigned flags, uint32_t program)
{
  const size_t at = 64 + 64 * (size_t) i;

  put (LIST_AT + 8 * (size_t) i, offset, 4);
  put (LIST_AT + 8 * (size_t) i + 4, at, 4);
  put (LIST_AT + at, offset, 4);
  put (LIST_AT + at + 16, program, 4);
  put (LIST_AT + at + (is_new ? 40 : 36), kind, 1);
  put (LIST_AT + at + (is_new ? 41 : 37), flags, 1);
}

static void
put_section (unsigned i, size_t name, uint64_t address, size_t offset,
             size_t size)
{
  const ElfW (Shdr) section = {
    .sh_name = (unsigned) name, .sh_type = SHT_PROGBITS, .sh_addr = address,
    .sh_offset = offset, .sh_size = size
  };

  memcpy (file.bytes + SECTIONS_AT + i * sizeof section, &section,
          sizeof section);
}

/* Makes the file.  TEXT_FIELD is what the tables have for the address of the
   code.  */
static void
make_file (bool is_new, uint64_t text_field)
{
  /* A frame of 24 bytes from byte 4 on: 0, 24 up to byte 32, 0 up to 40.  And
     one without a frame, of 16 bytes.  */
  static const unsigned char programs[]
    = { 0, 2, 4, 48, 28, 47, 8, 0, /* at 8: */ 2, 16, 0 };

  memset (&file, 0, sizeof file);
  file.head = (ElfW (Ehdr)) {
    .e_shoff = SECTIONS_AT, .e_shentsize = sizeof (ElfW (Shdr)),
    .e_shnum = SECTIONS, .e_shstrndx = 2
  };
  put_section (0, NAME_TEXT, TEXT, 0, 0);
  put_section (1, NAME_TABLES, 0x500000, TABLES_AT, FILE_SIZE - TABLES_AT);
  put_section (2, NAME_NAMES, 0, NAMES_AT, sizeof names);
  memcpy (file.bytes + NAMES_AT, names, sizeof names);
  put (0, is_new ? 0xfffffff1 : 0xfffffff0, 4);
  put (6, 1, 1);
  put (7, 8, 1);
  put (8, FUNCTIONS, 8);
  put (8 + 2 * WORD, text_field, 8);
  put (8 + 6 * WORD, PROGRAMS_AT, 8);
  put (8 + 7 * WORD, LIST_AT, 8);
  memcpy (file.bytes + TABLES_AT + PROGRAMS_AT, programs, sizeof programs);
  put_function (0, is_new, 0, 0, 0, 1);
  put_function (1, is_new, 40, 7, 4 | 1, 8);
  put_function (2, is_new, 56, 19, 4 | 2, 8);
  put_function (3, is_new, 72, 0, 4, 8);
  put (LIST_AT + 8 * FUNCTIONS, 88, 4);
}

static uint64_t start;

static uint64_t
row_at (const struct go_tables *tables, uint64_t offset)
{
  start = 0;
  return go_tables_row (tables, TEXT + offset, &start);
}

static void
check_rows (const char *form)
{
  static const struct { unsigned offset, distance; } want[]
    = { { 0, 0 }, { 3, 0 }, { 4, 24 }, { 31, 24 }, { 32, 0 }, { 39, 0 },
        { 72, 0 }, { 87, 0 } };
  struct go_tables tables;

  CHECK (go_tables_find (&tables, file.bytes, FILE_SIZE), "%s: found", form);
  for (size_t i = 0; i < sizeof want / sizeof *want; i++)
    {
      const uint64_t row = row_at (&tables, want[i].offset);

      CHECK (row_kind (row) == ROW_CFA
             && row_offset (row) == want[i].distance + WORD
             && row_base (row) == 7 && row_fp_rule (row) == RULE_LOST,
             "%s: byte %u: %d", form, want[i].offset, (int) row_offset (row));
    }
  CHECK_U64 (start, TEXT + 72, "the begin of the function");
  CHECK (row_kind (row_at (&tables, 41)) == ROW_END, "%s: a root", form);
  CHECK (row_kind (row_at (&tables, 60)) == ROW_CUT, "%s: another stack",
         form);
  CHECK (row_at (&tables, 88) == 0
         && row_at (&tables, (uint64_t) -1) == 0, "%s: other code", form);
}

/* Each byte of the tables and of the sections is changed in turn, and the file
   is cut off at each place.  Nothing outside must be read, which the sanitizers
   see.  */
static void
check_damaged (void)
{
  unsigned char *copy = malloc (FILE_SIZE);
  struct go_tables tables;
  unsigned found = 0;

  for (size_t i = 0; copy && i < FILE_SIZE; i++)
    for (unsigned bits = 1; bits < 256; bits = bits * 2 + 1)
      {
        memcpy (copy, file.bytes, FILE_SIZE);
        copy[i] ^= (unsigned char) bits;
        found += go_tables_find (&tables, copy, FILE_SIZE);
        for (unsigned offset = 0; offset < 100; offset += 9)
          row_at (&tables, offset);
      }
  free (copy);
  CHECK (found > 0, "damaged files");
  for (size_t size = 0; size < FILE_SIZE; size++)
    {
      copy = malloc (size + 1);
      if (copy)
        memcpy (copy, file.bytes, size);
      found += copy && go_tables_find (&tables, copy, size);
      free (copy);
    }
  CHECK (found > 0, "files that are cut off");
}

int
main (void)
{
  struct go_tables tables;

#if defined __x86_64__ && defined __LP64__
  make_file (false, TEXT);
  check_rows ("Go 1.18");
  make_file (true, TEXT);
  check_rows ("Go 1.20");
  make_file (true, 0);
  check_rows ("the code's address is left to the loader");
  check_damaged ();
  put_section (3, NAME_EH_FRAME, 0x600000, 0, 16);
  CHECK (!go_tables_find (&tables, file.bytes, FILE_SIZE),
         "and other code is before it");
  make_file (true, TEXT);
  put (0, 0xfffffffb, 4);
#endif
  CHECK (!go_tables_find (&tables, file.bytes, FILE_SIZE)
         && !tables.bytes && row_at (&tables, 0) == 0, "an older form");
  return check_end ();
}
