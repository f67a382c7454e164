/* near_code.c -- a hook that the code of a loaded object reaches.

   SPDX-License-Identifier: 0BSD

   Contracts are in near_code.h.  */

#include <fcntl.h>
#include <string.h>

#include "arch/hook_call.h"
#include "sys/near_code.h"
#include "machine.h"

#ifdef HAVE_HOOK_CALLS

#define PAGE_SIZE NEAR_PAGE_SIZE
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

/* Maps SIZE bytes without a file at PLACE, in the WAY of mmap's flags.  */
static long
map_code (uintptr_t place, size_t size, int way)
{
  return machine_syscall (SYS_mmap, (long) place, (long) size,
                          PROT_READ | PROT_EXEC,
                          MAP_PRIVATE | MAP_ANONYMOUS | way, -1, 0);
}

/* Maps a page for code at PLACE, and one for data.  Returns 0 if something is
   there, or if an old kernel takes another place.  */
static uintptr_t
map_at (uintptr_t place)
{
  long page = map_code (place, (size_t) 2 * PAGE_SIZE, MAP_FIXED_NOREPLACE);

  if (page == (long) place)
    return place;
  if (page > 0)
    machine_unmap ((void *) page, (size_t) 2 * PAGE_SIZE);
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

/* Maps what the file of HOOK has at its offset over the page at PAGE.  Returns
   false if it has no such page, or cannot be mapped.  */
static bool
map_from_file (const struct near_hook *hook, struct code_patch *patch,
               uintptr_t page)
{
  long fd, size, result;

  descriptors_begin (patch->descriptors);
  fd = descriptors_move_up (
    machine_syscall (SYS_openat, AT_FDCWD, (long) hook->file,
                     O_RDONLY | O_CLOEXEC | O_NONBLOCK, 0, 0, 0));
  descriptors_end (patch->descriptors);
  if (fd < 0)
    return false;
  size = machine_syscall (SYS_lseek, fd, 0, SEEK_END, 0, 0, 0);
  result = size < 0 || (uintptr_t) size < hook->offset + PAGE_SIZE
           ? -1
           : machine_syscall (SYS_mmap, (long) page, PAGE_SIZE,
                              PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_FIXED,
                              fd, (long) hook->offset);
  machine_syscall (SYS_close, fd, 0, 0, 0, 0, 0);
  return result == (long) page;
}

/* Puts the code of HOOK into the page at PAGE.  The file may be another one by
   now.  */
static bool
put_code (const struct near_hook *hook, struct code_patch *patch,
          uintptr_t page)
{
  if (hook->file != NULL && map_from_file (hook, patch, page))
    {
      if (memcmp ((const void *) page, hook->code, PAGE_SIZE) == 0)
        return true;
      if (map_code (page, PAGE_SIZE, MAP_FIXED) != (long) page)
        return false;
    }
  return code_patch_write (patch, page, hook->code, PAGE_SIZE);
}

/* Writes the words of HOOK to the page at DATA.  */
static bool
write_words (const struct near_hook *hook, uintptr_t data)
{
  if (machine_syscall (SYS_mprotect, (long) data, PAGE_SIZE,
                       PROT_READ | PROT_WRITE, 0, 0, 0)
      != 0)
    return false;
  memcpy ((void *) data, hook->words, sizeof hook->words);
  return machine_syscall (SYS_mprotect, (long) data, PAGE_SIZE, PROT_READ, 0,
                          0, 0)
         == 0;
}

/* Makes the page at PAGE do what HOOK does.  */
static bool
fill_page (const struct near_hook *hook, struct code_patch *patch,
           uintptr_t page)
{
  unsigned char jump[MACHINE_JUMP_SIZE];

  if (hook->code != NULL)
    return write_words (hook, page + PAGE_SIZE)
           && put_code (hook, patch, page);
  machine_write_jump (jump, hook->target);
  return code_patch_write (patch, page, jump, sizeof jump);
}

/* Returns a new page, or 0.  */
static uintptr_t
new_page (struct near_code *near, struct code_patch *patch, uintptr_t start,
          uintptr_t end)
{
  uintptr_t page = near->n_pages < NEAR_PAGES ? map_near (start, end) : 0;

  if (page == 0)
    return 0;
  if (!fill_page (&near->hook, patch, page))
    {
      machine_unmap ((void *) page, (size_t) 2 * PAGE_SIZE);
      near->is_refused = true;
      return 0;
    }
  near->pages[near->n_pages] = page;
  near->n_pages++;
  return page;
}

uintptr_t
near_code_get (struct near_code *near, struct code_patch *patch,
               uintptr_t start, uintptr_t end)
{
  if (is_in_reach (start, end, near->hook.target))
    return near->hook.target;
  for (unsigned i = 0; i < near->n_pages; i++)
    if (is_in_reach (start, end, near->pages[i]))
      return near->pages[i];
  return new_page (near, patch, start, end);
}

bool
near_code_contains (const struct near_code *near, uintptr_t address)
{
  for (unsigned i = 0; i < near->n_pages; i++)
    if (address - near->pages[i] < PAGE_SIZE)
      return true;
  return false;
}

#endif
