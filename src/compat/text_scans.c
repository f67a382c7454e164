/* compat/text_scans.c -- line symbols as GNU gprof finds them.

   SPDX-License-Identifier: GPL-3.0-or-later

   In: the functions and the debug information of the object file.  Out: a
   finalized symbol table of functions and source lines.  */

#include <config.h>

#include "compat/text_scans.h"

#include "image/line_scan.h"

struct symtab *
core_create_line_syms (struct core *core, struct diag *diag,
                       const struct sym_rules *rules, struct sources *sources,
                       struct arena *arena)
{
  bool lose_last = rules->quirks.lose_last_symbol;
  struct symtab *functions
    = core_collect_functions (core, diag, rules, sources);
  if (!functions)
    return NULL;
  struct symtab *symtab = symtab_new ();
  struct line_scan s;
  core_finish_syms (core, functions, lose_last);
  line_scan_init (&s, core, functions, NULL, sources, arena);
  if (line_scan_possible (core))
    {
      line_scan_range (&s, s.text.low, s.text.high, NULL);
      s.symtab = symtab;
      line_scan_range (&s, s.text.low, s.text.high, NULL);
    }
  line_scan_finish (symtab, functions, NULL);
  symtab_free (functions);
  core_finish_syms (core, symtab, lose_last);
  symtab_drop_empty_last (symtab);
  return symtab;
}
