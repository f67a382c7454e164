/* task_list.h -- the kernel's list of the threads of this process.

   SPDX-License-Identifier: 0BSD

   All functions are async-signal-safe, make no libc call, and keep errno.  */

#ifndef GMON_TASK_LIST_H
#define GMON_TASK_LIST_H

#include <stdint.h>

#include "arch/namespace.h"
#include "sys/descriptors.h"

/* Opens the list, a folder with a name for each thread.  Returns a descriptor,
   which the caller closes, or a negative errno value.  DESCRIPTORS guards the
   standard numbers; NULL for a thread with a table of descriptors of its
   own.  */
long task_list_open (struct descriptors *descriptors);

/* Returns the thread id in NAME, a name of the list; 0 if it is not one.  */
uint32_t task_list_id (const char *name);

/* Returns the link count of the list, which has one link for each thread.  If
   the count cannot be read, returns another number than BEFORE, so that the
   list is always read.  */
uint32_t task_list_links (uint32_t before);

#endif /* GMON_TASK_LIST_H */
