/* entry_sites.h -- functions that may be made to call a hook.

   SPDX-License-Identifier: 0BSD

   With -fpatchable-function-entry=5 functions begin with bytes that do nothing,
   and the section __patchable_function_entries has their addresses.  It is read
   from memory, since it has relocations.  Where a call comes in place of these
   bytes, the stack is as at a call of __fentry__.  */

#ifndef GMON_ENTRY_SITES_H
#define GMON_ENTRY_SITES_H

#include <stdbool.h>
#include <stddef.h>

#include "arch/namespace.h"
#include "record/hook_sites.h"
#include "sys/code_patch.h"
#include "sys/elf_file.h"
#include "sys/near_code.h"

/* Adds to OBJECT, which hook_object_read has filled, the entries that its file
   lists; FILE is that, or NULL.  IS_PROGRAM means that OBJECT is the program,
   which, if libgmon is part of it, needs no file.  No site is wanted yet.  */
void entry_sites_find (struct hook_object *object, const struct elf_file *file,
                       bool is_program);

/* Fills in HOOK, which is all zeros, but for its file.  */
void entry_hook_make (struct near_hook *hook);

/* Fills in the file of HOOK if that is not known yet and the object of INFO
   holds the hook's code.  The file has the name that the loader knows, whose
   memory stays.  */
void entry_hook_find_file (struct near_hook *hook,
                           const struct dl_phdr_info *info);

enum entry_change
{
  ENTRIES_CHANGED,
  ENTRIES_REFUSED,              /* by the kernel */
  ENTRIES_TOO_FAR               /* no place for the hook */
};

/* Makes the wanted entries of OBJECT calls of the hook, unless they are calls
   already.  The code must not run meanwhile.  Adds the pages that it changed to
   *PAGES.  */
enum entry_change entry_sites_change (const struct hook_object *object,
                                      struct near_code *near,
                                      struct code_patch *patch, size_t *pages);

/* Returns true if OBJECT has wanted entries that are not calls yet.  */
bool entry_sites_are_idle (const struct hook_object *object);

#endif /* GMON_ENTRY_SITES_H */
