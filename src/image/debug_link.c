/* image/debug_link.c -- checks links to debug files before libbfd follows
   them.

   SPDX-License-Identifier: GPL-3.0-or-later

   If BFD finds no lines, it follows links by itself: it opens the file and
   reads all of it.  It would wait for a FIFO or a terminal, and never reach
   the end of a device.  */

#include <config.h>

#include "image/debug_link.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <libiberty.h>

/* Returns true if PATH does not exist or BFD can read all of it.  An endless
   file in /proc is regular and has size 0, so an empty file is harmless only
   if the link has no directory (HAS_DIR is false) and cannot lead to
   /proc.  */
static bool
is_harmless (const char *path, bool has_dir)
{
  struct stat st;
  return (stat (path, &st) != 0 || S_ISDIR (st.st_mode)
          || (S_ISREG (st.st_mode) && (st.st_size > 0 || !has_dir)));
}

bool
debug_link_is_harmless (const char *image, const char *link, bool is_alt)
{
  static const char *const subdirs[] = { "", ".debug/" };
  char *dir = xstrndup (image, lbasename (image) - image);
  bool has_dir = strchr (link, '/') != NULL, harmless = is_alt || !has_dir;
  for (size_t i = 0; harmless && i < 2; i++)
    {
      char *path = concat (dir, subdirs[i], link, NULL);
      harmless = is_harmless (path, has_dir);
      free (path);
    }
  free (dir);
  return harmless;
}
