/* record/code_names.h -- the names of functions that a program has made at run
   time.

   SPDX-License-Identifier: GPL-3.0-or-later

   Compilers at run time write them to /tmp/perf-PID.map if they are asked to:
   lines of start, size and name, the numbers in hexadecimal.  */

#ifndef RECORD_CODE_NAMES_H
#define RECORD_CODE_NAMES_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/pair_table.h"

/* The code that a process has made, as far as it was seen.  All zeros:
   none.  */
struct made_code
{
  struct pair_table used;       /* addresses: upper half, lower half */
  bool is_found;                /* the next three are known */
  pid_t pid;                    /* number of the process in its name space */
  uid_t user;
  int directory;                /* its /tmp, open; -1: the one of gprof */
};

/* Looks up the name space and the user of the process PID, which still lives as
   a rule, unless that is known.  */
void code_names_process (struct made_code *code, pid_t pid);

/* Notes that the process of CODE runs or ran code at ADDRESS, which is in no
   file.  code_names_free frees what CODE has, and makes it empty.  */
void code_names_note (struct made_code *code, uint64_t address);
void code_names_free (struct made_code *code);

/* A function: SIZE bytes from START on.  */
struct made_function
{
  uint64_t start, size;
  const char *name;             /* borrowed */
};

/* Calls GIVE with DATA for each function that holds an address of USED, ordered
   by their starts, in the file that the process of OWNER has written since
   SINCE, in seconds since 1970.  Of several functions at one place the last one
   in the file counts; they do not overlap.  Returns false if there is no such
   file, or if it is not a regular file of that process's user or of gprof's.
   Files may have any content; the first 64 MiB are read.  */
bool code_names_find (const struct made_code *owner,
                      const struct pair_table *used, uint64_t since,
                      void (*give) (void *data,
                                    const struct made_function *function),
                      void *data);

#endif /* RECORD_CODE_NAMES_H */
