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

/* Returns whether the profile of SUBJECT can have inlined functions.  */
static bool
may_have_inlined (const struct subject *subject)
{
  return inline_index_is_supported () && subject->process;
}

/* Does so, with one diag_error if it cannot.  */
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

/* Returns the process of SUBJECT with frames for inlined functions, which
   become the last symbols of SYMTAB; NULL if there are none, and --inlines is
   not given.  Debugging information that is missing or
   damaged is no error; the code that it is for has no inlined functions
   then.  */
static struct inlined_frames *
read_frames (const struct subject *subject, struct symtab *symtab)
{
  struct subject data = *subject;
  const struct inline_files files = { .image_of = image_of_object,
                                      .data = &data,
                                      .diag = subject->options->inlines
                                              ? subject->diag : NULL };
  struct inlined_functions *functions
    = inlined_functions_new (symtab, image_leading_char (subject->image),
                             subject->arena);
  lines_limit_begin (subject);
  struct inline_chains *chains
    = inline_chains_new (subject->process, symtab, &files, functions);
  lines_limit_end (subject);
  inlined_functions_add (functions, symtab);
  struct inlined_frames *frames
    = (subject->options->inlines || symtab_n_inlined (symtab) > 0
       ? inlined_frames_new (subject->process, chains) : NULL);
  inlined_functions_free (functions);
  inline_chains_free (chains);
  return frames;
}

bool
inlines_add (struct subject *subject, struct symtab *symtab,
             struct inlined_frames **frames)
{
  const struct options *options = subject->options;
  const struct exporter *exporter = options->exporter;
  if (options->inlines && !is_possible (subject))
    return false;
  if (!options->inlines
      && !(options->usual_inlines && may_have_inlined (subject)))
    return true;
  *frames = read_frames (subject, symtab);
  if (!*frames)
    return true;
  if (exporter && (exporter->abilities & EXPORT_BESIDE))
    subject->beside = inlined_frames_process (*frames);
  else
    subject->process = inlined_frames_process (*frames);
  return true;
}
