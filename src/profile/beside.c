/* profile/beside.c -- finds profiles next to a missing one.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "profile/beside.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/stream.h"
#include "libgmon/gmon_out.h"

/* The highest number of files of one directory that are opened.  */
#define LOOKS_MAX 1000

/* Returns true if NAME is a name that runtimes give to profiles.  */
static bool
is_likely (const char *name)
{
  const char *dot = strrchr (name, '.');
  size_t digits = dot ? strspn (dot + 1, "0123456789") : 0;

  return strstr (name, "gmon") || (digits && dot[1 + digits] == '\0');
}

/* Returns true if the file PATH begins with the magic bytes of a profile.
   Sets *WRITTEN to its modification time if it can be opened.  */
static bool
is_profile (const char *path, time_t *written)
{
  char head[GMON_MAGIC_SIZE];
  struct stream *stream = stream_open (path);
  bool found;

  if (!stream)
    return false;
  *written = stream_stat (stream)->st_mtime;
  found = (stream_read (stream, head, sizeof head, 0) == sizeof head
           && memcmp (head, GMON_MAGIC, sizeof head) == 0);
  stream_close (stream);
  return found;
}

/* Returns on the heap the path of the file ENTRY in the directory that is the
   first LEN bytes of NAME.  */
static char *
beside_join_path (const char *name, size_t len, const char *entry)
{
  size_t size = strlen (entry) + 1;
  char *path = array_new (len + size, 1);

  memcpy (path, name, len);
  memcpy (path + len, entry, size);
  return path;
}

/* Adds the profile PATH (heap; BESIDE owns it then), modified at WRITTEN, to
   BESIDE.  Of profiles with equal times the first by name is kept, so the
   order of files in the directory does not matter.  */
static void
beside_take (struct beside *beside, char *path, time_t written)
{
  bool is_newer = (!beside->newest || written > beside->written
                   || (written == beside->written
                       && strcmp (path, beside->newest) < 0));

  beside->count++;
  free (is_newer ? beside->newest : path);
  if (!is_newer)
    return;
  beside->newest = path;
  beside->written = written;
}

/* Opens the directory of the file NAME, the first *LEN bytes of it.  Returns
   NULL if that fails.  */
static DIR *
open_directory_of (const char *name, size_t *len)
{
  const char *slash = strrchr (name, '/');
  char *dir;
  DIR *entries;

  *len = slash ? (size_t) (slash - name) + 1 : 0;
  dir = beside_join_path (name, *len, ".");
  entries = opendir (dir);
  free (dir);
  return entries;
}

char *
beside_find_rest (const char *name)
{
  static const char end[] = ".gmon-tmp.";
  size_t len, size;
  DIR *entries = open_directory_of (name, &len);
  const struct dirent *entry;
  char *found = NULL;

  size = strlen (name + len);
  while (entries && !found && (entry = readdir (entries)))
    if (entry->d_name[0] == '.'
        && strncmp (entry->d_name + 1, name + len, size) == 0
        && strncmp (entry->d_name + 1 + size, end, sizeof end - 1) == 0)
      found = beside_join_path (name, len, entry->d_name);
  if (entries)
    closedir (entries);
  return found;
}

struct beside
profile_find_beside (const char *name)
{
  struct beside beside = { .newest = NULL };
  size_t len;
  DIR *entries = open_directory_of (name, &len);
  const struct dirent *entry;

  for (int looks = 0; entries && looks < LOOKS_MAX
       && (entry = readdir (entries)); )
    if (is_likely (entry->d_name))
      {
        char *path = beside_join_path (name, len, entry->d_name);
        time_t written;

        looks++;
        if (is_profile (path, &written))
          beside_take (&beside, path, written);
        else
          free (path);
      }
  if (entries)
    closedir (entries);
  return beside;
}
