/* libc_next.h -- the definitions that libgmon's own definitions replace.

   SPDX-License-Identifier: 0BSD

   libgmon defines exit, exec and signal functions before libc does.  To do
   what the program has asked for, libgmon calls the next definition of the
   same name: that of libc or of another preloaded library.  */

#ifndef GMON_LIBC_NEXT_H
#define GMON_LIBC_NEXT_H

#include <signal.h>
#include <stdbool.h>
#include <time.h>

#include "arch/compiler.h"
#include "arch/namespace.h"

/* The next signal functions.  A pointer is NULL if there is no next
   definition, as in a static program, and before libc_next_signals.  */
struct libc_signals
{
  bool looked_up;
  int (*sigaction) (int number, const struct sigaction *action,
                    struct sigaction *old);
  int (*sigtimedwait) (const sigset_t *set, siginfo_t *info,
                       const struct timespec *timeout);
  int (*signalfd) (int fd, const sigset_t *mask, int flags);
  int (*sigpending) (sigset_t *set);
};

/* The next exit and exec functions, and others.  A pointer is NULL if there is
   no next definition, and before libc_next_exits.  */
struct libc_exits
{
  void (*usual_exit) (int status);      /* libc's exit; an executable may have
                                           another address for it */
  void (*exit) (int status);            /* the next _exit */
  int (*execve) (const char *path, char *const *argv, char *const *envp);
  int (*execvpe) (const char *file, char *const *argv, char *const *envp);
  int (*fexecve) (int fd, char *const *argv, char *const *envp);
  int (*execveat) (int fd, const char *path, char *const *argv,
                   char *const *envp, int flags);
  int (*dlclose) (void *handle);
  int (*prctl) (int option, ...);
};

/* The next definition of syscall, found by libc_next_exits; NULL as above.  A
   variable of its own, as assembly reads it.  */
extern void *syscall_next HIDDEN;

/* Stores the next definition of NAME in *FUNCTION, a pointer to a function;
   NULL if there is none.  May allocate: not async-signal-safe.  */
void libc_next (void *function, const char *name);

/* Fills SIGNALS.  May allocate, so this runs at the start, before the program
   can call sigaction in a signal handler.  */
void libc_next_signals (struct libc_signals *signals);

/* Fills EXITS, except an EXIT that is set already.  May allocate: only for the
   start.  */
void libc_next_exits (struct libc_exits *exits);

/* Does what sigaction (NUMBER, ACTION, OLD) does without libgmon.  Fills
   SIGNALS first if necessary.  Returns 0, or -1 with errno set.
   Async-signal-safe if SIGNALS is filled.  */
int libc_sigaction (struct libc_signals *signals, int number,
                    const struct sigaction *action, struct sigaction *old);

#endif /* GMON_LIBC_NEXT_H */
