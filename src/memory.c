/* memory.c -- allocates memory, and exits when none is left.

   SPDX-License-Identifier: GPL-3.0-or-later

   Linked into the program, not into the library.

   This file replaces libiberty's xmalloc, to print its own message.  It also
   wraps malloc, because libbfd does not handle a failure of malloc: it
   silently continues with half of the data, or frees a pointer that it never
   got.  So the wrapped malloc exits instead of failing.  A huge request, which
   only damaged files cause, still fails as usual: the code that makes such a
   request checks the result.  */

#include <config.h>

#include "memory.h"

#include <fcntl.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include <libiberty.h>

#include "base/safe_text.h"

/* For requests of HUGE_SIZE bytes or more, malloc returns NULL on failure; for
   smaller ones it exits.  MALLOC_STEP is the most that malloc asks the system
   for in addition to a request.  NAME_SHOWN is the length to which messages
   cut the name of a file.  All in bytes.  */
#define HUGE_SIZE ((size_t) 1 << 30)
#define MALLOC_STEP ((size_t) 1 << 20)
#define NAME_SHOWN 500

static const char *program = "gprof";

/* The limit that memory_limit set, and the name of its file, made safe to
   print.  */
static uint64_t limit;          /* data of the process, in bytes; 0: none */
static char limited_file[SAFE_GROWTH * NAME_SHOWN + 1];

/* Returns the bytes that the system counts for RLIMIT_DATA, or 0 if they are
   not known.  It does not use stdio, which allocates memory.  */
static uint64_t
data_size (void)
{
  char text[256], *at = text;
  int fd = open ("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  ssize_t len = fd < 0 ? -1 : read (fd, text, sizeof text - 1);

  if (fd >= 0)
    close (fd);
  text[len > 0 ? len : 0] = '\0';
  for (int field = 1; field < 6; field++)
    strtoull (at, &at, 10);
  return strtoull (at, NULL, 10) * (uint64_t) sysconf (_SC_PAGESIZE);
}

void
xmalloc_set_program_name (const char *name)
{
  program = name;
}

/* Writes the message that SIZE bytes are not available to TEXT, which has room
   for ROOM bytes.  Returns its length.  The system may refuse SIZE bytes plus
   up to MALLOC_STEP, since malloc asks for that much.  */
static size_t
explain (char *text, size_t room, size_t size)
{
  if (limit && size < SIZE_MAX - MALLOC_STEP
      && size + MALLOC_STEP + data_size () > limit)
    return (size_t) snprintf (text, room, "%.1000s: %s: its source lines take"
                              " far more memory than such a file should need;"
                              " is it damaged?  'ulimit -d %ju' allows twice as"
                              " much\n", program, limited_file,
                              (uintmax_t) (limit >> 9));
  return (size_t) snprintf (text, room,
                            "%.4000s: out of memory: %zu more bytes were"
                            " needed\n", program, size);
}

/* Exits without writing buffers of output, which may be half filled.  */
void
xmalloc_failed (size_t size)
{
  static atomic_flag is_said = ATOMIC_FLAG_INIT;
  char text[4096];
  size_t len = explain (text, sizeof text, size);

  while (atomic_flag_test_and_set (&is_said))
    pause ();                   /* another thread is about to end the
                                   process */
  ssize_t written = write (STDERR_FILENO, text, len);
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

/* The functions of the C library that are wrapped here.  */
static void *(*next_malloc) (size_t);
static void *(*next_calloc) (size_t, size_t);
static void *(*next_realloc) (void *, size_t);

/* Finds the wrapped functions.  The first call is made before there are
   threads.  Returns false while that call is running: dlsym may allocate
   memory, and can do without it.  */
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
memory_take (void *p, size_t size)
{
  if (!p && size && size < HUGE_SIZE)
    xmalloc_failed (size);
  return p;
}

void *
malloc (size_t size)
{
  return find_next () ? memory_take (next_malloc (size), size) : NULL;
}

void *
calloc (size_t n, size_t size)
{
  size_t all = n && size > HUGE_SIZE / n ? HUGE_SIZE : n * size;

  return find_next () ? memory_take (next_calloc (n, size), all) : NULL;
}

void *
realloc (void *old, size_t size)
{
  return find_next () ? memory_take (next_realloc (old, size), size) : NULL;
}

void
memory_limit (const char *name, uint64_t size)
{
  static uint64_t before, spent;
  struct rlimit both;
  uint64_t now = name || limit ? data_size () : 0;

  if ((!now && !limit) || getrlimit (RLIMIT_DATA, &both) != 0)
    return;
  if (limit)
    {
      spent += now > before ? now - before : 0;
      limit = 0;
      both.rlim_cur = RLIM_INFINITY;
    }
  else if (both.rlim_cur != RLIM_INFINITY)
    return;
  if (name && now)
    {
      size_t len = safe_write (limited_file, name, strnlen (name, NAME_SHOWN),
                               safe_locale ());
      limited_file[len] = '\0';
      before = now;
      limit = now + (size > spent ? size - spent : 0);
      both.rlim_cur = limit;
    }
  setrlimit (RLIMIT_DATA, &both);
}

#else

void
memory_limit (const char *name, uint64_t size)
{
  (void) name;
  (void) size;
}

#endif
