/* near_code.c -- jumps that the code of a loaded object reaches.

   SPDX-License-Identifier: 0BSD

   Contracts are in near_code.h.  */

#include "arch/hook_call.h"
#include "sys/near_code.h"
#include "machine.h"

#ifdef HAVE_HOOK_CALLS

#define PAGE_SIZE 4096
#define FIRST_DISTANCE 0x10000  /* of a page from the object */
#define STEP 0x100000           /* from one place that is tried to the next */
#define LOWEST 0x10000          /* the kernel maps nothing below, by default */

#ifndef MAP_FIXED_NOREPLACE
# define MAP_FIXED_NOREPLACE 0x100000
#endif

static bool
is_in_reach (uintptr_t start, uintptr_t end, uintptr_t target)
{
  uintptr_t low = start < target ? start : target;
  uintptr_t high = end > target ? end : target;

  return high - low < MACHINE_CALL_REACH;
}

/* Maps a page at PLACE.  Returns 0 if something is there, or if an old kernel
   takes another place.  */
static uintptr_t
map_at (uintptr_t place)
{
  long page = machine_syscall (SYS_mmap, (long) place, PAGE_SIZE,
                               PROT_READ | PROT_EXEC,
                               MAP_PRIVATE | MAP_ANONYMOUS
                                 | MAP_FIXED_NOREPLACE, -1, 0);

  if (page == (long) place)
    return place;
  if (page > 0)
    machine_unmap ((void *) page, PAGE_SIZE);
  return 0;
}

/* The heap of a program grows behind it, so places before it come first.  */
static uintptr_t
map_near (uintptr_t start, uintptr_t end)
{
  uintptr_t first = start & ~(uintptr_t) (PAGE_SIZE - 1);
  uintptr_t behind = (end + PAGE_SIZE - 1) & ~(uintptr_t) (PAGE_SIZE - 1);
  uintptr_t page = 0;

  for (uintptr_t distance = FIRST_DISTANCE;
       page == 0 && distance + LOWEST <= first
       && is_in_reach (first - distance, end, end);
       distance += STEP)
    page = map_at (first - distance);
  for (uintptr_t distance = STEP;
       page == 0 && is_in_reach (start, behind + distance, start);
       distance += STEP)
    page = map_at (behind + distance);
  return page;
}

/* Returns a new page with a jump to TARGET, or 0.  */
static uintptr_t
new_page (struct near_code *near, struct code_patch *patch, uintptr_t start,
          uintptr_t end, uintptr_t target)
{
  unsigned char jump[MACHINE_JUMP_SIZE];
  uintptr_t page = near->n_pages < NEAR_PAGES ? map_near (start, end) : 0;

  if (page == 0)
    return 0;
  machine_write_jump (jump, target);
  if (!code_patch_write (patch, page, jump, sizeof jump))
    {
      machine_unmap ((void *) page, PAGE_SIZE);
      near->is_refused = true;
      return 0;
    }
  near->pages[near->n_pages] = page;
  near->n_pages++;
  return page;
}

uintptr_t
near_code_get (struct near_code *near, struct code_patch *patch,
               uintptr_t start, uintptr_t end, uintptr_t target)
{
  if (is_in_reach (start, end, target))
    return target;
  for (unsigned i = 0; i < near->n_pages; i++)
    if (is_in_reach (start, end, near->pages[i]))
      return near->pages[i];
  return new_page (near, patch, start, end, target);
}

bool
near_code_contains (const struct near_code *near, uintptr_t address)
{
  for (unsigned i = 0; i < near->n_pages; i++)
    if (address - near->pages[i] < MACHINE_JUMP_SIZE)
      return true;
  return false;
}

#endif
