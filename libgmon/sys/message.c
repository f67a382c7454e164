/* message.c -- messages on stderr without stdio and without locale.

   SPDX-License-Identifier: 0BSD

   Nothing is written if descriptor 2 was closed when libgmon started, since it
   may now be a file of the program, or if nobody reads it.  Contracts are in
   message.h.  */

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/uio.h>

#include "sys/message.h"
#include "sys/signal_guard.h"

#ifdef __GLIBC__
# define HAVE_STRERRORDESC_NP __GLIBC_PREREQ (2, 32)
#else
# define HAVE_STRERRORDESC_NP 0
#endif

#if HAVE_STRERRORDESC_NP

# ifdef PIC
/* Weak in libgmon.so, since a preload into a program with another C library
   must not end it.  In a static program nothing would bring a weak one.  */
#  pragma weak strerrordesc_np
# endif

const char *
gmon_error_text (int error)
{
  const char *text = strerrordesc_np (error);

  return text != NULL ? text : "unknown error";
}

#else

/* strerror may allocate and translate.  This table has the errors of open,
   write, perf_event_open and the timers.  */
static const struct
{
  int error;
  const char *text;
} error_texts[] = {
  { EACCES, "Permission denied" },
  { EAGAIN, "Resource temporarily unavailable" },
  { EBUSY, "Device or resource busy" },
  { EDQUOT, "Disk quota exceeded" },
  { EFBIG, "File too large" },
  { EINVAL, "Invalid argument" },
  { EIO, "Input/output error" },
  { EISDIR, "Is a directory" },
  { ELOOP, "Too many levels of symbolic links" },
  { EMFILE, "Too many open files" },
  { ENAMETOOLONG, "File name too long" },
  { ENFILE, "Too many open files in system" },
  { ENOENT, "No such file or directory" },
  { ENOMEM, "Cannot allocate memory" },
  { ENOSPC, "No space left on device" },
  { ENOSYS, "Function not implemented" },
  { ENOTDIR, "Not a directory" },
  { EOPNOTSUPP, "Operation not supported" },
  { EPERM, "Operation not permitted" },
  { EROFS, "Read-only file system" },
  { ETXTBSY, "Text file busy" },
};

const char *
gmon_error_text (int error)
{
  for (size_t i = 0; i < sizeof error_texts / sizeof error_texts[0]; i++)
    if (error_texts[i].error == error)
      return error_texts[i].text;
  return "unknown error";
}

#endif

#define MOST_PIECES 16           /* pieces of one line */

/* True if descriptor 2 was closed when profiling started.  A file that the
   program opens later may get that number, so nothing is written to it.  */
static bool is_muted;

static struct iovec
piece (const char *text)
{
  struct iovec result = { (void *) (uintptr_t) text, strlen (text) };

  return result;
}

void
gmon_message_write (const char *const *pieces)
{
  int saved = errno;
  int error = 0;
  struct pollfd ready = { .fd = 2, .events = POLLOUT };
  struct guard guard;
  struct iovec line[MOST_PIECES];
  int n = 0;

  if (is_muted)
    return;
  for (; n < MOST_PIECES && pieces[n] != NULL; n++)
    line[n] = piece (pieces[n]);
  guard_enter (&guard);
  /* A full pipe whose reader sleeps must not hold the program up.  */
  if (poll (&ready, 1, 0) != 0 && writev (2, line, n) < 0)
    error = errno;
  guard_leave (&guard, error);
  errno = saved;
}

const char *
gmon_number_text (char *text, uint32_t number)
{
  char *at = text + GMON_NUMBER_SIZE - 1;

  *at = '\0';
  do
    *--at = (char) ('0' + number % 10);
  while ((number /= 10) != 0);
  return at;
}

void
gmon_message_start (void)
{
  int saved = errno;

  is_muted = fcntl (2, F_GETFD) < 0;
  errno = saved;
}
