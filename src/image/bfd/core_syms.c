/* image/bfd/core_syms.c -- the static symbol table.

   SPDX-License-Identifier: GPL-3.0-or-later

   In: the open image or its debug file.  Out: symbols and their names.  */

#include <config.h>

#include "image/bfd/core_bfd.h"

#include <stdlib.h>
#include <string.h>

#include <demangle.h>

#include "base/arena.h"
#include "image/demangle.h"

/* Returns true if ABFD has a static symbol table.  BFD counts a NULL after the
   symbols.  Its flag HAS_SYMS includes dynamic symbols.  */
static bool
has_symtab (bfd *abfd)
{
  return bfd_get_symtab_upper_bound (abfd) > (long) sizeof (asymbol *);
}

bool
core_has_syms (const struct core *core)
{
  return (has_symtab (core->bfd) || (core->debug && has_symtab (core->debug)));
}

/* Sets `kinds'.  BFD derives the letter from the section's name for each
   symbol anew.  Adjacent symbols with one section and equal flags have one
   letter.  */
static void
find_kinds (struct core *core)
{
  core->kinds = array_new (core->n_syms, 1);
  for (size_t i = 0; i < core->n_syms; i++)
    {
      const asymbol *sym = core->syms[i];
      bool is_next = (i > 0 && sym->section == core->syms[i - 1]->section
                      && sym->flags == core->syms[i - 1]->flags);
      core->kinds[i] = (is_next ? core->kinds[i - 1]
                        : bfd_decode_symclass (core->syms[i]));
    }
}

/* Returns true if the object file ABFD is not linked.  A linked program may
   have relocations (--emit-relocs), but they were applied.  */
static bool
is_unlinked (const bfd *abfd)
{
  return (abfd->flags & (HAS_RELOC | EXEC_P | DYNAMIC)) == HAS_RELOC;
}

/* Opens ABFD, the program or the debug file, once more.  Returns NULL if that
   fails or its symbol table does not have SIZE bytes.  */
static bfd *
open_again (const struct core *core, bfd *abfd, long size)
{
  bfd *again = core_open_bfd (bfd_get_filename (abfd), bfd_get_target (abfd),
                         abfd == core->bfd ? core->file : core->debug_file);
  if (again && core_is_object (again)
      && bfd_get_symtab_upper_bound (again) == size)
    return again;
  if (again)
    bfd_close_all_done (again);
  return NULL;
}

bool
core_has_stab_relocs (bfd *abfd)
{
  return ((abfd->flags & HAS_RELOC) != 0
          && bfd_get_section_by_name (abfd, ".stab") != NULL);
}

bool
core_refers_to_syms (bfd *abfd)
{
  return is_unlinked (abfd) || core_has_stab_relocs (abfd);
}

/* More symbols than this are read by opening the file once more, which costs
   as much as reading a few hundred symbols: BFD uses 100 bytes for a symbol
   and frees them only when it closes a file.  A damaged file (BFD makes it
   read_only) is not opened again, since BFD would repeat its warnings.  */
#define FEW_SYMS 4096

bool
core_read_syms (struct core *core, bool keep)
{
  if (core->syms)
    return true;
  bfd *abfd = has_symtab (core->bfd) || !core->debug ? core->bfd : core->debug;
  long size = bfd_get_symtab_upper_bound (abfd);
  if (size < 0)
    {
      core_bfd_failed (core, N_("cannot read the symbol table"));
      return false;
    }
  if (!keep && !core_refers_to_syms (core->bfd) && !abfd->read_only
      && size > FEW_SYMS * (long) sizeof *core->syms)
    core->sym_bfd = open_again (core, abfd, size);
  struct stream *file = abfd == core->debug ? core->debug_file : core->file;
  if (core->sym_bfd)
    abfd = core->sym_bfd;
  core->syms = array_new ((size_t) size + sizeof *core->syms, 1);
  long n = size == 0 ? 0 : bfd_canonicalize_symtab (abfd, core->syms);
  if (n < 0)
    {
      core_bfd_failed (core, N_("cannot read the symbol table"));
      return false;
    }
  core->n_syms = n;
  if (!core->quirks.untyped_coff_statics
      && bfd_get_flavour (abfd) == bfd_target_coff_flavour)
    core_mark_coff_syms (core->syms, core->n_syms, file);
  find_kinds (core);
  return true;
}

void
core_free_syms (struct core *core)
{
  free (core->syms);
  free (core->kinds);
  if (core->sym_bfd)
    bfd_close_all_done (core->sym_bfd);
  core->syms = NULL;
  core->kinds = NULL;
  core->sym_bfd = NULL;
  core->n_syms = 0;
}

/* Returns true if copies of all names would take more memory than the files,
   so that the symbols stay.  Symbols may share a name, or the end of one, in
   the file, so copies could take any amount of memory.  */
static bool
names_are_shared (const struct core *core)
{
  return core->names_size > core_size (core);
}

void
core_drop_syms (struct core *core)
{
  if (core->sym_bfd && !names_are_shared (core))
    core_free_syms (core);
}

const char *
core_keep_name (struct core *core, const char *name)
{
  if (!core->sym_bfd)
    return name;
  core->names_size += strlen (name) + 1;
  if (names_are_shared (core))
    return name;
  if (!core->names)
    core->names = arena_new ();
  return arena_strdup (core->names, name);
}

size_t
core_n_syms (const struct core *core)
{
  return core->n_syms;
}

struct core_sym
core_get_sym (const struct core *core, size_t i)
{
  asymbol *sym = core->syms[i];
  return (struct core_sym) {
    .name = bfd_asymbol_name (sym),
    .addr = bfd_asymbol_value (sym),
    .kind = core->kinds[i],
    .is_func = (sym->flags & BSF_FUNCTION) != 0,
    .is_local = (sym->flags & BSF_LOCAL) != 0,
    .is_odd
      = (sym->flags & (BSF_DEBUGGING | BSF_SECTION_SYM | BSF_FILE)) != 0,
  };
}

void
core_has_ada (struct core *core)
{
  core->has_ada = true;
}

/* Returns NAME of D or Ada demangled, on the heap; libiberty does not try these
   two languages by itself.  Returns NULL if it is no such name.  */
static char *
demangle_by_form (const struct core *core, const char *name, int flags)
{
  const char leading = core_leading_char (core);
  const char *bare = name + (leading && *name == leading);
  if (demangle_looks_d (bare))
    return bfd_demangle (core->bfd, name, flags | DMGL_DLANG);
  if (core->has_ada && demangle_looks_ada (bare))
    return bfd_demangle (core->bfd, name, flags | DMGL_GNAT);
  return NULL;
}

char *
core_demangle (const struct core *core, const char *name, int flags)
{
  char leading = core_leading_char (core);
  if (!demangle_is_bearable (name + (leading && *name == leading), flags,
                             core->demangle_room))
    return NULL;
  char *result = bfd_demangle (core->bfd, name, flags);
  if (result || (flags & DMGL_STYLE_MASK) != DMGL_AUTO
      || core->quirks.few_languages)
    return result;
  return demangle_by_form (core, name, flags & ~DMGL_STYLE_MASK);
}
