/* image/bfd/image_pe.c -- what the headers of Windows images tell.

   SPDX-License-Identifier: GPL-3.0-or-later

   The layouts are those of Microsoft's PE/COFF specification.  */

#include <config.h>

#include "image/bfd/image_bfd.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/arena.h"
#include "base/stream.h"

/* Offsets and sizes, in bytes.  The file header begins behind the signature
   "PE\0\0", whose offset in the file is the number at PE_OFFSET_AT.  A COFF
   file without a DOS stub begins with the file header.  */
enum
{
  PE_OFFSET_AT = 0x3c,
  FILE_HEADER_SIZE = 20,
  SYMTAB_AT = 8,                /* in the file header: two numbers */
  IMAGE_BASE_AT = 24,           /* in the optional header of PE32+ */
  IMPORTS_AT = 120,             /* there: address and size of the imports */
  OPTIONAL_SIZE = 128,
  PE32_PLUS = 0x20b,            /* its magic number */
  SYMBOL_SIZE = 18,
  IMPORT_SIZE = 20,             /* a row of the table of imports */
  IMPORT_NAME_AT = 12,          /* in a row: address of the library's name */
  LIBRARY_NAME_MAX = 64,
  IMPORTS_MAX = 1024            /* rows that are read: a program imports from
                                   some dozens of libraries */
};

/* Where the fields of a symbol are, and the values that count here.  */
enum
{
  SYMBOL_VALUE = 8, SYMBOL_TYPE = 14, SYMBOL_CLASS = 16, SYMBOL_AUX = 17,
  CLASS_STATIC = 3,
  TYPE_DERIVED = 0x30,          /* the bits of the derived type */
  TYPE_FUNCTION = 0x20
};

static uint32_t
number (const unsigned char *p, unsigned bytes)
{
  uint32_t value = 0;
  while (bytes--)
    value = value << 8 | p[bytes];
  return value;
}

bool
image_is_pe (const struct image *image)
{
  return (bfd_get_flavour (image->bfd) == bfd_target_coff_flavour
          && strncmp (bfd_get_target (image->bfd), "pe", 2) == 0);
}

/* Returns the offset of the file header in FILE, or -1.  */
static off_t
find_file_header (struct stream *file)
{
  unsigned char head[PE_OFFSET_AT + 4], signature[4];
  if (stream_read (file, head, sizeof head, 0) != (ssize_t) sizeof head)
    return -1;
  if (memcmp (head, "MZ", 2) != 0)
    return 0;
  const off_t at = number (head + PE_OFFSET_AT, 4);
  if (stream_read (file, signature, sizeof signature, at)
      != (ssize_t) sizeof signature
      || memcmp (signature, "PE\0", sizeof signature) != 0)
    return -1;
  return at + (off_t) sizeof signature;
}

/* -- The size of long ----------------------------------------------------- */

/* Copies up to LEN bytes at the address AT of the loaded image to TO.  Returns
   the number of bytes, 0 if no section has them.  */
static size_t
read_image (const struct image *image, uint64_t at, void *to, size_t len)
{
  for (asection *s = image->bfd->sections; s; s = s->next)
    {
      const uint64_t low = bfd_section_vma (s), size = bfd_section_size (s);
      if (at < low || at - low >= size
          || !(bfd_section_flags (s) & SEC_HAS_CONTENTS))
        continue;
      const size_t n = len < size - (at - low) ? len : size - (at - low);
      return (bfd_get_section_contents (image->bfd, s, to,
                                        (file_ptr) (at - low), n) ? n : 0);
    }
  return 0;
}

/* Returns true if a library of that name makes a Unix of Windows: with it, C's
   long has 64 bits.  */
static bool
is_unix_library (const char *name)
{
  return (strcasecmp (name, "cygwin1.dll") == 0
          || strncasecmp (name, "msys-", 5) == 0);
}

/* Returns true if the table of imports at the address AT names a library as
   is_unix_library knows it.  The row of zeros ends the table.  */
static bool
imports_unix (const struct image *image, uint64_t base, uint64_t at)
{
  unsigned char row[IMPORT_SIZE];
  for (unsigned i = 0; i < IMPORTS_MAX
       && read_image (image, at, row, sizeof row) == sizeof row; i++)
    {
      const uint32_t where = number (row + IMPORT_NAME_AT, 4);
      char name[LIBRARY_NAME_MAX + 1];
      if (!where)
        break;
      name[read_image (image, base + where, name, LIBRARY_NAME_MAX)] = '\0';
      if (is_unix_library (name))
        return true;
      at += sizeof row;
    }
  return false;
}

unsigned
image_long_size (const struct image *image, unsigned addr_size)
{
  unsigned char header[OPTIONAL_SIZE];
  if (!image_is_pe (image))
    return 0;
  const off_t at = find_file_header (image->file);
  if (addr_size == 4 || at < 0)
    return 4;
  if (stream_read (image->file, header, sizeof header, at + FILE_HEADER_SIZE)
      != (ssize_t) sizeof header
      || number (header, 2) != PE32_PLUS)
    return 4;
  const uint64_t base = (number (header + IMAGE_BASE_AT, 4)
                         | (uint64_t) number (header + IMAGE_BASE_AT + 4, 4)
                           << 32);
  const uint32_t imports = number (header + IMPORTS_AT, 4);
  return imports && imports_unix (image, base, base + imports) ? 8 : 4;
}

/* -- Static functions ----------------------------------------------------- */

/* Returns true if the symbol at RAW has the value of SYM: an offset in its
   section in PE images, an address in other COFF files.  */
static bool
has_value_of (const unsigned char *raw, const asymbol *sym)
{
  const uint32_t value = number (raw + SYMBOL_VALUE, 4);
  return (value == (uint32_t) sym->value
          || value == (uint32_t) bfd_asymbol_value (sym));
}

/* Adds to SYM the flags that the COFF symbol at RAW deserves.  BFD does not
   tell a static function from other static symbols, among which each section
   has one with data behind it.  */
static void
mark (asymbol *sym, const unsigned char *raw)
{
  if (raw[SYMBOL_CLASS] != CLASS_STATIC || !has_value_of (raw, sym))
    return;
  if ((number (raw + SYMBOL_TYPE, 2) & TYPE_DERIVED) == TYPE_FUNCTION)
    sym->flags |= BSF_FUNCTION;
  else if (raw[SYMBOL_AUX] && sym->value == 0
           && strcmp (sym->name, bfd_section_name (sym->section)) == 0)
    sym->flags |= BSF_SECTION_SYM;
}

void
image_mark_coff_syms (asymbol *const *syms, size_t n, struct stream *file)
{
  unsigned char header[FILE_HEADER_SIZE];
  const off_t at = find_file_header (file);
  if (at < 0
      || stream_read (file, header, sizeof header, (uint64_t) at)
         != (ssize_t) sizeof header)
    return;
  const uint64_t start = number (header + SYMTAB_AT, 4);
  const uint64_t len = (uint64_t) number (header + SYMTAB_AT + 4, 4)
                       * SYMBOL_SIZE;
  const uint64_t size = (uint64_t) stream_stat (file)->st_size;
  if (start > size || len > size - start)
    return;
  unsigned char *raw = array_new (len, 1);
  if (stream_read (file, raw, len, start) == (ssize_t) len)
    for (uint64_t i = 0, offset = 0; i < n && offset < len; i++)
      {
        mark (syms[i], raw + offset);
        offset += SYMBOL_SIZE * (1 + (uint64_t) raw[offset + SYMBOL_AUX]);
      }
  free (raw);
}
