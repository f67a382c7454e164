/* record/libgmon_file.c -- where libgmon.so is.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "record/libgmon_file.h"

#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/out.h"

#define LIBRARY "libgmon.so.0"
#define BUILT "../libgmon/.libs/" LIBRARY

/* Stores the directory of the running program in the PATH_MAX bytes at DIR.
   Returns false if it is not known.  */
static bool
own_directory (char *dir)
{
  ssize_t len = readlink ("/proc/self/exe", dir, PATH_MAX - 1);
  char *slash;

  dir[len > 0 ? len : 0] = '\0';
  slash = strrchr (dir, '/');
  if (slash)
    *slash = '\0';
  return slash != NULL;
}

/* Writes to NAME the path of the library that was installed with the program
   in the directory DIR.  The program was installed as BINDIR, and the library
   in LIBDIR: the way from one to the other is the part of BINDIR that LIBDIR
   does not have, upwards, and the rest of LIBDIR.  */
static void
put_installed (struct out *name, const char *dir)
{
  static const char bin[] = BINDIR "/", lib[] = LIBDIR "/";
  size_t common = 0;

  for (size_t i = 0; bin[i] == lib[i] && bin[i]; i++)
    if (bin[i] == '/')
      common = i + 1;
  out_printf (name, "%s/", dir);
  for (size_t i = common; bin[i]; i++)
    if (bin[i] == '/')
      out_text (name, "../");
  out_printf (name, "%s" LIBRARY, lib + common);
}

/* Returns the real path of the file NAME, on the heap, or NULL.  */
static char *
existing (const char *name)
{
  return access (name, R_OK) == 0 ? realpath (name, NULL) : NULL;
}

char *
libgmon_file_find (struct diag *diag)
{
  char *dir = array_new (PATH_MAX, 1), *found = NULL;
  struct out *built = out_to_memory (), *moved = out_to_memory ();

  if (own_directory (dir))
    {
      out_printf (built, "%s/" BUILT, dir);
      put_installed (moved, dir);
      found = existing (out_memory (built, NULL));
      if (!found)
        found = existing (out_memory (moved, NULL));
    }
  if (!found)
    found = existing (LIBDIR "/" LIBRARY);
  if (!found)
    diag_error (diag, "--run needs %s, which is neither in %s nor where this"
                " gprof is; install libgmon", LIBRARY, LIBDIR);
  out_close (built);
  out_close (moved);
  free (dir);
  return found;
}
