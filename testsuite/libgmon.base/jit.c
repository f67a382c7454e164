/* jit.c -- a program that makes code at run time, and names it.

   SPDX-License-Identifier: GPL-3.0-or-later

   usage: jit CASE
   Writes /tmp/perf-PID.map.  CASE is what that file is like: "good", "fifo",
   "link" or "damaged".  Runs each of its functions for 0.15 s of CPU time
   until its samples are taken (looks.h).  Out: the address
   of the code, and two files to be removed; status 3.  x86-64 only.  See
   process-record.exp.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "looks.h"

/* push %rbp; mov %rsp,%rbp; dec %edi; jnz -4; pop %rbp; ret  */
static const unsigned char loop[]
  = { 0x55, 0x48, 0x89, 0xe5, 0xff, 0xcf, 0x75, 0xfc, 0x5d, 0xc3 };

#define SIZE 4096
#define SECOND 256              /* the offset of another copy */

static void
write_map (const char *path, const char *kind, unsigned long code)
{
  FILE *map = fopen (path, "w");

  if (map == NULL)
    exit (2);
  if (strcmp (kind, "damaged") == 0)
    for (int i = 0; i < 1000; i++)
      fprintf (map, "%lx ffffffffffffffffff x\n%lx\n%lx 10\n\n%c zz\n0 0 a\n",
               code, code, code, i % 256);
  /* An older function was where the code is now, and the last line is cut
     off.  */
  fprintf (map, "%lx 400 old code\n", code - 16);
  fprintf (map, "%lx %zx first(int, char)\n", code, sizeof loop);
  fprintf (map, "0x%lx 0x%zx Class::second\n", code + SECOND, sizeof loop);
  fprintf (map, "%lx 10 elsewhere\n%lx", code + 2 * SIZE, code);
  fclose (map);
}

int
main (int argc, char **argv)
{
  const char *kind = argc > 1 ? argv[1] : "good";
  struct part part = { 0 };
  char path[64], other[80];
  unsigned char *code = mmap (NULL, SIZE, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

  if (code == MAP_FAILED)
    return 2;
  memcpy (code, loop, sizeof loop);
  memcpy (code + SECOND, loop, sizeof loop);
  mprotect (code, SIZE, PROT_READ | PROT_EXEC);
  snprintf (path, sizeof path, "/tmp/perf-%ld.map", (long) getpid ());
  snprintf (other, sizeof other, "%s.other", path);
  if (strcmp (kind, "fifo") == 0)
    mkfifo (path, 0600);
  else if (strcmp (kind, "link") == 0)
    {
      write_map (other, kind, (unsigned long) code);
      if (symlink (other, path) != 0)
        return 2;
    }
  else
    write_map (path, kind, (unsigned long) code);
  while (part_goes_on (&part, 150))
    ((void (*) (int)) (void *) code) (500000);
  while (part_goes_on (&part, 150))
    ((void (*) (int)) (void *) (code + SECOND)) (500000);
  printf ("%p\n%s\n%s\n", (void *) code, path, other);
  return 3;
}
