/* image/source.c -- the source files of a run, and where to look for them.

   SPDX-License-Identifier: GPL-3.0-or-later

   In: names from debug information, directories from the user.  Out: each name
   once, by number, by name and by base name; open files.  Filled by sym_load
   and lines; asked by sym_ids and report/src_print.  */

#include <config.h>

#include "image/source.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"

/* What a file can be found by.  */
enum key
{
  BY_NAME,
  BY_BASE,
  N_KEYS
};

struct source
{
  const char *keys[N_KEYS];
  source_id next[N_KEYS];       /* of the same bucket, older; or SOURCE_NONE */
};

struct sources
{
  struct arena *arena;          /* names and directories */
  struct source *files;         /* by source_id */
  size_t len, cap;
  source_id *buckets[N_KEYS];   /* the newest file of each, or SOURCE_NONE */
  size_t n_buckets;             /* 0 or a power of two */
  const char **dirs;
  size_t n_dirs, cap_dirs;
};

struct sources *
sources_new (void)
{
  struct sources *sources = array_new (1, sizeof *sources);
  sources->arena = arena_new ();
  return sources;
}

void
sources_free (struct sources *sources)
{
  if (!sources)
    return;
  for (int key = 0; key < N_KEYS; key++)
    free (sources->buckets[key]);
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

/* FNV-1a.  */
static uint64_t
hash_text (const char *text)
{
  uint64_t hash = 0xcbf29ce484222325;
  for (; *text; text++)
    hash = (hash ^ (unsigned char) *text) * 0x100000001b3;
  return hash ^ hash >> 32;
}

static source_id *
bucket_of (const struct sources *sources, enum key key, const char *text)
{
  return &sources->buckets[key][hash_text (text) & (sources->n_buckets - 1)];
}

static source_id
find (const struct sources *sources, enum key key, const char *text)
{
  if (sources->n_buckets == 0)
    return SOURCE_NONE;
  source_id id = *bucket_of (sources, key, text);
  while (id != SOURCE_NONE
         && strcmp (sources->files[id].keys[key], text) != 0)
    id = sources->files[id].next[key];
  return id;
}

/* Puts the file ID in front of its buckets: newer ones are found first.  */
static void
link_file (struct sources *sources, source_id id)
{
  struct source *file = &sources->files[id];
  for (int key = 0; key < N_KEYS; key++)
    {
      source_id *bucket = bucket_of (sources, key, file->keys[key]);
      file->next[key] = *bucket;
      *bucket = id;
    }
}

static void
grow_buckets (struct sources *sources)
{
  sources->n_buckets = sources->n_buckets ? 2 * sources->n_buckets : 64;
  for (int key = 0; key < N_KEYS; key++)
    {
      size_t size = sources->n_buckets * sizeof *sources->buckets[key];
      free (sources->buckets[key]);
      sources->buckets[key] = array_new (size, 1);
      memset (sources->buckets[key], 0xff, size);       /* SOURCE_NONE */
    }
  for (source_id id = 0; id < sources->len; id++)
    link_file (sources, id);
}

const char *
source_file_intern (struct sources *sources, const char *name)
{
  source_id id = find (sources, BY_NAME, name);
  if (id != SOURCE_NONE)
    return sources->files[id].keys[BY_NAME];
  if (sources->len == sources->n_buckets)
    grow_buckets (sources);
  sources->files = array_reserve (sources->files, &sources->cap,
                                  sources->len + 1, sizeof *sources->files);
  name = arena_strdup (sources->arena, name);
  id = sources->len++;
  sources->files[id] = (struct source) { .keys = { name,
                                                   file_basename (name) } };
  link_file (sources, id);
  return name;
}

source_id
sources_len (const struct sources *sources)
{
  return sources->len;
}

const char *
source_file_name (const struct sources *sources, source_id id)
{
  return sources->files[id].keys[BY_NAME];
}

source_id
source_file_find (const struct sources *sources, const char *name)
{
  return find (sources, BY_NAME, name);
}

source_id
source_file_by_name (const struct sources *sources, const char *base)
{
  return find (sources, BY_BASE, base);
}

/* -- Finding the text ------------------------------------------------------ */

void
source_path_add (struct sources *sources, const char *list)
{
  for (const char *end; ; list = end + 1)
    {
      end = list + strcspn (list, ":");
      sources->dirs = array_reserve (sources->dirs, &sources->cap_dirs,
                                     sources->n_dirs + 1,
                                     sizeof *sources->dirs);
      sources->dirs[sources->n_dirs++]
        = arena_strndup (sources->arena, list, end - list);
      if (!*end)
        return;
    }
}

/* A FIFO without a writer must not keep us waiting.  */
static int
open_file (struct diag *diag, const char *name)
{
  int fd = open (name, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  diag_trace (diag, TRACE_SOURCES, "%s: %s", name,
              fd < 0 ? "not found" : "opened");
  return fd;
}

/* Opens NAME in the first directory of the path that has it, or -1.  */
static int
open_in_path (const struct sources *sources, struct diag *diag,
              const char *name)
{
  int fd = -1;
  for (size_t i = 0; i < sources->n_dirs && fd < 0; i++)
    {
      size_t dir_len = strlen (sources->dirs[i]);
      size_t name_size = strlen (name) + 1;
      char *path = array_new (dir_len + 1 + name_size, 1);
      memcpy (path, sources->dirs[i], dir_len);
      path[dir_len] = '/';
      memcpy (path + dir_len + 1, name, name_size);
      fd = open_file (diag, path);
      free (path);
    }
  return fd;
}

static int
find_file (const struct sources *sources, struct diag *diag, const char *name)
{
  const char *base = file_basename (name);
  int fd = open_file (diag, name);
  if (fd < 0 && name[0] != '/')
    fd = open_in_path (sources, diag, name);
  if (fd < 0 && base != name)
    fd = open_in_path (sources, diag, base);
  return fd;
}

/* The search path with ':' between its directories, on the heap.  */
static char *
join_path (const struct sources *sources)
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
warn_not_found (const struct sources *sources, struct diag *diag,
                const char *name)
{
  const char *where = name[0] == '/' ? "" : " from the current directory";
  char *path = join_path (sources);
  if (sources->n_dirs == 0)
    diag_warning (diag, "%s: source file not found%s, so it is not shown; "
                  "name its directory with -I", name, where);
  else
    diag_warning (diag, "%s: source file not found%s, nor in the directories "
                  "of -I and GPROF_PATH (%s), so it is not shown", name, where,
                  path);
  free (path);
}

bool
source_open (const struct sources *sources, struct diag *diag,
             const char *name, bool strict, FILE **text)
{
  struct stat st;
  int fd = find_file (sources, diag, name);
  *text = NULL;
  if (fd < 0)
    {
      warn_not_found (sources, diag, name);
      return false;
    }
  if (fstat (fd, &st) == 0 && S_ISREG (st.st_mode))
    *text = fdopen (fd, "r");
  else if (!strict)
    diag_warning (diag, "%s: is not a regular file, so it is shown as empty",
                  name);
  if (!*text)
    close (fd);
  return true;
}
