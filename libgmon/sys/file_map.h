/* file_map.h -- a file in memory, to be read.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_FILE_MAP_H
#define GMON_FILE_MAP_H

#include <stdbool.h>
#include <stddef.h>

#include "arch/namespace.h"
#include "sys/descriptors.h"

struct file_map
{
  const unsigned char *start;   /* NULL: no file */
  size_t size;
};

/* Maps the file PATH.  DESCRIPTORS guards the standard numbers; NULL where they
   need no guard.  Returns 0, or a positive errno value: then *MAP is empty, as
   it is for an empty file.  file_map_close must follow.
   Async-signal-safe, makes no libc call, keeps errno.  */
int file_map_open (struct file_map *map, const char *path,
                   struct descriptors *descriptors);
void file_map_close (struct file_map *map);

#endif /* GMON_FILE_MAP_H */
