/* unit/t_arena.c -- tests of base/arena: arenas and growing arrays.

   SPDX-License-Identifier: GPL-3.0-or-later

   Run by gprof.unit.  */

#include <config.h>

#include "check.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/arena.h"

static void
test_strings (void)
{
  struct arena *arena = arena_new ();
  char text[] = "symbol";
  char *copy = arena_strdup (arena, text);
  char *part = arena_strndup (arena, text, 3);
  char *whole = arena_strndup (arena, text, 100);
  char large[1000];

  text[0] = 'S';
  CHECK_STR (copy, "symbol", "strdup copies");
  CHECK_STR (part, "sym", "strndup cuts");
  CHECK_STR (whole, "symbol", "strndup stops at the NUL");
  CHECK_STR (arena_strdup (arena, ""), "", "an empty string");
  CHECK_STR (arena_strndup (arena, text, 0), "", "no bytes of a string");
  CHECK (part == copy + 7 && whole == part + 4, "strings side by side");
  memset (large, 'x', sizeof large - 1);
  large[sizeof large - 1] = '\0';
  CHECK_STR (arena_strdup (arena, large), large, "a long string");
  arena_free (arena);
}

/* Blocks of many sizes do not overlap, are aligned, and keep their bytes.  */
static void
test_blocks (void)
{
  enum { N = 5000 };
  struct arena *arena = arena_new ();
  unsigned char **blocks = array_new (N, sizeof *blocks);
  uint32_t seed = 7;
  unsigned bad = 0;

  for (unsigned i = 0; i < N; i++)
    {
      size_t size = i % 97 == 0 ? 100000 : i % 300;

      blocks[i] = arena_alloc (arena, size);
      EXPECT (&bad, (uintptr_t) blocks[i] % sizeof (double) == 0,
              "block %u is aligned", i);
      memset (blocks[i], (int) (i & 0xff), size);
    }
  for (unsigned i = 0; i < N; i++)
    {
      size_t size = i % 97 == 0 ? 100000 : i % 300;

      if (size)
        EXPECT (&bad, blocks[i][check_random (&seed) % size] == (i & 0xff)
                && blocks[i][size - 1] == (i & 0xff), "block %u", i);
    }
  CHECK (bad == 0, "%d blocks of many sizes", N);
  free (blocks);
  arena_free (arena);
}

static void
test_reserve (void)
{
  unsigned *array = NULL;
  size_t cap = 0, n = 0, moves = 0;
  unsigned bad = 0;

  for (; n < 100000; n++)
    {
      size_t before = cap;

      array = array_reserve (array, &cap, n + 1, sizeof *array);
      array[n] = (unsigned) n;
      moves += cap != before;
      EXPECT (&bad, cap > n, "room for %zu", n);
    }
  for (size_t i = 0; i < n; i++)
    EXPECT (&bad, array[i] == i, "element %zu", i);
  CHECK (bad == 0, "an array grows and keeps its elements");
  CHECK (moves < 20, "it doubles: %zu moves", moves);
  CHECK (array_reserve (array, &cap, 5, sizeof *array) == array,
         "nothing happens where there is room");
  free (array);
}

static void
test_reserve_much (void)
{
  size_t cap = 0;
  char *array = array_reserve (NULL, &cap, 1000003, 1);

  CHECK_U64 (cap, 1000003, "a large first need, and no more");
  array[1000002] = 1;
  free (array);
}

static void
test_new (void)
{
  unsigned bad = 0;
  unsigned char *array = array_new (1000, 7);
  void *none = array_new (0, 16);

  for (unsigned i = 0; i < 7000; i++)
    EXPECT (&bad, array[i] == 0, "byte %u", i);
  CHECK (bad == 0, "a new array is zeroed");
  CHECK (none != NULL, "an array of nothing is not NULL");
  free (array);
  free (none);
}

/* The ways to ask for more than there can be.  */
static void
ask_too_much (unsigned way)
{
  size_t cap = 0;

  switch (way)
    {
    case 0: arena_alloc (arena_new (), SIZE_MAX); break;
    case 1: arena_alloc (arena_new (), SIZE_MAX / 2); break;
    case 2: array_new (SIZE_MAX / 4, 8); break;
    case 3: array_reserve (NULL, &cap, SIZE_MAX / 4, 8); break;
    case 4: array_reserve (NULL, &cap, SIZE_MAX, 1); break;
    default: arena_alloc (arena_new (), SIZE_MAX - 8); break;
    }
}

static void
test_out_of_memory (void)
{
  for (unsigned way = 0; way < 6; way++)
    {
      int status = -1;
      pid_t pid;

      fflush (stdout);
      pid = fork ();
      if (pid == 0)
        {
          if (!freopen ("/dev/null", "w", stderr))
            _exit (3);
          ask_too_much (way);
          _exit (4);            /* it returned */
        }
      waitpid (pid, &status, 0);
      CHECK (WIFEXITED (status) && WEXITSTATUS (status) == 1,
             "out of memory, way %u: exit status 1", way);
    }
}

/* An array of many megabytes that grows keeps its contents and stays one
   mapping, so that realloc can move it; errno is as before.  */
static void
test_large (void)
{
  const size_t first = 40 << 20, then = 90 << 20;
  size_t cap = 0;
  errno = ENOTTY;
  unsigned char *bytes = array_reserve (NULL, &cap, first, 1);
  bytes[0] = 1;
  bytes[first - 1] = 2;
  bytes = array_reserve (bytes, &cap, then, 1);
  CHECK (bytes[0] == 1 && bytes[first - 1] == 2, "a large array grows");
  CHECK (errno == ENOTTY, "errno is kept");
  bytes[then - 1] = 3;
  free (bytes);
  unsigned char *zeros = array_new (first, 1);
  CHECK (zeros[0] == 0 && zeros[first / 2] == 0 && zeros[first - 1] == 0,
         "a large new array is zero");
  free (zeros);
}

int
main (void)
{
  test_strings ();
  test_large ();
  test_blocks ();
  test_reserve ();
  test_reserve_much ();
  test_new ();
  test_out_of_memory ();
  arena_free (NULL);
  pass ("arena_free (NULL)");
  return check_end ();
}
