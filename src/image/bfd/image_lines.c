/* image/bfd/image_lines.c -- source lines from the debug information.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "image/bfd/image_bfd.h"

#include <stdlib.h>
#include <string.h>

#include <libiberty.h>
#include <safe-ctype.h>

#include "base/arena.h"
#include "base/stream.h"

bool
image_line_is_whole (const struct image_line *line)
{
  return line->file && line->function && line->line;
}

/* Returns true if IMAGE itself may have lines.  Sections with only stack frames
   or an index do not count: they stay when the rest is moved to a debug
   file.  */
static bool
has_own_lines (const struct image *image)
{
  for (const asection *s = image->bfd->sections; s; s = s->next)
    {
      const char *name = bfd_section_name (s);
      if (strncmp (name, ".stab", 5) == 0
          || (bfd_section_flags (s) & SEC_DEBUGGING
              && strcmp (name, ".debug_frame") != 0
              && strcmp (name, ".gdb_index") != 0))
        return true;
    }
  return bfd_get_flavour (image->bfd) != bfd_target_elf_flavour;
}

bool
image_has_lines (const struct image *image)
{
  return image->debug || image->bfd_follows || has_own_lines (image);
}

/* Returns true if lines are looked up in the attached debug file.  */
static bool
asks_debug (const struct image *image)
{
  return image->debug && !has_own_lines (image);
}

/* Returns the file in which lines are looked up.  */
static bfd *
lines_bfd (const struct image *image)
{
  return asks_debug (image) ? image->debug : image->bfd;
}

bool
image_lines_are_refused (const struct image *image)
{
  return asks_debug (image) ? image->debug_too_large : image->own_too_large;
}

int
image_lines_file (const struct image *image)
{
  bfd *abfd = lines_bfd (image);
  if (bfd_get_flavour (abfd) != bfd_target_elf_flavour || image->bfd_follows
      || !(image->bfd->flags & (EXEC_P | DYNAMIC))
      || image->left_libdw || image->quirks.lines_from_bfd
      || image_lines_are_refused (image))
    return -1;
  for (const asection *s = abfd->sections; s; s = s->next)
    {
      const char *name = bfd_section_name (s);
      if (strncmp (name, ".stab", 5) == 0 || strcmp (name, ".debug") == 0)
        return -1;
    }
  return stream_fd (asks_debug (image) ? image->debug_file : image->file);
}

void
image_leave_libdw (struct image *image, bool warns)
{
  image->left_libdw = true;
  if (warns)
    diag_warning (image->diag, "%s: libdw failed on the debugging information,"
                  " so the source lines are those that libbfd finds",
                  image->name);
}

bool
image_lines_failed (const struct image *image)
{
  return image->lines_failed;
}

uint64_t
image_lines_size (const struct image *image)
{
  uint64_t size = image_size (image);
  if (!image_lines_are_refused (image))
    for (const asection *s = lines_bfd (image)->sections; s; s = s->next)
      if ((bfd_section_flags (s) & SEC_DEBUGGING)
          && s->compress_status != COMPRESS_SECTION_NONE
          && bfd_section_size (s) > s->compressed_size)
        size += bfd_section_size (s) - s->compressed_size;
  return size;
}

/* Returns the section .debug_info of ABFD, or NULL.  */
static asection *
debug_info_section (bfd *abfd)
{
  asection *s = bfd_get_section_by_name (abfd, ".debug_info");
  return s ? s : bfd_get_section_by_name (abfd, ".zdebug_info");
}

bool
image_has_debug_info (const struct image *image)
{
  return debug_info_section (lines_bfd (image)) != NULL;
}

unsigned char *
image_debug_info (const struct image *image, size_t *len)
{
  bfd *abfd = lines_bfd (image);
  asection *s = debug_info_section (abfd);
  bfd_byte *bytes = NULL;
  if (!s || image_lines_are_refused (image)
      || !bfd_malloc_and_get_section (abfd, s, &bytes))
    {
      free (bytes);
      return NULL;
    }
  *len = bfd_section_size (s);
  return bytes;
}

/* Returns where the absolute Windows path begins in NAME, behind a slash: BFD
   joins it to the directory of the compilation, as it begins with no slash
   itself.  Returns NAME if there is none.  */
static const char *
windows_path (const char *name)
{
  for (const char *p = strchr (name, '/'); p; p = strchr (p + 1, '/'))
    if (ISALPHA (p[1]) && p[2] == ':' && (p[3] == '/' || p[3] == '\\'))
      return p + 1;
  return name;
}

/* Returns the name of the file FILE of a Windows program as it is printed and
   looked for: with slashes only.  The image owns it.  */
static const char *
windows_name (struct image *image, const char *file)
{
  file = windows_path (file);
  if (!strchr (file, '\\'))
    return file;
  if (!image->names)
    image->names = arena_new ();
  char *name = xstrdup (file);
  for (char *p = name; *p; p++)
    if (*p == '\\')
      *p = '/';
  file = name_text (&image->files,
                    name_enter (&image->files, image->names, name));
  free (name);
  return file;
}

static bool
image_lines_find (struct image *image, asymbol **syms, uint64_t addr,
                  struct image_line *line)
{
  bfd *abfd = lines_bfd (image);
  asection *text = asks_debug (image) ? image->debug_text : image->text;
  *line = (struct image_line) { NULL, NULL, 0 };
  if (image_lines_are_refused (image)
      || (!syms && image_has_stab_relocs (abfd)))
    return false;
  bfd_set_error (bfd_error_no_error);
  if (bfd_find_nearest_line (abfd, text, syms, addr - bfd_section_vma (text),
                             &line->file, &line->function, &line->line))
    {
      if (line->file && image_is_pe (image)
          && !image->quirks.join_windows_paths)
        line->file = windows_name (image, line->file);
      return true;
    }
  image->lines_failed |= bfd_get_error () == bfd_error_bad_value;
  *line = (struct image_line) { NULL, NULL, 0 };
  return false;
}

/* Returns the symbol table to pass to BFD for a lookup in debugging
   information only, or NULL.  BFD is slow with the real table, and without a
   table it does not decompress sections, so it gets an empty one.  But if
   debugging information refers to symbols, by their index in its file, BFD
   would read past the end of the empty table.  */
static asymbol **
syms_of_debug (struct image *image)
{
  if (!image_refers_to_syms (lines_bfd (image)))
    return image->no_syms;
  return image->debug ? NULL : image->syms;
}

bool
image_find_line (struct image *image, uint64_t addr, struct image_line *line)
{
  return image_lines_find (image, syms_of_debug (image), addr, line);
}

bool
image_find_line_or_sym (struct image *image, uint64_t addr,
                        struct image_line *line)
{
  return image_lines_find (image, image->syms, addr, line);
}
