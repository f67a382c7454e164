/* select/matchers.h -- which of many specs mean a symbol.

   SPDX-License-Identifier: GPL-3.0-or-later

   The cost of a symbol is that of a few binary searches, however many specs
   there are; of one whose name begins as no spec's does, next to nothing.  */

#ifndef SELECT_MATCHERS_H
#define SELECT_MATCHERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "image/lines.h"
#include "image/source.h"
#include "select/symspec.h"

/* One side of a spec, and where its symbols go.  */
struct matcher
{
  struct symspec_side side;
  bool is_set;                  /* of a table of symbols; else of arcs */
  size_t spec;                  /* which of these */
  bool is_child;                /* the right side of an arc spec */
  bool *met;                    /* set when there is such a symbol */
};

/* Matchers by which of name, file and line they ask for.  Zero it to begin.  */
#define MATCHER_KINDS 8

struct matchers
{
  struct matcher *items;        /* heap */
  size_t len, cap;
  size_t start[MATCHER_KINDS + 1];      /* of the items of a kind */
  uint64_t heads[4];            /* a bit for each hash of how names begin */
  bool all_named;               /* all of them ask for a name */
};

void matchers_add (struct matchers *matchers, struct matcher matcher);
void matchers_free (struct matchers *matchers);

/* Once, after the last is added.  A base name stands for one of SOURCES, the
   newest that has it; what names none of them is dropped.  */
void matchers_finish (struct matchers *matchers,
                      const struct sources *sources);

typedef void matcher_fn (void *data, const struct matcher *matcher);

/* A number, below 256, of the first four bytes of NAME.  */
static inline unsigned
matchers_head (const char *name)
{
  uint32_t head = 0;
  for (unsigned i = 0; i < 4 && name[i]; i++)
    head = head << 8 | (unsigned char) name[i];
  return (head * UINT32_C (2654435769)) >> 24;
}

/* May there be one that means a symbol called NAME?  */
static inline bool
matchers_may_mean (const struct matchers *matchers, const char *name)
{
  unsigned head = matchers_head (name);
  return (!matchers->all_named
          || (matchers->heads[head / 64] >> head % 64 & 1));
}

/* Calls TAKE with each that means a symbol called NAME at PLACE, whose file is
   as the sources have it.  */
void matchers_each (const struct matchers *matchers, const char *name,
                    struct place place, matcher_fn *take, void *data);

#endif /* SELECT_MATCHERS_H */
