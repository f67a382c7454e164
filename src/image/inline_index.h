/* image/inline_index.h -- the inlined functions at given addresses.

   SPDX-License-Identifier: GPL-3.0-or-later

   A compiler copies the code of a function into its callers.  DWARF tells of
   an address which function the code is from, where that was called, and from
   which function that call is, until the function whose symbol it is.  All
   addresses of an image are answered at once, by one process of libdw.  */

#ifndef IMAGE_INLINE_INDEX_H
#define IMAGE_INLINE_INDEX_H

#include "image/inline_answer.h"

/* One call that was inlined.  Strings are valid until inline_index_free.  */
struct inline_frame
{
  const char *name;             /* of the function, as in the object file if
                                   is_raw, else as in the source; the file may
                                   have any bytes in it */
  bool is_raw;                  /* only one function of the object has the
                                   name, which its symbol has, too */
  const char *file;             /* where it is declared; NULL: unknown */
  unsigned line;                /* 0: unknown */
  const char *call_file;        /* where the call is; NULL: unknown */
  unsigned call_line;           /* 0: unknown */
  uint32_t parent;              /* the frame that calls, a smaller number, or
                                   INLINE_NONE: the function of the symbol */
  const uint64_t *copies;       /* the addresses of copies of the function that
                                   are not inlined, in the units with wanted
                                   addresses; some may be clones with other
                                   symbols */
  size_t n_copies;
};

struct inline_index;

/* Returns true if this gprof can read inlined functions at all.  */
bool inline_index_is_supported (void);

/* Returns true if IMAGE may have inlined functions: it has debugging
   information, which libdw may read.  */
bool inline_index_is_possible (const struct image *image);

/* Returns the inlined functions at the addresses WANTS in IMAGE;
   inline_index_free frees them.  WANTS is sorted here, and must live as long as
   the result.  Returns NULL if nothing is wanted or there is nothing to read;
   after one diag_warning for IMAGE if libdw failed.  The caller limits the
   memory, as that for lines.  */
struct inline_index *inline_index_read (struct image *image,
                                        struct line_wants *wants);
void inline_index_free (struct inline_index *index);    /* may be NULL */

/* Returns the number of the innermost frame at ADDR, one of the wanted
   addresses, or INLINE_NONE.  */
uint32_t inline_index_find (const struct inline_index *index, uint64_t addr);

/* Returns frame NUMBER of INDEX, which inline_index_find or a parent gave.  */
struct inline_frame inline_index_get (const struct inline_index *index,
                                      uint32_t number);

/* Returns the number of frames of INDEX.  */
size_t inline_index_len (const struct inline_index *index);

/* Returns true if a unit with a wanted address is in a file of split debugging
   information (.dwo) that libdw has not found.  */
bool inline_index_lacks_split (const struct inline_index *index);

#endif /* IMAGE_INLINE_INDEX_H */
