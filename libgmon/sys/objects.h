/* objects.h -- the loaded objects: the executable, its libraries, the vDSO.

   SPDX-License-Identifier: 0BSD

   A table of loaded objects is sorted by address, never changed, and replaced
   whole.  Old tables stay in memory, so a signal handler may read the table at
   any moment; a table that fits again is used again.  An object that is loaded
   several times, maybe at other addresses, keeps its identity: a number that
   stands for its code.  */

#ifndef GMON_OBJECTS_H
#define GMON_OBJECTS_H

#include <limits.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arch/namespace.h"
#include "gmon_process.h"
#include "sys/bounded_lock.h"

#define OBJECT_SEGMENTS 4       /* executable segments that are kept */
#define OBJECT_LOADS 256        /* loads that are kept */

/* An object as a file, whether it is loaded or not.  Only `flags' changes.  */
struct object_identity
{
  struct object_identity *next; /* the one with the next lower index */
  unsigned index;               /* 0: the executable */
  unsigned flags;               /* GMON_OBJECT_* */
  const char *path;
  size_t build_id_size;         /* 0: none; then size and time count */
  unsigned char build_id[GMON_BUILD_ID_MAX];
  uint64_t size;                /* of the file, in bytes */
  uint64_t time;                /* of its last change, seconds since 1970 */
  size_t n_segments;
  struct
  {
    uintptr_t start;            /* p_vaddr */
    uintptr_t size;             /* p_memsz */
  } segments[OBJECT_SEGMENTS];
};

/* An object in memory.  */
struct gmon_object
{
  uintptr_t start;              /* its first byte */
  uintptr_t end;                /* behind its last byte */
  uintptr_t base;               /* load address */
  const unsigned char *eh_frame_hdr;    /* NULL: none */
  size_t eh_frame_hdr_size;
  uintptr_t readable_start;     /* the PT_LOAD that holds the unwind tables */
  uintptr_t readable_end;
  struct object_identity *identity;
  bool stays;                   /* it cannot be unloaded */
  bool at_start;                /* it is in the first table, too */
};

struct gmon_objects
{
  struct gmon_objects *next;    /* the table made before */
  size_t len;
  struct gmon_object object[];  /* sorted by start; ranges are disjoint */
};

/* From when to when an object was loaded.  */
struct object_load
{
  const struct object_identity *identity;
  unsigned generation;          /* how many unloads came before */
  uintptr_t base;
  uint64_t from;                /* ns of CLOCK_MONOTONIC */
  uint64_t to;                  /* 0: it is still loaded */
};

/* An object of zeros is valid and empty.  */
struct objects
{
  struct bounded_lock lock;     /* held while the fields below change */
  const struct gmon_objects *_Atomic table;     /* NULL: not looked yet */
  struct gmon_objects *tables;  /* all tables, the newest one first */
  struct object_identity *identities;   /* the newest one */
  unsigned n_identities;
  struct object_identity *absolute;     /* stands for memory outside of all
                                           objects; NULL: not needed yet */
  unsigned generation;          /* how often objects were unloaded */
  unsigned unseen;              /* objects unloaded, found by objects_refresh;
                                   its caller subtracts what it knew of */
  size_t n_loads;
  struct object_load loads[OBJECT_LOADS];
  unsigned long long adds;      /* the loader's counts of loads and unloads */
  unsigned long long subs;      /* at the last look */
  char path[PATH_MAX];          /* of the object that is looked at */
  unsigned char *memory;        /* the rest of the last block of memory */
  size_t memory_left;
};

/* Returns the object of TABLE that holds PC, or NULL.  Async-signal-safe.  */
const struct gmon_object *gmon_objects_find (const struct gmon_objects *table,
                                             uintptr_t pc);

/* Takes the lock of OBJECTS, which is free after at most 2 s.  Every function
   below wants the lock, but no function takes it.  The caller blocks all
   signals.  Async-signal-safe.  */
void objects_lock (struct objects *objects);
void objects_unlock (struct objects *objects);

/* Replaces the table by one of the objects that are loaded now, if an object
   was loaded or unloaded since the last call.  Without memory the old table
   stays.  Calls dl_iterate_phdr: not async-signal-safe.  */
void objects_refresh (struct objects *objects);

/* Drops what is known of former loads and unloads, for a new profile.
   Async-signal-safe.  */
void objects_restart (struct objects *objects);

/* Finds the object that holds ADDRESS and stores the index of its identity in
   *INDEX and ADDRESS less its load address in *OFFSET.  Looks in OLD, a former
   table or NULL, then in the present table.  An object that both lack is
   looked for by _dl_find_object, if the C library has it, and added to the
   table.  If objects were unloaded unseen, the only object that ever was at
   ADDRESS is the last choice.  An address in no object gets the identity with
   the flag GMON_OBJECT_ABSOLUTE.  Returns the identity, or NULL without
   memory.  Async-signal-safe.  */
struct object_identity *objects_resolve (struct objects *objects,
                                         const struct gmon_objects *old,
                                         uintptr_t address, uint64_t *index,
                                         uint64_t *offset);

#endif /* GMON_OBJECTS_H */
