/* image/bfd/core.c -- opens and closes the object file.

   SPDX-License-Identifier: GPL-3.0-or-later

   In: an image on disk.  Out: struct core, with its text section.  */

#include <config.h>

#include "image/bfd/core_bfd.h"

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
core_bfd_failed (const struct core *core, const char *what)
{
  diag_error (core->diag, "%s: %s: %s", core->name, _(what),
              why_failed (core->file));
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

/* Reports that CORE is a program in FORMAT, which BFD does not read.  */
static void
unknown_format (const struct core *core, const char *format)
{
  char *known = known_formats ();
  diag_error (core->diag, "%s: is a file in the format %s, which this gprof"
              " does not read; it reads: %s", core->name, format, known);
  free (known);
}

/* Reports the reason why CORE is not an object file.  */
static void
not_an_object (const struct core *core)
{
  char head[FILE_KIND_HEAD];
  bfd_error_type code = bfd_get_error ();
  ssize_t len = stream_read (core->file, head, sizeof head, 0);
  const char *kind = len > 0 ? file_kind (head, len) : NULL;
  bool is_program = len > 0 && file_is_program (head, (size_t) len);
  const char *format = len > 0 ? file_program_format (head, len) : NULL;

  if (format && code == bfd_error_file_not_recognized)
    unknown_format (core, format);
  else if (kind && !is_program && (code == bfd_error_file_not_recognized
                              || code == bfd_error_wrong_format))
    diag_error (core->diag, "%s: not a program or object file but %s",
                core->name, kind);
  else
    core_bfd_failed (core, N_("not a program or object file"));
}

static void
cannot_open (const struct core *core)
{
  if (errno == EISDIR)
    diag_error (core->diag, "%s: is a directory, not a program", core->name);
  else if (errno == EINVAL)
    diag_error (core->diag, "%s: is not a regular file, so it cannot be a"
                " program", core->name);
  else
    diag_error (core->diag, "%s: cannot open the program: %s", core->name,
                strerror (errno));
}

static bool
open_object (struct core *core)
{
  core->file = stream_open (core->name);
  if (!core->file)
    {
      cannot_open (core);
      return false;
    }
  core->bfd = core_open_bfd (core->name, NULL, core->file);
  if (!core->bfd || !core_is_object (core->bfd))
    {
      not_an_object (core);
      return false;
    }
  core->link = bfd_get_debug_link_info (core->bfd, &core->link_crc);
  core_check_links (core->bfd);
  core->own_too_large = core_is_too_large (core, core->bfd, core->name);
  if (!core->quirks.ignore_zdebug_ranges)
    core_rename_ranges (core->bfd);
  core->text = bfd_get_section_by_name (core->bfd, ".text");
  if (!core->text)
    core->text = bfd_get_section_by_name (core->bfd, "$CODE$");
  if (!core->text)
    {
      diag_error (core->diag, "%s: has no .text section, so no code to "
                  "attribute samples to", core->name);
      return false;
    }
  return true;
}

struct core *
core_open (struct diag *diag, const char *name, struct quirks quirks)
{
  struct core *core = array_new (1, sizeof *core);
  core->diag = diag;
  core->name = name;
  core->quirks = quirks;
  core->demangle_room = array_new (1, sizeof *core->demangle_room);
  bfd_init ();
  bfd_set_error_handler (quirks.show_bfd_messages ? bfd_message_show
                         : bfd_message_ignore);
  if (!open_object (core))
    {
      core_free (core);
      return NULL;
    }
  *core->demangle_room = DEMANGLE_ROOM + core_size (core);
  core_collect_code (core);
  return core;
}

void
core_free (struct core *core)
{
  if (!core)
    return;
  if (core->bfd)
    bfd_close_all_done (core->bfd);
  core_close_debug (core);
  core_free_syms (core);
  stream_close (core->file);
  name_table_free (&core->files);
  arena_free (core->names);
  free (core->link);
  free (core->demangle_room);
  free (core->code.ranges);
  free (core);
}

bool
core_is_sound (const struct core *core)
{
  const char *name = core->name, *trouble = stream_trouble (core->file);
  if (!trouble && core->debug_file)
    {
      name = core->debug_name;
      trouble = stream_trouble (core->debug_file);
    }
  if (trouble)
    diag_error (core->diag, "%s: %s", name, trouble);
  return !trouble;
}

const char *
core_name (const struct core *core)
{
  return core->name;
}

uint64_t
core_size (const struct core *core)
{
  uint64_t size = (uint64_t) stream_stat (core->file)->st_size;
  if (core->debug_file)
    size += (uint64_t) stream_stat (core->debug_file)->st_size;
  return size + core->followed_size;
}
