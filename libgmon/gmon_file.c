/* gmon_file.c -- the name of the file, its opening, and what may go wrong.

   SPDX-License-Identifier: 0BSD

   In: the environment, the current directory, the profile.  Out: gmon.out,
   or a message.  Called by monitor.c; async-signal-safe.  The names, the
   refusal of symbolic links and the form of the messages are what users of
   glibc's runtime know; a FIFO does not block us, and a file size limit does
   not kill the process.  */

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "internal.h"
#include "machine.h"

#define DEFAULT_NAME "gmon.out"
#define PREFIX_VARIABLE "GMON_OUT_PREFIX="
#define PID_DIGITS 10

/* -- Names ---------------------------------------------------------------- */

/* The value of GMON_OUT_PREFIX, or NULL if there is none or the program runs
   with more rights than its user.  Read at the write, as programs set it for
   themselves; not by getenv, which may lock.  */
static const char *
prefix (void)
{
  if (environ == NULL || getauxval (AT_SECURE) != 0)
    return NULL;
  for (char **entry = environ; *entry != NULL; entry++)
    if (strncmp (*entry, PREFIX_VARIABLE, strlen (PREFIX_VARIABLE)) == 0)
      return *entry + strlen (PREFIX_VARIABLE);
  return NULL;
}

/* "PREFIX.PID" in NAME; false if it does not fit.  */
static bool
name_with_pid (char *name, size_t size, const char *start, uint32_t pid)
{
  char digits[PID_DIGITS];
  size_t len = strlen (start);
  size_t n = 0;

  if (len + 1 + PID_DIGITS + 1 > size)
    return false;
  for (; n == 0 || pid != 0; pid /= 10)
    digits[n++] = (char) ('0' + pid % 10);
  memcpy (name, start, len);
  name[len++] = '.';
  while (n > 0)
    name[len++] = digits[--n];
  name[len] = '\0';
  return true;
}

/* -- Opening -------------------------------------------------------------- */

/* A descriptor and *WHY NULL, or -1 and *WHY a text.  O_NONBLOCK makes the
   opening of a FIFO end at once; on regular files it means nothing.  */
static int
open_regular (const char *name, const char **why)
{
  struct stat status;
  int fd;

  do
    fd = open (name,
               O_CREAT | O_TRUNC | O_WRONLY | O_NOFOLLOW | O_CLOEXEC
                 | O_NONBLOCK | O_NOCTTY,
               0666);
  while (fd < 0 && errno == EINTR);
  if (fd < 0 && errno != ENXIO)
    {
      *why = gmon_error_text (errno);
      return -1;
    }
  *why = NULL;
  if (fd >= 0 && fstat (fd, &status) == 0 && S_ISREG (status.st_mode))
    return fd;
  *why = "not a regular file";
  if (fd >= 0)
    close (fd);
  return -1;
}

/* As glibc: the name by the prefix if that works, else the default one, and
   only the latter's failure is worth a message.  */
static int
open_output (struct gmon_writer *writer, const char **name, const char **why)
{
  const char *start = prefix ();
  int fd = -1;

  *name = writer->name;
  if (start != NULL
      && name_with_pid (writer->name, sizeof writer->name, start,
                        machine_process_id ()))
    fd = open_regular (*name, why);
  if (fd >= 0)
    return fd;
  *name = DEFAULT_NAME;
  return open_regular (*name, why);
}

/* -- Writing -------------------------------------------------------------- */

/* A write beyond RLIMIT_FSIZE raises SIGXFSZ, which would change how the
   process ends.  Hold it back, and drop one that is due to us.  */
static int
write_quietly (struct gmon_state *state, int fd)
{
  const struct timespec now = { 0, 0 };
  sigset_t too_big, before, pending;
  int error;

  sigemptyset (&too_big);
  sigaddset (&too_big, SIGXFSZ);
  sigpending (&pending);
  sigprocmask (SIG_BLOCK, &too_big, &before);
  error = gmon_write (&state->writer, state, fd);
  if (error == EFBIG && !sigismember (&pending, SIGXFSZ))
    sigtimedwait (&too_big, NULL, &now);
  sigprocmask (SIG_SETMASK, &before, NULL);
  return error;
}

static bool
write_profile (struct gmon_state *state)
{
  const char *name;
  const char *why = NULL;
  int fd = open_output (&state->writer, &name, &why);
  int error;

  if (fd >= 0)
    {
      error = write_quietly (state, fd);
      if (close (fd) != 0 && error == 0 && errno != EINTR)
        error = errno;
      if (error == ECANCELED)
        return false;
      if (error != 0)
        why = gmon_error_text (error);
    }
  if (why != NULL)
    gmon_message ("_mcleanup", name, why);
  if (arcs_lost (&state->arcs) != 0)
    gmon_message ("_mcleanup", NULL, "some calls were not counted");
  return why == NULL;
}

/* Wait until the writer is free and take it; false if this very thread has
   it.  A thread that is gone (the parent's, after fork) has lost it.  */
static bool
take_writer (struct gmon_writer *writer, uint32_t me)
{
  for (;;)
    {
      uint32_t thread = 0;

      if (atomic_compare_exchange_strong (&writer->thread, &thread, me))
        return true;
      if (thread == me)
        return false;
      if (machine_thread_is_gone (machine_process_id (), thread))
        atomic_compare_exchange_strong (&writer->thread, &thread, 0);
      sched_yield ();
    }
}

bool
gmon_write_file (struct gmon_state *state, bool last)
{
  struct gmon_writer *writer = &state->writer;
  int saved = errno;
  bool mine = take_writer (writer, machine_thread_id ());
  bool written = false;

  if (mine || last)
    {
      written = write_profile (state);
      /* The write that we interrupted, if any, must not go on.  */
      writer->error = ECANCELED;
      writer->fd = -1;
    }
  if (mine)
    atomic_store (&writer->thread, 0);
  errno = saved;
  return written;
}
