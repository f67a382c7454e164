/* profile/beside.c -- profiles in the directory where one is missing.

   SPDX-License-Identifier: GPL-3.0-or-later

   In:  the name of a file, its directory.  Out: the newest profile there.  */

#include <config.h>

#include "profile/beside.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/stream.h"
#include "libgmon/gmon_out.h"

/* Files of one directory that are opened at most.  */
#define LOOKS_MAX 1000

/* Is NAME one that runtimes give to profiles?  */
static bool
is_likely (const char *name)
{
  const char *dot = strrchr (name, '.');
  size_t digits = dot ? strspn (dot + 1, "0123456789") : 0;

  return strstr (name, "gmon") || (digits && dot[1 + digits] == '\0');
}

/* Does the file PATH begin as a profile does?  If so, *WRITTEN is when it was
   last written.  */
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

/* The file ENTRY in the directory that the first LEN bytes of NAME are; on the
   heap.  */
static char *
join_path (const char *name, size_t len, const char *entry)
{
  size_t size = strlen (entry) + 1;
  char *path = array_new (len + size, 1);

  memcpy (path, name, len);
  memcpy (path + len, entry, size);
  return path;
}

/* Takes the profile PATH, on the heap and WRITTEN then, as one more of BESIDE.
   Of equally new ones the first by name is kept, so that the order in which a
   directory lists them does not matter.  */
static void
take (struct beside *beside, char *path, time_t written)
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

struct beside
profile_find_beside (const char *name)
{
  struct beside beside = { .newest = NULL };
  const char *slash = strrchr (name, '/');
  size_t len = slash ? (size_t) (slash - name) + 1 : 0;
  char *dir = join_path (name, len, ".");
  DIR *entries = opendir (dir);
  const struct dirent *entry;

  free (dir);
  for (int looks = 0; entries && looks < LOOKS_MAX
       && (entry = readdir (entries)); )
    if (is_likely (entry->d_name))
      {
        char *path = join_path (name, len, entry->d_name);
        time_t written;

        looks++;
        if (is_profile (path, &written))
          take (&beside, path, written);
        else
          free (path);
      }
  if (entries)
    closedir (entries);
  return beside;
}
