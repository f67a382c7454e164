/* unit/cfi_tables.c -- unwind tables written by hand, with a guard page.

   SPDX-License-Identifier: GPL-3.0-or-later

   In and out: cfi_tables.h.  */

#include <config.h>

#include "cfi_tables.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* Bytes to be appended to.  */
struct text
{
  unsigned char bytes[700];
  size_t size;
};

static void
put (struct text *text, const void *bytes, size_t size)
{
  if (size > sizeof text->bytes - text->size)
    abort ();
  memcpy (text->bytes + text->size, bytes, size);
  text->size += size;
}

static void
put_number (struct text *text, uint64_t number, size_t size)
{
  put (text, &number, size);    /* little endian */
}

/* The size of a number in the form of ENCODING, for LEB128 as written here.  */
static size_t
form_size (unsigned encoding)
{
  switch (encoding & CFI_FORM)
    {
    case CFI_UDATA2:
    case CFI_SDATA2:
      return 2;
    case CFI_UDATA4:
    case CFI_SDATA4:
      return 4;
    case CFI_ULEB:
    case CFI_SLEB:
      return 10;
    default:
      return 8;
    }
}

static void
put_form (struct text *text, unsigned encoding, uint64_t number)
{
  bool is_signed = (encoding & CFI_FORM) == CFI_SLEB;

  if ((encoding & CFI_FORM) != CFI_ULEB && !is_signed)
    {
      put_number (text, number, form_size (encoding));
      return;
    }
  for (int i = 0; i < 9; i++, number >>= 7)
    put_number (text, (number & 0x7f) | 0x80, 1);
  put_number (text, is_signed && (number & 1) != 0 ? 0x7f : number & 1, 1);
}

/* Appends the pointer to VALUE, which stands at the address HERE.  */
static void
put_pointer (struct text *text, unsigned encoding, uintptr_t value,
             uintptr_t here, uintptr_t data)
{
  switch (encoding & CFI_RELATIVE)
    {
    case CFI_PCREL:
      value -= here;
      break;
    case CFI_DATAREL:
      value -= data;
      break;
    }
  put_form (text, encoding, value);
}

/* Sets the length of the entry at START and fills it up to words.  */
static void
end_entry (struct text *text, size_t start)
{
  uint32_t length;

  while ((text->size - start) % 4 != 0)
    put_number (text, 0, 1);
  length = (uint32_t) (text->size - start - 4);
  memcpy (text->bytes + start, &length, 4);
}

static void
put_common (struct text *text, const struct parts *parts)
{
  size_t start = text->size;
  struct text data = { { 0 }, 0 };

  put_number (text, 0, 8);
  put_number (text, parts->version, 1);
  put (text, parts->augmentation, strlen (parts->augmentation) + 1);
  put_number (text, 1, 1);      /* code factor */
  put_number (text, 0x78, 1);   /* data factor -8 */
  put_number (text, parts->column, 1);
  for (const char *letter = parts->augmentation; *letter != '\0'; letter++)
    if (*letter == 'R')
      put_number (&data, parts->encoding, 1);
    else if (*letter == 'L')
      put_number (&data, CFI_PCREL | CFI_SDATA4, 1);
    else if (*letter == 'P')
      put (&data, "\x9b\1\2\3\4", 5);
  if (parts->augmentation[0] == 'z')
    put_number (text, data.size, 1);
  put (text, data.bytes, data.size);
  put (text, parts->first, parts->first_size);
  end_entry (text, start);
}

static void
put_function (struct text *text, const struct parts *parts, size_t common,
              uintptr_t address, uintptr_t data)
{
  size_t start = text->size;
  bool has_encoding = strchr (parts->augmentation, 'R') != NULL;
  unsigned encoding = has_encoding ? parts->encoding : CFI_ABSPTR;

  put_number (text, 0, 4);
  put_number (text, text->size - common, 4);
  put_pointer (text, encoding, parts->code, address + text->size, data);
  put_form (text, encoding, CODE_SIZE);
  if (parts->augmentation[0] == 'z')
    put_number (text, 0, 1);
  put (text, parts->program, parts->program_size);
  end_entry (text, start);
}

/* Bytes for tables, before a page that is not readable.  */
#define AREA 8192
unsigned char *table_end;

/* The size of the index with its one row.  */
#define HEADER_SIZE(wide) ((size_t) ((wide) ? 28 : 20))

static void
put_header (struct text *text, const struct parts *parts, uintptr_t address,
            uintptr_t function)
{
  put_number (text, 1, 1);
  put_number (text, CFI_UDATA4, 1);
  put_number (text, CFI_UDATA4, 1);
  put_number (text, parts->wide ? CFI_UDATA8 : CFI_DATAREL | CFI_SDATA4, 1);
  put_number (text, 0, 4);
  put_number (text, 1, 4);
  if (parts->wide)
    {
      put_number (text, parts->code, 8);
      put_number (text, function, 8);
      return;
    }
  put_number (text, parts->code - address, 4);
  put_number (text, function - address, 4);
}

struct unwind_tables
make_tables (const struct parts *parts)
{
  struct text common = { { 0 }, 0 }, frames = { { 0 }, 0 };
  struct text header = { { 0 }, 0 };
  struct unwind_tables tables = { .header = NULL };
  uintptr_t address;

  if (table_end == NULL)
    {
      unsigned char *area = mmap (NULL, AREA + 4096, PROT_READ | PROT_WRITE,
                                  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

      table_end = area + AREA;
      mprotect (table_end, 4096, PROT_NONE);
    }
  put_common (&common, parts);
  /* Once for the size, then with the addresses.  */
  frames = common;
  put_function (&frames, parts, 0, 0, 0);
  address = (uintptr_t) table_end - frames.size;
  tables.start = address;
  tables.end = (uintptr_t) table_end;
  tables.header_size = HEADER_SIZE (parts->wide);
  tables.header = (unsigned char *) address - tables.header_size;
  frames = common;
  put_function (&frames, parts, 0, address, (uintptr_t) tables.header);
  put_header (&header, parts, (uintptr_t) tables.header,
              address + common.size);
  memcpy ((void *) address, frames.bytes, frames.size);
  memcpy ((void *) (uintptr_t) tables.header, header.bytes, header.size);
  return tables;
}
