/* run/inlines.c -- inlined functions in the stacks of a run.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "run/inlines.h"

#include "image/inline_index.h"
#include "image/objects.h"

/* Returns the file of object NUMBER for DATA, a struct subject.  */
static struct image *
image_of_object (void *data, uint32_t number)
{
  const struct subject *subject = data;
  if (number == 0)
    return subject->image;
  return (subject->libraries ? objects_image (subject->libraries, number)
          : NULL);
}

bool
inlines_are_possible (const struct subject *subject)
{
  return inline_index_is_supported () && subject->process;
}

/* Returns whether the profile of SUBJECT can have inlined functions, or false
   after one diag_error.  */
static bool
is_possible (const struct subject *subject)
{
  if (!inline_index_is_supported ())
    diag_error (subject->diag, "--inlines needs libdw, and this gprof was built"
                " without it; leave out --inlines");
  else if (!subject->process)
    diag_error (subject->diag, "%s: inlined functions are found by call stacks,"
                " which the profile does not have; leave out --inlines, or"
                " record it by gprof --run, or by libgmon with"
                " GMON_OPTIONS=stacks=on", profile_name (subject->profile));
  else
    return true;
  return false;
}

struct inlined_frames *
inlines_read (const struct subject *subject, struct symtab *symtab)
{
  struct subject data = *subject;
  const struct inline_files files = { .image_of = image_of_object,
                                      .data = &data,
                                      .diag = subject->options->inlines
                                              ? subject->diag : NULL };
  if (!is_possible (subject))
    return NULL;
  struct inlined_functions *functions
    = inlined_functions_new (symtab, image_leading_char (subject->image),
                             subject->arena);
  lines_limit_begin (subject);
  struct inline_chains *chains
    = inline_chains_new (subject->process, symtab, &files, functions);
  lines_limit_end (subject);
  inlined_functions_add (functions, symtab);
  struct inlined_frames *frames = inlined_frames_new (subject->process, chains);
  inlined_functions_free (functions);
  inline_chains_free (chains);
  return frames;
}
