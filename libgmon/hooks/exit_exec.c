/* exit_exec.c -- ends of a program that libc reports to nobody.

   SPDX-License-Identifier: 0BSD

   libgmon defines _exit, _Exit and the exec functions before libc.  They write
   the profile, and then do what is asked for, by the next definition of the
   function, or by a system call in a static program, where there is no next
   definition.  In a process that is not profiled, such as a child of vfork,
   only the requested action happens.  Such a child shares its parent's memory,
   so nothing here may leave anything behind in memory.

   Calls within libc do not pass through here, except in a static program.  All
   definitions are weak, so that a static program may have its own, and so that
   libc's members that define several of these functions do not clash with
   libgmon's.  _exit and _Exit must be in one archive member, because they are
   in one member in libc.  */

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "life/state.h"
#include "life/wraps.h"
#include "machine.h"

#define OURS EXPORTED __attribute__ ((weak))

OURS _Noreturn void _exit (int status);
EXPORTED _Noreturn void _Exit (int status) WEAK_ALIAS_OF ("_exit");
OURS int execl (const char *path, const char *argument, ...);
OURS int execle (const char *path, const char *argument, ...);
OURS int execlp (const char *file, const char *argument, ...);
OURS int execv (const char *path, char *const *argv);
OURS int execve (const char *path, char *const *argv, char *const *envp);
OURS int execvp (const char *file, char *const *argv);
OURS int execvpe (const char *file, char *const *argv, char *const *envp);
OURS int fexecve (int fd, char *const *argv, char *const *envp);
OURS int execveat (int fd, const char *path, char *const *argv,
                   char *const *envp, int flags);

const char exit_exec_member;

/* -- _exit ---------------------------------------------------------------- */

void
_exit (int status)
{
  gmon_dump (DUMP_EXIT);
  if (gmon.libc_exits.exit != NULL)
    gmon.libc_exits.exit (status);
  for (;;)
    syscall (SYS_exit_group, status);
}

/* -- Looking through PATH, for static programs ---------------------------- */

#define USUAL_PATH "/bin:/usr/bin"

/* Runs the script PATH, which does not begin with "#!", by the shell.  Returns
   only on failure.  */
static void
run_script (const char *path, char *const *argv, char *const *envp)
{
  static char shell[] = "/bin/sh";
  size_t len = 0;
  size_t size;
  char **arguments;

  while (argv[len] != NULL)
    len++;
  size = (len + 3) * sizeof *arguments;
  arguments = machine_map (size);
  if (arguments == NULL)
    return;
  arguments[0] = shell;
  arguments[1] = (char *) (uintptr_t) path;
  for (size_t i = 1; i < len; i++)
    arguments[i + 1] = argv[i];
  syscall (SYS_execve, shell, arguments, envp);
  machine_unmap (arguments, size);
}

/* Runs the program or script PATH.  Returns only on failure, with errno
   set.  */
static void
try_path (const char *path, char *const *argv, char *const *envp)
{
  syscall (SYS_execve, path, argv, envp);
  if (errno == ENOEXEC)
    run_script (path, argv, envp);
}

/* Returns true if exec failed with an ERROR after which the next directory of
   PATH is tried.  */
static bool
means_go_on (int error)
{
  return error == EACCES || error == ENOENT || error == ENOTDIR
         || error == ESTALE || error == ENODEV || error == ETIMEDOUT;
}

/* Runs FILE from the first directory of PATH in which that works.  Returns
   only on failure, with errno set.  */
static void
search_path (const char *file, char *const *argv, char *const *envp)
{
  const char *directory = USUAL_PATH;
  const char *end;
  char path[PATH_MAX];
  bool denied = false;

  for (char **entry = environ; entry != NULL && *entry != NULL; entry++)
    if (strncmp (*entry, "PATH=", 5) == 0)
      {
        directory = *entry + 5;
        break;
      }
  for (; directory != NULL; directory = *end == ':' ? end + 1 : NULL)
    {
      size_t len;

      end = strchrnul (directory, ':');
      len = (size_t) (end - directory);
      if (len + 1 + strlen (file) >= sizeof path)
        continue;
      memcpy (path, directory, len);
      path[len] = '/';
      memcpy (path + len + (len != 0), file, strlen (file) + 1);
      try_path (path, argv, envp);
      if (!means_go_on (errno))
        return;
      denied = denied || errno == EACCES;
    }
  errno = denied ? EACCES : ENOENT;
}

/* Does what execvpe does, for static programs.  */
static int
search (const char *file, char *const *argv, char *const *envp)
{
  if (*file == '\0')
    errno = ENOENT;
  else if (strchr (file, '/') != NULL)
    try_path (file, argv, envp);
  else
    search_path (file, argv, envp);
  return -1;
}

/* -- exec ----------------------------------------------------------------- */

enum exec_kind
{
  EXEC_PATH,
  EXEC_SEARCH,
  EXEC_FD,
  EXEC_AT
};

struct exec_call
{
  enum exec_kind kind;
  int fd;
  const char *path;
  char *const *argv;
  char *const *envp;
  int flags;
};

/* Does CALL by the next definition of its function, or by a system call if
   there is none.  */
PART_OF_WRAPPER int
call_next (const struct exec_call *call)
{
  const struct libc_exits *exits = &gmon.libc_exits;

  switch (call->kind)
    {
    case EXEC_PATH:
      if (exits->execve != NULL)
        return exits->execve (call->path, call->argv, call->envp);
      return (int) syscall (SYS_execve, call->path, call->argv, call->envp);
    case EXEC_SEARCH:
      if (exits->execvpe != NULL)
        return exits->execvpe (call->path, call->argv, call->envp);
      return search (call->path, call->argv, call->envp);
    case EXEC_FD:
      if (exits->fexecve != NULL)
        return exits->fexecve (call->fd, call->argv, call->envp);
      return (int) syscall (SYS_execveat, call->fd, "", call->argv,
                            call->envp, AT_EMPTY_PATH);
    case EXEC_AT:
      if (exits->execveat != NULL)
        return exits->execveat (call->fd, call->path, call->argv, call->envp,
                                call->flags);
      return (int) syscall (SYS_execveat, call->fd, call->path, call->argv,
                            call->envp, call->flags);
    }
  return -1;
}

/* Writes the profile, gives the timer back, and does CALL.  The interval timer
   would survive exec but its signal handler would not, and SIGPROF would kill
   the next program.  If exec fails, profiling goes on.  */
PART_OF_WRAPPER int
call_exec (const struct exec_call *call)
{
  bool ours = process_is_ours ();
  bool suspended = false;
  int result;

  if (ours)
    {
      gmon_dump (DUMP_EXEC);
      suspended = sampler_suspend (&gmon.sampler);
    }
  result = call_next (call);
  if (ours)
    gmon_dump_release ();
  if (suspended)
    sampler_resume (&gmon.sampler);
  return result;
}

PART_OF_WRAPPER int
exec_path (enum exec_kind kind, const char *path, char *const *argv,
           char *const *envp)
{
  return call_exec (&(struct exec_call) { .kind = kind, .path = path,
                                          .argv = argv, .envp = envp });
}

int
execve (const char *path, char *const *argv, char *const *envp)
{
  return exec_path (EXEC_PATH, path, argv, envp);
}

int
execv (const char *path, char *const *argv)
{
  return exec_path (EXEC_PATH, path, argv, environ);
}

int
execvpe (const char *file, char *const *argv, char *const *envp)
{
  return exec_path (EXEC_SEARCH, file, argv, envp);
}

int
execvp (const char *file, char *const *argv)
{
  return exec_path (EXEC_SEARCH, file, argv, environ);
}

int
fexecve (int fd, char *const *argv, char *const *envp)
{
  return call_exec (&(struct exec_call) { .kind = EXEC_FD, .fd = fd,
                                          .argv = argv, .envp = envp });
}

int
execveat (int fd, const char *path, char *const *argv, char *const *envp,
          int flags)
{
  return call_exec (&(struct exec_call) { .kind = EXEC_AT, .fd = fd,
                                          .path = path, .argv = argv,
                                          .envp = envp, .flags = flags });
}

/* -- exec with a list of arguments ---------------------------------------- */

/* Number of arguments that struct list has room for; a longer list is kept in
   mapped memory.  */
#define FEW_ARGUMENTS 500

struct list
{
  char **argv;
  size_t mapped;
  char *few[FEW_ARGUMENTS];
};

/* Stores in LIST the argument FIRST and the arguments of REST, up to and
   including NULL.  Returns false with errno set without memory.  */
static bool
list_take (struct list *list, const char *first, va_list *rest)
{
  const char *argument = first;
  va_list ahead;
  size_t len = 1;

  va_copy (ahead, *rest);
  for (; argument != NULL; argument = va_arg (ahead, const char *))
    len++;
  va_end (ahead);
  list->argv = list->few;
  list->mapped = 0;
  if (len > FEW_ARGUMENTS)
    {
      list->mapped = len * sizeof *list->argv;
      list->argv = machine_map (list->mapped);
      if (list->argv == NULL)
        {
          errno = ENOMEM;
          return false;
        }
    }
  list->argv[0] = (char *) (uintptr_t) first;
  for (size_t i = 1; i < len; i++)
    list->argv[i] = va_arg (*rest, char *);
  return true;
}

/* Does exec with the argument FIRST and the arguments of REST up to NULL.
   With NEXT_IS_ENVIRONMENT, the environment follows in REST.  Returns -1 with
   errno set on failure.  */
PART_OF_WRAPPER int
exec_list (enum exec_kind kind, const char *path, const char *first,
           va_list *rest, bool next_is_environment)
{
  struct list list;
  char *const *envp = environ;
  int result;

  if (!list_take (&list, first, rest))
    return -1;
  if (next_is_environment)
    envp = va_arg (*rest, char *const *);
  result = exec_path (kind, path, list.argv, envp);
  if (list.mapped != 0)
    machine_unmap (list.argv, list.mapped);
  return result;
}

/* Defines the function NAME, which calls exec_list with KIND and
   NEXT_IS_ENVIRONMENT.  */
#define EXEC_WITH_LIST(name, kind, next_is_environment)                 \
  int                                                                   \
  name (const char *path, const char *argument, ...)                    \
  {                                                                     \
    va_list rest;                                                       \
    int result;                                                         \
                                                                        \
    va_start (rest, argument);                                          \
    result = exec_list (kind, path, argument, &rest, next_is_environment); \
    va_end (rest);                                                      \
    return result;                                                      \
  }

EXEC_WITH_LIST (execl, EXEC_PATH, false)
EXEC_WITH_LIST (execlp, EXEC_SEARCH, false)
EXEC_WITH_LIST (execle, EXEC_PATH, true)

WRAPPER (_exit);
WRAPPER (execl);
WRAPPER (execle);
WRAPPER (execlp);
WRAPPER (execv);
WRAPPER (execve);
WRAPPER (execvp);
WRAPPER (execvpe);
WRAPPER (fexecve);
WRAPPER (execveat);
