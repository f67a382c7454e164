/* program_image.c -- where the executable is in memory.

   SPDX-License-Identifier: 0BSD

   Reads the executable's program headers, by dl_iterate_phdr.  In glibc and
   musl the executable is its first entry: in dynamic, static and static-PIE
   programs, and also when the user started the loader by hand.  */

#include <link.h>

#include <string.h>

#include "sys/program_image.h"

/* Size of the note's owner, "GNU", with the zero at its end.  */
#define GNU_NAME_SIZE 4

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

/* -- Build id ------------------------------------------------------------- */

/* Returns true if the SIZE bytes from START of the file are in memory and
   readable.  */
static bool
is_loaded (const struct dl_phdr_info *info, uintptr_t start, uintptr_t size)
{
  for (int i = 0; i < info->dlpi_phnum; i++)
    {
      const ElfW (Phdr) *segment = &info->dlpi_phdr[i];

      if (segment->p_type == PT_LOAD && (segment->p_flags & PF_R) != 0
          && start >= segment->p_vaddr
          && start - segment->p_vaddr <= segment->p_filesz
          && size <= segment->p_filesz - (start - segment->p_vaddr))
        return true;
    }
  return false;
}

static bool
is_gnu_name (const unsigned char *name)
{
  return name[0] == 'G' && name[1] == 'N' && name[2] == 'U' && name[3] == 0;
}

/* Looks for a build id in the LEFT bytes of notes at AT, in which names and
   contents begin at multiples of ALIGN.  Copies at most ROOM bytes of it to ID.
   Returns the number of bytes copied.  */
static size_t
look_through_notes (const unsigned char *at, size_t left, size_t align,
                    unsigned char *id, size_t room)
{
  ElfW (Nhdr) note;

  while (left >= sizeof note)
    {
      size_t name, size;

      memcpy (&note, at, sizeof note);
      name = sizeof note + (((size_t) note.n_namesz + 3) & ~(size_t) 3);
      name = (name + align - 1) & ~(align - 1);
      if (note.n_namesz > left || note.n_descsz > left
          || name > left || note.n_descsz > left - name)
        return 0;
      if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == GNU_NAME_SIZE
          && is_gnu_name (at + sizeof note))
        {
          if (note.n_descsz < room)
            room = note.n_descsz;
          memcpy (id, at + name, room);
          return room;
        }
      size = (name + note.n_descsz + align - 1) & ~(align - 1);
      if (size >= left)
        return 0;
      at += size;
      left -= size;
    }
  return 0;
}

size_t
program_build_id (const struct dl_phdr_info *info, unsigned char *id,
                  size_t room)
{
  size_t len = 0;

  for (int i = 0; len == 0 && i < info->dlpi_phnum; i++)
    {
      const ElfW (Phdr) *segment = &info->dlpi_phdr[i];
      const void *notes = (const void *) (info->dlpi_addr + segment->p_vaddr);

      if (segment->p_type == PT_NOTE
          && is_loaded (info, segment->p_vaddr, segment->p_filesz))
        len = look_through_notes (notes, segment->p_filesz,
                                  segment->p_align == 8 ? 8 : 4, id, room);
    }
  return len;
}

/* -- Text ----------------------------------------------------------------- */

static int
take_executable (struct dl_phdr_info *info, size_t size, void *data)
{
  struct text *text = data;

  (void) size;
  text->base = info->dlpi_addr;
  for (int i = 0; i < info->dlpi_phnum; i++)
    add_segment (text, &info->dlpi_phdr[i]);
  program_build_id (info, text->build_id, sizeof text->build_id);
  return 1;
}

struct text
text_range (void)
{
  struct text text = { 0 };

  dl_iterate_phdr (take_executable, &text);
  text.program_low = text.low;
  text.program_high = text.high;
  return text;
}

struct place
{
  uintptr_t address;
  bool inside;
};

static int
look_for_place (struct dl_phdr_info *info, size_t size, void *data)
{
  struct place *place = data;

  (void) size;
  for (int i = 0; i < info->dlpi_phnum; i++)
    {
      const ElfW (Phdr) *segment = &info->dlpi_phdr[i];

      if (segment->p_type == PT_LOAD
          && place->address - (info->dlpi_addr + segment->p_vaddr)
             < segment->p_memsz)
        place->inside = true;
    }
  return 1;
}

bool
is_in_executable (uintptr_t address)
{
  struct place place = { address, false };

  dl_iterate_phdr (look_for_place, &place);
  return place.inside;
}

/* -- Linked or preloaded ------------------------------------------------- */

#ifdef PIC

struct pair
{
  uintptr_t one, other;
  bool together;
};

static int
look_for_pair (struct dl_phdr_info *info, size_t size, void *data)
{
  struct pair *pair = data;
  bool one = false, other = false;

  (void) size;
  for (int i = 0; i < info->dlpi_phnum; i++)
    {
      uintptr_t start = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
      uintptr_t len = info->dlpi_phdr[i].p_memsz;

      if (info->dlpi_phdr[i].p_type != PT_LOAD)
        continue;
      one = one || pair->one - start < len;
      other = other || pair->other - start < len;
    }
  pair->together = one && other;
  return one || other;
}

bool
are_in_one_object (uintptr_t one, uintptr_t other)
{
  struct pair pair = { one, other, false };

  dl_iterate_phdr (look_for_pair, &pair);
  return pair.together;
}


/* glibc adds the load address to the addresses in this table, musl does
   not.  */
static const char *
string_table (const ElfW (Dyn) *entry, uintptr_t base)
{
  for (; entry->d_tag != DT_NULL; entry++)
    if (entry->d_tag == DT_STRTAB)
      {
        uintptr_t address = entry->d_un.d_ptr;

        return (const char *) (address < base ? base + address : address);
      }
  return NULL;
}

static bool
needs_us (const ElfW (Dyn) *entry, uintptr_t base)
{
  const char *strings = string_table (entry, base);

  if (strings != NULL)
    for (; entry->d_tag != DT_NULL; entry++)
      if (entry->d_tag == DT_NEEDED
          && strncmp (strings + entry->d_un.d_val, OUR_NAME,
                      strlen (OUR_NAME)) == 0)
        return true;
  return false;
}

static int
look_at_executable (struct dl_phdr_info *info, size_t size, void *data)
{
  bool *needed = data;

  (void) size;
  for (int i = 0; i < info->dlpi_phnum; i++)
    if (info->dlpi_phdr[i].p_type == PT_DYNAMIC)
      *needed = needs_us ((const void *) (info->dlpi_addr
                                          + info->dlpi_phdr[i].p_vaddr),
                          info->dlpi_addr);
  return 1;
}

bool
executable_needs_us (void)
{
  bool needed = false;

  dl_iterate_phdr (look_at_executable, &needed);
  return needed;
}

#else

/* A static program is a single object: the answer carries no information.  */
bool
are_in_one_object (uintptr_t one, uintptr_t other)
{
  (void) one;
  (void) other;
  return false;
}

/* The archive is part of the executable.  */
bool
executable_needs_us (void)
{
  return true;
}

#endif
