/* plt_object.h -- by which words of memory a loaded object calls others.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_PLT_OBJECT_H
#define GMON_PLT_OBJECT_H

#include <link.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arch/namespace.h"

/* The tables belong to the object.  */
struct plt_object
{
  const char *path;             /* as the dynamic linker has it */
  uintptr_t base;               /* load address */
  uintptr_t start;              /* its first byte */
  uintptr_t end;                /* behind its last byte */
  uintptr_t relro_start;        /* pages that are read-only after relocation */
  uintptr_t relro_end;
  const uintptr_t *got;         /* of the PLT, NULL: none */
  const ElfW (Rela) *slots;     /* relocations of the PLT's slots */
  size_t n_slots;
  const ElfW (Rela) *others;    /* the other relocations */
  size_t n_others;
  const ElfW (Sym) *symbols;
  const char *strings;
};

/* Stores in OBJECT what INFO, from dl_iterate_phdr, tells.  Returns false if
   the object has no dynamic section with symbols.  */
bool plt_object_read (struct plt_object *object,
                      const struct dl_phdr_info *info);

/* Returns the name of the symbol of RELOCATION, one of OBJECT.  */
const char *plt_name (const struct plt_object *object,
                      const ElfW (Rela) *relocation);

/* Returns the word that RELOCATION changes.  */
uintptr_t *plt_word (const struct plt_object *object,
                     const ElfW (Rela) *relocation);

/* Returns true if OBJECT has functions with call hooks.  With HOOK, *HOOK
   becomes the address of the hook that it calls, 0 if that is not bound
   yet.  */
bool plt_has_hook (const struct plt_object *object, uintptr_t *hook);

/* Returns true if RELOCATION, one of the slots of OBJECT, is for a call hook
   that is to be found at the first call.  */
bool plt_is_unbound_hook (const struct plt_object *object,
                          const ElfW (Rela) *relocation);

#endif /* GMON_PLT_OBJECT_H */
