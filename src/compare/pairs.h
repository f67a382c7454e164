/* compare/pairs.h -- the functions of two sides as rows.

   SPDX-License-Identifier: GPL-3.0-or-later

   Functions are paired by symbol and source file.  What the compiler makes of
   a function, as "f.part.0" and "f.cold", belongs to it: if the sides do not
   have the same parts, their sums are one row.  */

#ifndef COMPARE_PAIRS_H
#define COMPARE_PAIRS_H

#include "compare/side.h"

enum pair_kind
{
  PAIR_BOTH,
  PAIR_NEW,                     /* only on the new side */
  PAIR_GONE,                    /* only on the old side */
  PAIR_RENAMED                  /* a new one and one that is gone, with the
                                   same source file, callers and callees */
};

/* The data of a row on one side.  */
struct pair_amount
{
  double self, total;           /* samples */
  uint64_t calls;
};

struct pair_row
{
  enum pair_kind kind;
  const char *name, *symbol, *file;     /* of the new side unless it is gone;
                                           borrowed from the sides */
  const char *old_name;         /* of a renamed function, else NULL */
  struct pair_amount old, new;
};

/* The rows of two sides.  */
struct pairs
{
  struct pair_row *rows;        /* heap */
  size_t len;
  uint32_t *row_of[2];          /* heap; for the old and the new side: the row
                                   of each function */
};

/* Fills PAIRS with the functions of OLD and NEW, both borrowed.  The caller
   releases PAIRS with pairs_free.  */
void pairs_make (struct pairs *pairs, const struct side *old,
                 const struct side *new);
void pairs_free (struct pairs *pairs);

/* Returns the length of SYMBOL without the suffixes that compilers add to
   parts and copies of a function.  */
size_t pairs_base_len (const char *symbol);

#endif /* COMPARE_PAIRS_H */
