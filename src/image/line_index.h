/* image/line_index.h -- the lines that libdw finds for given addresses.

   SPDX-License-Identifier: GPL-3.0-or-later

   BFD 2.40 reads some forms of DWARF only in part, and then names another file
   or line than the right one, or none.  libdw reads them.  So all addresses of
   an image whose lines are wanted are answered at once, by one process of
   libdw.  Its answers have no names of functions.  */

#ifndef IMAGE_LINE_INDEX_H
#define IMAGE_LINE_INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "image/image.h"

struct line_index;

/* A list of addresses that are wanted.  All zeros is an empty one.  */
struct line_wants
{
  uint64_t *addrs;              /* heap */
  size_t len, cap;
};

/* Adds ADDR to WANTS.  */
void line_wants_add (struct line_wants *wants, uint64_t addr);
void line_wants_free (struct line_wants *wants);

/* Returns true if line_index_read may give an answer for IMAGE.  */
bool line_index_is_possible (const struct image *image);

/* Returns the lines at the addresses WANTS in IMAGE; line_index_free frees
   them.  WANTS is sorted here, and must live as long as the result.  Returns
   NULL if nothing is wanted, or BFD has to be asked: silently if there is no
   libdw or no DWARF, or after one diag_warning for IMAGE if libdw failed.  */
struct line_index *line_index_read (struct image *image,
                                    struct line_wants *wants);
void line_index_free (struct line_index *index);

/* Sets the file and the line of LINE to those at ADDR, one of the wanted
   addresses.  The name is valid until line_index_free.  Returns false, and does
   not change LINE, if libdw knows no file or line there.  BFD may know them: it
   also finds rows outside the ranges of their unit.  */
bool line_index_find (const struct line_index *index, uint64_t addr,
                      struct image_line *line);

#endif /* IMAGE_LINE_INDEX_H */
