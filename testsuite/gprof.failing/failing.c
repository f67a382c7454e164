/* tools/failing.c -- makes the n-th call of a kind fail.

   SPDX-License-Identifier: GPL-3.0-or-later

   In:  a library to be preloaded:  cc -shared -fPIC -o failing.so failing.c
        (-DWITHOUT_ALLOC for programs with a sanitizer, whose malloc it is)
        FAIL=KIND:N:HOW[:on]  the N-th call (from 1 on) of KIND, and where "on"
        is there those behind it, end as HOW says
        FAIL_HIT=FILE  is made when that happens
   KIND  alloc    malloc calloc realloc
         map      mmap
         open     open openat mkostemp fopen dlopen
         look     stat lstat fstat access lseek fchmod fchown
         read     read pread
         write    write
         end      close fsync linkat rename
         process  fork pthread_create
         any      all of these but alloc
   HOW   an error (EIO); what allocates gives NULL, whatever the error
         short    read, write: one byte
         none     read: as if the file ended there; write: 0 bytes
         shrink   read: the file first loses its second half
         grow     read: the file first gets one more byte
         kill     SIGKILL, before anything is done
   Out: what the program makes of it.  Driven by failing.pl.

   Calls are counted from when this library is initialized: what the dynamic
   linker does before is not.  A child counts on by itself.  */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum kind { ALLOC, MAP, OPEN, LOOK, READ, WRITE, END, PROCESS, ANY, NONE };
static const char *const kinds[]
  = { "alloc", "map", "open", "look", "read", "write", "end", "process",
      "any" };

enum how { FAIL_ERROR, FAIL_SHORT, FAIL_NONE, FAIL_SHRINK, FAIL_GROW,
           FAIL_KILL };
static const struct
{
  const char *name;
  enum how how;
  int error;
} hows[] = {
  { "EACCES", FAIL_ERROR, EACCES }, { "EAGAIN", FAIL_ERROR, EAGAIN },
  { "EINTR", FAIL_ERROR, EINTR }, { "EIO", FAIL_ERROR, EIO },
  { "EMFILE", FAIL_ERROR, EMFILE }, { "ENOENT", FAIL_ERROR, ENOENT },
  { "ENOMEM", FAIL_ERROR, ENOMEM }, { "ENOSPC", FAIL_ERROR, ENOSPC },
  { "EOPNOTSUPP", FAIL_ERROR, EOPNOTSUPP },
  { "EPIPE", FAIL_ERROR, EPIPE }, { "EROFS", FAIL_ERROR, EROFS },
  { "short", FAIL_SHORT, 0 }, { "none", FAIL_NONE, 0 },
  { "shrink", FAIL_SHRINK, 0 }, { "grow", FAIL_GROW, 0 },
  { "kill", FAIL_KILL, 0 },
};

static enum kind kind = NONE;
static unsigned long at;
static bool on;
static unsigned what;           /* index into hows */
static const char *hit;
static atomic_ulong count;

static void
bad_plan (const char *plan)
{
  fprintf (stderr, "failing: what is FAIL=%s?\n", plan);
  _exit (99);
}

static void __attribute__ ((constructor))
read_plan (void)
{
  const char *plan = getenv ("FAIL");
  char kind_name[16], how_name[16], rest[4] = "";
  unsigned k = 0;

  hit = getenv ("FAIL_HIT");
  if (!plan)
    return;
  if (sscanf (plan, "%15[^:]:%lu:%15[^:]:%3s", kind_name, &at, how_name, rest)
      < 3)
    bad_plan (plan);
  on = strcmp (rest, "on") == 0;
  while (k < NONE && strcmp (kinds[k], kind_name) != 0)
    k++;
  while (what < sizeof hows / sizeof hows[0]
         && strcmp (hows[what].name, how_name) != 0)
    what++;
  if (k == NONE || what == sizeof hows / sizeof hows[0])
    bad_plan (plan);
  kind = k;
}

/* Leaves the mark that the fault happened; by system calls, since ours are
   wrapped.  */
static void
leave_mark (void)
{
  int saved = errno;
  if (hit)
    syscall (SYS_close, syscall (SYS_openat, AT_FDCWD, hit,
                                 O_WRONLY | O_CREAT | O_CLOEXEC, 0666));
  errno = saved;
}

/* Is this call of KIND the one that shall fail?  Then errno is set.  */
static bool
fails (enum kind called)
{
  if (called != kind && !(kind == ANY && called != ALLOC))
    return false;
  unsigned long n = atomic_fetch_add (&count, 1) + 1;
  if (n < at || (n > at && !on))
    return false;
  leave_mark ();
  if (hows[what].how == FAIL_KILL)
    {
      kill (getpid (), SIGKILL);
      pause ();
    }
  errno = hows[what].error;
  return true;
}

/* The definition behind ours of NAME, which has the type of FUNCTION.  */
#define NEXT(function, name)                                                  \
  ({                                                                          \
    static _Atomic (void *) next_;                                            \
    if (!next_)                                                               \
      next_ = dlsym (RTLD_NEXT, name);                                        \
    (__typeof__ (&function)) (void *) next_;                                  \
  })

/* -- Memory ---------------------------------------------------------------- */

#ifndef WITHOUT_ALLOC

/* glibc's names behind malloc and so on: dlsym allocates itself.  */
void *__libc_malloc (size_t);
void *__libc_calloc (size_t, size_t);
void *__libc_realloc (void *, size_t);

void *
malloc (size_t size)
{
  return fails (ALLOC) ? NULL : __libc_malloc (size);
}

void *
calloc (size_t n, size_t size)
{
  return fails (ALLOC) ? NULL : __libc_calloc (n, size);
}

void *
realloc (void *p, size_t size)
{
  return fails (ALLOC) ? NULL : __libc_realloc (p, size);
}

#endif

void *
mmap (void *addr, size_t len, int prot, int flags, int fd, off_t offset)
{
  return fails (MAP) ? MAP_FAILED
         : NEXT (mmap, "mmap") (addr, len, prot, flags, fd, offset);
}

/* -- Files ----------------------------------------------------------------- */

#define MODE_OF(flags, args)                                                  \
  ((flags) & (O_CREAT | (O_TMPFILE & ~O_DIRECTORY)) ? va_arg (args, mode_t) : 0)

int
open (const char *name, int flags, ...)
{
  va_list args;
  va_start (args, flags);
  mode_t mode = MODE_OF (flags, args);
  va_end (args);
  return fails (OPEN) ? -1 : NEXT (open, "open") (name, flags, mode);
}

int
openat (int dir, const char *name, int flags, ...)
{
  va_list args;
  va_start (args, flags);
  mode_t mode = MODE_OF (flags, args);
  va_end (args);
  return fails (OPEN) ? -1 : NEXT (openat, "openat") (dir, name, flags, mode);
}

int
mkostemp (char *name, int flags)
{
  return fails (OPEN) ? -1 : NEXT (mkostemp, "mkostemp") (name, flags);
}

FILE *
fopen (const char *name, const char *mode)
{
  return fails (OPEN) ? NULL : NEXT (fopen, "fopen") (name, mode);
}

FILE *
fopen64 (const char *name, const char *mode)
{
  return fails (OPEN) ? NULL : NEXT (fopen, "fopen64") (name, mode);
}

void *
dlopen (const char *name, int flags)
{
  return fails (OPEN) ? NULL : NEXT (dlopen, "dlopen") (name, flags);
}

int
stat (const char *restrict name, struct stat *restrict st)
{
  return fails (LOOK) ? -1 : NEXT (stat, "stat") (name, st);
}

int
lstat (const char *restrict name, struct stat *restrict st)
{
  return fails (LOOK) ? -1 : NEXT (lstat, "lstat") (name, st);
}

int
fstat (int fd, struct stat *st)
{
  return fails (LOOK) ? -1 : NEXT (fstat, "fstat") (fd, st);
}

int
access (const char *name, int mode)
{
  return fails (LOOK) ? -1 : NEXT (access, "access") (name, mode);
}

off_t
lseek (int fd, off_t offset, int whence)
{
  return fails (LOOK) ? -1 : NEXT (lseek, "lseek") (fd, offset, whence);
}

int
fchmod (int fd, mode_t mode)
{
  return fails (LOOK) ? -1 : NEXT (fchmod, "fchmod") (fd, mode);
}

int
fchown (int fd, uid_t owner, gid_t group)
{
  return fails (LOOK) ? -1 : NEXT (fchown, "fchown") (fd, owner, group);
}

/* Makes the file FD shorter, or longer.  */
static void
change (int fd, bool grow)
{
  char name[64];
  struct stat st;
  if (NEXT (fstat, "fstat") (fd, &st) != 0 || !S_ISREG (st.st_mode))
    return;
  snprintf (name, sizeof name, "/proc/self/fd/%d", fd);
  int writable = NEXT (open, "open") (name, O_WRONLY | O_CLOEXEC);
  if (ftruncate (writable, grow ? st.st_size + 1 : st.st_size / 2) != 0)
    bad_plan ("... of a file that cannot be changed");
  syscall (SYS_close, writable);
}

/* What read and pread do when they shall fail: -1 or 0 to be returned; 1:
   they go on, with *LEN bytes.  */
static int
fail_read (int fd, size_t *len)
{
  switch (hows[what].how)
    {
    case FAIL_SHORT:
      *len = *len < 1 ? *len : 1;
      return 1;
    case FAIL_NONE:
      return 0;
    case FAIL_SHRINK:
    case FAIL_GROW:
      change (fd, hows[what].how == FAIL_GROW);
      return 1;
    default:
      return -1;
    }
}

ssize_t
read (int fd, void *data, size_t len)
{
  int goes = fails (READ) ? fail_read (fd, &len) : 1;
  return goes == 1 ? NEXT (read, "read") (fd, data, len) : goes;
}

ssize_t
pread (int fd, void *data, size_t len, off_t offset)
{
  int goes = fails (READ) ? fail_read (fd, &len) : 1;
  return goes == 1 ? NEXT (pread, "pread") (fd, data, len, offset) : goes;
}

ssize_t
pread64 (int fd, void *data, size_t len, off_t offset)
{
  return pread (fd, data, len, offset);
}

ssize_t
write (int fd, const void *data, size_t len)
{
  if (fails (WRITE))
    {
      if (hows[what].how != FAIL_SHORT)
        return hows[what].how == FAIL_NONE ? 0 : -1;
      len = len < 1 ? len : 1;
    }
  return NEXT (write, "write") (fd, data, len);
}

int
close (int fd)
{
  bool failed = fails (END);
  int error = errno;
  int result = NEXT (close, "close") (fd);
  if (!failed)
    return result;
  errno = error;
  return -1;
}

int
fsync (int fd)
{
  return fails (END) ? -1 : NEXT (fsync, "fsync") (fd);
}

int
linkat (int from_dir, const char *from, int to_dir, const char *to, int flags)
{
  return (fails (END) ? -1
          : NEXT (linkat, "linkat") (from_dir, from, to_dir, to, flags));
}

int
rename (const char *from, const char *to)
{
  return fails (END) ? -1 : NEXT (rename, "rename") (from, to);
}

/* -- Processes ------------------------------------------------------------- */

pid_t
fork (void)
{
  return fails (PROCESS) ? -1 : NEXT (fork, "fork") ();
}

int
pthread_create (pthread_t *restrict thread,
                const pthread_attr_t *restrict attributes,
                void *(*start) (void *), void *restrict arg)
{
  return (fails (PROCESS) ? EAGAIN
          : NEXT (pthread_create, "pthread_create") (thread, attributes, start,
                                                     arg));
}
