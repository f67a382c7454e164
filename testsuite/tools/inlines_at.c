/* inlines_at.c -- the inlined functions at addresses, as gprof finds them.

   SPDX-License-Identifier: GPL-3.0-or-later

   inlines_at PROGRAM [DEBUG-FILE] < ADDRESSES

   Reads addresses in hexadecimal digits from standard input.  Prints for each
   of them, in their order, one line: the frames from the innermost on, each as
   "NAME FILE:LINE" with the line of the code in it, separated by ";".  The last
   one is the function of the symbol, with "-" for its name.  */

#include <config.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "image/inline_index.h"

/* Adds the addresses of standard input to WANTS.  */
static void
read_addresses (struct line_wants *wants)
{
  uint64_t addr;
  while (scanf ("%" SCNx64, &addr) == 1)
    line_wants_add (wants, addr);
}

/* Returns a copy of WANTS.  */
static struct line_wants
copy_of (const struct line_wants *wants)
{
  struct line_wants copy = { .len = 0 };
  for (size_t i = 0; i < wants->len; i++)
    line_wants_add (&copy, wants->addrs[i]);
  return copy;
}

static void
print_place (const char *file, unsigned line)
{
  printf (" %s:%u", file ? file : "??", line);
}

static void
print_frames (const struct inline_index *index, const struct line_index *lines,
              uint64_t addr)
{
  struct image_line line = { .file = NULL, .line = 0 };
  if (lines)
    line_index_find (lines, addr, &line);
  for (uint32_t at = inline_index_find (index, addr); at != INLINE_NONE;)
    {
      const struct inline_frame frame = inline_index_get (index, at);
      fputs (frame.name, stdout);
      print_place (line.file, line.line);
      fputs (";", stdout);
      line.file = frame.call_file;
      line.line = frame.call_line;
      at = frame.parent;
    }
  fputs ("-", stdout);
  print_place (line.file, line.line);
  puts ("");
}

int
main (int argc, char **argv)
{
  struct diag *diag = diag_new ("inlines_at", stderr);
  struct line_wants asked = { .len = 0 };
  struct image *image
    = argc < 2 ? NULL : image_open (diag, argv[1], quirks_none ());
  if (!image || (argc > 2 && !image_attach_debug (image, argv[2])))
    return EXIT_FAILURE;
  read_addresses (&asked);
  struct line_wants wants = copy_of (&asked), places = copy_of (&asked);
  struct inline_index *index = inline_index_read (image, &wants);
  struct line_index *lines = line_index_read (image, &places);
  if (!index)
    {
      fputs ("inlines_at: no index\n", stderr);
      return EXIT_FAILURE;
    }
  if (inline_index_lacks_split (index))
    puts ("lacks split files");
  for (size_t i = 0; i < asked.len; i++)
    print_frames (index, lines, asked.addrs[i]);
  line_index_free (lines);
  inline_index_free (index);
  line_wants_free (&places);
  line_wants_free (&wants);
  line_wants_free (&asked);
  image_free (image);
  diag_free (diag);
  return EXIT_SUCCESS;
}
