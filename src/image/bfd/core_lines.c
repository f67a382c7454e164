/* image/bfd/core_lines.c -- source lines from the debug information.

   SPDX-License-Identifier: GPL-3.0-or-later

   In: the open image or its debug file.  Out: the line of an address.  */

#include <config.h>

#include "image/bfd/core_bfd.h"

#include <stdlib.h>
#include <string.h>

#include <libiberty.h>
#include <safe-ctype.h>

#include "base/arena.h"
#include "base/stream.h"

bool
core_line_is_whole (const struct core_line *line)
{
  return line->file && line->function && line->line;
}

/* Returns true if CORE itself may have lines.  Sections with only stack frames
   or an index do not count: they stay when the rest is moved to a debug
   file.  */
static bool
has_own_lines (const struct core *core)
{
  for (const asection *s = core->bfd->sections; s; s = s->next)
    {
      const char *name = bfd_section_name (s);
      if (strncmp (name, ".stab", 5) == 0
          || (bfd_section_flags (s) & SEC_DEBUGGING
              && strcmp (name, ".debug_frame") != 0
              && strcmp (name, ".gdb_index") != 0))
        return true;
    }
  return bfd_get_flavour (core->bfd) != bfd_target_elf_flavour;
}

bool
core_has_lines (const struct core *core)
{
  return core->debug || core->bfd_follows || has_own_lines (core);
}

/* Returns true if lines are looked up in the attached debug file.  */
static bool
asks_debug (const struct core *core)
{
  return core->debug && !has_own_lines (core);
}

/* Returns the file in which lines are looked up.  */
static bfd *
lines_bfd (const struct core *core)
{
  return asks_debug (core) ? core->debug : core->bfd;
}

bool
core_lines_are_refused (const struct core *core)
{
  return asks_debug (core) ? core->debug_too_large : core->own_too_large;
}

int
core_lines_file (const struct core *core)
{
  bfd *abfd = lines_bfd (core);
  if (bfd_get_flavour (abfd) != bfd_target_elf_flavour || core->bfd_follows
      || !(core->bfd->flags & (EXEC_P | DYNAMIC))
      || core_lines_are_refused (core))
    return -1;
  for (const asection *s = abfd->sections; s; s = s->next)
    {
      const char *name = bfd_section_name (s);
      if (strncmp (name, ".stab", 5) == 0 || strcmp (name, ".debug") == 0)
        return -1;
    }
  return stream_fd (asks_debug (core) ? core->debug_file : core->file);
}

bool
core_lines_failed (const struct core *core)
{
  return core->lines_failed;
}

uint64_t
core_lines_size (const struct core *core)
{
  uint64_t size = core_size (core);
  if (!core_lines_are_refused (core))
    for (const asection *s = lines_bfd (core)->sections; s; s = s->next)
      if ((bfd_section_flags (s) & SEC_DEBUGGING)
          && s->compress_status != COMPRESS_SECTION_NONE
          && bfd_section_size (s) > s->compressed_size)
        size += bfd_section_size (s) - s->compressed_size;
  return size;
}

unsigned char *
core_debug_info (const struct core *core, size_t *len)
{
  bfd *abfd = lines_bfd (core);
  asection *s = bfd_get_section_by_name (abfd, ".debug_info");
  bfd_byte *bytes = NULL;
  if (!s)
    s = bfd_get_section_by_name (abfd, ".zdebug_info");
  if (!s || core_lines_are_refused (core)
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
   looked for: with slashes only.  The core owns it.  */
static const char *
windows_name (struct core *core, const char *file)
{
  file = windows_path (file);
  if (!strchr (file, '\\'))
    return file;
  if (!core->names)
    core->names = arena_new ();
  char *name = xstrdup (file);
  for (char *p = name; *p; p++)
    if (*p == '\\')
      *p = '/';
  file = name_text (&core->files, name_enter (&core->files, core->names, name));
  free (name);
  return file;
}

static bool
core_lines_find (struct core *core, asymbol **syms, uint64_t addr,
                 struct core_line *line)
{
  bfd *abfd = lines_bfd (core);
  asection *text = asks_debug (core) ? core->debug_text : core->text;
  *line = (struct core_line) { NULL, NULL, 0 };
  if (core_lines_are_refused (core) || (!syms && core_has_stab_relocs (abfd)))
    return false;
  bfd_set_error (bfd_error_no_error);
  if (bfd_find_nearest_line (abfd, text, syms, addr - bfd_section_vma (text),
                             &line->file, &line->function, &line->line))
    {
      if (line->file && core_is_pe (core) && !core->quirks.join_windows_paths)
        line->file = windows_name (core, line->file);
      return true;
    }
  core->lines_failed |= bfd_get_error () == bfd_error_bad_value;
  *line = (struct core_line) { NULL, NULL, 0 };
  return false;
}

/* Returns the symbol table to pass to BFD for a lookup in debugging
   information only, or NULL.  BFD is slow with the real table, and without a
   table it does not decompress sections, so it gets an empty one.  But if
   debugging information refers to symbols, by their index in its file, BFD
   would read past the end of the empty table.  */
static asymbol **
syms_of_debug (struct core *core)
{
  if (!core_refers_to_syms (lines_bfd (core)))
    return core->no_syms;
  return core->debug ? NULL : core->syms;
}

bool
core_find_line (struct core *core, uint64_t addr, struct core_line *line)
{
  return core_lines_find (core, syms_of_debug (core), addr, line);
}

bool
core_find_line_or_sym (struct core *core, uint64_t addr,
                       struct core_line *line)
{
  return core_lines_find (core, core->syms, addr, line);
}
