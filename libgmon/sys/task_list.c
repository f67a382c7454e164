/* task_list.c -- the kernel's list of the threads of this process.

   SPDX-License-Identifier: 0BSD

   Contracts are in task_list.h.  */

#include <fcntl.h>
#include <stddef.h>

#include "sys/task_list.h"
#include "machine.h"

#define TASKS "/proc/self/task"

long
task_list_open (struct descriptors *descriptors)
{
  long fd;

  if (descriptors != NULL)
    descriptors_begin (descriptors);
  fd = machine_syscall (SYS_openat, AT_FDCWD, (long) TASKS,
                        O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0, 0, 0);
  if (descriptors == NULL)
    return fd;
  fd = descriptors_move_up (fd);
  descriptors_end (descriptors);
  return fd;
}

uint32_t
task_list_id (const char *name)
{
  uint32_t id = 0;

  for (; *name >= '0' && *name <= '9'; name++)
    id = id * 10 + (uint32_t) (*name - '0');
  return *name == '\0' ? id : 0;
}

/* The beginning of the kernel's struct statx, which is the same on all
   machines.  */
struct statx_buffer
{
  uint32_t mask;
  uint32_t block_size;
  uint64_t attributes;
  uint32_t links;
  uint32_t rest[64];
};

#define WANT_LINKS 4

uint32_t
task_list_links (uint32_t before)
{
  struct statx_buffer buffer;

  buffer.links = 0;             /* analyzers do not know the kernel */
  if (machine_syscall (SYS_statx, AT_FDCWD, (long) TASKS, 0, WANT_LINKS,
                       (long) &buffer, 0) != 0)
    return before + 1;
  return buffer.links;
}
