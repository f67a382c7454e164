/* scatter.c -- a malloc that puts neighbours far from each other.

   SPDX-License-Identifier: GPL-3.0-or-later

   Usage:  LD_PRELOAD=scatter.so SCATTER_SEED=N PROGRAM

   Each block comes from one of several regions, chosen by chance (N begins the
   row), so that the order of blocks in memory has nothing to do with the order
   in which they were asked for.  For the oracle: of two functions with the same
   addresses BFD takes the one it finds lower in memory, and what it says then
   is not to be compared.

   Nothing is given back, and memory is zero: for short runs.  One thread.  */

#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define REGIONS 16
#define REGION_SIZE ((size_t) 1 << 20)
#define ALIGNMENT 16

/* Before each block: how many bytes were asked for.  */
#define HEAD ALIGNMENT

static struct
{
  char *next, *end;
} regions[REGIONS];

static uint64_t state;

static unsigned
chance (void)
{
  if (!state)
    {
      const char *seed = getenv ("SCATTER_SEED");

      state = 0x9e3779b97f4a7c15;
      while (seed && *seed)
        state = (state ^ (unsigned char) *seed++) * 0x100000001b3;
      state |= 1;
    }
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (unsigned) (state >> 40);
}

static char *
map (size_t size)
{
  void *p = mmap (NULL, size, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

  return p == MAP_FAILED ? NULL : p;
}

/* SIZE bytes at a multiple of ALIGNMENT, zeros.  */
static char *
take (size_t size)
{
  unsigned r = chance () % REGIONS;
  char *p;

  if (size > REGION_SIZE / 4)
    return map (size);
  if ((size_t) (regions[r].end - regions[r].next) < size)
    {
      if (!(p = map (REGION_SIZE)))
        return NULL;
      regions[r].next = p;
      regions[r].end = p + REGION_SIZE;
    }
  p = regions[r].next;
  regions[r].next += (size + ALIGNMENT - 1) & -(size_t) ALIGNMENT;
  return p;
}

void *
malloc (size_t size)
{
  char *p = size <= PTRDIFF_MAX - HEAD ? take (size + HEAD) : NULL;

  if (!p)
    {
      errno = ENOMEM;
      return NULL;
    }
  memcpy (p, &size, sizeof size);
  return p + HEAD;
}

void
free (void *p)
{
  (void) p;
}

void *
calloc (size_t n, size_t size)
{
  size_t bytes;

  if (__builtin_mul_overflow (n, size, &bytes))
    bytes = SIZE_MAX;
  return malloc (bytes);
}

void *
realloc (void *old, size_t size)
{
  size_t had = 0;
  void *p = malloc (size);

  if (p && old)
    {
      memcpy (&had, (char *) old - HEAD, sizeof had);
      memcpy (p, old, had < size ? had : size);
    }
  return p;
}
