/* tally.h -- sums under keys of four numbers: as a hash table, or as a list.

   SPDX-License-Identifier: 0BSD

   Not for several threads at once: the caller holds a lock.  Memory comes from
   mmap, so all functions are async-signal-safe.  */

#ifndef GMON_TALLY_H
#define GMON_TALLY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arch/namespace.h"

#define TALLY_KEYS 4
#define TALLY_SUMS 3

struct tally
{
  uint64_t key[TALLY_KEYS];
  uint64_t sum[TALLY_SUMS];     /* all 0: no entry */
};

/* A hash table, or a list in the first LEN places.  An object of zeros is
   valid and empty.  */
struct tallies
{
  struct tally *entries;
  size_t len;
  size_t room;
};

/* Adds the sums of ENTRY to the entry with its key in the hash table TABLE.
   Returns false without memory.  */
bool tally_add (struct tallies *table, const struct tally *entry);

/* Appends ENTRY to LIST.  Returns false without memory.  */
bool tally_append (struct tallies *list, const struct tally *entry);

/* Appends the entries of the hash table TABLE to LIST.  Returns false without
   memory.  */
bool tally_append_all (struct tallies *list, const struct tallies *table);

/* Sorts LIST by its keys and replaces entries with equal keys by their sum.  */
void tally_sort (struct tallies *list);

/* Frees the memory and makes TALLIES empty.  */
void tally_free (struct tallies *tallies);

#endif /* GMON_TALLY_H */
