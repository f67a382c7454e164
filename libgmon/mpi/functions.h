/* functions.h -- the addresses of the program's functions.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_MPI_FUNCTIONS_H
#define GMON_MPI_FUNCTIONS_H

#include <stddef.h>
#include <stdint.h>

#include "arch/namespace.h"
#include "record/arc_list.h"

/* Fills LIST with an entry for each function in the symbol table of the program
   that runs: its address in the file is the field from; self and count are 0.
   Each address is there once, in rising order.  LIST is empty if the program
   has no symbols or cannot be read.  In any case arc_list_free must free
   LIST.  */
void functions_read (struct arc_list *list);

/* Returns the index of the entry of LIST that contains ADDRESS: the last one
   that is not above it; or LIST->len.  */
size_t functions_find (const struct arc_list *list, uintptr_t address);

#endif /* GMON_MPI_FUNCTIONS_H */
