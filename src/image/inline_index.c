/* image/inline_index.c -- the inlined functions at given addresses.

   SPDX-License-Identifier: GPL-3.0-or-later

   Contracts are in inline_index.h.  This file has what both processes share,
   and reads the answer, all of which is checked.  The process of libdw is in
   inline_walk.c.  */

#include <config.h>

#include "image/inline_index.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/search.h"
#include "image/inline_walk.h"

struct inline_index
{
  const struct line_wants *wants;       /* by address */
  struct inline_node *nodes;    /* heap */
  size_t n_nodes;
  uint32_t *node_of;            /* by number of the wanted address; heap */
  uint64_t *copies;             /* heap */
  size_t n_copies;
  char *text;                   /* names, each with its NUL; heap */
  bool lacks_split;
};

void
inline_index_free (struct inline_index *index)
{
  if (!index)
    return;
  free (index->nodes);
  free (index->node_of);
  free (index->copies);
  free (index->text);
  free (index);
}

uint32_t
inline_index_find (const struct inline_index *index, uint64_t addr)
{
  const struct line_wants *wants = index->wants;
  size_t n = search_up_to (wants->addrs, wants->len, sizeof *wants->addrs,
                           addr);
  return (n > 0 && wants->addrs[n - 1] == addr ? index->node_of[n - 1]
          : INLINE_NONE);
}

/* Returns the file whose name is at PLACE, or NULL: it is unknown.  */
static const char *
file_at (const struct inline_index *index, uint32_t place)
{
  return place == INLINE_NONE ? NULL : index->text + place;
}

struct inline_frame
inline_index_get (const struct inline_index *index, uint32_t number)
{
  const struct inline_node *node = &index->nodes[number];
  return (struct inline_frame) {
    .name = index->text + node->name, .is_raw = node->is_raw,
    .file = file_at (index, node->file), .line = node->line,
    .call_file = file_at (index, node->call_file),
    .call_line = node->call_line,
    .parent = node->parent, .copies = index->copies + node->first_copy,
    .n_copies = node->n_copies,
  };
}

size_t
inline_index_len (const struct inline_index *index)
{
  return index->n_nodes;
}

bool
inline_index_lacks_split (const struct inline_index *index)
{
  return index->lacks_split;
}

#if defined HAVE_DW && !defined WITHOUT_DLOPEN

/* Returns true if PLACE is that of a name in TEXT_SIZE bytes of text, or of an
   unknown one.  */
static bool
is_place (uint32_t place, size_t text_size)
{
  return place == INLINE_NONE || place < text_size;
}

/* Sets DEPTHS[I], the number of frames from the outermost one to node I of
   INDEX.  Returns false if the node leads outside INDEX, whose text has
   TEXT_SIZE bytes, or is too deep.  */
static bool
check_node (const struct inline_index *index, size_t i, size_t text_size,
            unsigned char *depths)
{
  const struct inline_node *node = &index->nodes[i];
  depths[i] = 1;
  if (node->parent != INLINE_NONE)
    {
      if (node->parent >= i || depths[node->parent] >= INLINE_DEPTH_MAX)
        return false;
      depths[i] = (unsigned char) (depths[node->parent] + 1);
    }
  return (node->first_copy <= index->n_copies
          && node->n_copies <= index->n_copies - node->first_copy
          && node->name < text_size && is_place (node->file, text_size)
          && is_place (node->call_file, text_size));
}

/* Returns true if no number in INDEX, for N addresses, leads outside its nodes
   and TEXT_SIZE bytes of text.  */
static bool
is_valid_answer (const struct inline_index *index, size_t n, size_t text_size)
{
  bool valid = text_size == 0 || index->text[text_size - 1] == '\0';
  unsigned char *depths = array_new (index->n_nodes, 1);
  for (size_t i = 0; i < index->n_nodes && valid; i++)
    valid = check_node (index, i, text_size, depths);
  for (size_t i = 0; i < n && valid; i++)
    valid = (index->node_of[i] == INLINE_NONE
             || index->node_of[i] < index->n_nodes);
  free (depths);
  return valid;
}

/* Reads the answer of the process for DATA, a struct inline_job, from FD.  */
static bool
read_inlines (int fd, void *data)
{
  struct inline_job *job = data;
  struct inline_index *index = job->index;
  const size_t n = job->wants->len;
  struct inline_head head;
  if (!dw_read_part (fd, &head, sizeof head)
      || head.n_nodes > inline_visits_max (n)
      || head.n_copies > inline_copies_max (job->image)
      || head.text_size > dw_names_max (job->image) + DW_NAME_MAX_SIZE)
    return false;
  index->n_nodes = (size_t) head.n_nodes;
  index->n_copies = (size_t) head.n_copies;
  index->lacks_split = head.lacks_split;
  index->nodes = array_new (index->n_nodes, sizeof *index->nodes);
  index->node_of = array_new (n, sizeof *index->node_of);
  index->copies = array_new (index->n_copies, sizeof *index->copies);
  index->text = array_new ((size_t) head.text_size, 1);
  return (dw_read_part (fd, index->nodes,
                        index->n_nodes * sizeof *index->nodes)
          && dw_read_part (fd, index->node_of, n * sizeof *index->node_of)
          && dw_read_part (fd, index->copies,
                           index->n_copies * sizeof *index->copies)
          && dw_read_part (fd, index->text, (size_t) head.text_size)
          && is_valid_answer (index, n, (size_t) head.text_size));
}

bool
inline_index_is_supported (void)
{
  return true;
}

bool
inline_index_is_possible (const struct image *image)
{
  return line_index_is_possible (image) && image_has_debug_info (image);
}

struct inline_index *
inline_index_read (struct image *image, struct line_wants *wants)
{
  if (wants->len == 0 || wants->len >= INLINE_NONE
      || !inline_index_is_possible (image))
    return NULL;
  struct inline_index *index = array_new (1, sizeof *index);
  qsort (wants->addrs, wants->len, sizeof *wants->addrs, search_order);
  index->wants = wants;
  struct inline_job job = { .image = image, .wants = wants, .index = index };
  if (dw_process_run (image, inline_walk_units, read_inlines, &job))
    return index;
  inline_index_free (index);
  return NULL;
}

#else

bool
inline_index_is_supported (void)
{
  return false;
}

bool
inline_index_is_possible (const struct image *image)
{
  (void) image;
  return false;
}

struct inline_index *
inline_index_read (struct image *image, struct line_wants *wants)
{
  (void) image;
  (void) wants;
  return NULL;
}

#endif
