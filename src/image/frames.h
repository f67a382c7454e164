/* image/frames.h -- the extents of code in .eh_frame.

   SPDX-License-Identifier: GPL-3.0-or-later

   Each function that can be unwound has an entry with its first address and its
   size, also in stripped libraries.  */

#ifndef IMAGE_FRAMES_H
#define IMAGE_FRAMES_H

#include "image/elf_file.h"

/* The code of one entry.  */
struct frame
{
  uint64_t start, last;         /* addresses in the file; inclusive */
};

struct frames
{
  struct frame *items;          /* heap; by start */
  size_t len, cap;
};

/* Sets FRAMES to the entries of FILE; the caller frees its `items'.  Stops at
   the first entry that is damaged.  Without .eh_frame there are none.  */
void frames_read (struct frames *frames, struct elf_file *file);

/* Returns the entry of FRAMES that contains ADDR, borrowed, or NULL.  */
const struct frame *frames_find (const struct frames *frames, uint64_t addr);

#endif /* IMAGE_FRAMES_H */
