/* slow_dw.c -- a libdw that does not come to an end.

   SPDX-License-Identifier: GPL-3.0-or-later

   In:  calls of gprof, which takes it for libdw.so.1.  Out: the file "limit"
   with the seconds that were left until SIGALRM; the signal then comes after
   one.  */

#include <stdio.h>
#include <unistd.h>

void *
dwarf_begin (int fd, int command)
{
  FILE *file = fopen ("limit", "w");
  volatile int turns = 0;

  fprintf (file, "%u\n", alarm (1));
  fclose (file);
  fprintf (stderr, "libdw complains\n");
  while (fd >= 0)
    turns += command;
  return NULL;
}

/* What else gprof looks for, and does not come to call.  */
#define UNUSED(name) void dwarf_##name (void) { }
UNUSED (get_units)
UNUSED (getsrclines)
UNUSED (onesrcline)
UNUSED (lineaddr)
UNUSED (tag)
UNUSED (ranges)
UNUSED (child)
UNUSED (siblingof)
UNUSED (hasattr)
UNUSED (lineno)
UNUSED (linesrc)
UNUSED (getsrc_die)
UNUSED (attr)
UNUSED (formstring)
UNUSED (attr_integrate)
UNUSED (formudata)
UNUSED (formflag)
UNUSED (formref_die)
UNUSED (entrypc)
UNUSED (cu_die)
UNUSED (decl_line)
UNUSED (getsrcfiles)
UNUSED (filesrc)
UNUSED (diecu)
UNUSED (srclang)
