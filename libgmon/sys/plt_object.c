/* plt_object.c -- by which words of memory a loaded object calls others.

   SPDX-License-Identifier: 0BSD

   Contracts are in plt_object.h.  */

#include <string.h>

#include "arch/library_stub.h"
#include "sys/plt_object.h"
#include "machine.h"

#ifdef MACHINE_STUB_HEADER

#define PAGE_SIZE 4096

/* The dynamic linker has added the load address to VALUE, unless the section is
   read-only.  */
static const void *
plt_pointer (const struct plt_object *object, uintptr_t value)
{
  return (const void *) (value < object->base ? object->base + value : value);
}

static void
read_segments (struct plt_object *object, const struct dl_phdr_info *info,
               const ElfW (Dyn) **dynamic)
{
  object->start = UINTPTR_MAX;
  for (size_t i = 0; i < info->dlpi_phnum; i++)
    {
      const ElfW (Phdr) *segment = &info->dlpi_phdr[i];
      uintptr_t start = info->dlpi_addr + segment->p_vaddr;
      uintptr_t end = start + segment->p_memsz;

      if (segment->p_type == PT_DYNAMIC)
        *dynamic = (const void *) start;
      else if (segment->p_type == PT_GNU_RELRO)
        {
          object->relro_start = start & ~(uintptr_t) (PAGE_SIZE - 1);
          object->relro_end = end & ~(uintptr_t) (PAGE_SIZE - 1);
        }
      else if (segment->p_type == PT_LOAD)
        {
          object->start = start < object->start ? start : object->start;
          object->end = end > object->end ? end : object->end;
        }
    }
}

static void
read_dynamic (struct plt_object *object, const ElfW (Dyn) *dynamic)
{
  for (; dynamic->d_tag != DT_NULL; dynamic++)
    {
      uintptr_t value = dynamic->d_un.d_val;

      switch (dynamic->d_tag)
        {
        case DT_PLTGOT: object->got = plt_pointer (object, value); break;
        case DT_JMPREL: object->slots = plt_pointer (object, value); break;
        case DT_PLTRELSZ:
          object->n_slots = value / sizeof *object->slots;
          break;
        case DT_RELA: object->others = plt_pointer (object, value); break;
        case DT_RELASZ:
          object->n_others = value / sizeof *object->others;
          break;
        case DT_SYMTAB: object->symbols = plt_pointer (object, value); break;
        case DT_STRTAB: object->strings = plt_pointer (object, value); break;
        }
    }
}

bool
plt_object_read (struct plt_object *object, const struct dl_phdr_info *info)
{
  const ElfW (Dyn) *dynamic = NULL;

  *object = (struct plt_object) { .path = info->dlpi_name,
                                  .base = info->dlpi_addr };
  read_segments (object, info, &dynamic);
  if (dynamic == NULL)
    return false;
  read_dynamic (object, dynamic);
  if (object->slots == NULL)
    object->n_slots = 0;
  if (object->others == NULL)
    object->n_others = 0;
  return object->symbols != NULL && object->strings != NULL;
}

const char *
plt_name (const struct plt_object *object, const ElfW (Rela) *relocation)
{
  const ElfW (Sym) *symbol
    = &object->symbols[ELF64_R_SYM (relocation->r_info)];

  return object->strings + symbol->st_name;
}

uintptr_t *
plt_word (const struct plt_object *object, const ElfW (Rela) *relocation)
{
  return (uintptr_t *) (object->base + relocation->r_offset);
}

/* Returns true if NAME is that of a call hook.  */
static bool
plt_is_hook (const char *name)
{
  return strcmp (name, "mcount") == 0 || strcmp (name, "_mcount") == 0
         || strcmp (name, "__fentry__") == 0;
}

/* Returns the address in the word of RELOCATION; 0 if the PLT is to find it at
   the first call.  */
static uintptr_t
bound_word (const struct plt_object *object, const ElfW (Rela) *relocation)
{
  uintptr_t value = *plt_word (object, relocation);

  return value - object->start < object->end - object->start ? 0 : value;
}

bool
plt_is_unbound_hook (const struct plt_object *object,
                     const ElfW (Rela) *relocation)
{
  return ELF64_R_TYPE (relocation->r_info) == MACHINE_JUMP_SLOT
         && plt_is_hook (plt_name (object, relocation))
         && bound_word (object, relocation) == 0;
}

bool
plt_has_hook (const struct plt_object *object, uintptr_t *hook)
{
  const ElfW (Rela) *const tables[] = { object->slots, object->others };
  const size_t lengths[] = { object->n_slots, object->n_others };

  for (int table = 0; table < 2; table++)
    for (size_t i = 0; i < lengths[table]; i++)
      {
        const ElfW (Rela) *it = &tables[table][i];
        uintptr_t type = ELF64_R_TYPE (it->r_info);

        if ((type == MACHINE_JUMP_SLOT || type == MACHINE_GLOB_DAT)
            && plt_is_hook (plt_name (object, it)))
          {
            if (hook != NULL)
              *hook = bound_word (object, it);
            return true;
          }
      }
  return false;
}

#endif
