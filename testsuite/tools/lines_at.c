/* lines_at.c -- prints the files and lines of addresses.

   SPDX-License-Identifier: GPL-3.0-or-later

   Usage:  lines_at IMAGE [DEBUG-FILE] < ADDRESSES

   Each line of standard input is an address in hexadecimal.  Prints FILE:LINE
   for each of them, as image/line_index has it, or "??:0", in the order of
   input.  Fails if there is no index.  */

#include <config.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/arena.h"
#include "image/line_index.h"

/* Adds the addresses of standard input to WANTS.  */
static void
read_addresses (struct line_wants *wants)
{
  uint64_t addr;
  while (scanf ("%" SCNx64, &addr) == 1)
    line_wants_add (wants, addr);
}

static void
print_lines (const struct line_index *index, const uint64_t *addrs, size_t n)
{
  for (size_t i = 0; i < n; i++)
    {
      struct image_line line;
      if (line_index_find (index, addrs[i], &line))
        printf ("%s:%u\n", line.file, line.line);
      else
        puts ("??:0");
    }
}

int
main (int argc, char **argv)
{
  struct diag *diag = diag_new ("lines_at", stderr);
  struct line_wants asked = { .len = 0 }, wants = { .len = 0 };
  struct image *image
    = argc < 2 ? NULL : image_open (diag, argv[1], quirks_none ());
  if (!image || (argc > 2 && !image_attach_debug (image, argv[2])))
    return EXIT_FAILURE;
  read_addresses (&asked);
  for (size_t i = 0; i < asked.len; i++)
    line_wants_add (&wants, asked.addrs[i]);
  struct line_index *index = line_index_read (image, &wants);
  if (!index)
    {
      fputs ("lines_at: no index\n", stderr);
      return EXIT_FAILURE;
    }
  print_lines (index, asked.addrs, asked.len);
  line_index_free (index);
  line_wants_free (&wants);
  line_wants_free (&asked);
  image_free (image);
  diag_free (diag);
  return EXIT_SUCCESS;
}
