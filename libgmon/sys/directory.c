/* directory.c -- the names in a directory, without libc.

   SPDX-License-Identifier: 0BSD

   Contracts are in directory.h.  */

#include "sys/directory.h"
#include "machine.h"

/* A directory entry as getdents64 writes it.  */
struct __attribute__ ((packed)) entry
{
  uint64_t inode;
  int64_t offset;
  uint16_t length;
  uint8_t type;
  char name[];
};

const char *
directory_next (struct directory *directory)
{
  const struct entry *entry;

  if (directory->at >= directory->length)
    {
      if (directory->looks == 0)
        return NULL;
      directory->looks--;
      directory->at = 0;
      directory->length = machine_syscall (SYS_getdents64, directory->fd,
                                           (long) directory->buffer,
                                           (long) directory->size, 0, 0, 0);
      if (directory->length <= 0)
        return NULL;
    }
  entry = (const struct entry *) (directory->buffer + directory->at);
  directory->at += entry->length;
  return entry->name;
}
