/* proc_thread.c -- what the kernel tells about a thread that may be blocked.

   SPDX-License-Identifier: 0BSD

   Contracts are in proc_thread.h.

   The file "syscall" has one line.  It is "running", or the number of the
   system call, its six arguments, the stack pointer and the program counter; of
   a thread that waits for a page of memory it is -1, the stack pointer and the
   program counter.  All but the first number are hexadecimal.  */

#include <fcntl.h>
#include <stddef.h>
#include <string.h>

#include "waits/proc_thread.h"
#include "waits/wait_kind.h"
#include "sys/message.h"
#include "sys/proc_number.h"
#include "machine.h"

/* -- Files ---------------------------------------------------------------- */

/* Opens the file NAME of the thread ID.  Returns a descriptor or a negative
   errno value.  */
static long
open_of_thread (int tasks, uint32_t id, const char *name)
{
  char digits[GMON_NUMBER_SIZE], path[32];
  const char *from = gmon_number_text (digits, id);
  size_t len = 0;

  while (*from != '\0')
    path[len++] = *from++;
  while (*name != '\0')
    path[len++] = *name++;
  path[len] = '\0';
  return machine_syscall (SYS_openat, tasks, (long) path,
                          O_RDONLY | O_CLOEXEC, 0, 0, 0);
}

/* Reads the file NAME of the thread ID into the SIZE bytes at TEXT and ends
   them by a zero.  *FD is the open file or -1; it stays open if KEEP.  Returns
   the number of bytes or a negative errno value.  */
static long
read_proc_text (int tasks, uint32_t id, const char *name, int *fd, bool keep,
           char *text, size_t size)
{
  long length;

  if (*fd < 0)
    {
      long opened = open_of_thread (tasks, id, name);

      if (opened < 0)
        return opened;
      *fd = (int) opened;
    }
  length = machine_syscall (SYS_pread64, *fd, (long) text, (long) size - 1, 0,
                            0, 0);
  if (!keep)
    {
      machine_syscall (SYS_close, *fd, 0, 0, 0, 0, 0);
      *fd = -1;
    }
  text[length > 0 ? length : 0] = '\0';
  return length;
}

void
proc_close (struct proc_files *files)
{
  if (files->call >= 0)
    machine_syscall (SYS_close, files->call, 0, 0, 0, 0, 0);
  if (files->times >= 0)
    machine_syscall (SYS_close, files->times, 0, 0, 0, 0, 0);
  files->call = files->times = -1;
}

/* -- A blocked thread ----------------------------------------------------- */

#define ARGUMENTS 6

/* Takes the call from TEXT.  Returns false if it does not look as described
   above.  */
static bool
take_call (const char *text, struct proc_call *call)
{
  uint64_t number = 0, arguments[ARGUMENTS] = { 0 }, sp, pc;

  call->is_fault = text[0] == '-';
  if (call->is_fault)
    text += strlen ("-1 ");
  else if (!proc_number (&text, 10, &number))
    return false;
  for (int i = 0; !call->is_fault && i < ARGUMENTS; i++)
    if (!proc_number (&text, 16, &arguments[i]))
      return false;
  if (!proc_number (&text, 16, &sp) || !proc_number (&text, 16, &pc))
    return false;
  call->sp = (uintptr_t) sp;
  call->pc = (uintptr_t) pc;
  call->kind = call->is_fault ? GMON_WAIT_OTHER
               : wait_kind (number, arguments);
  return true;
}

enum proc_place
proc_read_call (int tasks, uint32_t id, struct proc_files *files, bool keep,
                struct proc_call *call)
{
  char text[192];
  long length = read_proc_text (tasks, id, "/syscall", &files->call, keep, text,
                           sizeof text);

  if (length == -EACCES || length == -EPERM)
    return PROC_REFUSED;
  if (length <= 0)
    return PROC_GONE;
  if (text[0] == 'r' || !take_call (text, call) || call->pc == 0)
    return PROC_RUNNING;
  return PROC_BLOCKED;
}

bool
proc_read_queued (int tasks, uint32_t id, struct proc_files *files, bool keep,
                  uint64_t *queued)
{
  char text[96];
  const char *at = text;
  uint64_t ran;

  return read_proc_text (tasks, id, "/schedstat", &files->times, keep, text,
                    sizeof text) > 0
         && proc_number (&at, 10, &ran) && proc_number (&at, 10, queued);
}

bool
proc_read_name (int tasks, uint32_t id, char name[THREAD_NAME_SIZE])
{
  char text[THREAD_NAME_SIZE + 2];
  int fd = -1;
  long length = read_proc_text (tasks, id, "/comm", &fd, false, text,
                                sizeof text);

  if (length <= 0)
    return false;
  memset (name, 0, THREAD_NAME_SIZE);
  for (long i = 0; i < THREAD_NAME_SIZE - 1 && i < length && text[i] != '\n';
       i++)
    name[i] = text[i];
  return true;
}

/* -- The state of a thread ------------------------------------------------ */

/* Returns the place behind NAME at the begin of a line of TEXT, or NULL.  */
static const char *
find_field (const char *text, const char *name)
{
  for (;;)
    {
      const char *want = name;

      while (*want != '\0' && *text == *want)
        text++, want++;
      if (*want == '\0')
        break;
      while (*text != '\0' && *text != '\n')
        text++;
      if (*text++ == '\0')
        return NULL;
    }
  while (*text == ' ' || *text == '\t')
    text++;
  return text;
}

bool
proc_read_state (const char *path, struct proc_state *state)
{
  char text[2048];
  long fd = machine_syscall (SYS_openat, AT_FDCWD, (long) path,
                             O_RDONLY | O_CLOEXEC, 0, 0, 0);
  const char *at;
  uint64_t number = 0;
  long length;

  if (fd < 0)
    return false;
  length = machine_syscall (SYS_read, fd, (long) text, sizeof text - 1, 0, 0,
                            0);
  machine_syscall (SYS_close, fd, 0, 0, 0, 0, 0);
  text[length > 0 ? length : 0] = '\0';
  at = find_field (text, "State:");
  state->is_dead = at != NULL && (*at == 'Z' || *at == 'X');
  at = find_field (text, "Uid:");
  for (int i = 0; i < 4; i++)
    {
      if (at == NULL || !proc_number (&at, 10, &number))
        return false;
      state->user[i] = (uint32_t) number;
    }
  at = find_field (text, "Seccomp:");
  number = 0;
  if (at != NULL)
    proc_number (&at, 10, &number);
  state->seccomp = (uint32_t) number;
  return true;
}

/* The file "stat" ends with the status that wait would return, and a newline.
   Behind the name of the process, which may have any text, it has numbers
   only.  */
int
proc_read_exit_status (void)
{
  char text[1024];
  const char *number;
  uint64_t status;
  long length, fd = machine_syscall (SYS_openat, AT_FDCWD,
                                     (long) "/proc/self/stat",
                                     O_RDONLY | O_CLOEXEC, 0, 0, 0);

  if (fd < 0)
    return 0;
  length = machine_syscall (SYS_read, fd, (long) text, sizeof text - 1, 0, 0,
                            0);
  machine_syscall (SYS_close, fd, 0, 0, 0, 0, 0);
  text[length > 0 ? length : 0] = '\0';
  number = strrchr (text, ' ');
  if (number == NULL)
    return 0;
  number++;
  return proc_number (&number, 10, &status) ? (int) (status >> 8 & 0xff) : 0;
}
