/* compat/text_scans.c -- line symbols as GNU gprof finds them.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "compat/text_scans.h"

#include "image/line_scan.h"

struct symtab *
image_create_line_syms (struct image *image, struct diag *diag,
                        const struct sym_rules *rules, struct sources *sources,
                        struct arena *arena)
{
  bool lose_last = rules->quirks.lose_last_symbol;
  struct symtab *functions
    = image_collect_functions (image, diag, rules, sources);
  if (!functions)
    return NULL;
  struct symtab *symtab = symtab_new ();
  struct line_scan s;
  image_finish_syms (image, functions, lose_last);
  line_scan_init (&s, image, functions, NULL, sources, arena);
  if (line_scan_possible (image))
    {
      line_scan_range (&s, s.text.low, s.text.high, NULL);
      s.symtab = symtab;
      line_scan_range (&s, s.text.low, s.text.high, NULL);
    }
  line_scan_finish (symtab, functions, NULL);
  symtab_free (functions);
  image_finish_syms (image, symtab, lose_last);
  symtab_drop_empty_last (symtab);
  return symtab;
}
