/* image/landmarks.h -- symbols that tell how a program was built.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef IMAGE_LANDMARKS_H
#define IMAGE_LANDMARKS_H

#include <stdbool.h>
#include <stdint.h>

#include "image/image.h"

/* Facts about a program that the name of a symbol shows, as bits.  */
enum symbol_fact
{
  CALLS_HOOK = 1,               /* functions call mcount */
  COUNTS_BLOCKS = 2,            /* functions count their blocks */
  HAS_RUNTIME = 4,              /* something can write a profile */
  LACKS_START = 8               /* functions call mcount of glibc, but nothing
                                   starts its profile: -pg was not given to
                                   the linker (landmarks_facts) */
};

/* The symbols of a program that tell about it.  */
struct landmarks
{
  bool are_known;               /* all symbols were seen; else all is 0 */
  unsigned shown;               /* bits of enum symbol_fact */
  bool calls_glibc;             /* the hook is that of glibc */
  bool has_start;               /* it has the start file of -pg */
  bool has_ada;                 /* part of it is compiled by GNAT */
  uint64_t text_end;            /* value of etext; 0: there is none */
  uint64_t monstartup;          /* address of monstartup; 0: not defined */
  bool imports_monstartup;      /* a shared library has it, and the program
                                   calls it itself */
};

/* Adds what SYM, a symbol of a program whose names begin with LEADING (or 0),
   tells to MARKS.  */
void landmarks_add (struct landmarks *marks, const struct image_sym *sym,
                    char leading);

/* Returns all facts that MARKS, from all symbols, tell; bits of enum
   symbol_fact.  */
unsigned landmarks_facts (const struct landmarks *marks);

#endif /* IMAGE_LANDMARKS_H */
