/* libc_next.h -- the definitions that libgmon's own take the place of.

   SPDX-License-Identifier: 0BSD

   libgmon defines exit, exec and signal functions before libc does.  To do what
   the program asked for, it calls the next definition of the same name, which
   is libc's or that of another preloaded library.  */

#ifndef GMON_LIBC_NEXT_H
#define GMON_LIBC_NEXT_H

#include <signal.h>
#include <stdbool.h>
#include <time.h>

#include "arch/namespace.h"

/* Each pointer is NULL if there is no next definition: always in a static
   program, and before libc_next_signals.  */
struct libc_signals
{
  bool looked_up;
  int (*sigaction) (int number, const struct sigaction *action,
                    struct sigaction *old);
  int (*sigtimedwait) (const sigset_t *set, siginfo_t *info,
                       const struct timespec *timeout);
};

/* Each pointer is NULL if there is no next definition, or not yet.  */
struct libc_ends
{
  void (*usual_exit) (int status);      /* libc's exit, which an executable may
                                           have at an address of its own */
  void (*exit) (int status);            /* _exit's */
  int (*execve) (const char *path, char *const *argv, char *const *envp);
  int (*execvpe) (const char *file, char *const *argv, char *const *envp);
  int (*fexecve) (int fd, char *const *argv, char *const *envp);
  int (*execveat) (int fd, const char *path, char *const *argv,
                   char *const *envp, int flags);
};

/* Stores the next definition of NAME in *FUNCTION, a pointer to a function;
   NULL if there is none.  May allocate: not async-signal-safe.  */
void libc_next (void *function, const char *name);

/* Fills SIGNALS.  May allocate, so it is called at the start, before the
   program can call sigaction in a signal handler.  */
void libc_next_signals (struct libc_signals *signals);

/* Fills ENDS, but for an EXIT that is set already.  May allocate; for the
   start.  */
void libc_next_ends (struct libc_ends *ends);

/* Does what sigaction (NUMBER, ACTION, OLD) does without libgmon.  SIGNALS is
   filled if it was not.  Returns 0, or -1 with errno set.  Async-signal-safe
   once SIGNALS is filled.  */
int libc_sigaction (struct libc_signals *signals, int number,
                    const struct sigaction *action, struct sigaction *old);

#endif /* GMON_LIBC_NEXT_H */
