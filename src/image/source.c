/* image/source.c -- the source files of a run, and the directories to search
   for them.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "image/source.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include <libiberty.h>
#include <hashtab.h>

#include "base/arena.h"
#include "base/fileio.h"

/* A source file; the arena owns it.  */
struct source
{
  const char *name, *base;
  source_id id;
};

struct sources
{
  struct arena *arena;          /* owns files, names and directories */
  struct source **files;        /* by source_id */
  size_t len, cap;
  htab_t by_name, by_base;      /* by_base: the newest file of a base name */
  const char **dirs;
  size_t n_dirs, cap_dirs;
  bool ignore_case;             /* set by sources_ignore_case */
};

static hashval_t
hash_name (const void *file)
{
  return htab_hash_string (((const struct source *) file)->name);
}

static hashval_t
hash_base (const void *file)
{
  return htab_hash_string (((const struct source *) file)->base);
}

static int
same_name (const void *file, const void *name)
{
  return strcmp (((const struct source *) file)->name, name) == 0;
}

static int
same_base (const void *file, const void *base)
{
  return strcmp (((const struct source *) file)->base, base) == 0;
}

struct sources *
sources_new (void)
{
  struct sources *sources = array_new (1, sizeof *sources);
  sources->arena = arena_new ();
  sources->by_name = htab_create (64, hash_name, same_name, NULL);
  sources->by_base = htab_create (64, hash_base, same_base, NULL);
  return sources;
}

void
sources_free (struct sources *sources)
{
  if (!sources)
    return;
  htab_delete (sources->by_name);
  htab_delete (sources->by_base);
  free (sources->files);
  free (sources->dirs);
  arena_free (sources->arena);
  free (sources);
}

const char *
file_basename (const char *file)
{
  const char *slash = strrchr (file, '/');
  return slash ? slash + 1 : file;
}

static void **
find_slot (htab_t table, const char *text, enum insert_option insert)
{
  return htab_find_slot_with_hash (table, text, htab_hash_string (text),
                                   insert);
}

static source_id
source_find (htab_t table, const char *text)
{
  void **slot = find_slot (table, text, NO_INSERT);
  return slot ? ((const struct source *) *slot)->id : SOURCE_NONE;
}

const char *
source_file_intern (struct sources *sources, const char *name)
{
  void **slot = find_slot (sources->by_name, name, INSERT);
  if (*slot)
    return ((const struct source *) *slot)->name;
  struct source *file = arena_alloc (sources->arena, sizeof *file);
  file->name = arena_strdup (sources->arena, name);
  file->base = file_basename (file->name);
  file->id = sources->len;
  *slot = file;
  *find_slot (sources->by_base, file->base, INSERT) = file;
  *ARRAY_APPEND (sources->files, sources->cap, sources->len) = file;
  return file->name;
}

source_id
sources_len (const struct sources *sources)
{
  return sources->len;
}

const char *
source_file_name (const struct sources *sources, source_id id)
{
  return sources->files[id]->name;
}

source_id
source_file_find (const struct sources *sources, const char *name)
{
  return source_find (sources->by_name, name);
}

source_id
source_file_by_name (const struct sources *sources, const char *base)
{
  return source_find (sources->by_base, base);
}

/* -- Finding the text ----------------------------------------------------- */

void
source_path_add (struct sources *sources, const char *list)
{
  for (const char *end; ; list = end + 1)
    {
      end = list + strcspn (list, ":");
      *ARRAY_APPEND (sources->dirs, sources->cap_dirs, sources->n_dirs)
        = arena_strndup (sources->arena, list, end - list);
      if (!*end)
        return;
    }
}

void
sources_ignore_case (struct sources *sources)
{
  sources->ignore_case = true;
}

/* The state of a search for a file.  */
struct hunt
{
  const struct sources *sources;
  struct diag *diag;
  int error;                    /* errno of the first file that exists but
                                   cannot be opened, or 0 */
};

/* Opens the file NAME.  Returns its descriptor, or -1.  O_NONBLOCK: the open
   must not wait for the writer of a FIFO.  */
static int
open_file (struct hunt *hunt, const char *name)
{
  int fd = file_open (name, O_RDONLY | O_NONBLOCK | O_NOCTTY, 0);
  if (fd < 0 && !hunt->error && errno != ENOENT && errno != ENOTDIR)
    hunt->error = errno;
  diag_trace (hunt->diag, TRACE_SOURCES, "%s: %s", name,
              fd < 0 ? "not found" : "opened");
  return fd;
}

/* Opens NAME in the first directory of the path in which that is possible.
   Returns its descriptor, or -1.  */
static int
open_in_path (struct hunt *hunt, const char *name)
{
  const struct sources *sources = hunt->sources;
  int fd = -1;
  for (size_t i = 0; i < sources->n_dirs && fd < 0; i++)
    {
      size_t dir_len = strlen (sources->dirs[i]);
      size_t name_size = strlen (name) + 1;
      char *path = array_new (dir_len + 1 + name_size, 1);
      memcpy (path, sources->dirs[i], dir_len);
      path[dir_len] = '/';
      memcpy (path + dir_len + 1, name, name_size);
      fd = open_file (hunt, path);
      free (path);
    }
  return fd;
}

/* Returns the name of the file in the directory DIR that is BASE but for the
   case of letters, on the heap, or NULL.  */
static char *
other_case (const char *dir, const char *base)
{
  char *found = NULL;
  DIR *stream = opendir (*dir ? dir : "/");
  for (struct dirent *entry; stream && !found && (entry = readdir (stream)); )
    if (strcasecmp (entry->d_name, base) == 0)
      found = concat (dir, "/", entry->d_name, NULL);
  if (stream)
    closedir (stream);
  return found;
}

/* Opens the source file NAME of a Windows program, where the case of letters
   does not count, in the current directory or one of the path.  Returns its
   descriptor, or -1.  */
static int
open_any_case (struct hunt *hunt, const char *name)
{
  const struct sources *sources = hunt->sources;
  int fd = -1;
  for (size_t i = 0; i <= sources->n_dirs && fd < 0; i++)
    {
      char *path = other_case (i < sources->n_dirs ? sources->dirs[i] : ".",
                               file_basename (name));
      if (path)
        fd = open_file (hunt, path);
      free (path);
    }
  return fd;
}

static int
find_file (struct hunt *hunt, const char *name)
{
  const char *base = file_basename (name);
  int fd = open_file (hunt, name);
  if (fd < 0 && name[0] != '/')
    fd = open_in_path (hunt, name);
  if (fd < 0 && base != name)
    fd = open_in_path (hunt, base);
  if (fd < 0 && hunt->sources->ignore_case)
    fd = open_any_case (hunt, name);
  return fd;
}

/* Returns the search path with ':' between its directories, on the heap.  */
static char *
sources_join_path (const struct sources *sources)
{
  size_t len = 0;
  for (size_t i = 0; i < sources->n_dirs; i++)
    len += strlen (sources->dirs[i]) + 1;
  char *path = array_new (len + 1, 1), *end = path;
  for (size_t i = 0; i < sources->n_dirs; i++)
    {
      if (i > 0)
        *end++ = ':';
      end = stpcpy (end, sources->dirs[i]);
    }
  return path;
}

static void
warn_not_found (const struct hunt *hunt, const char *name)
{
  bool is_relative = name[0] != '/';
  char *path = sources_join_path (hunt->sources);
  if (hunt->error)
    diag_warning (hunt->diag, "%s: source file cannot be opened: %s; it is not "
                  "shown", name, strerror (hunt->error));
  else if (hunt->sources->n_dirs == 0 && is_relative)
    diag_warning (hunt->diag, "%s: source file not found from the current "
                  "directory, so it is not shown; name its directory with -I",
                  name);
  else if (hunt->sources->n_dirs == 0)
    diag_warning (hunt->diag, "%s: source file not found, so it is not shown; "
                  "name its directory with -I", name);
  else if (is_relative)
    diag_warning (hunt->diag, "%s: source file not found from the current "
                  "directory, nor in the directories of -I and GPROF_PATH "
                  "(%s), so it is not shown", name, path);
  else
    diag_warning (hunt->diag, "%s: source file not found, nor in the "
                  "directories of -I and GPROF_PATH (%s), so it is not shown",
                  name, path);
  free (path);
}

bool
source_open (const struct sources *sources, struct diag *diag,
             const char *name, bool silent, int *text)
{
  struct hunt hunt = { .sources = sources, .diag = diag };
  struct stat st;
  *text = find_file (&hunt, name);
  if (*text >= 0 && fstat (*text, &st) != 0)
    {
      hunt.error = errno;
      close (*text);
      *text = -1;
    }
  if (*text < 0)
    {
      warn_not_found (&hunt, name);
      return false;
    }
  if (S_ISREG (st.st_mode) && st.st_size > 0)
    return true;
  /* A file of size 0 is not read, either: some files in /proc have no end.  */
  if (!silent && !S_ISREG (st.st_mode))
    diag_warning (diag, "%s: is not a regular file, so it is shown as empty",
                  name);
  close (*text);
  *text = -1;
  return true;
}
