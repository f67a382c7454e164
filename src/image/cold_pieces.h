/* image/cold_pieces.h -- the cold pieces of functions.

   SPDX-License-Identifier: GPL-3.0-or-later

   gcc -O2 puts the code of a function f that it takes for seldom used, such as
   a catch block of C++, behind a static symbol "f.cold" or "f.cold.N".  It is
   code of f.  Two files may have a static f each, so the piece belongs to that
   of the same file.  */

#ifndef IMAGE_COLD_PIECES_H
#define IMAGE_COLD_PIECES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "image/symtab.h"

/* A piece, and the function that it belongs to.  */
struct cold_piece
{
  const char *name;             /* of the function, LEN bytes; borrowed */
  size_t len;
  uint64_t addr;                /* of the piece */
  uint64_t home;                /* address of the function, if HAS_HOME */
  uint32_t file;                /* number of the source file in the table */
  bool has_home;
  bool home_is_static;
};

/* All symbols of a table are given to cold_pieces_note, in the order of the
   table; then cold_pieces_sort is called; then all are given to
   cold_pieces_offer, in the same order.  An object of zeros is empty.  */
struct cold_pieces
{
  struct cold_piece *items;     /* heap */
  size_t len, cap;
  uint32_t file;                /* of the next symbol */
};

/* Says that the next symbols are those of another source file.  */
void cold_pieces_next_file (struct cold_pieces *pieces);

/* Takes note of the static symbol NAME at ADDR, if it is a piece.  */
void cold_pieces_note (struct cold_pieces *pieces, const char *name,
                       uint64_t addr);

/* Ends the first pass.  Returns false if there is no piece: then no second pass
   is needed.  */
bool cold_pieces_sort (struct cold_pieces *pieces);

/* Makes the symbol NAME at ADDR the function of its pieces.  A static one has
   those in its own file, a global one all that no static one has.  */
void cold_pieces_offer (struct cold_pieces *pieces, const char *name,
                        uint64_t addr, bool is_static);

/* Joins the pieces with their functions in SYMTAB, which is finalized.  */
void cold_pieces_join (const struct cold_pieces *pieces,
                       struct symtab *symtab);

void cold_pieces_free (struct cold_pieces *pieces);

#endif /* IMAGE_COLD_PIECES_H */
