/* dump.c -- when the profile is written to its file, and by which thread.

   SPDX-License-Identifier: 0BSD

   All functions are async-signal-safe.  Contracts are in dump.h.  */

#include <errno.h>
#include <sys/auxv.h>

#include "output/dump.h"
#include "output/pool.h"
#include "output/replace_file.h"
#include "output/profile_parts.h"
#include "output/serialize.h"
#include "record/arcs.h"
#include "sys/bounded_lock.h"
#include "sys/message.h"
#include "sys/program_image.h"
#include "sys/signal_guard.h"
#include "machine.h"

/* Prints WHY the file was not written, unless WHY is NULL, which means
   success.  A reason that the last write printed is not repeated: the next
   checkpoint meets the same full disk, and exit writes once more after
   destructors.  But a write at the end of the process prints it even if a
   checkpoint did.  */
static void
say_why (struct gmon_writer *writer, enum gmon_write how, const char *why)
{
  bool at_end = how != GMON_WRITE_MEANWHILE;

  if (why != NULL
      && (why != writer->last_warning || (at_end && !writer->warned_at_exit)))
    gmon_message ("no profile is written to ", writer->name, ": ", why,
                  getauxval (AT_SECURE) != 0
                    ? "" : "; GMON_OPTIONS=out=NAME chooses another file");
  writer->warned_at_exit = why != NULL
                           && (at_end || (why == writer->last_warning
                                          && writer->warned_at_exit));
  writer->last_warning = why;
}

struct search
{
  const struct text *text;
  bool found;
};

static void
look_at_arc (uintptr_t from, uintptr_t self, uint64_t count, void *data)
{
  struct search *search = data;

  (void) from;
  (void) count;
  search->found = search->found || text_contains (search->text, self);
}

/* Returns true if no call hook of the program has been called: the program may
   be one that only starts another program, whose file it must not replace.  */
static bool
has_no_hooks (const struct dump *dump)
{
  struct search search = { dump->profile->text, false };

  if (!dump->process.is_preloaded || dump->process.has_hooks)
    return false;
  arcs_each (dump->profile->arcs, arcs_newest (dump->profile->arcs),
             look_at_arc, &search);
  return !search.found;
}

/* Returns true if this process adds its profile to the pool.  One whose program
   has no hooks does so only if the pool is certainly that of its program: a
   launcher that ends first would take the pool of what it starts.  */
static bool
is_pooled (const struct dump *dump)
{
  return pool_is_used (dump)
         && (options_names_program (dump->options.pool)
             || !has_no_hooks (dump));
}

/* Returns the kind of file that this process may write.  */
static enum process_file
dump_file_kind (struct dump *dump)
{
  enum process_file kind = process_file (&dump->process,
                                         dump->options.children);

  return kind == PROCESS_FILE && has_no_hooks (dump) ? PROCESS_FILE_WITH_ID
                                                     : kind;
}

/* Opens a file, writes to it the profile, or with POOLED its sum with the pool,
   and gives the file its name.  Returns as output_finish; or ECANCELED, with a
   text in *WHY, if no file could be opened.  */
static int
write_to_file (struct dump *dump, enum process_file kind, bool pooled,
               struct guard *guard, const char **why)
{
  struct gmon_writer *writer = &dump->writer;
  int error = OUTPUT_AGAIN;

  *why = NULL;
  writer->no_links = false;
  writer->lost = false;
  while (error == OUTPUT_AGAIN)
    {
      int fd = output_open (dump, kind, guard, why);

      if (fd < 0)
        return ECANCELED;
      if (pooled)
        *why = pool_write (dump, fd);
      else
        gmon_write (writer, dump->profile, fd);
      error = output_finish (dump, fd, *why != NULL ? EIO : writer->error);
      pool_leave (dump);
    }
  return error;
}

/* Writes the profile.  Returns 0, an errno value, or ECANCELED if nothing is
   to be written, the file could not be opened, or a signal handler has written
   the file in the meantime.  Failures cause a message on stderr.  */
static int
write_profile (struct dump *dump, struct guard *guard,
               enum gmon_write how)
{
  const char *why = NULL;
  const bool pooled = is_pooled (dump);
  enum process_file kind = pooled ? PROCESS_FILE : dump_file_kind (dump);
  int error;

  if (kind == PROCESS_NO_FILE)
    return ECANCELED;
  error = write_to_file (dump, kind, pooled, guard, &why);
  if (pooled && error != 0 && (error != ECANCELED || why != NULL))
    {
      pool_divert (dump, why != NULL ? why : gmon_error_text (error));
      error = write_to_file (dump, kind, false, guard, &why);
    }
  if (error == ECANCELED && why == NULL)
    return ECANCELED;
  if (error != 0 && why == NULL)
    why = gmon_error_text (error);
  say_why (&dump->writer, how, why);
  if (arcs_lost (dump->profile->arcs) != 0 && !dump->writer.warned_arcs_lost)
    {
      dump->writer.warned_arcs_lost = true;
      gmon_message ("some calls were not counted: no memory could be had for"
                    " them");
    }
  return error;
}

#define WAIT 200000             /* nanoseconds */
#define WAITS_FOR_END 5000      /* waits for a leaving thread: 1 s */

/* Takes the writer's lock, waiting until it is free.  Returns false if the
   calling thread itself is writing, in the function that a signal handler
   interrupted.  Takes the lock away from a thread that does not exist any more
   (a thread of the parent, after fork), and from a thread that was to end the
   process but has not done so for a second, for example because of a debugger.
   Waits by sleeping, since the writing thread may have a lower priority.  */
static bool
take_writer (struct gmon_writer *writer)
{
  uint32_t me = machine_thread_id ();

  for (int waits = 0;;)
    {
      uint32_t thread;

      if (bounded_lock_try (&writer->lock))
        return true;
      thread = bounded_lock_owner (&writer->lock);
      if (thread == me)
        return atomic_exchange (&writer->leaving, 0) != 0;
      waits = atomic_load (&writer->leaving) != 0 ? waits + 1 : 0;
      if (waits < WAITS_FOR_END
          && !machine_thread_is_gone (machine_process_id (), thread))
        machine_sleep (WAIT);
      else if (bounded_lock_take_over (&writer->lock, thread))
        {
          atomic_store (&writer->leaving, 0);
          return true;
        }
    }
}

bool
gmon_write_file (struct dump *dump, enum gmon_write how)
{
  struct gmon_writer *writer = &dump->writer;
  struct guard guard;
  int saved = errno;
  int error = ECANCELED;
  bool mine;

  if (pool_is_used (dump)
      && (how == GMON_WRITE_MEANWHILE || how == GMON_WRITE_FIRST))
    return false;
  guard_enter (&guard);
  mine = take_writer (writer);
  if ((mine || how != GMON_WRITE_MEANWHILE) && how != GMON_WRITE_NONE
      && !atomic_load (&dump->ended))
    {
      if (!mine)
        output_give_up (writer);
      error = write_profile (dump, &guard, how);
      /* An interrupted write of this thread must not go on.  */
      writer->error = ECANCELED;
      writer->fd = -1;
    }
  if (how == GMON_WRITE_LAST || how == GMON_WRITE_NONE)
    atomic_store (&dump->ended, true);
  if (mine && how == GMON_WRITE_LEAVING)
    atomic_store (&writer->leaving, 1);
  else if (mine)
    bounded_lock_release (&writer->lock);
  guard_leave (&guard, error);
  errno = saved;
  return error == 0;
}

bool
gmon_write_descriptor (struct dump *dump, int fd)
{
  struct gmon_writer *writer = &dump->writer;
  struct guard guard;
  int saved = errno;
  int error = ECANCELED;

  guard_enter (&guard);
  if (take_writer (writer))
    {
      if (!atomic_load (&dump->ended))
        {
          error = gmon_write (writer, dump->profile, fd);
          writer->error = ECANCELED;
          writer->fd = -1;
          if (error != 0)
            gmon_message ("gmon_write_fd: no profile is written: ",
                          gmon_error_text (error));
        }
      bounded_lock_release (&writer->lock);
    }
  guard_leave (&guard, error);
  errno = saved;
  return error == 0;
}

void
gmon_end_without_file (struct dump *dump)
{
  struct gmon_writer *writer = &dump->writer;
  struct guard guard;
  int saved = errno;

  guard_enter (&guard);
  if (take_writer (writer))
    {
      /* No exchange: some machines have none for a byte.  All who write hold
         the lock.  */
      if (!atomic_load (&dump->ended))
        output_remove_own (dump);
      atomic_store (&dump->ended, true);
      bounded_lock_release (&writer->lock);
    }
  guard_leave (&guard, 0);
  errno = saved;
}

void
gmon_write_release (struct gmon_writer *writer)
{
  if (bounded_lock_owner (&writer->lock) == machine_thread_id ()
      && atomic_exchange (&writer->leaving, 0) != 0)
    bounded_lock_release (&writer->lock);
}
