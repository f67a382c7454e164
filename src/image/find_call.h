/* image/find_call.h -- the static call graph: calls found in machine code.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef IMAGE_FIND_CALL_H
#define IMAGE_FIND_CALL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"
#include "image/core.h"
#include "image/symtab.h"

struct call_rules
{
  /* As GNU gprof 2.40: its machines and its mistakes; of a symbol's code only
     the part in the first of LIMITS that it touches, and only targets that lie
     in one of LIMITS.  */
  bool strict;
  const struct text_range *limits;      /* disjoint, none empty; any order */
  size_t n_limits;
};

/* Somewhere in CALLER is a call of CALLEE, or of what only shows when the
   program runs: then CALLEE is SYM_NONE.  */
typedef void call_fn (void *data, sym_id caller, sym_id callee);

/* At AT is a call of the code at TO, or of CALL_UNKNOWN: what only shows when
   the program runs.  */
#define CALL_UNKNOWN UINT64_MAX
typedef void call_site_fn (void *data, uint64_t at, uint64_t to);

/* Looks through the code of SYMTAB's symbols in the text section and tells SITE
   (with DATA), in the order of addresses, of all that looks like a call,
   whatever is there.  A call by way of a word in memory (x86, gcc -fno-plt) has
   that word as its target.  False, without a message, if that is not possible,
   or if some of it may be wrong since it is a guess which code is ARM's and
   which Thumb's.  */
bool find_call_sites (const struct core *core, const struct symtab *symtab,
                      call_site_fn *site, void *data);

/* Looks through the text section, symbol by symbol and in the order of
   addresses, for calls of the first instruction of a symbol, and tells CALL
   (with DATA) of each.  The same pair may come several times.  Where that is
   not possible there is one diag_warning instead.  */
void find_call (const struct core *core, struct diag *diag,
                const struct symtab *symtab, const struct call_rules *rules,
                call_fn *call, void *data);

#endif /* IMAGE_FIND_CALL_H */
