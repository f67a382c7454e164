/* steps.c -- a program in which what libgmon does with its file goes otherwise.

   SPDX-License-Identifier: GPL-3.0-or-later

   usage: steps [unnamed] [link] [move DIR] [kill | lose]
     unnamed   no files without a name can be made
     link      the first linkat fails
     move      as another thread could, changes to DIR at the first write
     kill      the first renameat is never made, as SIGKILL comes
     lose      what the first renameat is to rename is gone
   Writes its file twice, and with "move" once.  Out: a line "N M", how often
   linkat was called for each; status 3.  It defines functions of libc that
   libgmon.a calls.  See files.exp.  */

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "gmon.h"
#include "test.h"

static const char *move;
static int unnamed_fails, link_fails, rename_kills, rename_loses, links;
static volatile int sink;

NOT_COUNTED static int
open_file (int dir, const char *name, int flags, unsigned mode)
{
  if (unnamed_fails && (flags & O_TMPFILE) == O_TMPFILE)
    {
      errno = EOPNOTSUPP;
      return -1;
    }
  return (int) syscall (SYS_openat, dir, name, flags, mode);
}

#define DEFINE_OPENAT(name)                                                   \
  NOT_COUNTED int name (int dir, const char *file, int flags, ...)            \
  {                                                                           \
    va_list args;                                                             \
    unsigned mode = 0;                                                        \
                                                                              \
    va_start (args, flags);                                                   \
    if ((flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE)           \
      mode = va_arg (args, unsigned);                                         \
    va_end (args);                                                            \
    return open_file (dir, file, flags, mode);                                \
  }

/* By its name for large files, which <fcntl.h> may define to be the other.  */
int large_openat (int, const char *, int, ...) __asm__ ("openat64");

DEFINE_OPENAT (openat)
DEFINE_OPENAT (large_openat)

NOT_COUNTED int
linkat (int from_dir, const char *from, int to_dir, const char *to, int flags)
{
  links++;
  if (link_fails)
    {
      link_fails = 0;
      errno = ENOMEM;
      return -1;
    }
  return (int) syscall (SYS_linkat, from_dir, from, to_dir, to, flags);
}

NOT_COUNTED int
renameat (int from_dir, const char *from, int to_dir, const char *to)
{
  if (rename_kills)
    kill (getpid (), SIGKILL);
  if (rename_loses)
    unlinkat (from_dir, from, 0);
  rename_loses = 0;
  return (int) syscall (SYS_renameat2, from_dir, from, to_dir, to, 0);
}

NOT_COUNTED ssize_t
write (int fd, const void *bytes, size_t len)
{
  if (fd > 2 && move != NULL && chdir (move) != 0)
    _exit (1);
  move = NULL;
  return syscall (SYS_write, fd, bytes, len);
}

NOINLINE void
leaf (void)
{
  sink++;
}

NOINLINE int
main (int argc, char **argv)
{
  int first, moves;

  for (int i = 1; i < argc; i++)
    if (strcmp (argv[i], "unnamed") == 0)
      unnamed_fails = 1;
    else if (strcmp (argv[i], "link") == 0)
      link_fails = 1;
    else if (strcmp (argv[i], "kill") == 0)
      rename_kills = 1;
    else if (strcmp (argv[i], "lose") == 0)
      rename_loses = 1;
    else if (strcmp (argv[i], "move") == 0 && i + 1 < argc)
      move = argv[++i];
  moves = move != NULL;
  leaf ();
  leaf ();
  if (gmon_write_now () != 0)
    _exit (1);
  first = links;
  if (!moves && gmon_write_now () != 0)
    _exit (2);
  printf ("%d %d\n", first, links - first);
  fflush (stdout);
  syscall (SYS_exit_group, 3);
  return 0;
}
