/* directory.h -- the names in a directory, without libc.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_DIRECTORY_H
#define GMON_DIRECTORY_H

#include <stddef.h>

#include "arch/namespace.h"

/* A directory that is being read.  The fields below the buffer begin as 0.  */
struct directory
{
  int fd;                       /* of the directory */
  unsigned looks;               /* how often the buffer may still be filled */
  unsigned char *buffer;        /* for entries; may have any alignment */
  size_t size;                  /* bytes of the buffer, at least 512 */
  long length;                  /* bytes of entries in the buffer */
  long at;                      /* offset of the next entry in the buffer */
};

/* Returns the next name in DIRECTORY, which is valid until the next call; NULL
   at the end, if the kernel refuses, or if looks is used up.
   Async-signal-safe, makes no libc call, keeps errno.  */
const char *directory_next (struct directory *directory);

#endif /* GMON_DIRECTORY_H */
