/* run/program.c -- reads the data of the program that the options need.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "run/program.h"

#include <stdlib.h>
#include <string.h>

#include <libiberty.h>

#include "attribute/symbols_with_data.h"
#include "compat/text_scans.h"
#include "image/debug_file.h"
#include "image/line_trouble.h"
#include "report/needs.h"

/* With ignore_debug_files no symbols come from the debug file, but BFD may
   find the source lines in it.  */
void
program_follow_debug_file (struct image *image, struct diag *diag,
                           const struct options *options, bool lines_wanted,
                           bool lines_needed)
{
  struct debug_search search = {
    .dirs = options->debug_dirs.items,
    .n_dirs = options->debug_dirs.len,
    .ask_servers = (options->debuginfod
                    && (lines_needed || !image_has_syms (image))),
  };
  bool lacks_lines = lines_wanted && !image_has_lines (image);
  if (options->symbol_file)
    return;
  if (options->style.quirks.ignore_debug_files)
    {
      if (lacks_lines)
        image_let_bfd_follow (image);
    }
  else if (lacks_lines || !image_has_syms (image))
    debug_file_follow (image, diag, &search);
}

static struct symtab *
load_listed_syms (const struct image *image, struct diag *diag,
                  const struct options *options, struct arena *arena)
{
  size_t count;
  struct listed_sym *list = sym_list_read (diag, options->symbol_file, arena,
                                           &count);
  struct symtab *symtab
    = list ? image_create_listed_syms (image, list, count,
                                       options->style.quirks.lose_last_symbol)
      : NULL;
  free (list);
  return symtab;
}

struct symtab *
program_load_syms (struct image *image, struct diag *diag,
                   const struct options *options,
                   const struct sym_rules *rules, struct sources *sources,
                   struct arena *arena)
{
  if (options->symbol_file)
    return load_listed_syms (image, diag, options, arena);
  if (options->style.line_mode && rules->quirks.scan_text_twice)
    return image_create_line_syms (image, diag, rules, sources, arena);
  return image_create_function_syms (image, diag, rules, sources);
}

/* Source lines are looked up only where PROFILE has data.  They are looked up
   everywhere if symbols without data are shown, or if symspecs may name
   them.  */
struct symtab *
program_add_lines (struct image *image, struct diag *diag,
                   const struct options *options, unsigned needs,
                   const struct profile *profile,
                   const struct symtab *symtab, struct sources *sources,
                   struct arena *arena)
{
  if (options->symbol_file)
    return NULL;
  bool *wanted = symbols_with_data (profile, symtab);
  bool all = (options->style.show_unused || options->n_specs
              || options->static_calls || (needs & NEED_CODE_LINES));
  if (all)
    memset (wanted, true, symtab_len (symtab) + 1);
  struct line_request request = {
    .wanted = wanted,
    .all_named = !options->no_static && !options->funcs_only,
    .in_order = all || diag_traces (diag, TRACE_SOURCES),
  };
  struct symtab *lines = image_add_line_syms (image, diag, symtab, &request,
                                              sources, arena);
  free (wanted);
  return lines;
}

/* Returns true if an option asks for source lines by name. -C does not: it
   shows calls with or without lines.  */
static bool
asks_for_lines (const struct options *options, unsigned styles)
{
  return (options->style.line_mode || options->style.inline_file_names
          || (styles & REPORT_ANNOTATED));
}

void
program_warn_no_lines (const struct image *image, struct diag *diag,
                       const struct options *options, unsigned styles)
{
  const char *name = image_name (image);
  bool asked = asks_for_lines (options, styles);
  if (options->symbol_file)
    {
      if (asked)
        diag_warning (diag, "%s: no source lines are shown, since the symbols"
                      " come from -S; run gprof without -S to see lines", name);
      return;
    }
  switch (line_trouble_find (image))
    {
    case LINE_TROUBLE_TOO_LARGE:
      break;
    case LINE_TROUBLE_NO_DEBUG:
      if (asked)
        diag_warning (diag, "%s: no source lines are shown, since the program"
                      " has no debugging information; compile and link it with"
                      " -g", name);
      break;
    case LINE_TROUBLE_64BIT:
      diag_warning (diag, "%s: no source lines are shown, since libbfd cannot"
                    " read this debugging information in the 64-bit format of"
                    " DWARF; compile the program with -gdwarf32", name);
      break;
    case LINE_TROUBLE_SPLIT:
      diag_warning (diag, "%s: no source lines are shown, since the debugging"
                    " information is split, and gprof does not read .dwo files;"
                    " compile the program without -gsplit-dwarf, or with"
                    " -gdwarf-4", name);
      break;
    case LINE_TROUBLE_UNREADABLE:
      diag_warning (diag, "%s: no source lines are shown, since libbfd cannot"
                    " read the debugging information; is it damaged?  If not,"
                    " compile the program with -gdwarf-4", name);
      break;
    case LINE_TROUBLE_OTHER_CODE:
      if (asked)
        diag_warning (diag, "%s: no source lines are shown, since its debugging"
                      " information is not about the functions that have"
                      " samples or calls; compile these with -g", name);
      break;
    }
}

const char *
program_stripped_name (const struct options *options, struct arena *arena)
{
  char *whole;
  const char *name;

  if (options->style.quirks.ignore_debug_files)
    return NULL;
  whole = concat ("[", lbasename (options->image), "]", NULL);
  name = arena_strdup (arena, whole);
  free (whole);
  return name;
}

struct selection *
program_selection (const struct options *options)
{
  struct selection *selection = selection_new ();

  for (size_t i = 0; i < options->n_specs; i++)
    sym_id_add_name (selection, options->specs[i].spec,
                     options->specs[i].table, options->specs[i].whole);
  return selection;
}

void
program_add_source_path (struct sources *sources,
                         const struct options *options,
                         const struct image *image)
{
  const struct string_list *dirs = &options->source_dirs;

  if (image_is_pe (image) && !options->style.quirks.join_windows_paths)
    sources_ignore_case (sources);

  for (size_t i = 0; i < dirs->len; i++)
    source_path_add (sources, dirs->items[i]);
}
