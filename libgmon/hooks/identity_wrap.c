/* identity_wrap.c -- wrappers for credential and namespace calls.

   SPDX-License-Identifier: 0BSD

   libgmon defines unshare, setns, syscall (in system_call.S of the machine),
   and the functions that change the ids of the user before libc.

   The thread that polls blocked threads (waits/) is in their way: the C
   library does not know it, so it would keep the rights of the former user;
   unshare for a user namespace wants a process with one thread; and a filter of
   system calls might kill the process for what that thread does.  So it ends
   before the call, and another one begins after it, except after a filter.

   The functions that change ids need the C library, which changes them in all
   threads.  They are defined in libgmon.so only, since a static program has no
   next definition of them.  With the archive the sampling thread sees within a
   second that ids have changed, and ends.

   All definitions are weak, so that a program may have its own.  */

#include <errno.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/types.h>
#include <unistd.h>

#include "arch/raw_thread.h"
#include "life/state.h"
#include "life/whole_process.h"
#include "life/wraps.h"
#include "sys/libc_next.h"
#include "machine.h"

#ifdef HAVE_RAW_THREADS

#define OURS EXPORTED __attribute__ ((weak))
#define WORDS 6

OURS int unshare (int flags);
OURS int setns (int fd, int type);

long
system_call_failed (long result)
{
  errno = (int) -result;
  return -1;
}

PART_OF_WRAPPER long
call (long number, const long *words)
{
  long result = machine_syscall (number, words[0], words[1], words[2],
                                 words[3], words[4], words[5]);

  return machine_is_error (result) ? system_call_failed (result) : result;
}

/* Makes a system call without the sampling thread, which comes back.  */
PART_OF_WRAPPER long
call_alone (long number, const long *words)
{
  bool suspended = blocked_suspend ();
  long result = call (number, words);

  if (suspended)
    blocked_resume ();
  return result;
}

/* Likewise for a call after which system calls may end the process: the looking
   thread comes back only if the call fails.  */
PART_OF_WRAPPER long
call_last (long number, const long *words)
{
  bool looked = blocked_stop ();
  long result;

  whole_expect_filter ();
  result = call (number, words);

  if (looked && result != 0)
    blocked_start ();
  return result;
}

int
unshare (int flags)
{
  const long words[WORDS] = { flags };

  return (int) call_alone (SYS_unshare, words);
}

int
setns (int fd, int type)
{
  const long words[WORDS] = { fd, type };

  return (int) call_alone (SYS_setns, words);
}

static bool
sets_filter (long number, const long *words)
{
  return number == SYS_seccomp
         || (number == SYS_prctl && words[0] == PR_SET_SECCOMP);
}

/* The sampling thread may be in the way of these calls.  */
long
system_call_special (long number, long a, long b, long c, long d, long e)
{
  const long words[WORDS] = { a, b, c, d, e, 0 };

  if (sets_filter (number, words))
    return call_last (number, words);
  return number == SYS_prctl ? call (number, words)
                             : call_alone (number, words);
}

WRAPPER (unshare);
WRAPPER (setns);
WRAPPER_AT (leave_by_syscall, "syscall", NULL);

#ifndef __PIE__

/* Defines the function NAME, whose PARAMETERS are named in ARGUMENTS.  A
   constructor may call it before the next definitions are known.  */
#define IDENTITY(name, parameters, arguments)   \
  OURS int name parameters;                     \
  static int (*next_##name) parameters;         \
  int                                           \
  name parameters                               \
  {                                             \
    bool suspended = blocked_suspend ();        \
    int result = -1;                            \
                                                \
    if (next_##name == NULL)                    \
      libc_next (&next_##name, #name);          \
    if (next_##name != NULL)                    \
      result = next_##name arguments;           \
    else                                        \
      errno = ENOSYS;                           \
    if (suspended)                              \
      blocked_resume ();                        \
    return result;                              \
  }                                             \
                                                \
  WRAPPER_AS (name, #name, &next_##name);

IDENTITY (setuid, (uid_t id), (id))
IDENTITY (seteuid, (uid_t id), (id))
IDENTITY (setgid, (gid_t id), (id))
IDENTITY (setegid, (gid_t id), (id))
IDENTITY (setreuid, (uid_t real, uid_t effective), (real, effective))
IDENTITY (setregid, (gid_t real, gid_t effective), (real, effective))
IDENTITY (setresuid, (uid_t real, uid_t effective, uid_t saved),
          (real, effective, saved))
IDENTITY (setresgid, (gid_t real, gid_t effective, gid_t saved),
          (real, effective, saved))
IDENTITY (setgroups, (size_t count, const gid_t *list), (count, list))
IDENTITY (initgroups, (const char *user, gid_t group), (user, group))
IDENTITY (capset, (void *header, const void *data), (header, data))

#endif

#endif
