/* image/objects.h -- the libraries of a profiled process.

   SPDX-License-Identifier: GPL-3.0-or-later

   Finds the file of each library, takes its symbols, and closes it.  It is
   opened again if source lines are wanted.  */

#ifndef IMAGE_OBJECTS_H
#define IMAGE_OBJECTS_H

#include "image/debug_file.h"
#include "image/object_syms.h"
#include "image/source.h"

enum object_kind
{
  OBJECT_FILE,
  OBJECT_UNREAD,                /* a file whose symbols are not wanted */
  OBJECT_VDSO,
  OBJECT_ANON                   /* memory outside of all files */
};

/* An object as the profile describes it.  All pointers are borrowed.  */
struct object_request
{
  enum object_kind kind;
  const char *path;             /* when the program ran */
  const unsigned char *build_id;
  size_t build_id_len;          /* 0: none; then size and mtime hold */
  uint64_t size, mtime;         /* bytes, and seconds since 1970 */
  const struct object_use *uses;        /* sorted by offset */
  size_t n_uses;
  const struct object_funcs *names;     /* functions made at run time; sorted
                                           by address */
};

/* Where the files of objects are that are not at their paths any more.  */
struct object_copies
{
  /* Returns the name of a file with the code and the symbols of REQUEST's, or
     NULL; it is valid as long as DATA.  */
  const char *(*find) (void *data, const struct object_request *request);
  void *data;
};

/* How all objects are looked up.  All pointers are borrowed.  */
struct object_rules
{
  const char *const *dirs;      /* of --object-path */
  size_t n_dirs;
  const struct object_copies *copies;   /* or NULL */
  struct debug_search debug;
  bool no_static;
  uint64_t least_weight;        /* of code without a symbol that gets a name of
                                   its own */
  struct sources *sources;      /* the source lines of functions become symbols,
                                   and their files go here; NULL: no lines */
};

struct objects;

/* Returns an empty set of libraries of the program IMAGE (borrowed); messages
   go to DIAG.  objects_free frees it.  */
struct objects *objects_new (const struct image *image, struct diag *diag,
                             const struct object_rules *rules);
void objects_free (struct objects *objects);    /* OBJECTS may be NULL */

/* Adds object NUMBER of the profile, as REQUEST describes it, to SYMTAB.
   NUMBER is at least 1 and larger than that of the object before it.  Prints at
   most one warning if its file is missing or unreadable, or of another build or
   machine.  Then all of its code is in one symbol, such as "[libx.so]".  The
   names of the symbols belong to OBJECTS.  */
void objects_add (struct objects *objects, struct symtab *symtab,
                  uint32_t number, const struct object_request *request);

/* Returns the file of object NUMBER for its source lines, opened when it is
   first wanted; borrowed.  Returns NULL if there is none.  */
struct image *objects_image (struct objects *objects, uint32_t number);

/* Returns the bytes of all files that source lines of libraries are read from,
   without compression; opens these files.  */
uint64_t objects_lines_size (struct objects *objects);

#endif /* IMAGE_OBJECTS_H */
