/* image/bfd/image_debug.c -- separate debug files.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "image/bfd/image_bfd.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <libiberty.h>

#include "base/stream.h"

/* Sets *ID to the build id of ABFD, which is mostly the only note in its
   section.  A note consists of the lengths of name and contents, a type, the
   name "GNU" and the contents.  */
static void
read_build_id (bfd *abfd, struct image_build_id *id)
{
  asection *s = bfd_get_section_by_name (abfd, ".note.gnu.build-id");
  bfd_byte *note = NULL;
  id->len = 0;
  if (!s || !(bfd_section_flags (s) & SEC_HAS_CONTENTS)
      || bfd_section_size (s) < 16 || bfd_section_size (s) > 4096
      || !bfd_malloc_and_get_section (abfd, s, &note))
    {
      free (note);
      return;
    }
  uint64_t len = bfd_get_32 (abfd, note + 4);
  if (bfd_get_32 (abfd, note) == 4 && bfd_get_32 (abfd, note + 8) == 3
      && len <= bfd_section_size (s) - 16 && len <= sizeof id->bytes)
    {
      id->len = len;
      memcpy (id->bytes, note + 16, len);
    }
  free (note);
}

void
image_build_id (const struct image *image, struct image_build_id *id)
{
  read_build_id (image->bfd, id);
}

char *
image_debug_link (struct image *image, uint32_t *crc)
{
  const char *name = image->link ? lbasename (image->link) : "";
  *crc = *name ? image->link_crc : 0;
  return *name ? xstrdup (name) : NULL;
}

const char *
image_file_crc (const char *name, uint32_t *crc)
{
  unsigned char buffer[8192];
  unsigned long sum = 0;
  uint64_t at = 0;
  ssize_t n;
  struct stream *stream = stream_open (name);
  if (!stream)
    return strerror (errno);
  while ((n = stream_read (stream, buffer, sizeof buffer, at)) > 0)
    {
      sum = bfd_calc_gnu_debuglink_crc32 (sum, buffer, n);
      at += (uint64_t) n;
    }
  const char *trouble = stream_trouble (stream);
  stream_close (stream);
  *crc = sum;
  return trouble;
}

/* Returns the reason why ABFD is not a debug file of IMAGE, NULL if it is.  */
static const char *
misfit (const struct image *image, bfd *abfd, const asection *text)
{
  struct image_build_id ours, theirs;
  read_build_id (image->bfd, &ours);
  read_build_id (abfd, &theirs);
  if (ours.len && theirs.len
      && (ours.len != theirs.len
          || memcmp (ours.bytes, theirs.bytes, ours.len) != 0))
    return _("it has another build id");
  if (!text || bfd_section_vma (text) != bfd_section_vma (image->text)
      || bfd_section_size (text) != bfd_section_size (image->text))
    return _("its code has another place or size");
  return NULL;
}

/* Opens NAME as the debug file of IMAGE; returns NULL, or why it cannot be.  */
static const char *
open_debug (struct image *image, const char *name)
{
  image->debug_name = xstrdup (name);
  image->debug_file = stream_open (image->debug_name);
  if (!image->debug_file)
    return strerror (errno);
  image->debug = image_open_bfd (image->debug_name, NULL, image->debug_file);
  if (!image->debug || !image_is_object (image->debug))
    {
      const char *trouble = stream_trouble (image->debug_file);
      return trouble ? trouble : _("it is no object file");
    }
  image_check_links (image->debug);
  image_rename_ranges (image->debug);
  image->debug_text
    = bfd_get_section_by_name (image->debug, bfd_section_name (image->text));
  return misfit (image, image->debug, image->debug_text);
}

bool
image_attach_debug (struct image *image, const char *name)
{
  const char *why = open_debug (image, name);
  if (!why)
    {
      diag_trace (image->diag, TRACE_SYMBOLS, "%s: the debug file of %s", name,
                  image->name);
      image->debug_too_large = image_is_too_large (image, image->debug, name);
      return true;
    }
  diag_warning (image->diag, "%s: not used as the debug file of %s: %s", name,
                image->name, why);
  image_close_debug (image);
  return false;
}

const char *
image_debug_name (const struct image *image)
{
  return image->debug_name;
}

void
image_close_debug (struct image *image)
{
  if (image->debug)
    bfd_close_all_done (image->debug);
  stream_close (image->debug_file);
  free (image->debug_name);
  image->debug = NULL;
  image->debug_file = NULL;
  image->debug_name = NULL;
}

/* Takes note of the debug file NAME (heap, freed here; or NULL), which BFD has
   found through SECTION and will read by itself.  If its own links are
   harmful, hides SECTION from BFD.  */
static void
follow (struct image *image, const char *section, char *name)
{
  struct stat st;
  if (!name)
    return;
  image->bfd_follows = true;
  bfd *abfd = bfd_openr (name, NULL);
  if (abfd && bfd_check_format (abfd, bfd_object) && !image_check_links (abfd))
    image_hide_sections (image->bfd, section);
  if (abfd)
    bfd_close_all_done (abfd);
  if (stat (name, &st) == 0 && (uint64_t) st.st_size > image->followed_size)
    image->followed_size = (uint64_t) st.st_size;
  free (name);
}

void
image_let_bfd_follow (struct image *image)
{
  static const char dir[] = "/usr/lib/debug";
  follow (image, ".note.gnu.build-id",
          bfd_follow_build_id_debuglink (image->bfd, dir));
  follow (image, ".gnu_debuglink",
          bfd_follow_gnu_debuglink (image->bfd, dir));
}
