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

#include "compat/cg_export.h"
#include "match/rebase.h"
#include "report/names.h"
#include "report/reports.h"
#include "run/choice.h"
#include "run/files_compare.h"
#include "run/hints.h"
#include "run/inlines.h"
#include "run/libraries.h"
#include "run/name_lines.h"
#include "run/program.h"

struct gprof
{
  const struct options *options;
  struct diag *diag;
  struct out *out;
  struct arena *arena;          /* strings that live as long as the run */

  struct image *image;          /* image */
  struct sources *sources;
  struct map *map;              /* of -R, or NULL */
  struct symtab *objects;       /* the symbols with the names of the map, NULL
                                   without it or with map_renames_symbols */
  struct objects *libraries;    /* of the process; or NULL */
  bool *shown_objects;          /* of --object; or NULL */
  struct inputs inputs;         /* profile */
  struct profile profile;
  struct profile shown;         /* the same in the unit of the reports */
  const struct process *process;        /* of measured_process, or NULL; that of
                                           inlined if that takes its place */
  struct inlined_frames *inlined;       /* or NULL */
  const struct process *beside; /* that of inlined, if the reports show both;
                                   or NULL */
  struct analysis all;          /* select, graph: the results for all
                                   reports */
  struct analysis by_line;      /* the results for reports with NEED_BLOCKS, if
                                   the profile has blocks and -l is not
                                   given */
  struct entry_order entries;   /* report */
  struct names *names;
  unsigned styles;              /* reports to make, bits of report_bit
                                   (run/choice.h) */
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
  gprof->styles = choice_before_profile (options);
  return gprof;
}

void
gprof_free (struct gprof *gprof)
{
  if (!gprof)
    return;
  names_free (gprof->names);
  entry_order_free (&gprof->entries);
  analysis_free (&gprof->by_line);
  analysis_free (&gprof->all);
  inlined_frames_free (gprof->inlined);
  profile_free (&gprof->profile);
  inputs_free (&gprof->inputs);
  objects_free (gprof->libraries);
  free (gprof->shown_objects);
  symtab_free (gprof->objects);
  map_free (gprof->map);
  sources_free (gprof->sources);
  image_free (gprof->image);
  arena_free (gprof->arena);
  free (gprof);
}

void
gprof_limit_lines (struct gprof *gprof,
                   void (*limit) (const char *name, uint64_t size))
{
  gprof->limit = limit;
}

/* Returns the needs of all reports of the run, as far as they are known.  */
static unsigned
needs_of_run (const struct gprof *gprof)
{
  return choice_needs (gprof->options, gprof->diag, gprof->styles,
                       sym_ids_need_lines (gprof->all.selection));
}

/* Returns what the run has read, for an analysis.  */
static struct subject
subject_of (const struct gprof *gprof)
{
  return (struct subject) {
    .options = gprof->options, .diag = gprof->diag,
    .needs = needs_of_run (gprof),
    .image = gprof->image, .sources = gprof->sources, .arena = gprof->arena,
    .libraries = gprof->libraries, .shown_objects = gprof->shown_objects,
    .profile = &gprof->profile, .process = gprof->process,
    .beside = gprof->beside, .limit = gprof->limit,
  };
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
    = program_load_syms (gprof->image, gprof->diag, gprof->options, &with_map,
                         gprof->sources, gprof->arena);
  return gprof->objects != NULL;
}

bool
gprof_load_image (struct gprof *gprof)
{
  const struct options *options = gprof->options;
  const unsigned needs = needs_of_run (gprof);
  const bool lines_wanted = (options->inlines
                             || needs & (NEED_FILES | NEED_LINES
                                         | NEED_PLACES));
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
  gprof->image = image_open_as (gprof->diag, options->image,
                                options->image_file ? options->image_file
                                : options->image, rules.quirks);
  if (!gprof->image)
    {
      hint_image (options, gprof->diag);
      return false;
    }
  if (!(needs & NEED_SYMBOLS))
    return true;
  program_follow_debug_file (gprof->image, gprof->diag, options, lines_wanted,
                             needs & NEED_LINES);
  if (!load_map (gprof, &rules))
    return false;
  if (rules.quirks.map_renames_symbols)
    rules.map = gprof->map;
  const struct subject subject = subject_of (gprof);
  if (rules.with_lines && !options->symbol_file)
    lines_limit_begin (&subject);
  gprof->all.symtab
    = program_load_syms (gprof->image, gprof->diag, options, &rules,
                         gprof->sources, gprof->arena);
  lines_limit_end (&subject);
  return gprof->all.symtab != NULL;
}

bool
gprof_load_profiles (struct gprof *gprof)
{
  const struct options *options = gprof->options;
  if (!inputs_list (&gprof->inputs, options, gprof->diag)
      || !inputs_read (&gprof->inputs, &gprof->profile, options, gprof->image,
                       gprof->diag, gprof->out))
    return false;
  gprof->process = measured_process (&gprof->profile, options);
  gprof->styles = choice_by_data (options, gprof->diag, &gprof->profile,
                                  gprof->process, gprof->styles);
  return choice_check (options, gprof->diag, &gprof->profile, gprof->process,
                       &gprof->styles);
}

bool
gprof_rebase (struct gprof *gprof)
{
  const struct options *options = gprof->options;
  const char *name = profile_name (&gprof->profile);
  if (options->rebase == REBASE_BY)
    return profile_move (&gprof->profile, gprof->diag, name,
                         image_wire (gprof->image), options->rebase_offset);
  return (options->rebase != REBASE_AUTO
          || rebase_auto (&gprof->profile, gprof->diag, name, gprof->image,
                          gprof->all.symtab));
}

/* Fills by_line, the results by source line for the reports that show counts
   of blocks, although -l is not given.  These symbols are those of the program
   only, and their calls are all in its own records.  Returns false after one
   diag_error.  */
static bool
analyze_by_line (struct gprof *gprof)
{
  const struct subject subject = subject_of (gprof);
  struct analysis *found = &gprof->by_line;
  found->symtab = analysis_add_lines (&subject, gprof->all.symtab, false);
  if (!found->symtab)
    return true;
  found->selection = program_selection (gprof->options);
  analysis_select (found, &subject, LINES_OF_SCAN, false);
  analysis_attribute_blocks (found, &subject);
  return analysis_attribute (found, &subject, NULL);
}

/* For -l: makes source lines symbols, besides the functions.  */
static void
refine_symbols (struct gprof *gprof)
{
  const struct subject subject = subject_of (gprof);
  struct symtab *by_line
    = analysis_add_lines (&subject, gprof->all.symtab, true);
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
  gprof->libraries = libraries_new (gprof->image, gprof->diag, gprof->options,
                                    process, gprof->sources);
  libraries_add (gprof->libraries, gprof->all.symtab, process);
}

/* Adds inlined functions to the symbols and the stacks.  Returns false after
   one diag_error.  */
static bool
add_inlined (struct gprof *gprof)
{
  struct subject subject = subject_of (gprof);
  bool added = inlines_add (&subject, gprof->all.symtab, &gprof->inlined);
  gprof->process = subject.process;
  gprof->beside = subject.beside;
  return added;
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
      = libraries_shown (gprof->profile.process, image_name (gprof->image),
                         gprof->options->shown_objects, gprof->diag);
  gprof->fit = warn_of_data (gprof->options, gprof->diag, gprof->image,
                             gprof->all.symtab, &gprof->profile,
                             needs_of_run (gprof));
  if (style->line_mode && !style->quirks.scan_text_twice)
    refine_symbols (gprof);
  else if (has_blocks && !analyze_by_line (gprof))
    return false;
  load_libraries (gprof);
  if (!add_inlined (gprof))
    return false;
  const struct subject subject = subject_of (gprof);
  analysis_select (&gprof->all, &subject,
                   gprof->lines_loaded ? LINES_ALL
                   : style->line_mode ? LINES_OF_SCAN : LINES_NONE,
                   !style->quirks.silent_specs);
  if (style->line_mode || (has_blocks && !gprof->by_line.symtab))
    analysis_attribute_blocks (&gprof->all, &subject);
  return analysis_attribute (&gprof->all, &subject, gprof->process);
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
                         gprof->options->format, image_wire (gprof->image),
                         quirks.truncate_sums);
}

/* This stage comes after gprof_sum, since a sum holds only recorded data.  */
bool
gprof_assemble (struct gprof *gprof)
{
  struct analysis *all = &gprof->all;
  if (!all->symtab
      || !measured_has_calls (gprof->process, &gprof->profile))
    return true;
  const struct subject subject = subject_of (gprof);
  const struct measure data = analysis_measure (all, &subject, gprof->process);
  measured_assemble (&all->data, &data, gprof->image);
  if (needs_of_run (gprof) & NEED_ENTRIES)
    entry_order_init (&gprof->entries, &gprof->options->style, all->data.cg,
                      all->symtab);
  return true;
}

/* Returns the view of FOUND for the reports.  */
static struct view
make_view (const struct gprof *gprof, const struct analysis *found)
{
  return (struct view) {
    .style = &gprof->options->style,
    .image = gprof->image,
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
    .inlined = found->data.inlined,
    .waits = found->data.waits,
    .entries = gprof->entries.len ? &gprof->entries : NULL,
    .names = gprof->names,
    .diag = gprof->diag,
    .by_line = (found == &gprof->by_line
                || gprof->options->style.line_mode),
  };
}

/* Returns true if no symbol has a source line, or -A has no source file.  */
static bool
lacks_lines (const struct gprof *gprof, const struct view *view)
{
  return (name_lines_lack (view)
          || ((gprof->styles & REPORT_ANNOTATED)
              && sources_len (gprof->sources) == 0));
}

/* Looks up the source lines that the reports, whose needs are NEEDS, print
   behind the names of VIEW.  */
static void
look_up_lines (struct gprof *gprof, const struct view *view, unsigned needs)
{
  const struct subject subject = subject_of (gprof);
  lines_limit_begin (&subject);
  if (needs & (NEED_LINES | NEED_PLACES))
    {
      name_lines_find (gprof->all.lines, view);
      if ((needs & NEED_LINES) && !view->style->quirks.no_hints
          && lacks_lines (gprof, view))
        program_warn_no_lines (gprof->image, gprof->diag, gprof->options,
                               gprof->styles);
    }
  else if (needs & NEED_FILES)
    name_lines_find_of_index (gprof->all.lines, view);
  lines_limit_end (&subject);
}

bool
gprof_report (struct gprof *gprof)
{
  if (!gprof->all.symtab)
    return true;
  gprof->names = names_new (gprof->image, symtab_len (gprof->all.symtab),
                            gprof->entries.len != 0);
  gprof->shown = measured_profile (&gprof->profile);
  struct view view = make_view (gprof, &gprof->all), counts = view;
  if (gprof->by_line.symtab)
    counts = make_view (gprof, &gprof->by_line);
  if (!reports_ready (&view, &counts, gprof->styles, gprof->diag))
    return false;
  const unsigned needs = needs_of_run (gprof);
  look_up_lines (gprof, &view, needs);
  if (!image_is_sound (gprof->image))
    return false;
  program_add_source_path (gprof->sources, gprof->options, gprof->image);
  hint_data (gprof->options, gprof->diag, gprof->image, &gprof->profile, needs,
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
  const struct subject subject = subject_of (gprof);
  analysis_select (&gprof->all, &subject, LINES_NONE,
                   !gprof->options->style.quirks.silent_specs);
  gprof->names = names_new (gprof->image, symtab_len (gprof->all.symtab), 0);
  gprof->shown = measured_profile (&gprof->profile);
  struct view view = make_view (gprof, &gprof->all);
  return files_compare (&gprof->inputs, &view, gprof->options, gprof->out);
}

bool
gprof_run (struct gprof *gprof)
{
  if (gprof->options->by_file)
    return (gprof_load_image (gprof) && image_is_sound (gprof->image)
            && report_by_file (gprof) && image_is_sound (gprof->image));
  return (gprof_load_image (gprof)              /* program -> symbols */
          && image_is_sound (gprof->image)
          && gprof_load_profiles (gprof)        /* files -> raw profile */
          && gprof_rebase (gprof)               /* --rebase */
          && gprof_analyze (gprof)              /* -> times, counted calls */
          && image_is_sound (gprof->image)
          && gprof_sum (gprof)                  /* -s: -> gmon.sum */
          && gprof_assemble (gprof)             /* -> call graph */
          && gprof_report (gprof)               /* -> text */
          && image_is_sound (gprof->image));
}
