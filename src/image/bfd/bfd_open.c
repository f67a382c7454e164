/* image/bfd/bfd_open.c -- opens files for BFD and removes what would harm it.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "image/bfd/image_bfd.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/safe_text.h"
#include "base/stream.h"
#include "image/debug_link.h"

/* Lines are read if the debugging information, decompressed, has at most
   DEBUG_RATIO times the size of the file plus DEBUG_ROOM bytes.  Compressed
   programs grow to 3 to 5 times their size.  The room is small, since BFD
   allocates up to 140 bytes for each byte.  */
#define DEBUG_RATIO 8
#define DEBUG_ROOM (1 << 20)

static void *
open_stream (struct bfd *abfd ATTRIBUTE_UNUSED, void *stream)
{
  return stream;
}

static file_ptr
read_stream (struct bfd *abfd ATTRIBUTE_UNUSED, void *stream, void *data,
             file_ptr len, file_ptr at)
{
  ssize_t n = stream_read (stream, data, len, at);
  if (n < 0)
    bfd_set_error (bfd_error_system_call);
  return n;
}

/* Does nothing: the image owns the stream and closes it after the bfd.  */
static int
close_stream (struct bfd *abfd ATTRIBUTE_UNUSED, void *stream ATTRIBUTE_UNUSED)
{
  return 0;
}

static int
stat_stream (struct bfd *abfd ATTRIBUTE_UNUSED, void *stream, struct stat *st)
{
  *st = *stream_stat (stream);
  return 0;
}

bfd *
image_open_bfd (const char *name, const char *target, struct stream *stream)
{
  return bfd_openr_iovec (name, target, open_stream, stream, read_stream,
                          close_stream, stat_stream);
}

bool
image_is_object (bfd *abfd)
{
  const char *given = abfd->filename;
  size_t len = strlen (given);
  char *shown = array_new (len + 1, SAFE_GROWTH);
  bool is;

  shown[safe_write (shown, given, len, safe_locale ())] = '\0';
  abfd->filename = shown;
  abfd->flags |= BFD_DECOMPRESS;
  is = bfd_check_format (abfd, bfd_object);
  abfd->filename = given;
  free (shown);
  return is;
}

void
image_hide_sections (bfd *abfd, const char *name)
{
  for (asection *s; (s = bfd_get_section_by_name (abfd, name)); )
    bfd_rename_section (s, ".not_followed");
}

/* Checks the link to the file LINK (heap, freed here; NULL: no link) in the
   sections SECTION.  If it is harmful, hides the sections and returns
   false.  */
static bool
check_link (bfd *abfd, const char *section, char *link, bool is_alt)
{
  bool is_harmless = !link || debug_link_is_harmless (bfd_get_filename (abfd),
                                                      link, is_alt);
  if (!is_harmless)
    image_hide_sections (abfd, section);
  free (link);
  return is_harmless;
}

bool
image_check_links (bfd *abfd)
{
  unsigned long crc;
  bfd_size_type id_len;
  bfd_byte *id = NULL;
  bool are_harmless = check_link (abfd, ".gnu_debuglink",
                                  bfd_get_debug_link_info (abfd, &crc), false);
  are_harmless &= check_link (abfd, ".gnu_debugaltlink",
                              bfd_get_alt_debug_link_info (abfd, &id_len, &id),
                              true);
  free (id);
  return are_harmless;
}

void
image_rename_ranges (bfd *abfd)
{
  asection *s = bfd_get_section_by_name (abfd, ".zdebug_rnglists");
  if (s)
    bfd_rename_section (s, ".debug_rnglists");
}

bool
image_is_too_large (const struct image *image, bfd *abfd, const char *name)
{
  uint64_t left = bfd_get_file_size (abfd) * DEBUG_RATIO + DEBUG_ROOM;
  for (const asection *s = abfd->sections; s; s = s->next)
    if (bfd_section_flags (s) & SEC_DEBUGGING)
      {
        if (bfd_section_size (s) > left)
          {
            diag_warning (image->diag, "%s: source lines are not read: its"
                          " debugging information would take over %d times"
                          " the file; is it damaged?", name, DEBUG_RATIO);
            return true;
          }
        left -= bfd_section_size (s);
      }
  return false;
}
