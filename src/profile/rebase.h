/* profile/rebase.h -- at what address was the program when it was profiled?

   SPDX-License-Identifier: GPL-3.0-or-later

   For profiles whose addresses are those of a process, not of the file.  */

#ifndef PROFILE_REBASE_H
#define PROFILE_REBASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"
#include "image/core.h"
#include "image/symtab.h"
#include "profile/profile.h"

enum rebase_result
{
  REBASE_FOUND,                 /* one offset fits best */
  REBASE_UNCLEAR,               /* several fit equally well */
  REBASE_UNKNOWN                /* none fits */
};

struct rebase_guess
{
  enum rebase_result result;
  int64_t offset;               /* if found: to be added, a multiple of 4 KiB */
  size_t callees;               /* different callees that were looked at */
  size_t matches;               /* of them, those that are functions then */
};

/* A call of mcount returns to less than so many bytes behind the start of its
   function.  */
#define REBASE_PROLOGUE_MAX 64

/* Addresses in ascending order, each once.  */
struct rebase_addrs
{
  uint64_t *items;              /* heap */
  size_t len;
};

/* The callees of PROFILE; of more than 16,384 so many, evenly spread.  The
   caller frees the items.  */
struct rebase_addrs rebase_callees (const struct profile *profile);

/* How many of CALLEES are not a common prologue behind the start of a function
   of SYMTAB.  0 if most are, or if they are too few to tell.  */
size_t rebase_misfits (const struct rebase_addrs *callees,
                       const struct symtab *symtab);

/* Looks for the offset that makes most callees of PROFILE functions of SYMTAB,
   as far behind their start as a few kinds of prologues are long; of several,
   that which brings most of the samples and callers into code of CORE, 0 if it
   is one of them.  Without arcs: 0 if all samples lie in code; else that which
   brings the histogram to the start of the image or of its text, and all
   samples into code.  The cost is bounded:
   256 callees make the candidates, 64 of which are tried on at most 16,384.  */
struct rebase_guess rebase_find (const struct profile *profile,
                                 const struct core *core,
                                 const struct symtab *symtab);

/* Moves PROFILE by what rebase_find finds, and tells it; warns if that is not
   clear.  NAME is what to call the profile.  False after one diag_error.  */
bool rebase_auto (struct profile *profile, struct diag *diag,
                  const char *name, const struct core *core,
                  const struct symtab *symtab);

/* Room for an offset as text, and the offset in hexadecimal.  */
#define REBASE_TEXT_SIZE 24
const char *rebase_text (char text[REBASE_TEXT_SIZE], int64_t offset);

#endif /* PROFILE_REBASE_H */
