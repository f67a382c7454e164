/* unit/image.h -- object files for the unit programs, from symbols as text.

   SPDX-License-Identifier: GPL-3.0-or-later

   In:  the language of tools/mkimage.c; the environment's srcdir, as unit.exp
   sets it; mkimage in the folder above the program's.  Out: files in the
   working directory.  Included by the tests that need a real image.  */

#ifndef UNIT_IMAGE_H
#define UNIT_IMAGE_H

#include <stdlib.h>

#include "image/image.h"

static inline void
image_write (const char *name, const void *data, size_t size)
{
  FILE *file = fopen (name, "wb");

  if (!file || fwrite (data, 1, size, file) != size || fclose (file) != 0)
    {
      unresolved ("cannot write %s", name);
      exit (EXIT_FAILURE);
    }
}

/* Makes the image NAME of SYMBOLS.  PROGRAM is argv[0].  */
static inline void
image_make (const char *program, const char *name, const char *symbols)
{
  const char *srcdir = getenv ("srcdir"), *slash = strrchr (program, '/');
  char text[64], command[4096];

  snprintf (text, sizeof text, "%s.txt", name);
  image_write (text, symbols, strlen (symbols));
  snprintf (command, sizeof command,
            "sh '%s/tools/image.sh' '%.*s/../mkimage' %s %s",
            srcdir ? srcdir : ".", slash ? (int) (slash - program) : 1,
            slash ? program : ".", text, name);
  if (srcdir && system (command) == 0)
    return;
  unresolved ("no image: %s%s", srcdir ? "" : "set srcdir to the folder "
              "testsuite of the sources: ", command);
  exit (EXIT_FAILURE);
}

/* The same, opened; NAME is kept.  */
static inline struct image *
image_made (struct diag *diag, const char *program, const char *name,
            const char *symbols)
{
  struct image *image;

  image_make (program, name, symbols);
  image = image_open (diag, name, quirks_none ());
  if (image)
    return image;
  unresolved ("cannot open the image: %s", diag_last (diag));
  exit (EXIT_FAILURE);
}

#endif /* UNIT_IMAGE_H */
