/* image/object_syms.h -- symbols of a library, by their extents.

   SPDX-License-Identifier: GPL-3.0-or-later

   A library may lack its symbol table, so that most of its code is in no
   symbol.  Code is named by the symbol whose extent contains it; else by its
   entry in .eh_frame; else it has no name.  The nearest symbol below never
   counts.  Only functions that are used in the profile become symbols.  */

#ifndef IMAGE_OBJECT_SYMS_H
#define IMAGE_OBJECT_SYMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "image/elf_file.h"
#include "image/frames.h"
#include "image/symtab.h"

/* An address of an object that occurs in a profile.  */
struct object_use
{
  uint64_t offset;              /* address in the object's file */
  uint64_t weight;              /* ticks of the samples there or below */
};

struct object_func
{
  uint64_t addr, size;          /* size 0: unknown */
  const char *name;             /* borrowed */
  bool is_static;
};

struct object_funcs
{
  struct object_func *items;    /* heap; by address */
  size_t len, cap;
};

/* Sets FUNCS to the functions in the symbol table of FILE; or, without one, in
   its dynamic symbol table.  Static functions are left out if NO_STATIC is
   true.  The names are valid as long as *STRINGS (heap), which the caller frees
   like the `items'.  Returns false if a table is damaged; FUNCS has the
   functions before the damage.  */
bool object_funcs_read (struct object_funcs *funcs, struct elf_file *file,
                        bool no_static, unsigned char **strings);

/* Sorts FUNCS by address.  */
void object_funcs_sort (struct object_funcs *funcs);

/* The code that can be named.  */
struct object_code
{
  const struct object_funcs *funcs;
  const struct frames *frames;
  const char *name;             /* of the object, for the names of frames */
  uint64_t least_weight;        /* of a frame that becomes a symbol */
};

/* Returns a finalized table, which the caller frees, of the symbols of CODE
   that contain any of the N_USES elements of USES, which are sorted by offset.
   Copies of the names go to ARENA.  */
struct symtab *object_syms_make (const struct object_code *code,
                                 const struct object_use *uses, size_t n_uses,
                                 struct arena *arena);

#endif /* IMAGE_OBJECT_SYMS_H */
