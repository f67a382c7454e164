/* file_map.c -- a file in memory, to be read.

   SPDX-License-Identifier: 0BSD

   Contracts are in file_map.h.  */

#include <fcntl.h>

#include "sys/file_map.h"
#include "machine.h"

static long
open_to_read (const char *path, struct descriptors *descriptors)
{
  long fd;

  if (descriptors != NULL)
    descriptors_begin (descriptors);
  fd = machine_syscall (SYS_openat, AT_FDCWD, (long) path,
                        O_RDONLY | O_CLOEXEC | O_NONBLOCK, 0, 0, 0);
  if (descriptors != NULL)
    {
      fd = descriptors_move_up (fd);
      descriptors_end (descriptors);
    }
  return fd;
}

int
file_map_open (struct file_map *map, const char *path,
               struct descriptors *descriptors)
{
  long fd = open_to_read (path, descriptors);
  long size, result = 0;

  *map = (struct file_map) { NULL, 0 };
  if (fd < 0)
    return (int) -fd;
  size = machine_syscall (SYS_lseek, fd, 0, SEEK_END, 0, 0, 0);
  if (size > 0)
    result = machine_map_file ((size_t) size, fd);
  machine_syscall (SYS_close, fd, 0, 0, 0, 0, 0);
  if (size < 0 || machine_is_error (result))
    return (int) (size < 0 ? -size : -result);
  if (size > 0)
    *map = (struct file_map) { (const void *) result, (size_t) size };
  return 0;
}

void
file_map_close (struct file_map *map)
{
  if (map->start != NULL)
    machine_unmap ((void *) (uintptr_t) map->start, map->size);
  *map = (struct file_map) { NULL, 0 };
}
