/* base/arena.h -- the memory of one run.

   SPDX-License-Identifier: GPL-3.0-or-later

   An arena owns every string of a run and frees them at once; growing arrays
   go through array_reserve.  Out of memory ends the process by way of
   libiberty's xmalloc_failed: this file is the single place where the library
   does not return (doc/DESIGN, "Out of memory").  */

#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stddef.h>

struct arena;

struct arena *arena_new (void);
void arena_free (struct arena *arena);

/* SIZE bytes, aligned for pointers, 64-bit integers and doubles, not
   cleared; valid until arena_free.  */
void *arena_alloc (struct arena *arena, size_t size);

/* A copy of the string S, or of at most its first LEN bytes.  */
char *arena_strdup (struct arena *arena, const char *s);
char *arena_strndup (struct arena *arena, const char *s, size_t len);

/* NMEMB zeroed elements of SIZE bytes each on the heap (free () them); never
   NULL, also for NMEMB 0.  The product is checked.  */
void *array_new (size_t nmemb, size_t size);

/* ARRAY (heap, *CAP elements of SIZE bytes, or NULL with *CAP 0), grown so
   that it holds at least NEED elements: doubled, so that appending costs
   amortised constant time, or just so many if that is more.  Returns the new
   array and updates *CAP.  */
void *array_reserve (void *array, size_t *cap, size_t need, size_t size);

#endif /* BASE_ARENA_H */
