/* fuzz_names.c -- a fuzz target: the names of --files0-from.

   SPDX-License-Identifier: GPL-3.0-or-later

   Input: a file of them.  Put together again they have to be that file.  */

#include <config.h>

#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "run/file_list.h"

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  struct file_list list = { .len = 0 };
  struct diag *diag = diag_new ("fuzz_names", NULL);
  size_t at = 0;

  if (file_list_read (&list, diag, fuzz_file (0, data, size)))
    {
      for (size_t i = 0; i < list.len; i++)
        {
          size_t len = strlen (list.names[i]);
          if (len == 0 || len > size - at
              || memcmp (list.names[i], data + at, len) != 0)
            abort ();
          at += len;
          if (at < size && data[at++] != '\0')
            abort ();
        }
      if (at != size)
        abort ();
    }
  else if (diag_errors (diag) == 0)
    abort ();
  file_list_free (&list);
  diag_free (diag);
  return 0;
}
