/* record/go_tables.c -- the frames of Go's functions, by Go's own tables.

   SPDX-License-Identifier: GPL-3.0-or-later

   The section begins with a head: a number that names the form, two zeros, the
   least size of an instruction, the size of a pointer, and eight numbers, among
   them the places of its parts.  The list of functions has the offsets of their
   code, ascending, and of their descriptions.  A description names a program:
   pairs of a difference of the distance and a number of bytes of code.  */

#include <config.h>

#include "record/go_tables.h"

#include <link.h>
#include <string.h>

#include "libgmon/unwind/row.h"

#if defined __x86_64__ && defined __LP64__

#define FORM_1_18 0xfffffff0u
#define FORM_1_20 0xfffffff1u

/* The numbers of the head, of 8 bytes each.  */
enum
{
  HEAD_FUNCTIONS,
  HEAD_TEXT = 2,
  HEAD_PROGRAMS = 6,
  HEAD_LIST,
  HEAD_COUNT
};
#define HEAD_START 8

/* Places in a description, of numbers with 4 bytes; and of two bytes, before
   which Go 1.20 has another number.  */
#define FUNCTION_PROGRAM 16
#define FUNCTION_KIND 36
#define FUNCTION_FLAGS 37
#define FUNCTION_SIZE 46

/* The function is the first one of a stack; it sets the stack pointer.  */
#define FLAG_FIRST 1
#define FLAG_CHANGES 2

/* runtime.mcall, which calls the scheduler on its stack and does not return
   there.  */
#define KIND_MCALL 11

/* DWARF number.  */
#define STACK_POINTER 7

/* -- The section ---------------------------------------------------------- */

static uint32_t
number_at (const struct go_tables *tables, uint64_t at)
{
  uint32_t number = 0;

  if (at <= tables->size && tables->size - at >= sizeof number)
    memcpy (&number, tables->bytes + at, sizeof number);
  return number;
}

static uint64_t
head_number (const struct go_tables *tables, unsigned i)
{
  uint64_t number;

  memcpy (&number, tables->bytes + HEAD_START + i * sizeof number,
          sizeof number);
  return number;
}

/* Reads the head.  TEXT is the address of the file's code: some linkers leave
   that to the loader.  Returns false if the form is not known.  */
static bool
read_go_head (struct go_tables *tables, uint64_t text)
{
  const uint32_t form = number_at (tables, 0);

  if (tables->size < HEAD_START + HEAD_COUNT * sizeof (uint64_t)
      || (form != FORM_1_18 && form != FORM_1_20) || tables->bytes[6] != 1
      || tables->bytes[7] != sizeof (uint64_t))
    return false;
  tables->has_lines = form == FORM_1_20;
  tables->functions = head_number (tables, HEAD_FUNCTIONS);
  tables->text = head_number (tables, HEAD_TEXT);
  tables->programs = head_number (tables, HEAD_PROGRAMS);
  tables->list = head_number (tables, HEAD_LIST);
  if (tables->text == 0)
    tables->text = text;
  return tables->text != 0 && tables->programs < tables->size
         && tables->list < tables->size
         && tables->functions > 0
         && tables->functions < (tables->size - tables->list) / 8;
}

/* Returns whether the name of SECTION, among the SIZE bytes of NAMES, ends with
   SUFFIX.  */
static bool
has_name (const ElfW (Shdr) *section, const unsigned char *names, size_t size,
          const char *suffix)
{
  const size_t len = strlen (suffix);
  const char *name = (const char *) names + section->sh_name;
  size_t name_len;

  if (section->sh_name >= size)
    return false;
  name_len = strnlen (name, size - section->sh_name);
  return (name_len < size - section->sh_name && name_len >= len
          && strcmp (name + name_len - len, suffix) == 0);
}

static bool
is_in_file (const ElfW (Shdr) *section, size_t size)
{
  return section->sh_type != SHT_NOBITS && section->sh_offset <= size
         && section->sh_size <= size - section->sh_offset;
}

/* Looks at the N sections at SECTIONS, whose names are in NAMES, one of
   them.  */
static void
look_at_sections (struct go_tables *tables, const unsigned char *data,
                  size_t size, const ElfW (Shdr) *sections, unsigned n,
                  const ElfW (Shdr) *names, uint64_t *text)
{
  bool has_c = false;

  for (unsigned i = 0; i < n && is_in_file (names, size); i++)
    {
      const ElfW (Shdr) *section = &sections[i];
      const unsigned char *start = data + names->sh_offset;

      if (!is_in_file (section, size))
        continue;
      if (has_name (section, start, names->sh_size, ".gopclntab"))
        {
          tables->bytes = data + section->sh_offset;
          tables->size = section->sh_size;
        }
      else if (has_name (section, start, names->sh_size, ".text"))
        *text = section->sh_addr;
      has_c |= has_name (section, start, names->sh_size, ".eh_frame");
    }
  /* A linker for C puts other code before Go's.  */
  if (has_c)
    *text = 0;
}

bool
go_tables_find (struct go_tables *tables, const unsigned char *data,
                size_t size)
{
  const ElfW (Ehdr) *head = (const ElfW (Ehdr) *) (const void *) data;
  const ElfW (Shdr) *sections;
  uint64_t text = 0;

  memset (tables, 0, sizeof *tables);
  if (size < sizeof *head || head->e_shentsize != sizeof *sections
      || head->e_shstrndx >= head->e_shnum || head->e_shoff % 8 != 0
      || head->e_shoff > size
      || (size - head->e_shoff) / sizeof *sections < head->e_shnum)
    return false;
  sections
    = (const ElfW (Shdr) *) (const void *) (data + head->e_shoff);
  look_at_sections (tables, data, size, sections, head->e_shnum,
                    &sections[head->e_shstrndx], &text);
  if (tables->bytes && read_go_head (tables, text))
    return true;
  memset (tables, 0, sizeof *tables);
  return false;
}

/* -- Functions ------------------------------------------------------------ */

/* Returns the number of the last function whose code does not begin behind
   OFFSET.  The list has one more offset: the end of the code.  */
static uint64_t
function_number (const struct go_tables *tables, uint64_t offset)
{
  uint64_t low = 0, high = tables->functions;

  while (high - low > 1)
    {
      const uint64_t middle = low + (high - low) / 2;

      if (number_at (tables, tables->list + middle * 8) <= offset)
        low = middle;
      else
        high = middle;
    }
  return low;
}

/* Reads a number of at most 32 bits, 7 of them in a byte, the lowest first,
   from *AT on.  Returns 0 at the end of the section.  */
static uint32_t
read_varint (const struct go_tables *tables, uint64_t *at)
{
  uint32_t value = 0;

  for (unsigned shift = 0; shift < 32 && *at < tables->size; shift += 7)
    {
      const unsigned char byte = tables->bytes[(*at)++];

      value |= (uint32_t) (byte & 127) << shift;
      if (byte < 128)
        return value;
    }
  return 0;
}

/* Stores in *DISTANCE how far the return address is from the stack pointer, at
   OFFSET bytes of the function whose program is at AT.  Returns false if the
   program does not tell.  */
static bool
find_distance (const struct go_tables *tables, uint64_t at, uint64_t offset,
               int64_t *distance)
{
  uint64_t end = 0;
  int64_t value = -1;

  for (bool is_first = true;; is_first = false)
    {
      const uint32_t change = read_varint (tables, &at);
      const uint32_t bytes = read_varint (tables, &at);

      if ((change == 0 && !is_first) || bytes == 0)
        return false;
      value += change & 1 ? -(int64_t) (change >> 1) - 1
               : (int64_t) (change >> 1);
      end += bytes;
      if (offset < end)
        break;
    }
  *distance = value;
  return value >= 0;
}

uint64_t
go_tables_row (const struct go_tables *tables, uint64_t address,
               uint64_t *start)
{
  struct row row = { .kind = ROW_CFA, .base = STACK_POINTER,
                     .fp_rule = RULE_LOST, .saved_rule = RULE_LOST };
  const uint64_t offset = address - tables->text;
  int64_t distance;

  if (!tables->bytes || address < tables->text
      || offset >= number_at (tables, tables->list + tables->functions * 8))
    return 0;
  const uint64_t entry = tables->list + function_number (tables, offset) * 8;
  const uint64_t begin = number_at (tables, entry);
  const uint64_t at = tables->list + number_at (tables, entry + 4);
  if (at > tables->size || tables->size - at < FUNCTION_SIZE || offset < begin)
    return 0;
  const unsigned char *kinds = tables->bytes + at
                               + (tables->has_lines ? 4 : 0);
  *start = tables->text + begin;
  if (kinds[FUNCTION_FLAGS] & FLAG_FIRST || kinds[FUNCTION_KIND] == KIND_MCALL)
    return row_pack (&(struct row) { .kind = ROW_END });
  if (kinds[FUNCTION_FLAGS] & FLAG_CHANGES)
    return row_pack (&(struct row) { .kind = ROW_CUT });
  if (!find_distance (tables, tables->programs
                              + number_at (tables, at + FUNCTION_PROGRAM),
                      offset - begin, &distance))
    return 0;
  row.offset = (intptr_t) distance + (intptr_t) sizeof (uint64_t);
  return row_pack (&row);
}

#else

bool
go_tables_find (struct go_tables *tables, const unsigned char *data,
                size_t size)
{
  (void) data, (void) size;
  memset (tables, 0, sizeof *tables);
  return false;
}

uint64_t
go_tables_row (const struct go_tables *tables, uint64_t address,
               uint64_t *start)
{
  (void) tables, (void) address, (void) start;
  return 0;
}

#endif
