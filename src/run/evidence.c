/* run/evidence.c -- facts about programs and profiles that explain results.

   SPDX-License-Identifier: GPL-3.0-or-later

   In: the image, the profile.  Out: facts.  */

#include <config.h>

#include "run/evidence.h"

#include <string.h>
#include <sys/stat.h>

#include "match/identity.h"

unsigned
evidence_of_symbols (struct core *core)
{
  struct landmarks marks = { .shown = 0 };

  if (!core_read_syms (core, false) || core_n_syms (core) == 0)
    return CALLS_HOOK | HAS_RUNTIME;
  for (size_t i = 0; i < core_n_syms (core); i++)
    {
      const struct core_sym sym = core_get_sym (core, i);

      landmarks_add (&marks, &sym, core_leading_char (core));
    }
  core_drop_syms (core);
  return landmarks_facts (&marks);
}

const char *
evidence_date (char *text, time_t when)
{
  struct tm parts;

  if (!localtime_r (&when, &parts)
      || strftime (text, DATE_SIZE, "%Y-%m-%d %H:%M:%S", &parts) == 0)
    text[0] = '\0';
  return text;
}

bool
evidence_has_samples (const struct profile *profile)
{
  for (size_t i = 0; i < profile->n_hists; i++)
    if (bins_next (&profile->hists[i].bins, 0) < profile->hists[i].bins.len)
      return true;
  return profile->process && profile->process->n_samples;
}

/* Dates may differ by this many seconds, as some file systems round them, and
   tools that copy a program and its profile do it one after the other.  */
#define DATES_DIFFER 2

/* Returns true if FILE was written at least DATES_DIFFER before IMAGE.  */
static bool
is_older (const struct stat *file, const struct stat *image)
{
  const struct timespec *a = &file->st_mtim, *b = &image->st_mtim;
  const time_t seconds = b->tv_sec - a->tv_sec;

  return (seconds > DATES_DIFFER
          || (seconds == DATES_DIFFER && a->tv_nsec <= b->tv_nsec));
}

const char *
evidence_older (const struct core *core, const struct profile *profile,
                struct file_dates *dates)
{
  struct stat image, st;

  if (stat (core_name (core), &image) != 0)
    return NULL;
  for (size_t i = 0; i < profile->n_files; i++)
    {
      const struct profile_file *file = &profile->files[i];

      if (strcmp (file->name, "-") != 0 && stat (file->name, &st) == 0
          && S_ISREG (st.st_mode) && is_older (&st, &image)
          && !profile_is_of_build (file, core))
        {
          *dates = (struct file_dates) { st.st_mtime, image.st_mtime };
          return file->name;
        }
    }
  return NULL;
}
