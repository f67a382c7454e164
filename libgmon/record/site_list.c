/* site_list.c -- places in the code of an object that call a hook, or may.

   SPDX-License-Identifier: 0BSD

   Contracts are in site_list.h.  */

#include <string.h>

#include "record/site_list.h"
#include "machine.h"

#define PAGE_SIZE 4096
#define LONGEST_SITE 16         /* bytes */

/* -- The list ------------------------------------------------------------- */

bool
site_list_make (struct hook_site_list *list, size_t room)
{
  *list = (struct hook_site_list) { NULL, 0, 0 };
  list->sites = machine_map (room * sizeof *list->sites);
  if (list->sites != NULL)
    list->room = room;
  return list->sites != NULL;
}

void
site_list_cut (struct hook_site_list *list)
{
  size_t size = (list->room * sizeof *list->sites + PAGE_SIZE - 1)
                & ~(size_t) (PAGE_SIZE - 1);
  size_t used = (list->len * sizeof *list->sites + PAGE_SIZE - 1)
                & ~(size_t) (PAGE_SIZE - 1);

  if (used < size && list->sites != NULL)
    machine_unmap ((char *) list->sites + used, size - used);
  list->room = used / sizeof *list->sites;
  if (used == 0)
    list->sites = NULL;
}

void
site_list_free (struct hook_site_list *list)
{
  list->len = 0;
  site_list_cut (list);
}

void
site_list_add (struct hook_site_list *list, uintptr_t location)
{
  if (list->len < list->room)
    list->sites[list->len++].location = (uint32_t) location;
}

/* -- Order ---------------------------------------------------------------- */

/* Moves the site at ROOT down in the heap of the first LEN sites.  */
static void
sift (struct hook_site *sites, size_t root, size_t len)
{
  struct hook_site site = sites[root];
  size_t child;

  while ((child = 2 * root + 1) < len)
    {
      if (child + 1 < len && sites[child].location < sites[child + 1].location)
        child++;
      if (sites[child].location <= site.location)
        break;
      sites[root] = sites[child];
      root = child;
    }
  sites[root] = site;
}

static void
heap_sort (struct hook_site *sites, size_t len)
{
  for (size_t i = len / 2; i-- > 0;)
    sift (sites, i, len);
  for (size_t i = len; i-- > 1;)
    {
      struct hook_site last = sites[i];

      sites[i] = sites[0];
      sites[0] = last;
      sift (sites, 0, i);
    }
}

void
site_list_sort (struct hook_site_list *list)
{
  bool is_sorted = true;
  size_t kept = 0;

  for (size_t i = 1; i < list->len; i++)
    is_sorted &= list->sites[i - 1].location < list->sites[i].location;
  if (is_sorted)
    return;
  heap_sort (list->sites, list->len);
  for (size_t i = 0; i < list->len; i++)
    if (kept == 0 || list->sites[kept - 1].location != list->sites[i].location)
      list->sites[kept++] = list->sites[i];
  list->len = kept;
}

size_t
site_list_behind (const struct hook_site_list *list, uintptr_t location)
{
  size_t low = 0, high = list->len;

  while (low < high)
    {
      size_t middle = low + (high - low) / 2;

      if (list->sites[middle].location <= location)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

size_t
site_list_each (const struct hook_site_list *list, uintptr_t start,
                uintptr_t end, hook_site_visit *visit, void *data)
{
  size_t first = site_list_behind (list, start);
  size_t i;

  for (i = first; i < list->len && list->sites[i].location <= end; i++)
    visit (&list->sites[i], data);
  return i - first;
}

/* -- Changes -------------------------------------------------------------- */

static uintptr_t
site_start (const struct site_change *change, const struct hook_site *site)
{
  return change->start + site->location - change->size;
}

/* Changes those of the sites from SITE to LAST that CHANGE is for.  All begin
   in one page, and these two are among them.  */
static bool
change_run (const struct site_change *change, const struct hook_site *site,
            const struct hook_site *last, struct code_patch *patch)
{
  unsigned char copy[PAGE_SIZE + LONGEST_SITE];
  uintptr_t start = site_start (change, site);
  size_t size = site_start (change, last) + change->size - start;

  memcpy (copy, (const void *) start, size);
  for (; site <= last; site++)
    if (site->is_wanted == change->is_wanted)
      change->edit (copy + (site_start (change, site) - start) + change->size,
                    site, change->data);
  return code_patch_write (patch, start, copy, size);
}

bool
site_list_change (const struct hook_site_list *list,
                  const struct site_change *change, struct code_patch *patch,
                  size_t *pages)
{
  const struct hook_site *first = NULL, *last = NULL;
  bool done = true;

  for (size_t i = 0; i <= list->len; i++)
    {
      const struct hook_site *site = &list->sites[i];

      if (i < list->len && site->is_wanted != change->is_wanted)
        continue;
      if (first != NULL
          && (i == list->len
              || site_start (change, site) / PAGE_SIZE
                 != site_start (change, first) / PAGE_SIZE))
        {
          done &= change_run (change, first, last, patch);
          ++*pages;
          first = NULL;
        }
      first = first != NULL ? first : site;
      last = site;
    }
  return done;
}
