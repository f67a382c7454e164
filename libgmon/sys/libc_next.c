/* libc_next.c -- the definitions that libgmon's own definitions replace.

   SPDX-License-Identifier: 0BSD

   Finds the next definitions, from the dynamic linker, or in a static program
   by libc's private names.  Contracts are in libc_next.h.  */

#include <dlfcn.h>
#include <errno.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

#include "sys/libc_next.h"

/* A static program may have no dynamic linker, and a reference of ours must
   not add one.  */
#pragma weak dlsym
#pragma weak dlerror

/* libc's private name of sigaction.  In a static program it is the only name
   left of libc's function, since libgmon has defined sigaction.  */
extern int __sigaction (int number, const struct sigaction *action,
                        struct sigaction *old) __attribute__ ((weak));

#if !defined __GLIBC__ && !defined PIC
/* A weak reference does not make the linker take a member from an archive.
   This reference to setuid makes it take the member of musl that has
   __sigaction.  With PIC it is not needed: musl's shared form does not have
   __sigaction.  */
static int (*const member_taken) (uid_t id) __attribute__ ((used)) = setuid;
#endif

void *syscall_next;

void
libc_next (void *function, const char *name)
{
  void *found = dlsym != NULL ? dlsym (RTLD_NEXT, name) : NULL;

  /* A program that calls dlerror only after a dlsym of its own must not find
     the error of ours.  */
  if (found == NULL && dlerror != NULL)
    dlerror ();
  memcpy (function, &found, sizeof found);
}

void
libc_next_signals (struct libc_signals *signals)
{
  libc_next (&signals->sigaction, "sigaction");
  libc_next (&signals->sigtimedwait, "sigtimedwait");
  libc_next (&signals->signalfd, "signalfd");
  libc_next (&signals->sigpending, "sigpending");
  signals->looked_up = true;
}

void
libc_next_exits (struct libc_exits *exits)
{
  libc_next (&exits->usual_exit, "exit");
  if (exits->exit == NULL)
    libc_next (&exits->exit, "_exit");
  libc_next (&exits->execve, "execve");
  libc_next (&exits->execvpe, "execvpe");
  libc_next (&exits->fexecve, "fexecve");
  libc_next (&exits->execveat, "execveat");
  libc_next (&exits->dlclose, "dlclose");
  libc_next (&exits->prctl, "prctl");
  libc_next (&syscall_next, "syscall");
}

int
libc_sigaction (struct libc_signals *signals, int number,
                const struct sigaction *action, struct sigaction *old)
{
  if (!signals->looked_up)
    libc_next_signals (signals);
  if (signals->sigaction != NULL)
    return signals->sigaction (number, action, old);
  if (&__sigaction != NULL)
    return __sigaction (number, action, old);
  errno = ENOSYS;
  return -1;
}
