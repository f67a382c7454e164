/* run/inputs.c -- lists and reads the profiles of a run.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "run/inputs.h"

#include "base/progress.h"
#include "match/identity.h"
#include "profile/process.h"
#include "profile/read_files.h"
#include "report/text/gmon_info.h"
#include "report/text/process_info.h"
#include "run/hints.h"

bool
inputs_list (struct inputs *inputs, const struct options *options,
             struct diag *diag)
{
  inputs->names = options->profiles;
  inputs->len = options->n_profiles;
  if (!options->files0_from)
    return true;
  if (!file_list_read (&inputs->listed, diag, options->files0_from))
    return false;
  inputs->names = inputs->listed.names;
  inputs->len = inputs->listed.len;
  return true;
}

void
inputs_free (struct inputs *inputs)
{
  file_list_free (&inputs->listed);
}

/* Returns true if the run makes nothing but a sum (-s).  A sum has an order of
   its own, so the order of the records and files need not be kept.  */
static bool
only_sums (const struct options *options)
{
  return (options_sum_alone (options)
          && !options->style.quirks.sum_in_read_order
          && options->rebase != REBASE_AUTO);
}

/* Notes that counts of PROFILE are those of 64-bit Windows.  */
static void
note_padding (const struct profile *profile, struct diag *diag)
{
  for (size_t i = 0; i < profile->n_files; i++)
    if (profile->files[i].has_padding)
      {
        diag_note (diag, "%s: counts of calls have 32 bits, as 64-bit Windows"
                   " writes them; the 4 bytes behind each are not used",
                   profile->files[i].name);
        return;
      }
}

bool
inputs_read (const struct inputs *inputs, struct profile *profile,
             const struct options *options, struct image *image,
             struct diag *diag, struct out *out)
{
  const struct gmon_files files = { inputs->names, inputs->len,
                                    options->format, image_wire (image) };
  struct progress progress;
  size_t n_read;

  progress_start (&progress, options->style.quirks.no_hints ? NULL : diag,
                  files.len);
  if (only_sums (options))
    n_read = gmon_sum_files (profile, diag, &files,
                             gmon_sum_workers (files.len), &progress);
  else
    n_read = gmon_read_files (profile, diag, &files, &progress);
  progress_end (&progress);
  if (n_read < files.len)
    hint_profile (options, diag, image, files.names[n_read], n_read == 0);
  if (options->styles & REPORT_FILE_INFO)
    {
      gmon_info_print (out, profile, n_read);
      process_info_print (out, profile);
    }
  note_padding (profile, diag);
  if (profile->process && profile->process->has_repeated_run)
    diag_warning (diag, "one run is in two of the profiles, so its calls and"
                  " samples count twice");
  return n_read == files.len && profile_unite (profile, image, diag);
}
