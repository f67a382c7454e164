/* code_patch.h -- changes code of this process.

   SPDX-License-Identifier: 0BSD

   No page is writable and executable at once, if the kernel lets a process
   write through /proc/self/mem; a page that was changed is no longer shared
   with other processes.  All functions are async-signal-safe, make no libc
   call, and keep errno.  */

#ifndef GMON_CODE_PATCH_H
#define GMON_CODE_PATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arch/namespace.h"
#include "sys/descriptors.h"

struct code_patch
{
  long memory;                  /* descriptor of /proc/self/mem, or negative */
  struct descriptors *descriptors;
};

/* Prepares PATCH for changes.  DESCRIPTORS guards the standard numbers, until
   code_patch_end, which must follow.  */
void code_patch_begin (struct code_patch *patch,
                       struct descriptors *descriptors);
void code_patch_end (struct code_patch *patch);

/* Copies the SIZE bytes at BYTES to ADDRESS, in pages that are readable and
   executable.  No other thread may be running that code.  Returns false if the
   kernel refuses; then the code is as before.  */
bool code_patch_write (struct code_patch *patch, uintptr_t address,
                       const unsigned char *bytes, size_t size);

#endif /* GMON_CODE_PATCH_H */
