/* page_probe.h -- reads memory that may not be there.

   SPDX-License-Identifier: 0BSD

   Before a word is read, the kernel is asked whether its page is readable, by a
   system call that changes nothing.  Nothing is remembered from one sample to
   the next, because programs unmap stacks.  */

#ifndef GMON_PAGE_PROBE_H
#define GMON_PAGE_PROBE_H

#include <stdbool.h>
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
