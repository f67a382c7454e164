/* program.c -- what the options want to know of the program.

   SPDX-License-Identifier: GPL-3.0-or-later

   In: options, an object file, a profile.  Out: a debug file attached, the
   symbols, lines among them.  Called by gprof.c.  */

#include <config.h>

#include "program.h"

#include <stdlib.h>
#include <string.h>

#include "image/debug_file.h"
#include "profile/touched.h"
#include "report/needs.h"

/* GNU takes no symbols from another file, but BFD finds it lines there.  */
void
program_follow_debug_file (struct core *core, struct diag *diag,
                           const struct options *options, bool lines_wanted,
                           bool lines_needed)
{
  struct debug_search search = {
    .dirs = options->debug_dirs.items,
    .n_dirs = options->debug_dirs.len,
    .ask_servers = (options->debuginfod
                    && (lines_needed || !core_has_syms (core))),
  };
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

static struct symtab *
load_listed_syms (const struct core *core, struct diag *diag,
                  const struct options *options, struct arena *arena)
{
  size_t count;
  struct listed_sym *list = sym_list_read (diag, options->symbol_file, arena,
                                           &count);
  struct symtab *symtab
    = list ? core_create_listed_syms (core, list, count,
                                      options->style.strict) : NULL;
  free (list);
  return symtab;
}

struct symtab *
program_load_syms (struct core *core, struct diag *diag,
                   const struct options *options,
                   const struct sym_rules *rules, struct sources *sources,
                   struct arena *arena)
{
  if (options->symbol_file)
    return load_listed_syms (core, diag, options, arena);
  if (options->style.line_mode && rules->strict)
    return core_create_line_syms (core, diag, rules, sources, arena);
  return core_create_function_syms (core, diag, rules, sources);
}

/* Lines are looked for where there is data to attribute to them; everywhere if
   what has none shows too, or if symspecs may name it.  */
struct symtab *
program_add_lines (struct core *core, struct diag *diag,
                   const struct options *options, unsigned needs,
                   const struct profile *profile,
                   const struct symtab *symtab, struct sources *sources,
                   struct arena *arena)
{
  if (options->symbol_file)
    return NULL;
  bool *wanted = profile_touched (profile, symtab);
  bool all = (options->style.show_unused || options->n_specs
              || options->static_calls || (needs & NEED_CODE_LINES));
  if (all)
    memset (wanted, true, symtab_len (symtab) + 1);
  struct line_request request = {
    .wanted = wanted,
    .all_named = !options->no_static && !options->funcs_only,
    .in_order = all || diag_traces (diag, TRACE_SOURCES),
  };
  struct symtab *lines = core_add_line_syms (core, diag, symtab, &request,
                                             sources, arena);
  free (wanted);
  return lines;
}
