/* base/arena.c -- the memory of one run.

   SPDX-License-Identifier: GPL-3.0-or-later

   When no memory is left, the process ends here, through libiberty's
   xmalloc_failed.  The arena uses libiberty's objalloc.  */

#include <config.h>

#include "base/arena.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <libiberty.h>
#include <objalloc.h>

/* The first capacity of a growing array, in elements.  */
#define FIRST_CAP 16

/* The size in bytes of a block for strings.  Strings need no alignment, so a
   block holds them without gaps.  A string longer than an eighth of a block is
   allocated by itself.  */
#define STRING_BLOCK 4000

/* The smallest block, in bytes, for which huge pages are asked: the size of
   one on x86-64 and most machines.  */
#define HUGE_PAGE ((size_t) 2 << 20)

struct arena
{
  struct objalloc *objects;
  char *strings;                /* place for the next string */
  size_t left;                  /* bytes that are free there */
  size_t size;                  /* bytes handed out */
};

struct arena *
arena_new (void)
{
  struct arena *arena = array_new (1, sizeof *arena);

  arena->objects = objalloc_create ();
  if (!arena->objects)
    xmalloc_failed (sizeof *arena->objects);
  return arena;
}

void
arena_free (struct arena *arena)
{
  if (!arena)
    return;
  objalloc_free (arena->objects);
  free (arena);
}

void *
arena_alloc (struct arena *arena, size_t size)
{
  void *p = NULL;

  /* objalloc rounds SIZE up and adds a header; that must not overflow.  */
  if (size <= SIZE_MAX / 2)
    p = objalloc_alloc (arena->objects, size);
  if (!p)
    xmalloc_failed (size);
  arena->size += size;
  return p;
}

size_t
arena_size (const struct arena *arena)
{
  return arena->size;
}

static char *
alloc_string (struct arena *arena, size_t size)
{
  char *string;

  if (size > STRING_BLOCK / 8)
    return arena_alloc (arena, size);
  if (size > arena->left)
    {
      arena->strings = arena_alloc (arena, STRING_BLOCK);
      arena->left = STRING_BLOCK;
    }
  string = arena->strings;
  arena->strings += size;
  arena->left -= size;
  return string;
}

char *
arena_strndup (struct arena *arena, const char *s, size_t len)
{
  size_t n = strnlen (s, len);
  char *copy = alloc_string (arena, n + 1);

  memcpy (copy, s, n);
  copy[n] = '\0';
  return copy;
}

char *
arena_strdup (struct arena *arena, const char *s)
{
  return arena_strndup (arena, s, strlen (s));
}

/* The range includes the pages that the block shares with its neighbours, so
   that a block with a mapping of its own has all of it advised: realloc cannot
   move a mapping of two kinds, it would copy.  */
void
advise_huge_pages (void *p, size_t bytes)
{
#ifdef MADV_HUGEPAGE
  const uintptr_t page = (uintptr_t) sysconf (_SC_PAGESIZE);
  const uintptr_t start = (uintptr_t) p & -page;
  const uintptr_t end = ((uintptr_t) p + bytes + page - 1) & -page;
  const int error = errno;

  if (bytes >= HUGE_PAGE)
    madvise ((void *) start, end - start, MADV_HUGEPAGE);
  errno = error;
#else
  (void) p;
  (void) bytes;
#endif
}

void *
array_new (size_t nmemb, size_t size)
{
  void *array = xcalloc (nmemb, size);

  /* xcalloc has checked that the product does not overflow.  */
  advise_huge_pages (array, nmemb * size);
  return array;
}

void *
array_reserve (void *array, size_t *cap, size_t need, size_t size)
{
  size_t new_cap, bytes;

  if (need <= *cap)
    return array;
  if (__builtin_mul_overflow (*cap, 2, &new_cap) || new_cap < need)
    new_cap = need;
  if (new_cap < FIRST_CAP)
    new_cap = FIRST_CAP;
  if (__builtin_mul_overflow (new_cap, size, &bytes))
    xmalloc_failed (SIZE_MAX);
  array = xrealloc (array, bytes);
  advise_huge_pages (array, bytes);
  *cap = new_cap;
  return array;
}
