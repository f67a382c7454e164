/* record/go_tables.h -- the frames of Go's functions, by Go's own tables.

   SPDX-License-Identifier: GPL-3.0-or-later

   Go's compiler makes no .eh_frame.  Each program has a section .gopclntab,
   from which its runtime unwinds stacks: for each function, how far the stack
   pointer is below the return address.  Known are the forms since Go 1.18, for
   x86-64.  */

#ifndef RECORD_GO_TABLES_H
#define RECORD_GO_TABLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct go_tables
{
  const unsigned char *bytes;   /* the section, borrowed; NULL: there is none */
  size_t size;
  uint64_t text;                /* address of the code that offsets count
                                   from */
  uint64_t functions;           /* their number, */
  uint64_t list, programs;      /* and the places of their list and of the
                                   programs that tell the distances */
  bool has_lines;               /* Go 1.20: a function has a first line */
};

/* Looks for the section in the SIZE bytes of an ELF file of this machine at
   DATA, which may be damaged.  They must stay while TABLES are used.  Returns
   false, and makes TABLES empty, if there is none that is known here.  */
bool go_tables_find (struct go_tables *tables, const unsigned char *data,
                     size_t size);

/* Returns the row (libgmon/unwind/row.h) of the code at ADDRESS, as the file
   numbers addresses; 0, ROW_NONE, if TABLES do not know it.  The first function
   of a thread or a goroutine has ROW_END, and one that changes to another stack
   ROW_CUT.  Stores the address of the function in *START.  */
uint64_t go_tables_row (const struct go_tables *tables, uint64_t address,
                        uint64_t *start);

#endif /* RECORD_GO_TABLES_H */
