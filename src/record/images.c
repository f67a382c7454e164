/* record/images.c -- the files whose code a job runs.

   SPDX-License-Identifier: GPL-3.0-or-later

   A path is looked up as the process sees it, by /proc/PID/root, and must lead
   to the file that the kernel has named; a file that has been deleted is found
   by its mapping, which only root can open, or as the program that the process
   executes.  */

#include <config.h>

#include "record/images.h"

#include <inttypes.h>
#include <limits.h>
#include <link.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/stat.h>

#include "base/arena.h"
#include "base/name_table.h"

struct images
{
  struct arena *arena;          /* names, paths and segments */
  struct name_table keys;       /* by number of the image: */
  struct mapped_image *items;   /* heap */
  size_t len, cap;
};

struct images *
images_new (void)
{
  struct images *images = array_new (1, sizeof *images);
  const struct image_mapping anonymous = { .name = "" };

  images->arena = arena_new ();
  images_find (images, &anonymous);
  *ARRAY_APPEND (images->items, images->cap, images->len)
    = (struct mapped_image) { .object = { .path = GMON_UNSEEN_START,
                                          .flags = GMON_OBJECT_UNSEEN } };
  name_enter (&images->keys, images->arena, GMON_UNSEEN_START);
  return images;
}

void
images_free (struct images *images)
{
  if (!images)
    return;
  for (size_t i = 0; i < images->len; i++)
    {
      free (images->items[i].code);
      unwind_image_close (images->items[i].frames);
    }
  free (images->items);
  name_table_free (&images->keys);
  arena_free (images->arena);
  free (images);
}

/* Returns the segments of IMAGE in the form of a profile.  */
static const struct process_segment *
segments_of (struct images *images, const struct mapped_image *image)
{
  struct process_segment *segments
    = arena_alloc (images->arena, image->n_code * sizeof *segments + 1);

  for (size_t i = 0; i < image->n_code; i++)
    segments[i] = (struct process_segment)
      { image->code[i].addr, image->code[i].memory };
  return segments;
}

/* Fills IMAGE from the file NAME, which may be any file.  */
static bool
open_elf (struct images *images, struct mapped_image *image, const char *name)
{
  struct process_object *object = &image->object;
  const char *why;
  struct elf_file *file = elf_file_open (name, &why);

  if (!file)
    return false;
  object->build_id_len
    = (unsigned) elf_file_build_id (file, object->build_id,
                                    sizeof object->build_id);
  if (object->build_id_len == 0)
    {
      object->size = elf_file_size (file);
      object->mtime = elf_file_mtime (file);
    }
  image->code = elf_file_code (file, &image->n_code);
  object->segments = segments_of (images, image);
  object->n_segments = image->n_code;
  image->wire = elf_file_wire (file);
  image->frames = unwind_image_open (name, &why);
  elf_file_close (file);
  return true;
}

/* Returns whether NAME leads to the file of MAPPING.  Some file systems have
   another device there than in what stat shows; the inode must agree.  */
static bool
is_mapped_file (const char *name, const struct image_mapping *mapping,
                struct stat *st)
{
  return (stat (name, st) == 0 && S_ISREG (st->st_mode)
          && (uint64_t) st->st_ino == mapping->inode);
}

/* Calls TAKE for the names that lead to the file of MAPPING, until it returns
   true; then the result is true.  */
static bool
try_names (const struct image_mapping *mapping,
           bool (*take) (void *data, const char *name, const struct stat *st),
           void *data)
{
  char inside[PATH_MAX + 64], mapped[96], program[32];
  struct stat st;

  snprintf (inside, sizeof inside, "/proc/%d/root%s", (int) mapping->pid,
            mapping->name);
  snprintf (mapped, sizeof mapped, "/proc/%d/map_files/%" PRIx64 "-%" PRIx64,
            (int) mapping->pid, mapping->address,
            mapping->address + mapping->len);
  snprintf (program, sizeof program, "/proc/%d/exe", (int) mapping->pid);
  const char *const names[] = { inside, mapping->name, program, mapped };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (is_mapped_file (names[i], mapping, &st) && take (data, names[i], &st))
      return true;
  return false;
}

/* An image to be opened.  */
struct opening
{
  struct images *images;
  struct mapped_image *image;
};

static bool
take_file (void *data, const char *name, const struct stat *st)
{
  struct opening *opening = data;

  opening->image->changed = st->st_mtim;
  return open_elf (opening->images, opening->image, name);
}

/* Opens the file of MAPPING as IMAGE by the first name that leads to it.  */
static void
open_image (struct images *images, struct mapped_image *image,
            const struct image_mapping *mapping)
{
  struct opening opening = { images, image };

  if (!try_names (mapping, take_file, &opening))
    image->changed = (struct timespec) { 0, 0 };
}

static bool
take_changed (void *data, const char *name, const struct stat *st)
{
  (void) name;
  *(struct timespec *) data = st->st_mtim;
  return true;
}

/* Returns whether somebody has written to the file of MAPPING since IMAGE was
   opened.  */
static bool
has_changed (const struct mapped_image *image,
             const struct image_mapping *mapping)
{
  struct timespec now;

  return (image->frames && try_names (mapping, take_changed, &now)
          && (now.tv_sec != image->changed.tv_sec
              || now.tv_nsec != image->changed.tv_nsec));
}

/* Stores the build id in the notes between NOTE and END in OBJECT, if there is
   one.  */
static void
vdso_build_id (struct process_object *object, const char *note,
               const char *end)
{
  while ((size_t) (end - note) > sizeof (ElfW (Nhdr)))
    {
      const ElfW (Nhdr) *head = (const void *) note;
      const char *name = note + sizeof *head;
      const char *text = name + ((size_t) head->n_namesz + 3) / 4 * 4;

      if (head->n_type == NT_GNU_BUILD_ID && head->n_namesz == sizeof "GNU"
          && memcmp (name, "GNU", sizeof "GNU") == 0
          && head->n_descsz <= sizeof object->build_id)
        {
          object->build_id_len = head->n_descsz;
          memcpy (object->build_id, text, head->n_descsz);
        }
      note = text + ((size_t) head->n_descsz + 3) / 4 * 4;
    }
}

/* The vdso of this process is that of all, so its identity is what libgmon in
   another process finds.  */
static int
identify_vdso (struct dl_phdr_info *info, size_t size, void *data)
{
  struct process_object *object = data;

  (void) size;
  if (info->dlpi_addr != getauxval (AT_SYSINFO_EHDR))
    return 0;
  for (size_t i = 0; i < info->dlpi_phnum; i++)
    {
      const ElfW (Phdr) *segment = &info->dlpi_phdr[i];
      const char *at = (const char *) info->dlpi_addr + segment->p_vaddr;

      if (segment->p_type == PT_NOTE)
        vdso_build_id (object, at, at + segment->p_memsz);
    }
  return 1;
}

static void
find_vdso (struct mapped_image *image)
{
  const char *unused;

  image->object.path = GMON_VDSO_NAME;
  image->object.flags = GMON_OBJECT_VDSO;
  image->frames = unwind_image_vdso (&unused);
  dl_iterate_phdr (identify_vdso, &image->object);
}

/* Returns whether NAME is that of memory, which only looks like a file: some
   programs map the code that they make twice.  */
static bool
is_memory (const char *name)
{
  return (strncmp (name, "/memfd:", 7) == 0
          || strncmp (name, "/dev/zero", 9) == 0);
}

/* Returns the number of the next image, which is that of the file from now on
   whose first image is FIRST.  */
static uint32_t
add_newest (struct images *images, uint32_t first)
{
  char key[48];

  snprintf (key, sizeof key, "newest of %u: %zu", first, images->len);
  images->items[first].newest = (uint32_t) images->len;
  return name_enter (&images->keys, images->arena, key);
}

uint32_t
images_find (struct images *images, const struct image_mapping *mapping)
{
  char key[PATH_MAX + 64];
  const char *name = mapping->name;
  const bool is_vdso = strcmp (name, "[vdso]") == 0;
  const bool is_file = name[0] == '/' && name[1] != '/' && mapping->inode
                       && !is_memory (name);
  struct mapped_image image = { .object = { .path = NULL },
                                .wire = wire_host () };

  if (is_file)
    snprintf (key, sizeof key, "%" PRIx64 ":%" PRIx64 ":%" PRIx64 ":%s",
              mapping->device, mapping->inode, mapping->generation, name);
  else
    snprintf (key, sizeof key, "%s", is_vdso ? name : "[anon]");
  const uint32_t first = name_enter (&images->keys, images->arena, key);
  uint32_t number = first;
  if (first < images->len && images->items[first].newest)
    number = images->items[first].newest;
  if (number < images->len
      && !(is_file && mapping->is_program
           && has_changed (&images->items[number], mapping)))
    return number;
  if (number < images->len)
    number = add_newest (images, first);
  image.object.path = arena_strdup (images->arena, is_file ? name : key);
  if (is_vdso)
    find_vdso (&image);
  else if (is_file)
    open_image (images, &image, mapping);
  else
    image.object.flags = GMON_OBJECT_ABSOLUTE;
  *ARRAY_APPEND (images->items, images->cap, images->len) = image;
  return number;
}

const struct mapped_image *
images_get (const struct images *images, uint32_t i)
{
  return &images->items[i];
}

size_t
images_count (const struct images *images)
{
  return images->len;
}

/* lld maps one page of a file in two segments, so the first byte of a mapping
   can belong to two of them: the one whose code reaches furthest into the
   mapping is meant.  */
uint64_t
image_load_address (const struct mapped_image *image, uint64_t address,
                    uint64_t offset)
{
  const uint64_t page = 4096;

  if (image->object.flags & GMON_OBJECT_ABSOLUTE)
    return 0;
  for (size_t i = image->n_code; i-- > 0;)
    {
      const struct elf_segment *code = &image->code[i];
      const uint64_t first = code->offset & ~(page - 1);

      if (offset >= first && offset - first < code->size + page)
        return address - offset - (code->addr - code->offset);
    }
  return address - offset;
}
