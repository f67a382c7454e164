/* gmon_file.c -- the name of the file, its opening, and what may go wrong.

   SPDX-License-Identifier: 0BSD

   In: the environment, the current directory, the profile.  Out: gmon.out,
   or a message.  Called by monitor.c; async-signal-safe.  The names, the
   refusal of symbolic links and the form of the messages are what users of
   glibc's runtime know; a FIFO does not block us, a file size limit does not
   kill the process (guard.c), and a file is there whole or not at all: it is
   written under another name and renamed.

   A program that runs with more rights than its user may stand in a directory
   of that user: there it makes new files, and replaces its own, but never
   writes to a file that was there.  */

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "internal.h"
#include "guard.h"
#include "machine.h"

#define DEFAULT_NAME "gmon.out"
#define TEMPORARY_END ".tmp"     /* and the process id */

/* -- Names ---------------------------------------------------------------- */

/* TEXT, and ".PID" if WITH_PID, in writer->name; false if it does not fit.  */
static bool
set_name (struct gmon_writer *writer, const char *text, bool with_pid)
{
  if (strlen (text) >= sizeof writer->name)
    return false;
  memcpy (writer->name, text, strlen (text) + 1);
  return !with_pid
         || options_add_pid (writer->name, sizeof writer->name,
                             machine_process_id ());
}

static bool
name_by_pattern (struct gmon_state *state, bool with_pid)
{
  struct gmon_writer *writer = &state->writer;
  uint32_t pid = machine_process_id ();
  bool has_pid;

  return options_name (&state->options, state->options.out, writer->name,
                       sizeof writer->name, pid, &has_pid)
         && (has_pid || !with_pid
             || options_add_pid (writer->name, sizeof writer->name, pid));
}

/* A daemon's current directory is "/", where nobody looks for a profile: it
   goes to where the program was started.  So does that of a parent, since
   musl's daemon goes to "/" before it forks.  Returns how many characters were
   put before the name.  */
static size_t
move_to_start (struct gmon_state *state)
{
  struct gmon_writer *writer = &state->writer;
  const char *directory = state->process.directory;
  struct stat here, root;
  size_t len = strlen (directory);
  size_t name_len = strlen (writer->name);

  if (!state->process.forked || getauxval (AT_SECURE) != 0 || len == 0
      || writer->name[0] == '/' || len + 1 + name_len >= sizeof writer->name
      || stat (".", &here) != 0 || stat ("/", &root) != 0
      || here.st_ino != root.st_ino || here.st_dev != root.st_dev)
    return 0;
  memmove (writer->name + len + 1, writer->name, name_len + 1);
  memcpy (writer->name, directory, len);
  writer->name[len] = '/';
  return len + 1;
}

/* -- Opening -------------------------------------------------------------- */

/* O_NONBLOCK makes the opening of a FIFO end at once; on regular files it means
   nothing.  */
static int
open_quickly (const char *name, int flags)
{
  int fd;

  do
    fd = open (name,
               flags | O_WRONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
                 | O_NOCTTY,
               0666);
  while (fd < 0 && errno == EINTR);
  return fd;
}

/* Make the file on FD like the one with the status OLD to look at.  */
static bool
take_after (int fd, const struct stat *old)
{
  struct stat status;

  return fstat (fd, &status) == 0
         && ((status.st_uid == old->st_uid && status.st_gid == old->st_gid)
             || (getauxval (AT_SECURE) == 0
                 && fchown (fd, old->st_uid, old->st_gid) == 0))
         && fchmod (fd, old->st_mode & 0777) == 0;
}

/* A new file that is to become writer->name, with owner and permissions of OLD
   unless NULL.  -1: none can be made here.  What is in the way is of a process
   with our id that was killed, or of the write that we interrupted.  */
static int
open_temporary (struct gmon_writer *writer, const struct stat *old)
{
  size_t len = strlen (writer->name);
  int fd = -1;

  writer->temporary[0] = '\0';
  if (len + sizeof TEMPORARY_END > sizeof writer->temporary)
    return -1;
  memcpy (writer->temporary, writer->name, len);
  memcpy (writer->temporary + len, TEMPORARY_END, sizeof TEMPORARY_END);
  if (options_add_pid (writer->temporary, sizeof writer->temporary,
                       machine_process_id ()))
    fd = open_quickly (writer->temporary, O_CREAT | O_EXCL);
  if (fd < 0 && errno == EEXIST && unlink (writer->temporary) == 0)
    fd = open_quickly (writer->temporary, O_CREAT | O_EXCL);
  if (fd >= 0 && old != NULL && !take_after (fd, old))
    {
      close (fd);
      unlink (writer->temporary);
      fd = -1;
    }
  if (fd < 0)
    writer->temporary[0] = '\0';
  return fd;
}

/* The file on FD is there: a descriptor to write to instead, or another of
   it, made empty.  One with other names is not replaced, as they would stay
   with the old contents.  */
static int
open_instead (struct gmon_writer *writer, int fd, const char **why)
{
  struct stat status;
  int result = -1;

  if (fstat (fd, &status) != 0 || !S_ISREG (status.st_mode))
    {
      close (fd);
      *why = "not a regular file";
      return -1;
    }
  if (status.st_nlink == 1)
    result = open_temporary (writer, &status);
  close (fd);
  if (result < 0 && getauxval (AT_SECURE) != 0)
    *why = "somebody else's, and this program is set-id";
  else if (result < 0)
    {
      result = open_quickly (writer->name, O_TRUNC);
      if (result < 0)
        *why = gmon_error_text (errno);
    }
  return result;
}

/* Is there something at NAME that to open alone would do harm?  Who reads from
   a FIFO takes the end of our visit for the end of what comes; a device may do
   anything.  */
static bool
is_special (const char *name)
{
  struct stat status;

  return lstat (name, &status) == 0 && !S_ISREG (status.st_mode)
         && !S_ISLNK (status.st_mode) && !S_ISDIR (status.st_mode);
}

/* A descriptor for writer->name and *WHY NULL, or -1 and *WHY a text.  Where
   the directory takes no new file, the old one is overwritten.  */
static int
open_regular (struct gmon_writer *writer, const char **why)
{
  int fd;

  writer->temporary[0] = '\0';
  *why = NULL;
  if (is_special (writer->name))
    {
      *why = "not a regular file";
      return -1;
    }
  fd = open_quickly (writer->name, 0);
  if (fd < 0 && errno == ENOENT)
    {
      fd = open_temporary (writer, NULL);
      if (fd < 0)
        fd = open_quickly (writer->name, O_CREAT | O_EXCL);
    }
  else if (fd >= 0)
    return open_instead (writer, fd, why);
  if (fd < 0)
    *why = errno == ENXIO ? "not a regular file" : gmon_error_text (errno);
  return fd;
}

/* Open the file named so far.  A program that has changed its root does not
   find the directory where it was started.  */
static int
open_named (struct gmon_state *state, const char **why)
{
  struct gmon_writer *writer = &state->writer;
  size_t moved = move_to_start (state);
  int fd = open_regular (writer, why);

  if (fd >= 0 || moved == 0)
    return fd;
  memmove (writer->name, writer->name + moved,
           strlen (writer->name + moved) + 1);
  return open_regular (writer, why);
}

/* By the pattern of GMON_OPTIONS; else, as glibc, by the prefix if that works,
   and only the failure of the default name is worth a message.  */
static int
open_output (struct gmon_state *state, enum process_file kind,
             const char **why)
{
  struct gmon_writer *writer = &state->writer;
  const char *prefix = options_variable ("GMON_OUT_PREFIX=");
  bool with_id = kind == PROCESS_FILE_WITH_ID;
  int fd = -1;

  if (state->options.out != NULL)
    {
      if (name_by_pattern (state, with_id))
        return open_named (state, why);
      set_name (writer, "out=", false);
      *why = gmon_error_text (ENAMETOOLONG);
      return -1;
    }
  if (prefix != NULL && set_name (writer, prefix, true))
    fd = open_named (state, why);
  if (fd >= 0)
    return fd;
  set_name (writer, DEFAULT_NAME, with_id);
  return open_named (state, why);
}

/* -- Writing -------------------------------------------------------------- */

/* FD is complete, or has the ERROR: give it its name, or drop it.  An errno
   value; ECANCELED if a signal handler has written meanwhile.  */
static int
finish (struct gmon_writer *writer, int fd, int error)
{
  if (close (fd) != 0 && error == 0 && errno != EINTR)
    error = errno;
  if (error == ECANCELED || writer->temporary[0] == '\0')
    return error;
  if (error == 0 && rename (writer->temporary, writer->name) != 0)
    error = errno;
  if (writer->error == ECANCELED)
    return ECANCELED;
  if (error != 0)
    unlink (writer->temporary);
  return error;
}

/* 0, an errno value, or ECANCELED: nothing is to be written, or somebody else
   has said why it was not.  */
static int
write_profile (struct gmon_state *state, struct guard *guard)
{
  const char *why = NULL;
  enum process_file kind = process_file (&state->process,
                                         state->options.children);
  int error = ECANCELED;
  int fd;

  if (kind == PROCESS_NO_FILE)
    return ECANCELED;
  guard_hold_standard (guard, &state->descriptors);
  fd = open_output (state, kind, &why);
  guard_release (guard);
  if (fd >= 0)
    {
      error = finish (&state->writer, fd,
                      gmon_write (&state->writer, state, fd));
      if (error == ECANCELED)
        return ECANCELED;
      if (error != 0)
        why = gmon_error_text (error);
    }
  if (why != NULL)
    gmon_message ("_mcleanup", state->writer.name, why);
  if (arcs_lost (&state->arcs) != 0)
    gmon_message ("_mcleanup", NULL, "some calls were not counted");
  return error;
}

#define WAIT 200000             /* ns */
#define WAITS_FOR_END 5000      /* of them: for a thread that is leaving */

/* Wait until the writer is free and take it; false if this very thread has
   it.  A thread that is gone (the parent's, after fork) has lost it, and so has
   one that was to end the process and did not, as a debugger may make it.  By
   sleeping: who writes may have a lower priority.  */
static bool
take_writer (struct gmon_writer *writer, uint32_t me)
{
  const struct timespec wait = { 0, WAIT };

  for (int waits = 0;;)
    {
      uint32_t thread = 0;

      if (atomic_compare_exchange_strong (&writer->thread, &thread, me))
        return true;
      if (thread == me)
        return atomic_exchange (&writer->leaving, 0) != 0;
      waits = atomic_load (&writer->leaving) != 0 ? waits + 1 : 0;
      if (waits < WAITS_FOR_END
          && !machine_thread_is_gone (machine_process_id (), thread))
        nanosleep (&wait, NULL);
      else if (atomic_compare_exchange_strong (&writer->thread, &thread, me))
        {
          atomic_store (&writer->leaving, 0);
          return true;
        }
    }
}

bool
gmon_write_file (struct gmon_state *state, enum gmon_write how)
{
  struct gmon_writer *writer = &state->writer;
  struct guard guard;
  int saved = errno;
  int error = ECANCELED;
  bool mine;

  guard_enter (&guard);
  mine = take_writer (writer, machine_thread_id ());
  if ((mine || how != GMON_WRITE_MEANWHILE) && how != GMON_WRITE_NONE
      && atomic_load (&state->phase) != GMON_PHASE_ENDED)
    {
      error = write_profile (state, &guard);
      /* The write that we interrupted, if any, must not go on.  */
      writer->error = ECANCELED;
      writer->fd = -1;
    }
  if (how == GMON_WRITE_LAST || how == GMON_WRITE_NONE)
    atomic_store (&state->phase, GMON_PHASE_ENDED);
  if (mine && how == GMON_WRITE_LEAVING)
    atomic_store (&writer->leaving, 1);
  else if (mine)
    atomic_store (&writer->thread, 0);
  guard_leave (&guard, error);
  errno = saved;
  return error == 0;
}

void
gmon_write_stay (struct gmon_writer *writer)
{
  uint32_t me = machine_thread_id ();

  if (atomic_load (&writer->thread) == me
      && atomic_exchange (&writer->leaving, 0) != 0)
    atomic_compare_exchange_strong (&writer->thread, &me, 0);
}
