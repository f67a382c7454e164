/* image/find_call.h -- the static call graph: calls found in machine code.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef IMAGE_FIND_CALL_H
#define IMAGE_FIND_CALL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"
#include "base/quirks.h"
#include "image/image.h"
#include "image/symtab.h"

struct call_rules
{
  struct quirks quirks;
  const struct text_range *limits;      /* for limit_calls: the ranges of the
                                           histograms; disjoint, none empty;
                                           any order */
  size_t n_limits;
};

/* Receives one call: the code of CALLER contains a call of CALLEE.  CALLEE is
   SYM_NONE if the target is known only when the program runs.  */
typedef void call_fn (void *data, sym_id caller, sym_id callee);

/* Receives one call instruction: the one at the address AT calls the code at
   TO.  TO is CALL_UNKNOWN if the target is known only when the program
   runs.  */
#define CALL_UNKNOWN UINT64_MAX
typedef void call_site_fn (void *data, uint64_t at, uint64_t to);

/* Reads the code of SYMTAB's symbols in the text section, and calls SITE (with
   DATA) for everything that looks like a call, in the order of addresses.  The
   target need not be the start of a symbol.  For a call through a word in
   memory (x86, gcc -fno-plt) the address of the word is the target.  Returns
   false, without a message, if the code cannot be read, or if some results may
   be wrong because it had to guess what code is A32 and what is Thumb.  */
bool find_call_sites (const struct image *image, const struct symtab *symtab,
                      call_site_fn *site, void *data);

/* Reads the code of SYMTAB's symbols in the text section, in the order of
   addresses, and calls CALL (with DATA) for each call of the first instruction
   of a symbol and for each indirect call.  A pair of caller and callee may be
   reported several times.  If the code cannot be read, issues one
   diag_warning.  */
void find_call (const struct image *image, struct diag *diag,
                const struct symtab *symtab, const struct call_rules *rules,
                call_fn *call, void *data);

#endif /* IMAGE_FIND_CALL_H */
