/* image/bfd/core_debug.c -- separate debug files.

   SPDX-License-Identifier: GPL-3.0-or-later

   In: the open image and the name of a file.  Out: the file, attached.  */

#include <config.h>

#include "image/bfd/core_bfd.h"

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
read_build_id (bfd *abfd, struct core_build_id *id)
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
core_build_id (const struct core *core, struct core_build_id *id)
{
  read_build_id (core->bfd, id);
}

char *
core_debug_link (struct core *core, uint32_t *crc)
{
  const char *name = core->link ? lbasename (core->link) : "";
  *crc = *name ? core->link_crc : 0;
  return *name ? xstrdup (name) : NULL;
}

const char *
core_file_crc (const char *name, uint32_t *crc)
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

/* Returns the reason why ABFD is not a debug file of CORE, NULL if it is.  */
static const char *
misfit (const struct core *core, bfd *abfd, const asection *text)
{
  struct core_build_id ours, theirs;
  read_build_id (core->bfd, &ours);
  read_build_id (abfd, &theirs);
  if (ours.len && theirs.len
      && (ours.len != theirs.len
          || memcmp (ours.bytes, theirs.bytes, ours.len) != 0))
    return _("it has another build id");
  if (!text || bfd_section_vma (text) != bfd_section_vma (core->text)
      || bfd_section_size (text) != bfd_section_size (core->text))
    return _("its code has another place or size");
  return NULL;
}

/* Opens NAME as the debug file of CORE; returns NULL, or why it cannot be.  */
static const char *
open_debug (struct core *core, const char *name)
{
  core->debug_name = xstrdup (name);
  core->debug_file = stream_open (core->debug_name);
  if (!core->debug_file)
    return strerror (errno);
  core->debug = core_open_bfd (core->debug_name, NULL, core->debug_file);
  if (!core->debug || !core_is_object (core->debug))
    {
      const char *trouble = stream_trouble (core->debug_file);
      return trouble ? trouble : _("it is no object file");
    }
  core_check_links (core->debug);
  core_rename_ranges (core->debug);
  core->debug_text
    = bfd_get_section_by_name (core->debug, bfd_section_name (core->text));
  return misfit (core, core->debug, core->debug_text);
}

bool
core_attach_debug (struct core *core, const char *name)
{
  const char *why = open_debug (core, name);
  if (!why)
    {
      diag_trace (core->diag, TRACE_SYMBOLS, "%s: the debug file of %s", name,
                  core->name);
      core->debug_too_large = core_is_too_large (core, core->debug, name);
      return true;
    }
  diag_warning (core->diag, "%s: not used as the debug file of %s: %s", name,
                core->name, why);
  core_close_debug (core);
  return false;
}

const char *
core_debug_name (const struct core *core)
{
  return core->debug_name;
}

void
core_close_debug (struct core *core)
{
  if (core->debug)
    bfd_close_all_done (core->debug);
  stream_close (core->debug_file);
  free (core->debug_name);
  core->debug = NULL;
  core->debug_file = NULL;
  core->debug_name = NULL;
}

/* Takes note of the debug file NAME (heap, freed here; or NULL), which BFD has
   found through SECTION and will read by itself.  If its own links are
   harmful, hides SECTION from BFD.  */
static void
follow (struct core *core, const char *section, char *name)
{
  struct stat st;
  if (!name)
    return;
  core->bfd_follows = true;
  bfd *abfd = bfd_openr (name, NULL);
  if (abfd && bfd_check_format (abfd, bfd_object) && !core_check_links (abfd))
    core_hide_sections (core->bfd, section);
  if (abfd)
    bfd_close_all_done (abfd);
  if (stat (name, &st) == 0 && (uint64_t) st.st_size > core->followed_size)
    core->followed_size = (uint64_t) st.st_size;
  free (name);
}

void
core_let_bfd_follow (struct core *core)
{
  static const char dir[] = "/usr/lib/debug";
  follow (core, ".note.gnu.build-id",
          bfd_follow_build_id_debuglink (core->bfd, dir));
  follow (core, ".gnu_debuglink",
          bfd_follow_gnu_debuglink (core->bfd, dir));
}
