/* image/inline_answer.h -- the form of an answer about inlined functions.

   SPDX-License-Identifier: GPL-3.0-or-later

   The process of libdw (inline_walk.c) writes it, and its parent
   (inline_index.c) reads it.  */

#ifndef IMAGE_INLINE_ANSWER_H
#define IMAGE_INLINE_ANSWER_H

#include "image/line_index.h"

/* No frame: the address is in no inlined code, or the call was not made by
   inlined code.  Also no file.  */
#define INLINE_NONE UINT32_MAX

/* The most frames of one address.  Code that is inlined more deeply belongs to
   the last of them.  */
#define INLINE_DEPTH_MAX 128

/* One call that was inlined, as struct inline_frame has it.  Names are places
   in the text; a file may be INLINE_NONE.  */
struct inline_node
{
  uint32_t parent, name, file, line, call_file, call_line;
  uint32_t first_copy, n_copies;        /* among the copies of the answer */
  uint32_t is_raw;
};

/* The head of the answer.  The nodes, the number of a node for each wanted
   address, the addresses of the copies, and the text follow.  */
struct inline_head
{
  uint64_t text_size;
  uint64_t n_nodes, n_copies;
  uint64_t lacks_split;         /* 1: see inline_index_lacks_split */
};

/* One run of the process of libdw.  */
struct inline_job
{
  struct image *image;
  const struct line_wants *wants;       /* by address */
  struct inline_index *index;   /* the result in the parent process */
};

/* Returns how often N addresses may be found in the ranges of entries.  Real
   ones nest, but a damaged file makes all contain all.  */
static inline uint64_t
inline_visits_max (uint64_t n)
{
  return 64 * n + 1000000;
}

/* Returns how many copies an answer for IMAGE may have.  An entry has 2 bytes
   or more.  */
static inline uint64_t
inline_copies_max (const struct image *image)
{
  return image_lines_size (image) / 2;
}

#endif /* IMAGE_INLINE_ANSWER_H */
