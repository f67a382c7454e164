/* site_list.h -- places in the code of an object that call a hook, or may.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_SITE_LIST_H
#define GMON_SITE_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arch/namespace.h"
#include "sys/code_patch.h"

struct hook_site
{
  uint32_t location;            /* what the hook sees as the callee, less the
                                   object's start */
  uint16_t glob;                /* the last pattern that a name fits, 0: none */
  bool has_name : 1;
  bool is_wanted : 1;
  bool is_spare : 1;            /* an entry of a function that calls a hook */
};

/* Sites of one form, by rising address.  */
struct hook_site_list
{
  struct hook_site *sites;
  size_t len;
  size_t room;
};

/* Makes LIST empty, with room for ROOM sites; memory that is not touched costs
   nothing.  Returns false without memory.  site_list_cut gives the memory
   behind the last site back, site_list_free all of it.  */
bool site_list_make (struct hook_site_list *list, size_t room);
void site_list_cut (struct hook_site_list *list);
void site_list_free (struct hook_site_list *list);

/* Adds a site to LIST, if there is room.  */
void site_list_add (struct hook_site_list *list, uintptr_t location);

/* Sorts LIST, and leaves one of several sites at one location.  */
void site_list_sort (struct hook_site_list *list);

/* Returns the index of the first site of LIST behind LOCATION.
   Async-signal-safe.  */
size_t site_list_behind (const struct hook_site_list *list,
                         uintptr_t location);

/* Calls VISIT for each site of LIST behind START, up to END.  Returns their
   number.  */
typedef void hook_site_visit (struct hook_site *site, void *data);
size_t site_list_each (const struct hook_site_list *list, uintptr_t start,
                       uintptr_t end, hook_site_visit *visit, void *data);

/* How sites of an object are changed.  */
struct site_change
{
  uintptr_t start;              /* of the object */
  size_t size;                  /* bytes of a site, which its location ends */
  bool is_wanted;               /* of the sites that are changed */
  /* Changes a copy of the code of SITE, which ends at END.  */
  void (*edit) (unsigned char *end, const struct hook_site *site,
                const void *data);
  const void *data;
};

/* Makes CHANGE to sites of LIST.  The code must not run meanwhile.  Adds the
   pages that it changed to *PAGES.  Returns false if the kernel refuses that
   for some.  */
bool site_list_change (const struct hook_site_list *list,
                       const struct site_change *change,
                       struct code_patch *patch, size_t *pages);

#endif /* GMON_SITE_LIST_H */
