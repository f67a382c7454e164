/* bench_image.c -- ELF images of any number of symbols, with DWARF or without.

   SPDX-License-Identifier: GPL-3.0-or-later

   The head of bench_data.c describes the files.  The image is written directly
   because an assembler and a linker take a minute for 10^6 symbols.  */

#include <config.h>

#include "bench_data.h"

#include <elf.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define TEXT_OFFSET 0x1000
#define MAX_NAME 256
#define LOCAL_FUNCTION ((STB_LOCAL << 4) + STT_FUNC)
#define GLOBAL_FUNCTION ((STB_GLOBAL << 4) + STT_FUNC)

/* Of DWARF 4.  */
#define TAG_COMPILE_UNIT 0x11
#define TAG_SUBPROGRAM 0x2e
#define AT_NAME 0x03
#define AT_STMT_LIST 0x10
#define AT_LOW_PC 0x11
#define AT_HIGH_PC 0x12
#define AT_LANGUAGE 0x13
#define AT_COMP_DIR 0x1b
#define AT_DECL_FILE 0x3a
#define AT_DECL_LINE 0x3b
#define AT_EXTERNAL 0x3f
#define AT_LINKAGE_NAME 0x6e
#define FORM_ADDR 0x01
#define FORM_DATA2 0x05
#define FORM_DATA4 0x06
#define FORM_DATA8 0x07
#define FORM_STRING 0x08
#define FORM_DATA1 0x0b
#define FORM_FLAG 0x0c
#define FORM_SEC_OFFSET 0x17
#define LANG_C 0x0c
#define LANG_CPLUSPLUS 0x1a
#define OP_ADVANCE_PC 2
#define OP_ADVANCE_LINE 3
#define OP_END_SEQUENCE 1       /* of the extended ones */
#define OP_SET_ADDRESS 2
#define OPCODE_BASE 13
#define LINES_DOWN 5            /* the line base is -5 */
#define LINE_RANGE 14

enum
{
  NONE, TEXT, SYMTAB, STRTAB, ABBREV, INFO, LINE, SHSTRTAB, SECTIONS
};

static const char *const section_names[SECTIONS] = {
  "", ".text", ".symtab", ".strtab", ".debug_abbrev", ".debug_info",
  ".debug_line", ".shstrtab"
};

struct image
{
  const struct plan *plan;
  FILE *file;
  Elf64_Shdr sections[SECTIONS];
  uint64_t step;
};

static void
begin (struct image *image, int section, uint32_t type)
{
  image->sections[section].sh_type = type;
  image->sections[section].sh_offset = (uint64_t) ftello (image->file);
  image->sections[section].sh_addralign = 1;
}

static void
end (struct image *image, int section)
{
  image->sections[section].sh_size = (uint64_t) ftello (image->file)
                                     - image->sections[section].sh_offset;
}

static bool
is_local (uint64_t function)
{
  return function % 4 == 3;
}

/* Something as in a browser; the number makes it the only one.  */
static int
name_cplusplus (char *name, uint64_t function)
{
  static const char *const spaces[] = {
    "5blink", "2v88internal", "4llvm", "7mozilla3dom", "3web6layout"
  };
  static const char *const classes[] = {
    "12DenseMapBase", "17HashTableIterator", "6Vector", "10unique_ptr",
    "21CallbackDispatcherMap", "8Function", "15BasicBlockUtils"
  };
  static const char *const arguments[] = {
    "IiE", "IPKcmE", "INS_4NodeEjE", "ISt6vectorIdSaIdEEE", ""
  };
  static const char *const verbs[] = {
    "insert", "lookupBucketFor", "visit", "handleLayoutChange", "update"
  };
  static const char *const parameters[] = {
    "v", "iPKc", "RKSt6vectorIiSaIiEEb", "PFvijES0_",
    "OSt10unique_ptrIcSt14default_deleteIcEEmmm",
    "NSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE"
  };
  struct random random = { function };
  const char *space = spaces[draw (&random, 5)];
  const char *class = classes[draw (&random, 7)];
  const char *argument = arguments[draw (&random, 5)];
  const char *verb = verbs[draw (&random, 5)];
  char method[64];
  int length = snprintf (method, sizeof method, "%s_%" PRIu64, verb, function);

  return snprintf (name, MAX_NAME, "_ZN%s%s%s%d%sE%s", space, class, argument,
                   length, method, parameters[draw (&random, 6)]);
}

/* The name's length, without its NUL.  */
static uint32_t
name_of (const struct image *image, char *name, uint64_t function)
{
  int length;

  if (function == image->plan->symbols - 1)
    length = snprintf (name, MAX_NAME, "zz_end");
  else if (image->plan->cplusplus)
    length = name_cplusplus (name, function);
  else
    length = snprintf (name, MAX_NAME, "f%07" PRIu64, function);
  return (uint32_t) length;
}

/* The locals stand first, as ELF wants it.  */
static uint64_t
put_symbols (struct image *image, bool local, uint64_t *string)
{
  const struct plan *plan = image->plan;
  uint64_t count = 0;
  char name[MAX_NAME];

  for (uint64_t i = 0; i < plan->symbols; i++)
    {
      uint64_t function = i * image->step % plan->symbols;

      if (is_local (function) != local)
        continue;
      put (image->file, *string, 4);
      put (image->file, local ? LOCAL_FUNCTION : GLOBAL_FUNCTION, 1);
      put (image->file, STV_DEFAULT, 1);
      put (image->file, TEXT, 2);
      put (image->file, BASE + function * plan->size, 8);
      put (image->file, plan->size, 8);
      *string += name_of (image, name, function) + 1;
      count++;
    }
  return count;
}

static void
put_symtab (struct image *image)
{
  uint64_t string = 1;

  begin (image, SYMTAB, SHT_SYMTAB);
  put (image->file, 0, 8);
  put (image->file, 0, 8);
  put (image->file, 0, 8);
  image->sections[SYMTAB].sh_info
    = (uint32_t) put_symbols (image, true, &string) + 1;
  put_symbols (image, false, &string);
  image->sections[SYMTAB].sh_entsize = sizeof (Elf64_Sym);
  image->sections[SYMTAB].sh_link = STRTAB;
  image->sections[SYMTAB].sh_addralign = 8;
  end (image, SYMTAB);
}

/* In the order of the symbols.  */
static void
put_strtab (struct image *image)
{
  char name[MAX_NAME];

  begin (image, STRTAB, SHT_STRTAB);
  put (image->file, 0, 1);
  for (int global = 0; global < 2; global++)
    for (uint64_t i = 0; i < image->plan->symbols; i++)
      {
        uint64_t function = i * image->step % image->plan->symbols;

        if (is_local (function) == (global == 0))
          fwrite (name, 1, name_of (image, name, function) + 1, image->file);
      }
  end (image, STRTAB);
}

static void
put_abbrev (struct image *image)
{
  const uint8_t name = image->plan->cplusplus ? AT_LINKAGE_NAME : AT_NAME;
  const uint8_t abbrevs[] = {
    1, TAG_COMPILE_UNIT, 1,
    AT_LANGUAGE, FORM_DATA1, AT_NAME, FORM_STRING, AT_COMP_DIR, FORM_STRING,
    AT_LOW_PC, FORM_ADDR, AT_HIGH_PC, FORM_DATA8, AT_STMT_LIST, FORM_SEC_OFFSET,
    0, 0,
    2, TAG_SUBPROGRAM, 0,
    AT_EXTERNAL, FORM_FLAG, name, FORM_STRING, AT_DECL_FILE, FORM_DATA1,
    AT_DECL_LINE, FORM_DATA4, AT_LOW_PC, FORM_ADDR, AT_HIGH_PC, FORM_DATA8,
    0, 0,
    0
  };

  begin (image, ABBREV, SHT_PROGBITS);
  fwrite (abbrevs, 1, sizeof abbrevs, image->file);
  end (image, ABBREV);
}

/* The functions of a unit: from the first one of UNIT to that of the next.  */
static uint64_t
first_of_unit (const struct plan *plan, uint64_t unit)
{
  return unit * plan->symbols / plan->units;
}

static uint64_t
first_line (const struct plan *plan, uint64_t function, uint64_t unit)
{
  return 10 + (function - first_of_unit (plan, unit)) * (plan->lines + 3);
}

/* Leaves room for a length of 4 bytes; its place in the file.  */
static off_t
open_length (struct image *image)
{
  put (image->file, 0, 4);
  return ftello (image->file);
}

/* The length is what was written since open_length, which returned START.  */
static void
close_length (struct image *image, off_t start)
{
  off_t now = ftello (image->file);

  if (fseeko (image->file, start - 4, SEEK_SET) != 0)
    die ("bench_data");
  put (image->file, (uint64_t) (now - start), 4);
  if (fseeko (image->file, now, SEEK_SET) != 0)
    die ("bench_data");
}

static void
put_string (struct image *image, const char *string)
{
  fwrite (string, 1, strlen (string) + 1, image->file);
}

static void
put_unit_name (struct image *image, uint64_t unit)
{
  fprintf (image->file, "unit%05" PRIu64 ".c", unit);
  put (image->file, 0, 1);
}

static void
put_subprogram (struct image *image, uint64_t function, uint64_t unit)
{
  const struct plan *plan = image->plan;
  char name[MAX_NAME];

  put (image->file, 2, 1);
  put (image->file, !is_local (function), 1);
  fwrite (name, 1, name_of (image, name, function) + 1, image->file);
  put (image->file, 1, 1);
  put (image->file, first_line (plan, function, unit), 4);
  put (image->file, BASE + function * plan->size, 8);
  put (image->file, plan->size, 8);
}

/* UNIT's line table begins at TABLE of .debug_line.  */
static void
put_unit_info (struct image *image, uint64_t unit, uint64_t table)
{
  const struct plan *plan = image->plan;
  uint64_t low = first_of_unit (plan, unit);
  uint64_t high = first_of_unit (plan, unit + 1);
  off_t start = open_length (image);

  put (image->file, 4, 2);      /* version */
  put (image->file, 0, 4);      /* abbreviations */
  put (image->file, 8, 1);      /* address size */
  put (image->file, 1, 1);
  put (image->file, plan->cplusplus ? LANG_CPLUSPLUS : LANG_C, 1);
  put_unit_name (image, unit);
  put_string (image, "/bench");
  put (image->file, BASE + low * plan->size, 8);
  put (image->file, (high - low) * plan->size, 8);
  put (image->file, table, 4);
  for (uint64_t i = low; i < high; i++)
    put_subprogram (image, i, unit);
  put (image->file, 0, 1);
  close_length (image, start);
}

static void
put_leb (struct image *image, uint64_t value)
{
  for (; value >= 0x80; value >>= 7)
    put (image->file, 0x80 | (value & 0x7f), 1);
  put (image->file, value, 1);
}

/* Of a VALUE that is not negative: bit 6 of the last byte would be a sign.  */
static void
put_signed_leb (struct image *image, uint64_t value)
{
  for (; value >= 0x40; value >>= 7)
    put (image->file, 0x80 | (value & 0x7f), 1);
  put (image->file, value, 1);
}

static void
put_line_header (struct image *image, uint64_t unit)
{
  static const uint8_t lengths[OPCODE_BASE - 1]
    = { 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1 };
  off_t start;

  put (image->file, 4, 2);      /* version */
  start = open_length (image);
  put (image->file, 1, 1);      /* bytes of the shortest instruction */
  put (image->file, 1, 1);      /* operations of one */
  put (image->file, 1, 1);      /* a row begins a statement */
  put (image->file, 256 - LINES_DOWN, 1);
  put (image->file, LINE_RANGE, 1);
  put (image->file, OPCODE_BASE, 1);
  fwrite (lengths, 1, sizeof lengths, image->file);
  put (image->file, 0, 1);      /* no more directories */
  put_unit_name (image, unit);
  put (image->file, 0, 4);      /* directory, time, size, no more files */
  close_length (image, start);
}

/* A row PC bytes and LINES lines after the last one.  */
static void
put_row (struct image *image, uint64_t pc, uint64_t lines)
{
  if (lines > LINE_RANGE - LINES_DOWN - 1)
    {
      put (image->file, OP_ADVANCE_LINE, 1);
      put_signed_leb (image, lines - 1);
      lines = 1;
    }
  if (pc > (255 - OPCODE_BASE) / LINE_RANGE - 1)
    {
      put (image->file, OP_ADVANCE_PC, 1);
      put_leb (image, pc);
      pc = 0;
    }
  put (image->file, lines + LINES_DOWN + LINE_RANGE * pc + OPCODE_BASE, 1);
}

static void
put_line_program (struct image *image, uint64_t unit)
{
  const struct plan *plan = image->plan;
  uint64_t low = first_of_unit (plan, unit);
  uint64_t high = first_of_unit (plan, unit + 1);
  uint64_t row = plan->size / plan->lines, pc = 0, line = 1;

  put (image->file, 0, 1);
  put (image->file, 9, 1);
  put (image->file, OP_SET_ADDRESS, 1);
  put (image->file, BASE + low * plan->size, 8);
  for (uint64_t i = low; i < high; i++)
    for (uint64_t j = 0; j < plan->lines; j++)
      {
        uint64_t next = first_line (plan, i, unit) + j;

        put_row (image, pc, next - line);
        line = next;
        pc = j + 1 < plan->lines ? row : plan->size - j * row;
      }
  put (image->file, OP_ADVANCE_PC, 1);
  put_leb (image, pc);
  put (image->file, 0, 1);
  put (image->file, 1, 1);
  put (image->file, OP_END_SEQUENCE, 1);
}

/* A row takes one to six bytes, so where the tables begin has to be kept.  */
static void
put_dwarf (struct image *image)
{
  uint64_t units = image->plan->units;
  uint64_t *tables = malloc (units * sizeof *tables);

  if (tables == NULL)
    die ("bench_data");
  put_abbrev (image);
  begin (image, LINE, SHT_PROGBITS);
  for (uint64_t i = 0; i < units; i++)
    {
      off_t start = open_length (image);

      tables[i] = (uint64_t) start - 4 - image->sections[LINE].sh_offset;
      put_line_header (image, i);
      put_line_program (image, i);
      close_length (image, start);
    }
  end (image, LINE);
  begin (image, INFO, SHT_PROGBITS);
  for (uint64_t i = 0; i < units; i++)
    put_unit_info (image, i, tables[i]);
  end (image, INFO);
  free (tables);
}

static void
put_section_names (struct image *image)
{
  uint32_t at = 0;

  begin (image, SHSTRTAB, SHT_STRTAB);
  for (int i = 0; i < SECTIONS; i++)
    {
      image->sections[i].sh_name = at;
      put_string (image, section_names[i]);
      at += (uint32_t) strlen (section_names[i]) + 1;
    }
  end (image, SHSTRTAB);
}

static void
put_section (struct image *image, const Elf64_Shdr *section)
{
  put (image->file, section->sh_name, 4);
  put (image->file, section->sh_type, 4);
  put (image->file, section->sh_flags, 8);
  put (image->file, section->sh_addr, 8);
  put (image->file, section->sh_offset, 8);
  put (image->file, section->sh_size, 8);
  put (image->file, section->sh_link, 4);
  put (image->file, section->sh_info, 4);
  put (image->file, section->sh_addralign, 8);
  put (image->file, section->sh_entsize, 8);
}

/* The section headers are at SECTIONS_AT.  */
static void
put_headers (struct image *image, off_t sections_at)
{
  static const uint8_t ident[EI_NIDENT] = {
    ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64, ELFDATA2LSB, EV_CURRENT
  };
  uint64_t text = image->plan->symbols * image->plan->size;

  fwrite (ident, 1, sizeof ident, image->file);
  put (image->file, ET_EXEC, 2);
  put (image->file, EM_X86_64, 2);
  put (image->file, EV_CURRENT, 4);
  put (image->file, BASE, 8);
  put (image->file, sizeof (Elf64_Ehdr), 8);
  put (image->file, (uint64_t) sections_at, 8);
  put (image->file, 0, 4);
  put (image->file, sizeof (Elf64_Ehdr), 2);
  put (image->file, sizeof (Elf64_Phdr), 2);
  put (image->file, 1, 2);
  put (image->file, sizeof (Elf64_Shdr), 2);
  put (image->file, SECTIONS, 2);
  put (image->file, SHSTRTAB, 2);
  put (image->file, PT_LOAD, 4);
  put (image->file, PF_R | PF_X, 4);
  put (image->file, TEXT_OFFSET, 8);
  put (image->file, BASE, 8);
  put (image->file, BASE, 8);
  put (image->file, text, 8);
  put (image->file, text, 8);
  put (image->file, 0x1000, 8);
}

/* The code, nothing but zeros, is not written.  */
static void
put_text (struct image *image)
{
  Elf64_Shdr *text = &image->sections[TEXT];
  off_t next;

  text->sh_type = SHT_PROGBITS;
  text->sh_flags = SHF_ALLOC | SHF_EXECINSTR;
  text->sh_addr = BASE;
  text->sh_offset = TEXT_OFFSET;
  text->sh_size = image->plan->symbols * image->plan->size;
  text->sh_addralign = 16;
  next = (off_t) (text->sh_offset + text->sh_size);
  if (fseeko (image->file, next, SEEK_SET) != 0)
    die ("bench_data");
}

void
image_write (const struct plan *plan, const char *name)
{
  struct image image = { .plan = plan, .step = stride (plan->symbols) };
  off_t sections_at;

  image.file = create (name);
  put_text (&image);
  put_symtab (&image);
  put_strtab (&image);
  /* Without DWARF they are empty, and of no type.  */
  if (plan->units > 0)
    put_dwarf (&image);
  put_section_names (&image);
  sections_at = ftello (image.file);
  for (int i = 0; i < SECTIONS; i++)
    put_section (&image, &image.sections[i]);
  if (fseeko (image.file, 0, SEEK_SET) != 0)
    die (name);
  put_headers (&image, sections_at);
  finish (image.file, name);
}
