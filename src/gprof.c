/* gprof.c -- the context of one run and its pipeline.

   SPDX-License-Identifier: GPL-3.0-or-later

   Start reading at the end: gprof_run is the whole program.  Each stage is a
   call, in the order the data flows:

     image    -> symbols of the program
     profile  -> histograms, arcs, counts as recorded
     select   -> which symbols and arcs the user wants
     graph    -> calls, cycles, propagated time
     report   -> text  */

#include <config.h>

#include "gprof.h"

#include <stdlib.h>

#include "attribute/never_executed.h"
#include "compat/cg_export.h"
#include "match/rebase.h"
#include "report/names.h"
#include "report/reports.h"
#include "report/text/cg_print.h"
#include "run/files_compare.h"
#include "run/hints.h"
#include "run/libraries.h"
#include "run/measured.h"
#include "run/program.h"

/* The limit of the memory for source lines, in bytes: LINES_ROOM plus
   LINES_RATIO times the size of the files that the lines are read from,
   without compression.  The lines of files that compilers write take up to 6
   times that size (doc/design/src/image-memory.md).  */
#define LINES_ROOM (64 << 20)
#define LINES_RATIO 16

/* The reports that are possible if no option asks for a report, until the
   profile is read.  */
#define REPORTS_BY_DEFAULT (REPORT_FLAT | REPORT_CALL_GRAPH)

/* The results for one table of symbols.  */
struct analysis
{
  struct symtab *symtab;        /* NULL: no symbols are needed, and there are
                                   no results */
  struct selection *selection;
  struct lines *lines;
  struct bb_counts blocks;
  struct measured data;         /* times and calls */
};

struct gprof
{
  const struct options *options;
  struct diag *diag;
  struct out *out;
  struct arena *arena;          /* strings that live as long as the run */

  struct core *core;            /* image */
  struct sources *sources;
  struct map *map;              /* of -R, or NULL */
  struct symtab *objects;       /* with a map: a copy of the symbols with the
                                   names of the map.  With
                                   map_renames_symbols NULL: then the symbols
                                   in all.symtab are renamed */
  struct objects *libraries;    /* of the process; or NULL */
  bool *shown_objects;          /* of --object; or NULL */
  struct inputs inputs;         /* profile */
  struct profile profile;
  struct profile shown;         /* the same in the unit of the reports */
  const struct process *process;        /* the part of profile that the
                                           reports show instead of histogram
                                           and calls, or NULL */
  struct analysis all;          /* select, graph: the results for all
                                   reports */
  struct analysis by_line;      /* the results for reports with NEED_BLOCKS, if
                                   the profile has blocks and -l is not
                                   given */
  struct cg_rank rank;          /* report */
  struct names *names;
  unsigned styles;              /* reports to make, bits of report_bit; if no
                                   option asks for one, the possible ones until
                                   the profile is read */
  enum image_fit fit;           /* how the profile fits the program */
  bool lines_loaded;            /* all.symtab came with all source lines */
  void (*limit) (const char *name, uint64_t size); /* set by gprof_limit_lines,
                                                      or NULL */
};

struct gprof *
gprof_new (const struct options *options, struct diag *diag, struct out *out)
{
  struct gprof *gprof = array_new (1, sizeof *gprof);
  gprof->options = options;
  gprof->diag = diag;
  diag_set_topics (diag, options->trace);
  gprof->out = out;
  gprof->arena = arena_new ();
  gprof->sources = sources_new ();
  gprof->all.selection = program_selection (options);
  profile_init (&gprof->profile, options->style.quirks);
  if (options->style.dimension == DIMENSION_BLOCKED)
    gprof->profile.values = GMON_OFF_CPU_VALUES;
  gprof->styles = (options->exporter
                   ? options->styles & (REPORT_SUM | REPORT_WAITS)
                   : options->styles ? options->styles : REPORTS_BY_DEFAULT);
  return gprof;
}

static void
analysis_free (struct analysis *found)
{
  measured_free (&found->data);
  bb_counts_free (&found->blocks);
  lines_free (found->lines);
  selection_free (found->selection);
  symtab_free (found->symtab);
}

void
gprof_free (struct gprof *gprof)
{
  if (!gprof)
    return;
  names_free (gprof->names);
  cg_rank_free (&gprof->rank);
  analysis_free (&gprof->by_line);
  analysis_free (&gprof->all);
  profile_free (&gprof->profile);
  inputs_free (&gprof->inputs);
  objects_free (gprof->libraries);
  free (gprof->shown_objects);
  symtab_free (gprof->objects);
  map_free (gprof->map);
  sources_free (gprof->sources);
  core_free (gprof->core);
  arena_free (gprof->arena);
  free (gprof);
}

void
gprof_limit_lines (struct gprof *gprof,
                   void (*limit) (const char *name, uint64_t size))
{
  gprof->limit = limit;
}

/* Returns the needs, bits of enum report_need, of all reports of the run, as
   far as they are known at the time of the call.  */
static unsigned
needs_of_run (const struct gprof *gprof)
{
  const struct options *options = gprof->options;
  unsigned needs = reports_needs (&options->style, gprof->styles);
  if (options->by_file)
    return (NEED_SYMBOLS | (sym_ids_need_lines (gprof->all.selection)
                            ? NEED_LINES | NEED_ALL_LINES : 0));
  if (options->exporter)
    needs |= options->exporter->needs;
  if (options->rebase == REBASE_AUTO)
    needs |= NEED_SYMBOLS;
  if (sym_ids_need_lines (gprof->all.selection))
    needs |= NEED_LINES | NEED_ALL_LINES;
  if (diag_traces (gprof->diag, TRACE_SOURCES))
    needs |= NEED_ALL_LINES;
  return needs;
}

/* Begins a limit of memory before source lines are read, if WANTED.  After the
   reading, end_lines ends it.  */
static void
begin_lines (struct gprof *gprof, bool wanted)
{
  if (!gprof->limit || !wanted)
    return;
  uint64_t size = core_lines_size (gprof->core);
  if (gprof->libraries && (needs_of_run (gprof) & (NEED_LINES | NEED_PLACES)))
    size += objects_lines_size (gprof->libraries);
  gprof->limit (core_name (gprof->core), LINES_ROOM + LINES_RATIO * size);
}

static void
end_lines (struct gprof *gprof)
{
  if (gprof->limit)
    gprof->limit (NULL, 0);
}

/* Reads the map of -R, if it is given.  Unless map_renames_symbols is
   set, makes a table of objects that is separate from all.symtab.  Returns
   false after one diag_error.  */
static bool
load_map (struct gprof *gprof, const struct sym_rules *rules)
{
  struct sym_rules with_map = *rules;
  if (!gprof->options->map_file)
    return true;
  gprof->map = map_read (gprof->diag, gprof->options->map_file, gprof->arena);
  if (!gprof->map || rules->quirks.map_renames_symbols)
    return gprof->map != NULL;
  with_map.with_lines = false;
  with_map.map = gprof->map;
  gprof->objects
    = program_load_syms (gprof->core, gprof->diag, gprof->options, &with_map,
                         gprof->sources, gprof->arena);
  return gprof->objects != NULL;
}

bool
gprof_load_image (struct gprof *gprof)
{
  const struct options *options = gprof->options;
  const unsigned needs = needs_of_run (gprof);
  const bool lines_wanted = needs & (NEED_FILES | NEED_LINES
                                     | NEED_PLACES);
  /* With ask_all_lines all source lines are read at once, in the order of the
     object file; else each is looked up when it is needed.  The symbols of a
     list (-S) have no lines.  */
  gprof->lines_loaded = (options->symbol_file
                         || (options->style.quirks.ask_all_lines
                             && lines_wanted));
  struct sym_rules rules
    = { .no_static = options->no_static,
        .funcs_only = options->funcs_only,
        .quirks = options->style.quirks,
        .with_lines = gprof->lines_loaded,
        .keep_syms = options->static_calls,
        .stripped_name = program_stripped_name (options, gprof->arena),
        .stripped_as_one = options->command != NULL, .arena = gprof->arena };
  gprof->core = core_open (gprof->diag, options->image, rules.quirks);
  if (!gprof->core)
    {
      hint_image (options, gprof->diag);
      return false;
    }
  if (!(needs & NEED_SYMBOLS))
    return true;
  program_follow_debug_file (gprof->core, gprof->diag, options, lines_wanted,
                             needs & NEED_LINES);
  if (!load_map (gprof, &rules))
    return false;
  if (rules.quirks.map_renames_symbols)
    rules.map = gprof->map;
  begin_lines (gprof, rules.with_lines && !options->symbol_file);
  gprof->all.symtab
    = program_load_syms (gprof->core, gprof->diag, options, &rules,
                         gprof->sources, gprof->arena);
  end_lines (gprof);
  return gprof->all.symtab != NULL;
}

/* Returns the reports to make: those that options ask for, or else those that
   the data allows, without those that options turn off.  */
static unsigned
choose_styles (const struct gprof *gprof)
{
  unsigned styles = 0;
  if (gprof->options->styles || gprof->options->exporter)
    return hint_waits (gprof->options, gprof->diag, &gprof->profile,
                       gprof->styles);
  if (measured_has_times (gprof->process, &gprof->profile))
    styles |= REPORT_FLAT;
  if (measured_has_calls (gprof->process, &gprof->profile))
    styles |= REPORT_CALL_GRAPH;
  if (!styles)
    styles = REPORT_EXEC_COUNTS;
  return styles & ~gprof->options->asked;
}

/* Drops, with a warning, the flat profile or the call graph from the reports
   to make if the profile has no data for it.  Both must have been among the
   reports, and the profile must have data for the other one.  Not with
   all_reports_or_none.  */
static void
drop_missing (struct gprof *gprof)
{
  const struct profile *profile = &gprof->profile;
  unsigned missing = 0;
  if (!measured_has_times (gprof->process, profile))
    missing |= REPORT_FLAT;
  if (!measured_has_calls (gprof->process, profile))
    missing |= REPORT_CALL_GRAPH;
  missing &= gprof->styles;
  if (gprof->options->style.quirks.all_reports_or_none
      || !(gprof->styles & (REPORT_FLAT | REPORT_CALL_GRAPH) & ~missing))
    return;
  gprof->styles &= ~missing;
  if (missing & REPORT_FLAT)
    diag_warning (gprof->diag, "%s: no samples were recorded, so there is no"
                  " flat profile; leave out -p",
                  profile_name (profile));
  if (missing & REPORT_CALL_GRAPH)
    diag_warning (gprof->diag, "%s: no calls were recorded, so there is no call"
                  " graph", profile_name (profile));
}

/* Returns true if the profile has data, or -z prints functions without data.
   Returns false after one diag_error if the profile is only a header and
   execution counts are the only report, which is the default without data.
   Any other report complains about missing data itself.  With accept_no_data
   returns true: then nothing is printed.  */
static bool
has_data (const struct gprof *gprof)
{
  const struct profile *profile = &gprof->profile;
  if (gprof->options->style.quirks.accept_no_data
      || gprof->options->style.show_unused
      || gprof->styles != REPORT_EXEC_COUNTS
      || measured_has_times (gprof->process, profile)
      || measured_has_calls (gprof->process, profile) || profile->n_blocks)
    return true;
  diag_error (gprof->diag, "%s: nothing was recorded: no samples, calls or"
              " counts of blocks; compile and link the program with -pg, and"
              " run it again until it ends by itself", profile_name (profile));
  return false;
}

bool
gprof_load_profiles (struct gprof *gprof)
{
  const struct options *options = gprof->options;
  bool done = (inputs_list (&gprof->inputs, options, gprof->diag)
               && inputs_read (&gprof->inputs, &gprof->profile, options,
                               gprof->core, gprof->diag, gprof->out));
  gprof->process = measured_process (&gprof->profile, options);
  gprof->styles = choose_styles (gprof);
  if (!done || !has_data (gprof))
    return false;
  drop_missing (gprof);
  return true;
}

bool
gprof_rebase (struct gprof *gprof)
{
  const struct options *options = gprof->options;
  const char *name = profile_name (&gprof->profile);
  switch (options->rebase)
    {
    case REBASE_NONE:
      break;
    case REBASE_BY:
      return profile_move (&gprof->profile, gprof->diag, name,
                           core_wire (gprof->core), options->rebase_offset);
    case REBASE_AUTO:
      return rebase_auto (&gprof->profile, gprof->diag, name, gprof->core,
                          gprof->all.symtab);
    }
  return true;
}

/* A lines_core_fn for DATA, a struct objects.  */
static struct core *
library_core (void *data, uint32_t number)
{
  return objects_core (data, number);
}

/* Selects symbols of FOUND by the specs of the user.  KNOWN tells which
   symbols have their source line already.  */
static void
select_symbols (struct gprof *gprof, struct analysis *found,
                enum lines_known known)
{
  const struct options *options = gprof->options;
  found->lines = lines_new (gprof->core, found->symtab, gprof->sources, known);
  if (gprof->libraries)
    lines_add_libraries (found->lines, library_core, gprof->libraries);
  if (!options->style.quirks.specs_by_raw_name)
    sym_ids_resolve (found->selection, found->symtab, gprof->core,
                     options->style.demangle_flags);
  sym_ids_add_hooks (found->selection);
  sym_ids_limit_objects (found->selection, gprof->shown_objects);
  const unsigned needs = needs_of_run (gprof);
  if ((needs & NEED_LINES) && (needs & NEED_ALL_LINES))
    {
      begin_lines (gprof, true);
      lines_need_all (found->lines);
      end_lines (gprof);
    }
  sym_id_parse (found->selection, found->symtab, found->lines,
                core_leading_char (gprof->core));
  /* Only one of the tables of symbols needs the warnings.  */
  if (!options->style.quirks.silent_specs && found == &gprof->all)
    sym_ids_warn (found->selection, gprof->diag, found->lines, gprof->core,
                  options->style.demangle_flags);
}

/* Returns the data of the run that are attributed to the symbols of FOUND.
   The symbols for counts of blocks are those of the program only, and their
   calls are all in its own records.  */
static struct measure
measure_of (const struct gprof *gprof, const struct analysis *found)
{
  return (struct measure) {
    .options = gprof->options, .diag = gprof->diag, .core = gprof->core,
    .profile = &gprof->profile,
    .process = found == &gprof->all ? gprof->process : NULL,
    .symtab = found->symtab, .selection = found->selection,
    .wants_waits = (needs_of_run (gprof) & NEED_WAITS
                    || gprof->profile.values & GMON_OFF_CPU_VALUES),
  };
}

/* Assigns samples and calls of the profile to the symbols of FOUND, which are
   selected already.  A graph takes more memory than all data of a flat
   profile, so it is made only where it is needed.  Returns false after one
   diag_error.  */
static bool
attribute (struct gprof *gprof, struct analysis *found)
{
  const struct measure data = measure_of (gprof, found);
  return measured_attribute (&found->data, &data,
                             needs_of_run (gprof) & NEED_GRAPH);
}

/* Assigns the blocks of the profile to the symbols of FOUND.  Blocks that
   never ran are added if reports show them, unless ignore_never_executed is
   set.  */
static void
attribute_blocks (struct gprof *gprof, struct analysis *found)
{
  struct block_list never_executed = { NULL, 0 };
  if (!gprof->options->style.quirks.ignore_never_executed
      && (needs_of_run (gprof) & NEED_BLOCKS))
    never_executed
      = never_executed_blocks (&gprof->profile, gprof->core, found->symtab);
  bb_assign (&found->blocks, &gprof->profile, &never_executed, found->symtab);
  free (never_executed.blocks);
}

/* Returns a table of the symbols FUNCTIONS and their source lines, or NULL if
   no lines are known.  With WITH_STACKS, lines of code without samples of the
   histogram are symbols if the reports show call stacks.  */
static struct symtab *
add_lines (struct gprof *gprof, const struct symtab *functions,
           bool with_stacks)
{
  begin_lines (gprof, true);
  /* Stacks have places where the histogram has no samples.  */
  unsigned needs = needs_of_run (gprof);
  if (with_stacks && gprof->process)
    needs |= NEED_CODE_LINES;
  struct symtab *symtab
    = program_add_lines (gprof->core, gprof->diag, gprof->options, needs,
                         &gprof->profile, functions, gprof->sources,
                         gprof->arena);
  end_lines (gprof);
  return symtab;
}

/* Fills by_line, the results by source line for the reports that show counts
   of blocks, although -l is not given.  Returns false after one
   diag_error.  */
static bool
analyze_by_line (struct gprof *gprof)
{
  struct analysis *found = &gprof->by_line;
  found->symtab = add_lines (gprof, gprof->all.symtab, false);
  if (!found->symtab)
    return true;
  found->selection = program_selection (gprof->options);
  select_symbols (gprof, found, LINES_OF_SCAN);
  attribute_blocks (gprof, found);
  return attribute (gprof, found);
}

/* For -l: makes source lines symbols, besides the functions.  */
static void
refine_symbols (struct gprof *gprof)
{
  struct symtab *by_line = add_lines (gprof, gprof->all.symtab, true);
  if (!by_line)
    return;
  symtab_free (gprof->all.symtab);
  gprof->all.symtab = by_line;
}

/* Adds the symbols of the libraries of the process, if the profile has one, to
   those of the program.  */
static void
load_libraries (struct gprof *gprof)
{
  const struct process *process = gprof->process;
  if (!process)
    return;
  gprof->libraries = libraries_new (gprof->core, gprof->diag, gprof->options,
                                    process, gprof->sources);
  libraries_add (gprof->libraries, gprof->all.symtab, process);
}

bool
gprof_analyze (struct gprof *gprof)
{
  const struct style *style = &gprof->options->style;
  bool has_blocks = (!style->quirks.blocks_need_lines
                     && gprof->profile.n_blocks
                     && (needs_of_run (gprof) & NEED_BLOCKS));
  if (!gprof->all.symtab)
    return true;
  if (gprof->options->shown_objects)
    gprof->shown_objects
      = libraries_shown (gprof->profile.process, core_name (gprof->core),
                         gprof->options->shown_objects, gprof->diag);
  gprof->fit = warn_of_data (gprof->options, gprof->diag, gprof->core,
                             gprof->all.symtab, &gprof->profile,
                             needs_of_run (gprof));
  if (style->line_mode && !style->quirks.scan_text_twice)
    refine_symbols (gprof);
  else if (has_blocks && !analyze_by_line (gprof))
    return false;
  load_libraries (gprof);
  select_symbols (gprof, &gprof->all,
                  gprof->lines_loaded ? LINES_ALL
                  : style->line_mode ? LINES_OF_SCAN : LINES_NONE);
  if (style->line_mode || (has_blocks && !gprof->by_line.symtab))
    attribute_blocks (gprof, &gprof->all);
  return attribute (gprof, &gprof->all);
}

bool
gprof_sum (struct gprof *gprof)
{
  const struct quirks quirks = gprof->options->style.quirks;
  if (!(gprof->styles & REPORT_SUM))
    return true;
  if (quirks.sum_in_read_order)
    cg_export (gprof->all.data.cg, gprof->all.symtab, &gprof->profile);
  else if (!profile_merge (&gprof->profile, gprof->diag))
    return false;
  return gmon_out_write (&gprof->profile, gprof->diag,
                         options_sum_file (gprof->options),
                         gprof->options->format, core_wire (gprof->core),
                         quirks.truncate_sums);
}

/* This stage comes after gprof_sum, since a sum holds only recorded data.  */
bool
gprof_assemble (struct gprof *gprof)
{
  const struct options *options = gprof->options;
  struct analysis *all = &gprof->all;
  if (!all->symtab
      || !measured_has_calls (gprof->process, &gprof->profile))
    return true;
  const struct measure data = measure_of (gprof, all);
  measured_assemble (&all->data, &data, gprof->core);
  if (needs_of_run (gprof) & NEED_RANK)
    cg_rank_init (&gprof->rank, &options->style, gprof->all.data.cg,
                  gprof->all.symtab);
  return true;
}

/* Looks up the source files of static functions of the program, which the index
   prints.  Libraries are not opened for it.  */
static void
find_index_lines (struct gprof *gprof)
{
  const struct analysis *all = &gprof->all;
  for (sym_id id = 0; id < symtab_program_len (all->symtab); id++)
    if (sym_get (all->symtab, id)->is_static
        && cg_index_lists (&gprof->options->style, all->data.cg, all->symtab,
                           id))
      lines_need (all->lines, id);
}

/* Returns whether the symbol ID of FOUND has time or calls.  */
static bool
has_data_of (const struct analysis *found, sym_id id)
{
  return (found->data.flat.time[id] != 0
          || cg_node (found->data.cg, id)->calls != 0);
}

/* Looks up the source lines that reports print behind names: those of all
   symbols with time or calls, and of both ends of every arc.  */
static void
find_name_lines (struct gprof *gprof)
{
  const struct analysis *all = &gprof->all;
  for (sym_id id = 0; id < symtab_len (all->symtab); id++)
    if (has_data_of (all, id))
      lines_need (all->lines, id);
  for (size_t i = 0; i < all->data.cg->n_arcs; i++)
    {
      const struct cg_arc *arc = &all->data.cg->arcs[i];
      lines_need (all->lines, arc->parent);
      if (arc->child != cg_indirect (all->data.cg))
        lines_need (all->lines, arc->child);
    }
}

/* Returns true if there are symbols with time or calls, and none of them has a
   source line.  Returns true also if -A is given and there is no source file
   at all.  */
static bool
lacks_lines (const struct gprof *gprof)
{
  const struct analysis *all = &gprof->all;
  bool has_data = false;
  for (sym_id id = 0; id < symtab_len (all->symtab); id++)
    if (has_data_of (all, id))
      {
        has_data = true;
        if (lines_get (all->lines, id).file)
          return false;
      }
  return has_data || ((gprof->styles & REPORT_ANNOTATED)
                      && sources_len (gprof->sources) == 0);
}

/* Returns the view of FOUND for the reports.  */
static struct view
make_view (const struct gprof *gprof, const struct analysis *found)
{
  return (struct view) {
    .style = &gprof->options->style,
    .core = gprof->core,
    .styles = gprof->styles,
    .symtab = found->symtab,
    .map = gprof->map,
    .objects = gprof->objects ? gprof->objects : found->symtab,
    .lines = found->lines,
    .selection = found->selection,
    .profile = &gprof->shown,
    .of_waits = gprof->shown.values & GMON_OFF_CPU_VALUES,
    .flat = &found->data.flat,
    .blocks = found->blocks.start ? &found->blocks : NULL,
    .cg = found->data.cg,
    .stacks = found->data.stacks,
    .waits = found->data.waits,
    .rank = gprof->rank.len ? &gprof->rank : NULL,
    .names = gprof->names,
    .diag = gprof->diag,
    .by_line = (found == &gprof->by_line
                || gprof->options->style.line_mode),
  };
}

bool
gprof_report (struct gprof *gprof)
{
  if (!gprof->all.symtab)
    return true;
  gprof->names = names_new (gprof->core, symtab_len (gprof->all.symtab),
                            gprof->rank.len != 0);
  gprof->shown = measured_profile (&gprof->profile);
  struct view view = make_view (gprof, &gprof->all), counts = view;
  if (gprof->by_line.symtab)
    counts = make_view (gprof, &gprof->by_line);
  if (!reports_ready (&view, &counts, gprof->styles, gprof->diag))
    return false;
  const unsigned needs = needs_of_run (gprof);
  begin_lines (gprof, true);
  if (needs & (NEED_LINES | NEED_PLACES))
    {
      find_name_lines (gprof);
      if ((needs & NEED_LINES)
          && !gprof->options->style.quirks.no_hints && lacks_lines (gprof))
        program_warn_no_lines (gprof->core, gprof->diag, gprof->options,
                               gprof->styles);
    }
  else if (needs & NEED_FILES)
    find_index_lines (gprof);
  end_lines (gprof);
  if (!core_is_sound (gprof->core))
    return false;
  program_add_source_path (gprof->sources, gprof->options, gprof->core);
  hint_data (gprof->options, gprof->diag, gprof->core, &gprof->profile, needs,
             gprof->fit);
  unsigned errors = diag_errors (gprof->diag);
  if (gprof->options->exporter)
    gprof->options->exporter->print (gprof->out, &view);
  reports_print (gprof->out, &view, &counts, gprof->styles);
  return ((view.style->quirks.overwrite_listings
           && view.style->separate_files)
          || diag_errors (gprof->diag) == errors);
}

/* In place of all stages after gprof_load_image: --by-file.  */
static bool
report_by_file (struct gprof *gprof)
{
  if (!inputs_list (&gprof->inputs, gprof->options, gprof->diag))
    return false;
  select_symbols (gprof, &gprof->all, LINES_NONE);
  gprof->names = names_new (gprof->core, symtab_len (gprof->all.symtab), 0);
  gprof->shown = measured_profile (&gprof->profile);
  struct view view = make_view (gprof, &gprof->all);
  return files_compare (&gprof->inputs, &view, gprof->options, gprof->out);
}

bool
gprof_run (struct gprof *gprof)
{
  if (gprof->options->by_file)
    return (gprof_load_image (gprof) && core_is_sound (gprof->core)
            && report_by_file (gprof) && core_is_sound (gprof->core));
  return (gprof_load_image (gprof)              /* program -> symbols */
          && core_is_sound (gprof->core)
          && gprof_load_profiles (gprof)        /* files -> raw profile */
          && gprof_rebase (gprof)               /* --rebase */
          && gprof_analyze (gprof)              /* -> times, counted calls */
          && core_is_sound (gprof->core)
          && gprof_sum (gprof)                  /* -s: -> gmon.sum */
          && gprof_assemble (gprof)             /* -> call graph */
          && gprof_report (gprof)               /* -> text */
          && core_is_sound (gprof->core));
}
