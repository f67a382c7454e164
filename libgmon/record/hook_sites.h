/* hook_sites.h -- where a loaded object calls a hook.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_HOOK_SITES_H
#define GMON_HOOK_SITES_H

#include <link.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arch/namespace.h"
#include "record/site_list.h"
#include "sys/code_patch.h"

#define HOOK_CODE_PARTS 4       /* executable segments that are looked at */
#define HOOK_DATA_PARTS 16      /* readable segments */
#define HOOK_WORDS 16           /* words for hooks, and entries of the PLT */

struct hook_part
{
  uintptr_t start;
  uintptr_t end;
};

/* A loaded object with functions that can be counted.  */
struct hook_object
{
  uintptr_t base;               /* load address */
  uintptr_t start;              /* its first byte */
  uintptr_t end;                /* behind its last byte */
  struct hook_part code[HOOK_CODE_PARTS];
  size_t n_code;
  struct hook_part data[HOOK_DATA_PARTS];
  size_t n_data;
  struct hook_site_list by_word;        /* calls of an address in memory */
  struct hook_site_list direct;
  struct hook_site_list entries;        /* see entry_sites.h */
  size_t strange_entries;       /* that cannot be changed */
  bool no_memory;               /* its calls are not known */
};

/* Stores in OBJECT where the object that INFO describes is.  There are no sites
   yet.  Returns false if it can have none.  */
bool hook_object_read (struct hook_object *object,
                       const struct dl_phdr_info *info);

/* Adds to OBJECT, which hook_object_read has filled from INFO, the calls of
   libgmon's own hooks.  Nothing is known of the functions yet: no site is
   wanted.  hook_sites_free may follow.  */
void hook_sites_find (struct hook_object *object,
                      const struct dl_phdr_info *info);
void hook_sites_free (struct hook_object *object);

/* Returns the number of sites in OBJECT.  */
size_t hook_sites_count (const struct hook_object *object);

/* Calls VISIT for each site of OBJECT in the SIZE bytes behind the address
   START of its file, a function.  If it calls a hook, it is not visited for its
   entry.  */
void hook_sites_in (const struct hook_object *object, uintptr_t start,
                    uintptr_t size, hook_site_visit *visit, void *data);

/* Calls VISIT for all sites of OBJECT.  */
void hook_sites_each (const struct hook_object *object, hook_site_visit *visit,
                      void *data);

/* Returns the site of OBJECT whose hook sees SELF as the callee, or NULL.
   Async-signal-safe.  */
const struct hook_site *hook_site_at (const struct hook_object *object,
                                      uintptr_t self);

/* Makes the calls of the sites of OBJECT that are not wanted instructions that
   do nothing.  The code must not run meanwhile.  Adds the pages that it changed
   to *PAGES.  Returns false if the kernel refuses that for some.  */
bool hook_sites_remove (const struct hook_object *object,
                        struct code_patch *patch, size_t *pages);

#endif /* GMON_HOOK_SITES_H */
