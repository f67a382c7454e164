/* memory.c -- what happens when there is no memory left.

   SPDX-License-Identifier: GPL-3.0-or-later

   In:  calls from everywhere.  Out: memory; or one message on standard error,
   and the end with status 1.  Linked into the program, not into the library.

   libiberty's xmalloc is here with a message of ours.  libbfd tries malloc: if
   there is no memory it goes on with half of what it wanted to know, without a
   word, or frees what it never had.  So the program's malloc does not come back
   from that either.  What only damaged files ask for is refused as usual:
   whoever asks for so much looks at the answer.  */

#include <config.h>

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <libiberty.h>

/* malloc comes back without memory for so many bytes and more.  */
#define HUGE_SIZE ((size_t) 1 << 30)

static const char *program = "gprof";

void
xmalloc_set_program_name (const char *name)
{
  program = name;
}

/* Buffers are not written: they may be half filled.  */
void
xmalloc_failed (size_t size)
{
  static atomic_flag is_said = ATOMIC_FLAG_INIT;
  char text[4096];
  int len = snprintf (text, sizeof text,
                      "%.4000s: out of memory: %zu more bytes were needed\n",
                      program, size);

  while (atomic_flag_test_and_set (&is_said))
    pause ();                   /* another thread is about to end us */
  ssize_t written = write (STDERR_FILENO, text, (size_t) len);
  (void) written;
  _exit (EXIT_FAILURE);
}

void *
xmalloc (size_t size)
{
  void *p = malloc (size ? size : 1);

  if (!p)
    xmalloc_failed (size);
  return p;
}

void *
xcalloc (size_t n, size_t size)
{
  bool is_empty = n == 0 || size == 0;
  void *p = calloc (is_empty ? 1 : n, is_empty ? 1 : size);

  if (!p)
    xmalloc_failed (size && n > SIZE_MAX / size ? SIZE_MAX : n * size);
  return p;
}

void *
xrealloc (void *old, size_t size)
{
  void *p = old ? realloc (old, size ? size : 1) : malloc (size ? size : 1);

  if (!p)
    xmalloc_failed (size);
  return p;
}

#if defined WRAP_MALLOC && !defined WITHOUT_DLOPEN

# include <dlfcn.h>

/* The functions behind ours.  */
static void *(*next_malloc) (size_t);
static void *(*next_calloc) (size_t, size_t);
static void *(*next_realloc) (void *, size_t);

/* Finds them, by the first call, before there are threads.  False while it is
   on its way: dlsym may ask for memory, and can do without.  */
static bool
find_next (void)
{
  static bool is_looking;

  if (next_realloc)
    return true;
  if (is_looking)
    return false;
  is_looking = true;
  next_malloc = (void *(*) (size_t)) dlsym (RTLD_NEXT, "malloc");
  next_calloc = (void *(*) (size_t, size_t)) dlsym (RTLD_NEXT, "calloc");
  next_realloc = (void *(*) (void *, size_t)) dlsym (RTLD_NEXT, "realloc");
  is_looking = false;
  return next_malloc && next_calloc && next_realloc;
}

static void *
take (void *p, size_t size)
{
  if (!p && size && size < HUGE_SIZE)
    xmalloc_failed (size);
  return p;
}

void *
malloc (size_t size)
{
  return find_next () ? take (next_malloc (size), size) : NULL;
}

void *
calloc (size_t n, size_t size)
{
  size_t all = n && size > HUGE_SIZE / n ? HUGE_SIZE : n * size;

  return find_next () ? take (next_calloc (n, size), all) : NULL;
}

void *
realloc (void *old, size_t size)
{
  return find_next () ? take (next_realloc (old, size), size) : NULL;
}

#endif
