/* stack_objects.h -- the unwind tables of all loaded objects, for tests.

   SPDX-License-Identifier: GPL-3.0-or-later

   Fills a table by dl_iterate_phdr, as libgmon does, and looks it up for
   gmon_unwind.  An object without an index of its .eh_frame gets one.  */

#ifndef LIBGMON_BASE_STACK_OBJECTS_H
#define LIBGMON_BASE_STACK_OBJECTS_H

#include <link.h>
#include <stdlib.h>

#include "unwind/frame_index.h"
#include "unwind/unwind.h"

#define STACK_OBJECTS 64

struct stack_object
{
  uintptr_t start, end;         /* all that is loaded */
  struct unwind_tables tables;
  int has_tables;
};

struct stack_objects
{
  struct stack_object objects[STACK_OBJECTS];
  size_t count, indexed;        /* indexed: those that got an index */
};

static inline void
stack_object_make_index (struct stack_object *object,
                         const struct dl_phdr_info *info)
{
  for (int i = 0; i < info->dlpi_phnum; i++)
    {
      const ElfW (Phdr) *segment = &info->dlpi_phdr[i];
      uintptr_t start = info->dlpi_addr + segment->p_vaddr, frames;
      uintptr_t end = start + segment->p_filesz;
      size_t size;

      if (segment->p_type != PT_LOAD
          || (segment->p_flags & (PF_R | PF_W)) != PF_R)
        continue;
      size = frame_index_size (start, end, &frames);
      if (size == 0)
        continue;
      frame_index_make (start, end, frames, malloc (size), &object->tables);
      object->has_tables = 1;
    }
}

/* Lets the tables of OBJECT be in the segment that holds its .eh_frame_hdr.  */
static inline void
stack_object_take (struct stack_object *object,
                   const struct dl_phdr_info *info, const ElfW (Phdr) *header)
{
  for (int i = 0; i < info->dlpi_phnum; i++)
    {
      const ElfW (Phdr) *segment = &info->dlpi_phdr[i];

      if (segment->p_type == PT_LOAD
          && header->p_vaddr - segment->p_vaddr < segment->p_filesz)
        {
          object->tables.start = info->dlpi_addr + segment->p_vaddr;
          object->tables.end = object->tables.start + segment->p_filesz;
          object->tables.header
            = (const unsigned char *) (info->dlpi_addr + header->p_vaddr);
          object->tables.header_size = header->p_memsz;
          object->has_tables = 1;
        }
    }
}

static inline int
stack_objects_add (struct dl_phdr_info *info, size_t size, void *data)
{
  struct stack_objects *all = data;
  struct stack_object object = { UINTPTR_MAX, 0, { 0 }, 0 };

  (void) size;
  for (int i = 0; i < info->dlpi_phnum; i++)
    {
      const ElfW (Phdr) *segment = &info->dlpi_phdr[i];
      uintptr_t start = info->dlpi_addr + segment->p_vaddr;

      if (segment->p_type == PT_GNU_EH_FRAME)
        stack_object_take (&object, info, segment);
      if (segment->p_type == PT_LOAD && start < object.start)
        object.start = start;
      if (segment->p_type == PT_LOAD && start + segment->p_memsz > object.end)
        object.end = start + segment->p_memsz;
    }
  if (!object.has_tables)
    {
      stack_object_make_index (&object, info);
      all->indexed += (size_t) object.has_tables;
    }
  if (all->count < STACK_OBJECTS)
    all->objects[all->count++] = object;
  return 0;
}

static inline bool
stack_objects_find (const void *data, uintptr_t pc,
                    struct unwind_tables *tables)
{
  const struct stack_objects *all = data;

  for (size_t i = 0; i < all->count; i++)
    if (pc - all->objects[i].start
        < all->objects[i].end - all->objects[i].start)
      {
        *tables = all->objects[i].tables;
        return true;
      }
  return false;
}

static struct stack_objects stack_all;
static struct row_cache stack_rows;
static struct unwinder stack_unwinder
  = { .rows = &stack_rows, .find = stack_objects_find,
      .objects = &stack_all };

static inline void
stack_objects_start (void)
{
  row_cache_init (&stack_rows, calloc (1, ROW_CACHE_SIZE));
  dl_iterate_phdr (stack_objects_add, &stack_all);
}

#endif /* LIBGMON_BASE_STACK_OBJECTS_H */
