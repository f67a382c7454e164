/* select/matchers.h -- finds the specs that match a symbol.

   SPDX-License-Identifier: GPL-3.0-or-later

   A symbol costs a few binary searches, however many specs there are.  It
   costs almost nothing if no spec has a name with the same first four
   bytes.  */

#ifndef SELECT_MATCHERS_H
#define SELECT_MATCHERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "image/lines.h"
#include "image/source.h"
#include "select/symspec.h"

/* One side of a spec, and the destination of the symbols that it matches.  */
struct matcher
{
  struct symspec_side side;
  bool is_set;                  /* true: a spec for a table of symbols; false:
                                   an arc spec */
  size_t spec;                  /* index of the spec among those of its kind */
  bool is_child;                /* the right side of an arc spec */
  bool *met;                    /* set to true when a symbol matches */
};

/* A set of matchers.  Their kind is the set of fields (name, file, line) that
   they test.  An empty set is all zeros.  */
#define MATCHER_KINDS 8

struct matchers
{
  struct matcher *items;        /* heap */
  size_t len, cap;
  size_t start[MATCHER_KINDS + 1];      /* first item of each kind */
  uint64_t heads[4];            /* bit matchers_head (NAME) is set for the NAME
                                   of each matcher */
  bool all_named;               /* all matchers test the name */
};

void matchers_add (struct matchers *matchers, struct matcher matcher);
void matchers_free (struct matchers *matchers);

/* Prepares MATCHERS for matchers_each.  Call it once, after the last
   matchers_add.  The file of a matcher is a base name; it stands for the
   newest file of SOURCES with that base name.  A matcher whose file is not in
   SOURCES is dropped.  */
void matchers_finish (struct matchers *matchers,
                      const struct sources *sources);

typedef void matcher_fn (void *data, const struct matcher *matcher);

/* Returns a hash, below 256, of the first four bytes of NAME.  */
static inline unsigned
matchers_head (const char *name)
{
  uint32_t head = 0;
  for (unsigned i = 0; i < 4 && name[i]; i++)
    head = head << 8 | (unsigned char) name[i];
  return (head * UINT32_C (2654435769)) >> 24;
}

/* Returns false if surely no matcher matches a symbol with the name NAME.  */
static inline bool
matchers_may_mean (const struct matchers *matchers, const char *name)
{
  unsigned head = matchers_head (name);
  return (!matchers->all_named
          || (matchers->heads[head / 64] >> head % 64 & 1));
}

/* Calls TAKE with DATA and each matcher that matches a symbol with the name
   NAME at PLACE.  The file of PLACE is a pointer from the sources that were
   given to matchers_finish.  */
void matchers_each (const struct matchers *matchers, const char *name,
                    struct place place, matcher_fn *take, void *data);

#endif /* SELECT_MATCHERS_H */
