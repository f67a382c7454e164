/* program.c -- what the options want to know of the program.

   SPDX-License-Identifier: GPL-3.0-or-later

   In: options, an object file, a profile.  Out: a debug file attached, lines
   among the symbols.  Called by gprof.c.  */

#include <config.h>

#include "program.h"

#include <stdlib.h>
#include <string.h>

#include "image/debug_file.h"
#include "profile/touched.h"

/* GNU takes no symbols from another file, but BFD finds it lines there.  */
void
program_follow_debug_file (struct core *core, struct diag *diag,
                           const struct options *options, bool lines_wanted)
{
  struct debug_search search = { options->debug_dirs.items,
                                 options->debug_dirs.len,
                                 options->debuginfod };
  bool lacks_lines = lines_wanted && !core_has_lines (core);
  if (options->symbol_file)
    return;
  if (options->style.strict)
    {
      if (lacks_lines)
        core_let_bfd_follow (core);
    }
  else if (lacks_lines || !core_has_syms (core))
    debug_file_follow (core, diag, &search);
}

/* Lines are looked for where there is data to attribute to them; everywhere if
   what has none shows too, or if symspecs may name it.  */
struct symtab *
program_add_lines (struct core *core, struct diag *diag,
                   const struct options *options, unsigned styles,
                   const struct profile *profile, struct symtab *symtab,
                   struct sources *sources, struct arena *arena)
{
  bool *wanted = profile_touched (profile, symtab);
  if (options->style.show_unused || options->n_specs || options->static_calls
      || (styles & STYLE_ANNOTATED))
    memset (wanted, true, symtab_len (symtab) + 1);
  struct symtab *lines
    = core_add_line_syms (core, diag, symtab,
                          !options->no_static && !options->funcs_only, wanted,
                          sources, arena);
  symtab_free (symtab);
  free (wanted);
  return lines;
}
