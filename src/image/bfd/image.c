/* image/bfd/image.c -- opens and closes the object file.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "image/bfd/image_bfd.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <libiberty.h>

#include "base/arena.h"
#include "base/file_kind.h"
#include "base/stream.h"
#include "image/bfd/bfd_message.h"
#include "image/demangle.h"

/* Returns the reason why reads from FILE failed, or BFD's last error.  */
static const char *
why_failed (const struct stream *file)
{
  const char *trouble = stream_trouble (file);
  return trouble ? trouble : bfd_errmsg (bfd_get_error ());
}

void
image_bfd_failed (const struct image *image, const char *what)
{
  diag_error (image->diag, "%s: %s: %s", image->name, _(what),
              why_failed (image->file));
}

/* Returns the formats of programs that this BFD reads, separated by commas, on
   the heap.  Its targets have names like elf64-x86-64 and pei-i386.  */
static char *
known_formats (void)
{
  static const struct { const char *target, *format; } formats[] = {
    { "elf", "ELF" }, { "pe", "PE" }, { "mach-o", "Mach-O" },
    { "aix", "XCOFF" }, { "wasm", "WebAssembly" }, { "a.out", "a.out" },
  };
  const char **targets = bfd_target_list ();
  char *list = xstrdup ("");
  for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
    {
      const char *const *target = targets;
      while (target && *target
             && strncmp (*target, formats[i].target,
                         strlen (formats[i].target)) != 0)
        target++;
      if (target && *target)
        list = reconcat (list, list, *list ? ", " : "", formats[i].format,
                         NULL);
    }
  free (targets);
  return list;
}

/* Reports that IMAGE is a program in FORMAT, which BFD does not read.  */
static void
unknown_format (const struct image *image, const char *format)
{
  char *known = known_formats ();
  diag_error (image->diag, "%s: is a file in the format %s, which this gprof"
              " does not read; it reads: %s", image->name, format, known);
  free (known);
}

/* Reports the reason why IMAGE is not an object file.  */
static void
not_an_object (const struct image *image)
{
  char head[FILE_KIND_HEAD];
  bfd_error_type code = bfd_get_error ();
  ssize_t len = stream_read (image->file, head, sizeof head, 0);
  const char *kind = len > 0 ? file_kind (head, len) : NULL;
  bool is_program = len > 0 && file_is_program (head, (size_t) len);
  const char *format = len > 0 ? file_program_format (head, len) : NULL;

  if (format && code == bfd_error_file_not_recognized)
    unknown_format (image, format);
  else if (kind && !is_program && (code == bfd_error_file_not_recognized
                              || code == bfd_error_wrong_format))
    diag_error (image->diag, "%s: not a program or object file but %s",
                image->name, kind);
  else
    image_bfd_failed (image, N_("not a program or object file"));
}

static void
cannot_open (const struct image *image)
{
  if (errno == EISDIR)
    diag_error (image->diag, "%s: is a directory, not a program", image->name);
  else if (errno == EINVAL)
    diag_error (image->diag, "%s: is not a regular file, so it cannot be a"
                " program", image->name);
  else
    diag_error (image->diag, "%s: cannot open the program: %s", image->name,
                strerror (errno));
}

static bool
open_object (struct image *image)
{
  image->file = stream_open (image->file_name);
  if (!image->file)
    {
      cannot_open (image);
      return false;
    }
  image->bfd = image_open_bfd (image->name, NULL, image->file);
  if (!image->bfd || !image_is_object (image->bfd))
    {
      not_an_object (image);
      return false;
    }
  image->link = bfd_get_debug_link_info (image->bfd, &image->link_crc);
  image_check_links (image->bfd);
  image->own_too_large = image_is_too_large (image, image->bfd, image->name);
  if (!image->quirks.ignore_zdebug_ranges)
    image_rename_ranges (image->bfd);
  image->text = bfd_get_section_by_name (image->bfd, ".text");
  if (!image->text)
    image->text = bfd_get_section_by_name (image->bfd, "$CODE$");
  if (!image->text)
    {
      diag_error (image->diag, "%s: has no .text section, so no code to "
                  "attribute samples to", image->name);
      return false;
    }
  return true;
}

struct image *
image_open_as (struct diag *diag, const char *name, const char *file,
               struct quirks quirks)
{
  struct image *image = array_new (1, sizeof *image);
  image->diag = diag;
  image->name = name;
  image->file_name = file;
  image->quirks = quirks;
  image->demangle_room = array_new (1, sizeof *image->demangle_room);
  bfd_init ();
  bfd_set_error_handler (quirks.show_bfd_messages ? bfd_message_show
                         : bfd_message_ignore);
  if (!open_object (image))
    {
      image_free (image);
      return NULL;
    }
  *image->demangle_room = DEMANGLE_ROOM + image_size (image);
  image_collect_code (image);
  return image;
}

struct image *
image_open (struct diag *diag, const char *name, struct quirks quirks)
{
  return image_open_as (diag, name, name, quirks);
}

void
image_free (struct image *image)
{
  if (!image)
    return;
  if (image->bfd)
    bfd_close_all_done (image->bfd);
  image_close_debug (image);
  image_free_syms (image);
  stream_close (image->file);
  name_table_free (&image->files);
  arena_free (image->names);
  free (image->link);
  free (image->demangle_room);
  free (image->code.ranges);
  free (image);
}

bool
image_is_sound (const struct image *image)
{
  const char *name = image->name, *trouble = stream_trouble (image->file);
  if (!trouble && image->debug_file)
    {
      name = image->debug_name;
      trouble = stream_trouble (image->debug_file);
    }
  if (trouble)
    diag_error (image->diag, "%s: %s", name, trouble);
  return !trouble;
}

const char *
image_name (const struct image *image)
{
  return image->name;
}

const char *
image_file (const struct image *image)
{
  return image->file_name;
}

uint64_t
image_size (const struct image *image)
{
  uint64_t size = (uint64_t) stream_stat (image->file)->st_size;
  if (image->debug_file)
    size += (uint64_t) stream_stat (image->debug_file)->st_size;
  return size + image->followed_size;
}
