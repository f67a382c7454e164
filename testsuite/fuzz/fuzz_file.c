/* fuzz_file.c -- files for what takes no buffer, a program for what wants one.

   SPDX-License-Identifier: GPL-3.0-or-later

   In: bytes.  Out: the name of a file that holds them, in memory, since a disk
   would take most of the time; or the bytes of a file.  */

#include <config.h>

#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static int
file_of (unsigned slot)
{
  static int files[FUZZ_FILES];

  if (files[slot] == 0)
    files[slot] = memfd_create ("input", MFD_CLOEXEC);
  if (files[slot] > 0)
    return files[slot];
  perror ("memfd_create");
  exit (EXIT_FAILURE);
}

const char *
fuzz_name (unsigned slot)
{
  static char names[FUZZ_FILES][32];

  if (!*names[slot])
    snprintf (names[slot], sizeof names[slot], "/proc/self/fd/%d",
              file_of (slot));
  return names[slot];
}

const char *
fuzz_file (unsigned slot, const void *data, size_t size)
{
  static size_t sizes[FUZZ_FILES];      /* of what is there */
  int file = file_of (slot);

  /* In this order the pages of the one before are used again.  */
  if (pwrite (file, data, size, 0) == (ssize_t) size
      && (size >= sizes[slot] || ftruncate (file, size) == 0))
    {
      sizes[slot] = size;
      return fuzz_name (slot);
    }
  perror ("memory");
  exit (EXIT_FAILURE);
}

uint8_t *
fuzz_load (const char *name, size_t *size)
{
  FILE *file = fopen (name, "rb");
  uint8_t *data = NULL, *more;
  size_t cap = 0, n;

  *size = 0;
  if (!file)
    return NULL;
  do
    {
      if (*size == cap)
        {
          cap = cap ? 2 * cap : 65536;
          more = realloc (data, cap);
          if (!more)
            break;
          data = more;
        }
      n = fread (data + *size, 1, cap - *size, file);
      *size += n;
    }
  while (n > 0);
  fclose (file);
  return data;
}

struct image *
fuzz_image (void)
{
  static struct image *image;

  if (!image)
    image = image_open (diag_new ("fuzz", stderr), "/proc/self/exe",
                        quirks_none ());
  if (image)
    return image;
  exit (EXIT_FAILURE);
}
