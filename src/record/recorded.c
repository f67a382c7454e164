/* record/recorded.c -- the profiles that a run has left, by program.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "record/recorded.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include <libiberty.h>

#include "base/arena.h"
#include "base/memory_file.h"
#include "base/out.h"
#include "profile/gmon_io.h"
#include "profile/process.h"
#include "profile/profile.h"
#include "profile/word_size.h"

static uint64_t
periods_of (const struct profile *profile)
{
  double sum;

  if (profile->process)
    process_count (profile->process, GMON_CPU_VALUES, &sum);
  else
    sum = profile_hist_sums (profile).samples;
  return (uint64_t) sum;
}

/* Returns the program of PROCESS, or NULL; borrowed.  */
static const struct process_object *
program_of (const struct process *process)
{
  for (size_t i = 0; process && i < process->n_objects; i++)
    if (process->objects[i].flags & GMON_OBJECT_EXECUTABLE)
      return &process->objects[i];
  return NULL;
}

static bool
is_listed_as (const struct recorded_program *program,
               const struct process_object *object)
{
  return (strcmp (program->path, object->path) == 0
          && program->build_id_len == object->build_id_len
          && memcmp (program->build_id, object->build_id,
                     object->build_id_len) == 0
          && program->size == object->size && program->mtime == object->mtime);
}

static struct recorded_program *
recorded_find (struct recorded *list, const struct process_object *object)
{
  struct recorded_program *it;

  for (size_t i = 0; i < list->n_programs; i++)
    if (is_listed_as (&list->programs[i], object))
      return &list->programs[i];
  ARRAY_ROOM (list->programs, list->cap_programs, list->n_programs + 1);
  it = &list->programs[list->n_programs++];
  *it = (struct recorded_program) {
    .path = xstrdup (object->path), .build_id_len = object->build_id_len,
    .size = object->size, .mtime = object->mtime, .low = UINT64_MAX
  };
  memcpy (it->build_id, object->build_id, object->build_id_len);
  return it;
}

/* Adds the code and the start that PROFILE tells to IT.  */
static void
add_facts (struct recorded_program *it, const struct profile *profile)
{
  uint64_t start;

  for (size_t i = 0; i < profile->n_hists; i++)
    {
      if (profile->hists[i].low < it->low)
        it->low = profile->hists[i].low;
      if (profile->hists[i].high > it->high)
        it->high = profile->hists[i].high;
    }
  if (profile->process
      && process_meta_number (profile->process, GMON_META_START, &start)
      && (it->start == 0 || start < it->start))
    it->start = start;
}

/* Reads the file NAME, which belongs to LIST, and adds it to its program.  */
static void
add_file (struct recorded *list, struct diag *diag, const char *name,
          const char *usual)
{
  struct blob blob = { NULL, 0, false, 0 };
  struct recorded_program *it;
  struct profile profile;
  const struct process_object unnamed = { .path = usual };
  const struct process_object *program;

  profile_init (&profile, quirks_none ());
  if (blob_reread (diag, name, &blob)
      && gmon_read_buffer (&profile, diag, name, blob.data, blob.len,
                           GMON_FORMAT_MAGIC,
                           word_size_guess (blob.data, blob.len)))
    {
      profile_finish_process (&profile);
      program = program_of (profile.process);
      it = recorded_find (list, program ? program : &unnamed);
      it->is_known |= program != NULL;
      add_facts (it, &profile);
      *ARRAY_APPEND (it->files, it->cap_files, it->n_files) = name;
      it->samples += periods_of (&profile);
      it->processes += profile.process ? profile.process->n_runs : 1;
    }
  profile_free (&profile);
  blob_free (&blob);
}

/* Returns whether NAME is that of a file in the directory PATH that begins with
   PREFIX.  */
static bool
is_in_directory (const char *name, const char *path, const char *prefix)
{
  const size_t len = strlen (path);

  return (strncmp (name, path, len) == 0 && name[len] == '/'
          && strncmp (name + len + 1, prefix, strlen (prefix)) == 0);
}

static void
add_name (struct recorded *list, const char *path, const char *name)
{
  struct out *whole = out_to_memory ();

  out_printf (whole, "%s/%s", path, name);
  *ARRAY_APPEND (list->names, list->cap_names, list->n_names)
    = xstrdup (out_memory (whole, NULL));
  out_close (whole);
}

static int
recorded_order (const void *a, const void *b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

static int
programs_order (const void *a, const void *b)
{
  const struct recorded_program *one = a, *other = b;

  if (one->samples != other->samples)
    return one->samples > other->samples ? -1 : 1;
  return strcmp (one->path, other->path);
}

void
recorded_list (struct recorded *list, struct diag *diag, const char *path,
               const char *prefix, const char *usual)
{
  DIR *dir = opendir (path);
  struct dirent *entry;
  const struct memory_file *kept;

  while (dir && (entry = readdir (dir)))
    if (strncmp (entry->d_name, prefix, strlen (prefix)) == 0)
      add_name (list, path, entry->d_name);
  if (dir)
    closedir (dir);
  for (size_t i = 0; (kept = memory_file_get (diag_files (diag), i)); i++)
    if (is_in_directory (kept->name, path, prefix))
      *ARRAY_APPEND (list->names, list->cap_names, list->n_names)
        = xstrdup (kept->name);
  if (list->n_names)
    qsort (list->names, list->n_names, sizeof *list->names, recorded_order);
  for (size_t i = 0; i < list->n_names; i++)
    add_file (list, diag, list->names[i], usual);
  if (list->n_programs)
    qsort (list->programs, list->n_programs, sizeof *list->programs,
           programs_order);
}

void
recorded_free (struct recorded *list)
{
  for (size_t i = 0; i < list->n_programs; i++)
    {
      free (list->programs[i].path);
      free (list->programs[i].files);
    }
  for (size_t i = 0; i < list->n_names; i++)
    free (list->names[i]);
  free (list->programs);
  free (list->names);
}
