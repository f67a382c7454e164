/* profile/container.h -- bytes that arc records carry.

   SPDX-License-Identifier: GPL-3.0-or-later

   The profile of the whole process travels in the arc records at the end of a
   file; libgmon/gmon_process.h describes how.  */

#ifndef PROFILE_CONTAINER_H
#define PROFILE_CONTAINER_H

#include <stdbool.h>
#include <stddef.h>

#include "base/bytes.h"

/* The bytes that one file carries.  All zeros, but for FILE: none so far.  */
struct container
{
  unsigned char *file;          /* the bytes of the file, borrowed.  Each byte
                                   of the payload is moved to a place in front
                                   of its own, so no more memory is needed */
  unsigned char *payload;       /* in FILE: the stream, then up to a record of
                                   zeros */
  size_t len;                   /* of the payload, in bytes */
  struct wire wire;
  size_t start;                 /* offset of the first record in the file */
  size_t broken_at;             /* offset of the first record that does not
                                   belong there; 0: none */
};

/* Takes the arc record in which R stands, behind the tag, if it carries bytes:
   then R stands behind the record, and the result is true.  Else R does not
   move.  R reads the bytes at CONTAINER->file from their beginning on.  An arc
   behind the first record of CONTAINER is damaged; it is taken and dropped.
   The bytes of the file up to R change.  */
bool container_take (struct container *container, struct reader *r);

/* Notes that a record which is no arc begins at OFFSET of the file.  */
void container_interrupt (struct container *container, size_t offset);

static inline bool
container_is_used (const struct container *container)
{
  return container->len != 0;
}

/* Returns the offset in the file of the record with byte number AT of the
   payload.  */
size_t container_offset (const struct container *container, size_t at);

/* Returns how many of the LEN bytes at DATA, which begin with a good stream of
   a file in the format WIRE, stand before the next stream, or LEN if none
   follows.  */
size_t container_next (struct wire wire, const unsigned char *data, size_t len);

/* Appends the records that carry the LEN bytes at DATA to W.  */
void container_write (struct writer *w, const unsigned char *data, size_t len);

#endif /* PROFILE_CONTAINER_H */
