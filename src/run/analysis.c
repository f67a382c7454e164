/* run/analysis.c -- the data of a profile by the symbols of one table.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "run/analysis.h"

#include <stdlib.h>

#include "attribute/never_executed.h"
#include "image/objects.h"
#include "run/program.h"

/* The limit of the memory for source lines, in bytes: LINES_ROOM plus
   LINES_RATIO times the size of the files that the lines are read from,
   without compression.  The lines of files that compilers write take up to 6
   times that size (doc/design/src/image-memory.md).  */
#define LINES_ROOM (64 << 20)
#define LINES_RATIO 16

void
lines_limit_begin (const struct subject *subject)
{
  if (!subject->limit)
    return;
  uint64_t size = image_lines_size (subject->image);
  if (subject->libraries && (subject->needs & (NEED_LINES | NEED_PLACES)
                             || subject->options->inlines))
    size += objects_lines_size (subject->libraries);
  subject->limit (image_name (subject->image), LINES_ROOM + LINES_RATIO * size);
}

void
lines_limit_end (const struct subject *subject)
{
  if (subject->limit)
    subject->limit (NULL, 0);
}

struct symtab *
analysis_add_lines (const struct subject *subject,
                    const struct symtab *functions, bool with_stacks)
{
  /* Call stacks have locations where the histogram has no samples.  */
  unsigned needs = subject->needs;
  if (with_stacks && subject->process)
    needs |= NEED_CODE_LINES;
  lines_limit_begin (subject);
  struct symtab *symtab
    = program_add_lines (subject->image, subject->diag, subject->options, needs,
                         subject->profile, functions, subject->sources,
                         subject->arena);
  lines_limit_end (subject);
  return symtab;
}

/* A lines_image_fn for DATA, a struct objects.  */
static struct image *
library_image (void *data, uint32_t number)
{
  return objects_image (data, number);
}

void
analysis_select (struct analysis *found, const struct subject *subject,
                 enum lines_known known, bool warns)
{
  const struct style *style = &subject->options->style;
  const unsigned all_lines = NEED_LINES | NEED_ALL_LINES;
  found->lines = lines_new (subject->image, found->symtab, subject->sources,
                            known);
  if (subject->libraries)
    lines_add_libraries (found->lines, library_image, subject->libraries);
  if (!style->quirks.specs_by_raw_name)
    sym_ids_resolve (found->selection, found->symtab, subject->image,
                     style->demangle_flags);
  sym_ids_add_hooks (found->selection);
  sym_ids_limit_objects (found->selection, subject->shown_objects);
  if ((subject->needs & all_lines) == all_lines)
    {
      lines_limit_begin (subject);
      lines_need_all (found->lines);
      lines_limit_end (subject);
    }
  sym_id_parse (found->selection, found->symtab, found->lines,
                image_leading_char (subject->image));
  if (warns)
    sym_ids_warn (found->selection, subject->diag, found->lines, subject->image,
                  style->demangle_flags);
}

struct measure
analysis_measure (const struct analysis *found, const struct subject *subject,
                  const struct process *process)
{
  return (struct measure) {
    .options = subject->options, .diag = subject->diag, .image = subject->image,
    .profile = subject->profile, .process = process,
    .beside = process ? subject->beside : NULL,
    .symtab = found->symtab, .selection = found->selection,
    .wants_waits = (subject->needs & NEED_WAITS
                    || subject->profile->values & GMON_OFF_CPU_VALUES),
  };
}

bool
analysis_attribute (struct analysis *found, const struct subject *subject,
                    const struct process *process)
{
  const struct measure data = analysis_measure (found, subject, process);
  return measured_attribute (&found->data, &data, subject->needs & NEED_GRAPH);
}

void
analysis_attribute_blocks (struct analysis *found,
                           const struct subject *subject)
{
  struct block_list never_executed = { NULL, 0 };
  if (!subject->options->style.quirks.ignore_never_executed
      && (subject->needs & NEED_BLOCKS))
    never_executed = never_executed_blocks (subject->profile, subject->image,
                                            found->symtab);
  bb_assign (&found->blocks, subject->profile, &never_executed,
             found->symtab);
  free (never_executed.blocks);
}

void
analysis_free (struct analysis *found)
{
  measured_free (&found->data);
  bb_counts_free (&found->blocks);
  lines_free (found->lines);
  selection_free (found->selection);
  symtab_free (found->symtab);
}
