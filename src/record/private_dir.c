/* record/private_dir.c -- a directory that only this run uses.

   SPDX-License-Identifier: GPL-3.0-or-later

   In: TMPDIR.  Out: a directory, which disappears again.  */

#include <config.h>

#include "record/private_dir.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <libiberty.h>

#include "base/out.h"
#include "base/variable.h"

/* Characters that GMON_OPTIONS and LD_PRELOAD give a meaning of their own.  */
#define SPECIAL ",%: \t\n"

char *
private_dir_make (struct diag *diag)
{
  const char *parent = variable ("TMPDIR");
  struct out *name = out_to_memory ();
  char *path;

  if (!parent || parent[0] != '/' || strpbrk (parent, SPECIAL))
    parent = "/tmp";
  out_printf (name, "%s/gprof-run-XXXXXX", parent);
  path = xstrdup (out_memory (name, NULL));
  out_close (name);
  if (mkdtemp (path))
    return path;
  diag_error (diag, "%s: no directory can be made there: %s; set TMPDIR to"
              " another one", parent, strerror (errno));
  free (path);
  return NULL;
}

void
private_dir_remove (const char *path, struct diag *diag)
{
  DIR *dir = opendir (path);
  struct dirent *entry;

  while (dir && (entry = readdir (dir)))
    unlinkat (dirfd (dir), entry->d_name, 0);
  if (dir)
    closedir (dir);
  if (rmdir (path) != 0)
    diag_warning (diag, "%s: cannot be removed: %s", path, strerror (errno));
}
