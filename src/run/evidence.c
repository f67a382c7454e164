/* run/evidence.c -- facts about programs and profiles that explain results.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "run/evidence.h"

#include <string.h>
#include <sys/stat.h>

#include "image/elf_file.h"
#include "match/identity.h"

unsigned
evidence_of_symbols (struct image *image)
{
  struct landmarks marks = { .shown = 0 };

  if (!image_read_syms (image, false) || image_n_syms (image) == 0)
    return CALLS_HOOK | HAS_RUNTIME;
  for (size_t i = 0; i < image_n_syms (image); i++)
    {
      const struct image_sym sym = image_get_sym (image, i);

      landmarks_add (&marks, &sym, image_leading_char (image));
    }
  image_drop_syms (image);
  return landmarks_facts (&marks);
}

bool
evidence_has_entries (const struct image *image)
{
  const char *unused;
  struct elf_file *file = elf_file_open (image_file (image), &unused);
  const bool has
    = file && elf_file_find (file, 0, "__patchable_function_entries");

  elf_file_close (file);
  return has;
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
  return (profile->process
          && process_count (profile->process, GMON_CPU_VALUES, NULL));
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
evidence_older (const struct image *image, const struct profile *profile,
                struct file_dates *dates)
{
  struct stat program, st;

  if (stat (image_name (image), &program) != 0)
    return NULL;
  for (size_t i = 0; i < profile->n_files; i++)
    {
      const struct profile_file *file = &profile->files[i];

      if (strcmp (file->name, "-") != 0 && stat (file->name, &st) == 0
          && S_ISREG (st.st_mode) && is_older (&st, &program)
          && !profile_is_of_build (file, image))
        {
          *dates = (struct file_dates) { st.st_mtime, program.st_mtime };
          return file->name;
        }
    }
  return NULL;
}
