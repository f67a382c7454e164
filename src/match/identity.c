/* match/identity.c -- checks which build of the program recorded a profile.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "match/identity.h"

#include <stdio.h>
#include <string.h>

#include "match/rebin.h"

/* The head of a build id, as bytes and as text.  */
struct build
{
  unsigned char id[GMON_BUILD_ID_SIZE];
  char text[2 * GMON_BUILD_ID_SIZE + 1];
};

/* Sets BUILD from the first of the SIZE bytes at ID.  Returns false if there
   are none, or only zeros.  */
static bool
identity_take_id (struct build *build, const unsigned char *id, size_t size)
{
  static const unsigned char none[GMON_BUILD_ID_SIZE];

  memset (build->id, 0, sizeof build->id);
  if (size)
    memcpy (build->id, id, size < sizeof build->id ? size : sizeof build->id);
  for (size_t i = 0; i < sizeof build->id; i++)
    snprintf (build->text + 2 * i, 3, "%02x", build->id[i]);
  return memcmp (build->id, none, sizeof none) != 0;
}

static bool
id_of_image (struct build *build, const struct image *image)
{
  struct image_build_id id;

  image_build_id (image, &id);
  return identity_take_id (build, id.bytes, id.len);
}

static bool
id_of_file (struct build *build, const struct profile_file *file)
{
  return (memcmp (file->identity, GMON_MARK, GMON_MARK_SIZE) == 0
          && identity_take_id (build, file->identity + GMON_MARK_SIZE,
                               GMON_BUILD_ID_SIZE));
}

/* Files of different builds: FIRST names a build, OTHER names a build other
   than that of FIRST, WRONG names a build other than the image; NULL if there
   is no such file.  */
struct build_conflicts
{
  const char *first, *other, *wrong;
  struct build first_build, other_build, wrong_build;
  size_t n_wrong;
};

static void
compare_file (struct build_conflicts *f, const struct profile_file *file,
              const struct build *image)
{
  struct build build;

  if (!id_of_file (&build, file))
    return;
  if (!f->first)
    {
      f->first = file->name;
      f->first_build = build;
    }
  else if (!f->other && strcmp (build.text, f->first_build.text) != 0)
    {
      f->other = file->name;
      f->other_build = build;
    }
  if (!image || strcmp (build.text, image->text) == 0)
    return;
  if (f->n_wrong++ == 0)
    {
      f->wrong = file->name;
      f->wrong_build = build;
    }
}

/* Warns if files name different builds, or a build other than IMAGE's.  */
static void
check_builds (const struct profile *profile, const struct image *image,
              struct diag *diag)
{
  struct build_conflicts f = { .n_wrong = 0 };
  struct build own;
  bool known = id_of_image (&own, image);
  const char *name = image_name (image);

  for (size_t i = 0; i < profile->n_files; i++)
    compare_file (&f, &profile->files[i], known ? &own : NULL);
  if (f.other)
    diag_warning (diag, "%s and %s were recorded by different builds of the"
                  " program (build ids %s and %s; %s has %s): their addresses"
                  " stand for different code, so the sum means nothing",
                  f.first, f.other, f.first_build.text, f.other_build.text,
                  name, known ? own.text : _("none"));
  else if (f.n_wrong > 1)
    diag_warning (diag, "%s and others: recorded by another build of the"
                  " program: its build id begins with %s, that of %s with %s;"
                  " the tables are wrong where the code has moved; was the"
                  " program rebuilt after the run?", f.wrong,
                  f.wrong_build.text, name, own.text);
  else if (f.wrong)
    diag_warning (diag, "%s: recorded by another build of the program: its"
                  " build id begins with %s, that of %s with %s; the tables"
                  " are wrong where the code has moved; was the program"
                  " rebuilt after the run?", f.wrong, f.wrong_build.text, name,
                  own.text);
}

enum profile_build
profile_build (const struct profile *profile, const struct image *image)
{
  struct build own, build;
  enum profile_build found = PROFILE_BUILD_SAME;

  if (!id_of_image (&own, image))
    return PROFILE_BUILD_UNKNOWN;
  for (size_t i = 0; i < profile->n_files; i++)
    if (!id_of_file (&build, &profile->files[i]))
      found = PROFILE_BUILD_UNKNOWN;
    else if (strcmp (build.text, own.text) != 0)
      return PROFILE_BUILD_OTHER;
  return profile->n_files ? found : PROFILE_BUILD_UNKNOWN;
}

bool
profile_is_of_build (const struct profile_file *file, const struct image *image)
{
  struct build of_file, of_image;

  return (id_of_file (&of_file, file) && id_of_image (&of_image, image)
          && memcmp (of_file.id, of_image.id, sizeof of_file.id) == 0);
}

bool
profile_unite (struct profile *profile, const struct image *image,
               struct diag *diag)
{
  if (!profile->quirks.silent_mismatch)
    check_builds (profile, image, diag);
  return profile->quirks.even_bins || profile_rebin (profile, diag);
}
