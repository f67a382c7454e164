/* page_probe.h -- reads memory that may not be there.

   SPDX-License-Identifier: 0BSD

   Before a word is read, the kernel is asked whether its page is readable, by a
   system call that changes nothing.  Nothing is remembered from one sample to
   the next, because programs unmap stacks.

   Between that question and the reading, another thread may unmap the page, if
   it is not of the stack that this thread is on.  Such memory is copied by the
   kernel, which takes three times as long.  */

#ifndef GMON_PAGE_PROBE_H
#define GMON_PAGE_PROBE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arch/namespace.h"

/* The smallest page of any machine.  Larger pages are probed in parts.  */
#define PROBE_PAGE ((uintptr_t) 4096)

/* The pages from START to END, exclusive, are readable.  All zeros: no page is
   known to be readable.  */
struct page_range
{
  uintptr_t start, end;
};

/* Returns true if the page of ADDRESS is readable, and adds it to RANGE.  If it
   does not touch RANGE, RANGE then is this page alone.  Async-signal-safe; does
   not change errno.  */
bool page_probe (struct page_range *range, uintptr_t address);

/* Copies SIZE bytes from ADDRESS of this process to TO.  Returns how many of
   them are readable.  Async-signal-safe; does not change errno.  */
size_t page_copy_some (void *to, uintptr_t address, size_t size);

/* Does the same.  Returns false, and may have changed TO, if they are not all
   readable.  */
static inline bool
page_copy (void *to, uintptr_t address, size_t size)
{
  return page_copy_some (to, address, size) == size;
}

/* Returns true if page_copy works and system calls are not filtered: a filter
   may end the program for process_vm_readv, which few programs use.
   Async-signal-safe.  */
bool page_copy_works (void);

/* Returns true if page_probe works: false if a filter of system calls answers
   in the kernel's place.  Async-signal-safe.  */
bool page_probe_works (void);

/* Memory of the program that a sanitizer might not want to be read.  */
#define PROBE_UNCHECKED __attribute__ ((no_sanitize ("address")))

/* Stores the word at ADDRESS in *WORD.  Returns false if ADDRESS is not a
   multiple of a word, or not readable.  Async-signal-safe.  */
static inline PROBE_UNCHECKED bool
page_read (struct page_range *range, uintptr_t address, uintptr_t *word)
{
  if (address % sizeof *word != 0)
    return false;
  if (address - range->start >= range->end - range->start
      && !page_probe (range, address))
    return false;
  *word = *(const uintptr_t *) address;
  return true;
}

#endif /* GMON_PAGE_PROBE_H */
