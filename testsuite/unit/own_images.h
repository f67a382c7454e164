/* unit/own_images.h -- the images of this process, as gprof sees those of
   others.

   SPDX-License-Identifier: GPL-3.0-or-later

   In:  /proc/self/maps.  Out: the unwind tables of each file, read from the
   file and not from where it is loaded, and a reader of memory that has a copy
   of a stack and the bytes of the files.  Included by t_unwind_copy.c.  */

#ifndef UNIT_OWN_IMAGES_H
#define UNIT_OWN_IMAGES_H

#include <stdlib.h>

#include "record/unwind_image.h"
#include "libgmon/unwind/unwind.h"

#define OWN_IMAGES 64

struct own_image
{
  uintptr_t start, end;
  unsigned long offset;
  struct unwind_image *image;
  struct unwind_tables tables;
};

struct own_images
{
  struct own_image items[OWN_IMAGES];
  size_t count;
};

/* A part of the stack.  */
struct stack_copy
{
  const struct own_images *images;
  uintptr_t start;
  size_t size;
  unsigned char bytes[64 << 10];
};

static inline void
own_images_add (struct own_images *images, struct own_image item,
                const char *name)
{
  const char *why;

  item.image = strcmp (name, "[vdso]") == 0 ? unwind_image_vdso (&why)
               : unwind_image_open (name, &why);
  if (item.image != NULL && images->count < OWN_IMAGES
      && unwind_image_place (item.image, item.start, item.offset, &item.tables,
                             &why))
    images->items[images->count++] = item;
  else
    unwind_image_close (item.image);
}

/* Sets IMAGES to the files that this process has mapped as executable.  */
static inline void
own_images_read (struct own_images *images)
{
  FILE *maps = fopen ("/proc/self/maps", "r");
  char line[1000], name[1000], mode[8];
  struct own_image item = { .start = 0 };

  images->count = 0;
  while (maps != NULL && fgets (line, sizeof line, maps) != NULL)
    if (sscanf (line, "%" SCNxPTR "-%" SCNxPTR " %7s %lx %*s %*s %999s",
                &item.start, &item.end, mode, &item.offset, name) == 5
        && mode[2] == 'x')
      own_images_add (images, item, name);
  if (maps != NULL)
    fclose (maps);
}

static inline void
own_images_free (struct own_images *images)
{
  for (size_t i = 0; i < images->count; i++)
    unwind_image_close (images->items[i].image);
}

static inline const struct own_image *
own_images_find (const struct own_images *images, uintptr_t pc)
{
  for (size_t i = 0; i < images->count; i++)
    if (pc >= images->items[i].start && pc < images->items[i].end)
      return &images->items[i];
  return NULL;
}

static inline bool
own_images_tables (const void *objects, uintptr_t pc,
                   struct unwind_tables *tables)
{
  const struct own_image *image = own_images_find (objects, pc);

  if (image != NULL)
    *tables = image->tables;
  return image != NULL;
}

/* The reader of memory; DATA is a struct stack_copy.  */
static inline size_t
own_images_memory (void *data, uintptr_t address, void *to, size_t size)
{
  const struct stack_copy *copy = data;
  const struct own_image *image;

  if (address - copy->start < copy->size)
    {
      size_t left = copy->size - (address - copy->start);

      size = size < left ? size : left;
      memcpy (to, copy->bytes + (address - copy->start), size);
      return size;
    }
  image = own_images_find (copy->images, address);
  return image == NULL ? 0
         : unwind_image_read (image->image,
                              address - image->start + image->offset, to,
                              size);
}

#endif /* UNIT_OWN_IMAGES_H */
