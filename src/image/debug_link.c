/* image/debug_link.c -- which links to debug files libbfd may follow by itself.

   SPDX-License-Identifier: GPL-3.0-or-later

   In: links of strangers' images.  Out: those to keep from BFD.  Called by
   core.

   BFD follows links by itself where it finds no lines: it opens what is there,
   and reads all of it.  It would wait for a FIFO or a terminal, and never come
   to the end of a device.  */

#include <config.h>

#include "image/debug_link.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <libiberty.h>

/* A file in /proc is regular, and empty; only a link with a directory can lead
   there.  */
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
