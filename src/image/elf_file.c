/* image/elf_file.c -- the parts of an ELF file that BFD does not show.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "image/elf_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/intl.h"
#include "base/stream.h"

/* The section type without bytes in the file.  */
#define ELF_NOBITS 8

/* The type of segments that are loaded, and their flag for code.  */
#define ELF_LOAD 1
#define ELF_EXECUTABLE 1

/* Where a table of the file is.  */
struct elf_table
{
  uint64_t offset;
  unsigned entry_size, count;
};

struct elf_file
{
  struct stream *stream;
  struct wire wire;
  unsigned machine;
  struct elf_table programs;    /* the program headers */
  struct elf_section *sections; /* heap */
  size_t n_sections;
  char *names;                  /* heap; the names of the sections */
};

/* The section table, as in the file's header.  */
struct elf_head
{
  struct elf_table sections;
  unsigned names;               /* the section with their names */
};

static bool
elf_has (const struct elf_file *file, uint64_t at, uint64_t len)
{
  const uint64_t size = elf_file_size (file);
  return at <= size && len <= size - at;
}

bool
elf_file_read (struct elf_file *file, uint64_t at, void *to, size_t len)
{
  return (elf_has (file, at, len)
          && stream_read (file->stream, to, len, at) == (ssize_t) len);
}

/* Returns LEN bytes at offset AT of FILE on the heap, with a NUL behind them,
   or NULL if the file does not have them.  */
static unsigned char *
elf_read (struct elf_file *file, uint64_t at, uint64_t len)
{
  if (!elf_has (file, at, len))
    return NULL;
  unsigned char *bytes = array_new (len + 1, 1);
  if (elf_file_read (file, at, bytes, len))
    return bytes;
  free (bytes);
  return NULL;
}

/* Reads the ELF header of FILE, which gets its format and machine, into HEAD.
   Returns false if FILE is not an ELF file.  */
static bool
read_elf_head (struct elf_file *file, struct elf_head *head)
{
  unsigned char bytes[64];
  struct reader r;
  ssize_t len = stream_read (file->stream, bytes, sizeof bytes, 0);
  if (len < 16 || memcmp (bytes, "\177ELF", 4) != 0)
    return false;
  file->wire = (struct wire) { .big_endian = bytes[5] == 2,
                               .addr_size = bytes[4] == 2 ? 8 : 4 };
  reader_init (&r, bytes, (size_t) len, file->wire);
  rd_bytes (&r, 18);
  file->machine = rd_u16 (&r);
  rd_u32 (&r);
  rd_addr (&r);
  file->programs.offset = rd_addr (&r);
  head->sections.offset = rd_addr (&r);
  rd_bytes (&r, 4 + 2);
  file->programs.entry_size = rd_u16 (&r);
  file->programs.count = rd_u16 (&r);
  head->sections.entry_size = rd_u16 (&r);
  head->sections.count = rd_u16 (&r);
  head->names = rd_u16 (&r);
  return !r.failed;
}

/* Reads one entry of the section table.  Sets *NAME to the offset of the name
   of the section.  */
static struct elf_section
read_section (struct reader *r, uint32_t *name)
{
  struct elf_section section = { .name = "" };
  *name = rd_u32 (r);
  section.type = rd_u32 (r);
  rd_addr (r);
  section.addr = rd_addr (r);
  section.offset = rd_addr (r);
  section.size = rd_addr (r);
  section.link = rd_u32 (r);
  if (section.type == ELF_NOBITS)
    section.size = 0;
  return section;
}

/* Sets the names of the sections of FILE, which are at the offsets OFFSETS of
   section NAMES.  */
static void
name_sections (struct elf_file *file, const uint32_t *offsets, uint32_t names)
{
  const struct elf_section *section = elf_file_section (file, names);
  file->names = section ? (char *) elf_file_bytes (file, section) : NULL;
  for (size_t i = 0; file->names && i < file->n_sections; i++)
    if (offsets[i] < section->size)
      file->sections[i].name = file->names + offsets[i];
}

/* Returns the bytes of TABLE, whose entries have at least LEAST bytes, on the
   heap; NULL: it is damaged or cut off.  */
static unsigned char *
read_table (struct elf_file *file, const struct elf_table *table, size_t least)
{
  return (table->entry_size < least ? NULL
          : elf_read (file, table->offset,
                      (uint64_t) table->entry_size * table->count));
}

/* Reads the section table of FILE.  Returns false if it is damaged.  */
static bool
read_sections (struct elf_file *file, const struct elf_head *head)
{
  const size_t count = head->sections.count, size = head->sections.entry_size;
  if (count == 0)
    return true;
  unsigned char *table
    = read_table (file, &head->sections, file->wire.addr_size == 8 ? 64 : 40);
  if (!table)
    return false;
  uint32_t *offsets = array_new (count, sizeof *offsets);
  file->sections = array_new (count, sizeof *file->sections);
  file->n_sections = count;
  for (size_t i = 0; i < count; i++)
    {
      struct reader r;
      reader_init (&r, table + i * size, size, file->wire);
      file->sections[i] = read_section (&r, &offsets[i]);
    }
  name_sections (file, offsets, head->names);
  free (offsets);
  free (table);
  return true;
}

struct elf_file *
elf_file_open (const char *name, const char **why)
{
  struct elf_head head;
  struct stream *stream = stream_open (name);
  if (!stream)
    {
      *why = errno == EINVAL ? _("it is not a regular file")
             : strerror (errno);
      return NULL;
    }
  struct elf_file *file = array_new (1, sizeof *file);
  file->stream = stream;
  *why = NULL;
  if (!read_elf_head (file, &head))
    *why = _("it is no ELF file");
  else if (!read_sections (file, &head))
    *why = _("its section table is damaged or cut off");
  if (!*why)
    return file;
  if (stream_trouble (stream))
    *why = strerror (EIO);
  elf_file_close (file);
  return NULL;
}

void
elf_file_close (struct elf_file *file)
{
  if (!file)
    return;
  stream_close (file->stream);
  free (file->sections);
  free (file->names);
  free (file);
}

struct wire
elf_file_wire (const struct elf_file *file)
{
  return file->wire;
}

unsigned
elf_file_machine (const struct elf_file *file)
{
  return file->machine;
}

uint64_t
elf_file_size (const struct elf_file *file)
{
  return (uint64_t) stream_stat (file->stream)->st_size;
}

uint64_t
elf_file_mtime (const struct elf_file *file)
{
  return (uint64_t) stream_stat (file->stream)->st_mtime;
}

const struct elf_section *
elf_file_find (const struct elf_file *file, uint32_t type, const char *name)
{
  for (size_t i = 0; i < file->n_sections; i++)
    {
      const struct elf_section *section = &file->sections[i];
      if ((type == 0 || section->type == type)
          && (!name || strcmp (section->name, name) == 0))
        return section;
    }
  return NULL;
}

const struct elf_section *
elf_file_section (const struct elf_file *file, uint32_t index)
{
  return index < file->n_sections ? &file->sections[index] : NULL;
}

/* Reads a program header of FILE, all of whose bytes are in R.  Returns whether
   the segment has code.  */
static bool
read_segment (struct reader *r, struct elf_segment *segment)
{
  const bool is_wide = r->wire.addr_size == 8;
  const uint32_t type = rd_u32 (r);
  uint32_t flags = is_wide ? rd_u32 (r) : 0;
  segment->offset = rd_addr (r);
  segment->addr = rd_addr (r);
  rd_addr (r);
  segment->size = rd_addr (r);
  segment->memory = rd_addr (r);
  if (!is_wide)
    flags = rd_u32 (r);
  return type == ELF_LOAD && flags & ELF_EXECUTABLE;
}

struct elf_segment *
elf_file_code (struct elf_file *file, size_t *n)
{
  const struct elf_table *table = &file->programs;
  struct elf_segment *segments = array_new (table->count, sizeof *segments);
  unsigned char *bytes
    = read_table (file, table, file->wire.addr_size == 8 ? 56 : 32);
  *n = 0;
  for (size_t i = 0; bytes && i < table->count; i++)
    {
      struct reader r;
      reader_init (&r, bytes + i * table->entry_size, table->entry_size,
                   file->wire);
      *n += read_segment (&r, &segments[*n]);
    }
  free (bytes);
  return segments;
}

unsigned char *
elf_file_bytes (struct elf_file *file, const struct elf_section *section)
{
  return elf_read (file, section->offset, section->size);
}

size_t
elf_file_build_id (struct elf_file *file, unsigned char *id, size_t size)
{
  const struct elf_section *section
    = elf_file_find (file, 0, ".note.gnu.build-id");
  unsigned char *note
    = section && section->size <= 4096 ? elf_file_bytes (file, section) : NULL;
  size_t len = 0;
  if (note)
    {
      struct reader r;
      reader_init (&r, note, section->size, file->wire);
      uint32_t name_len = rd_u32 (&r), id_len = rd_u32 (&r);
      uint32_t type = rd_u32 (&r);
      rd_bytes (&r, 4);
      const unsigned char *bytes = rd_bytes (&r, id_len);
      if (bytes && name_len == 4 && type == 3 && id_len <= size)
        {
          memcpy (id, bytes, id_len);
          len = id_len;
        }
    }
  free (note);
  return len;
}

bool
elf_file_is_build (struct elf_file *file, const struct elf_build *build)
{
  unsigned char id[64];

  if (build->id_len == 0)
    return (elf_file_size (file) == build->size
            && elf_file_mtime (file) == build->mtime);
  return (elf_file_build_id (file, id, sizeof id) == build->id_len
          && memcmp (id, build->id, build->id_len) == 0);
}
