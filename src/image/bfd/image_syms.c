/* image/bfd/image_syms.c -- the static symbol table.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "image/bfd/image_bfd.h"

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
image_has_syms (const struct image *image)
{
  return (has_symtab (image->bfd)
          || (image->debug && has_symtab (image->debug)));
}

/* Sets `kinds'.  BFD derives the letter from the section's name for each
   symbol anew.  Adjacent symbols with one section and equal flags have one
   letter.  */
static void
find_kinds (struct image *image)
{
  image->kinds = array_new (image->n_syms, 1);
  for (size_t i = 0; i < image->n_syms; i++)
    {
      const asymbol *sym = image->syms[i];
      bool is_next = (i > 0 && sym->section == image->syms[i - 1]->section
                      && sym->flags == image->syms[i - 1]->flags);
      image->kinds[i] = (is_next ? image->kinds[i - 1]
                         : bfd_decode_symclass (image->syms[i]));
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
open_again (const struct image *image, bfd *abfd, long size)
{
  bfd *again = image_open_bfd (bfd_get_filename (abfd), bfd_get_target (abfd),
                         abfd == image->bfd ? image->file : image->debug_file);
  if (again && image_is_object (again)
      && bfd_get_symtab_upper_bound (again) == size)
    return again;
  if (again)
    bfd_close_all_done (again);
  return NULL;
}

bool
image_has_stab_relocs (bfd *abfd)
{
  return ((abfd->flags & HAS_RELOC) != 0
          && bfd_get_section_by_name (abfd, ".stab") != NULL);
}

bool
image_refers_to_syms (bfd *abfd)
{
  return is_unlinked (abfd) || image_has_stab_relocs (abfd);
}

/* More symbols than this are read by opening the file once more, which costs
   as much as reading a few hundred symbols: BFD uses 100 bytes for a symbol
   and frees them only when it closes a file.  A damaged file (BFD makes it
   read_only) is not opened again, since BFD would repeat its warnings.  */
#define FEW_SYMS 4096

bool
image_read_syms (struct image *image, bool keep)
{
  if (image->syms)
    return true;
  bfd *abfd
    = has_symtab (image->bfd) || !image->debug ? image->bfd : image->debug;
  long size = bfd_get_symtab_upper_bound (abfd);
  if (size < 0)
    {
      image_bfd_failed (image, N_("cannot read the symbol table"));
      return false;
    }
  if (!keep && !image_refers_to_syms (image->bfd) && !abfd->read_only
      && size > FEW_SYMS * (long) sizeof *image->syms)
    image->sym_bfd = open_again (image, abfd, size);
  struct stream *file = abfd == image->debug ? image->debug_file : image->file;
  if (image->sym_bfd)
    abfd = image->sym_bfd;
  image->syms = array_new ((size_t) size + sizeof *image->syms, 1);
  long n = size == 0 ? 0 : bfd_canonicalize_symtab (abfd, image->syms);
  if (n < 0)
    {
      image_bfd_failed (image, N_("cannot read the symbol table"));
      return false;
    }
  image->n_syms = n;
  if (!image->quirks.untyped_coff_statics
      && bfd_get_flavour (abfd) == bfd_target_coff_flavour)
    image_mark_coff_syms (image->syms, image->n_syms, file);
  find_kinds (image);
  return true;
}

void
image_free_syms (struct image *image)
{
  free (image->syms);
  free (image->kinds);
  if (image->sym_bfd)
    bfd_close_all_done (image->sym_bfd);
  image->syms = NULL;
  image->kinds = NULL;
  image->sym_bfd = NULL;
  image->n_syms = 0;
}

/* Returns true if copies of all names would take more memory than the files,
   so that the symbols stay.  Symbols may share a name, or the end of one, in
   the file, so copies could take any amount of memory.  */
static bool
names_are_shared (const struct image *image)
{
  return image->names_size > image_size (image);
}

void
image_drop_syms (struct image *image)
{
  if (image->sym_bfd && !names_are_shared (image))
    image_free_syms (image);
}

const char *
image_keep_name (struct image *image, const char *name)
{
  if (!image->sym_bfd)
    return name;
  image->names_size += strlen (name) + 1;
  if (names_are_shared (image))
    return name;
  if (!image->names)
    image->names = arena_new ();
  return arena_strdup (image->names, name);
}

size_t
image_n_syms (const struct image *image)
{
  return image->n_syms;
}

struct image_sym
image_get_sym (const struct image *image, size_t i)
{
  asymbol *sym = image->syms[i];
  return (struct image_sym) {
    .name = bfd_asymbol_name (sym),
    .addr = bfd_asymbol_value (sym),
    .kind = image->kinds[i],
    .is_func = (sym->flags & BSF_FUNCTION) != 0,
    .is_local = (sym->flags & BSF_LOCAL) != 0,
    .is_odd
      = (sym->flags & (BSF_DEBUGGING | BSF_SECTION_SYM | BSF_FILE)) != 0,
    .is_file = (sym->flags & BSF_FILE) != 0,
  };
}

void
image_has_ada (struct image *image)
{
  image->has_ada = true;
}

/* Returns NAME of D or Ada demangled, on the heap; libiberty does not try these
   two languages by itself.  Returns NULL if it is no such name.  */
static char *
demangle_by_form (const struct image *image, const char *name, int flags)
{
  const char leading = image_leading_char (image);
  const char *bare = name + (leading && *name == leading);
  if (demangle_looks_d (bare))
    return bfd_demangle (image->bfd, name, flags | DMGL_DLANG);
  if (image->has_ada && demangle_looks_ada (bare))
    return bfd_demangle (image->bfd, name, flags | DMGL_GNAT);
  return NULL;
}

char *
image_demangle (const struct image *image, const char *name, int flags)
{
  char leading = image_leading_char (image);
  if (!demangle_is_bearable (name + (leading && *name == leading), flags,
                             image->demangle_room))
    return NULL;
  char *result = bfd_demangle (image->bfd, name, flags);
  if (result || (flags & DMGL_STYLE_MASK) != DMGL_AUTO
      || image->quirks.few_languages)
    return result;
  return demangle_by_form (image, name, flags & ~DMGL_STYLE_MASK);
}
