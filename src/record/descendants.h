/* record/descendants.h -- the processes that a program starts, as /proc shows
   them.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef RECORD_DESCENDANTS_H
#define RECORD_DESCENDANTS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include <ansidecl.h>
#include <hashtab.h>

#include "base/pair_table.h"

/* A process that was seen.  */
struct descendant
{
  pid_t pid;
  unsigned long long start;     /* in ticks since boot: PIDs are reused */
  char *path;                   /* of its program, heap */
  bool is_hidden;               /* this user may not know the path: it is the
                                   name of the process */
  double seconds;               /* of CPU time, when it was last seen, without
                                   that of programs which it was before */
  double before;                /* their seconds */
};

/* All zeros: none was seen.  */
struct descendants
{
  struct descendant **items;    /* heap, and each is */
  size_t len, cap;
  htab_t by_process;            /* items by all but their time */
  struct pair_table pids;       /* pid, 0; by number: */
  struct descendant **latest;   /* heap: the item that was added last */
  size_t cap_latest;
};

/* Notes in SEEN the process ROOT and all processes that it and its children
   have started, as they are now.  Processes that live for less time than
   between two calls may be missed.  Does nothing without /proc.  */
void descendants_look (struct descendants *seen, pid_t root);
void descendants_free (struct descendants *seen);

#endif /* RECORD_DESCENDANTS_H */
