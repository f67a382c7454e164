/* code_patch.c -- changes code of this process.

   SPDX-License-Identifier: 0BSD

   Contracts are in code_patch.h.

   A write through /proc/self/mem needs no change of protection, so it works
   where a page may never become writable and executable (PR_SET_MDWE, execmod
   of SELinux).  Without /proc, or where the kernel is made to refuse such
   writes, the protection is changed for a moment.  */

#include <fcntl.h>
#include <string.h>

#include "sys/code_patch.h"
#include "machine.h"

#define PAGE_SIZE 4096

void
code_patch_begin (struct code_patch *patch, struct descriptors *descriptors)
{
  patch->descriptors = descriptors;
  descriptors_begin (descriptors);
  patch->memory = machine_syscall (SYS_openat, AT_FDCWD,
                                   (long) "/proc/self/mem",
                                   O_RDWR | O_CLOEXEC, 0, 0, 0);
  patch->memory = descriptors_move_up (patch->memory);
  descriptors_end (descriptors);
}

void
code_patch_end (struct code_patch *patch)
{
  if (patch->memory >= 0)
    machine_syscall (SYS_close, patch->memory, 0, 0, 0, 0, 0);
}

/* Writes with the protection changed.  The code that runs here may be in the
   same page.  */
static bool
write_unprotected (uintptr_t address, const unsigned char *bytes, size_t size)
{
  long start = (long) (address & ~(uintptr_t) (PAGE_SIZE - 1));
  long len = (long) (address + size) - start;

  if (machine_syscall (SYS_mprotect, start, len,
                       PROT_READ | PROT_WRITE | PROT_EXEC, 0, 0, 0) != 0)
    return false;
  memcpy ((void *) address, bytes, size);
  machine_syscall (SYS_mprotect, start, len, PROT_READ | PROT_EXEC, 0, 0, 0);
  return true;
}

bool
code_patch_write (struct code_patch *patch, uintptr_t address,
                  const unsigned char *bytes, size_t size)
{
  long written = -1;

  if (patch->memory >= 0)
    written = machine_syscall (SYS_pwrite64, patch->memory, (long) bytes,
                               (long) size, (long) address, 0, 0);
  return written == (long) size || write_unprotected (address, bytes, size);
}
