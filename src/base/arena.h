/* base/arena.h -- the memory of one run.

   SPDX-License-Identifier: GPL-3.0-or-later

   An arena owns every string of a run and frees all of them at once.  Arrays
   grow through array_reserve.  When there is no memory, these functions end
   the process through libiberty's xmalloc_failed.  This is the only place
   where the library does not return (doc/design/src/base-writing.md).  */

#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stddef.h>

struct arena;

struct arena *arena_new (void);
void arena_free (struct arena *arena);

/* Returns SIZE bytes that are aligned for pointers, 64-bit integers and
   doubles.  They are not cleared.  The arena owns them until arena_free.  */
void *arena_alloc (struct arena *arena, size_t size);

/* Returns how many bytes ARENA has handed out, with the rest of the last block
   of strings.  */
size_t arena_size (const struct arena *arena);

/* Return a copy of the string S; arena_strndup copies at most the first LEN
   bytes of it and adds a NUL.  The arena owns the copy.  */
char *arena_strdup (struct arena *arena, const char *s);
char *arena_strndup (struct arena *arena, const char *s, size_t len);

/* Returns NMEMB zeroed elements of SIZE bytes each on the heap, which the
   caller frees with free ().  Never returns NULL, not even if NMEMB is 0.  A
   product NMEMB * SIZE that overflows counts as out of memory.  */
void *array_new (size_t nmemb, size_t size);

/* Grows ARRAY, if necessary, so that it has room for at least NEED elements.
   ARRAY is on the heap and has room for *CAP elements of SIZE bytes each; it
   is NULL if *CAP is 0.  The new capacity is twice the old one or NEED,
   whichever is more, so that appending takes amortised constant time.
   Returns the new array, which replaces ARRAY, and updates *CAP.  */
void *array_reserve (void *array, size_t *cap, size_t need, size_t size);

/* Grows ARRAY, an lvalue, as array_reserve does; CAP is the lvalue of its
   capacity.  ARRAY is evaluated several times.  */
#define ARRAY_ROOM(array, cap, need) \
  ((array) = array_reserve ((array), &(cap), (need), sizeof *(array)))

/* Grows ARRAY by one element, increments LEN, the lvalue of their number, and
   returns a pointer to the new element, whose value is undefined.  ARRAY and
   LEN are evaluated several times, and a value that is assigned to the
   element may not depend on LEN.  */
#define ARRAY_APPEND(array, cap, len) \
  (ARRAY_ROOM (array, cap, (size_t) (len) + 1), &(array)[(len)++])

/* Asks the kernel to back the BYTES bytes at P, fresh memory from malloc, by
   huge pages where whole ones fit in.  That saves page faults and misses of the
   TLB.  Nothing happens to small blocks, or if the kernel refuses; errno is
   kept.  array_new and array_reserve call it.  */
void advise_huge_pages (void *p, size_t bytes);

#endif /* BASE_ARENA_H */
