/* match/rebase.h -- finds the address at which a profiled program ran.

   SPDX-License-Identifier: GPL-3.0-or-later

   For profiles whose addresses are those of a process, not of the file.  */

#ifndef MATCH_REBASE_H
#define MATCH_REBASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"
#include "image/image.h"
#include "image/symtab.h"
#include "profile/profile.h"

enum rebase_result
{
  REBASE_FOUND,                 /* one offset is the best */
  REBASE_UNCLEAR,               /* several offsets are equally good */
  REBASE_UNKNOWN                /* no offset makes callees functions */
};

struct rebase_guess
{
  enum rebase_result result;
  int64_t offset;               /* if found: bytes to add, a multiple of 4
                                   KiB */
  size_t callees;               /* distinct callees looked at */
  size_t matches;               /* number of these that are functions at this
                                   offset */
};

/* The return address of a call of mcount is less than this many bytes behind
   the start of the function.  */
#define REBASE_PROLOGUE_MAX 64

/* Addresses in ascending order, each once.  */
struct rebase_addrs
{
  uint64_t *items;              /* heap */
  size_t len;
};

/* Returns the distinct callees of PROFILE; if there are more than 16,384, that
   many of them, evenly spread.  The caller frees the items.  */
struct rebase_addrs rebase_callees (const struct profile *profile);

/* Returns how many of CALLEES are not at a common distance behind the start of
   a function of SYMTAB.  A common distance is the length of one of the few
   kinds of prologues.  Returns 0 if most callees are at such distances, or if
   there are too few callees to judge.  */
size_t rebase_misfits (const struct rebase_addrs *callees,
                       const struct symtab *symtab);

/* Looks for the offset that makes most callees of PROFILE functions of SYMTAB:
   each callee is as far behind a start as a few kinds of prologues are long.
   If several offsets are equally good, takes the one that moves most samples
   and callers into code of IMAGE, and prefers 0.

   Without arcs, the offset is 0 if all samples lie in code.  Else it is the
   one that moves the histogram to the start of the image or of its text, if
   all samples lie in code then.

   The cost is bounded: 256 callees make the candidates, and 64 of these are
   tried on at most 16,384 callees.  */
struct rebase_guess rebase_find (const struct profile *profile,
                                 const struct image *image,
                                 const struct symtab *symtab);

/* Moves PROFILE by the offset that rebase_find finds, and prints a note of it;
   warns if the offset is not clear.  NAME is how messages call the profile.
   Returns false after one diag_error.  */
bool rebase_auto (struct profile *profile, struct diag *diag,
                  const char *name, const struct image *image,
                  const struct symtab *symtab);

/* The size of a buffer for rebase_text, which writes OFFSET in hexadecimal to
   TEXT and returns TEXT.  */
#define REBASE_TEXT_SIZE 24
const char *rebase_text (char text[REBASE_TEXT_SIZE], int64_t offset);

#endif /* MATCH_REBASE_H */
