/* run/libraries.h -- reads the symbols of the libraries of a process.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef RUN_LIBRARIES_H
#define RUN_LIBRARIES_H

#include "cli/options.h"
#include "image/objects.h"
#include "profile/process.h"

/* Returns the libraries that PROCESS names besides the program IMAGE, without
   their symbols; borrows all arguments.  In line mode, source files go to
   SOURCES.  objects_free frees the result.  */
struct objects *libraries_new (const struct image *image, struct diag *diag,
                               const struct options *options,
                               const struct process *process,
                               struct sources *sources);

/* Adds the symbols of OBJECTS, the libraries of PROCESS, to SYMTAB, which has
   those of the program.  Libraries without samples and calls are not opened.
   Object K of PROCESS becomes object K of SYMTAB (see object_address).  */
void libraries_add (struct objects *objects, struct symtab *symtab,
                    const struct process *process);

/* Returns which objects --object=GLOB shows, on the heap; the caller frees it.
   Element K is for object K of PROCESS: the base name or the path matches GLOB.
   Without a process (PROCESS is NULL), there is only the program, PROGRAM.
   Warns if nothing matches.  */
bool *libraries_shown (const struct process *process, const char *program,
                       const char *glob, struct diag *diag);

#endif /* RUN_LIBRARIES_H */
