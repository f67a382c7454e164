/* signal_guard.c -- protects the libc calls of the runtime from the program.

   SPDX-License-Identifier: 0BSD

   Contracts are in signal_guard.h.  */

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

#include "sys/signal_guard.h"
#include "machine.h"

/* Before glibc 2.34 a program without threads does not have this function.  */
#pragma weak pthread_setcancelstate

static const int faults[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP,
                              SIGSYS };

void
guard_enter (struct guard *guard)
{
  sigset_t held_back;

  if (pthread_setcancelstate != NULL)
    pthread_setcancelstate (PTHREAD_CANCEL_DISABLE, &guard->cancel);
  sigfillset (&held_back);
  for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++)
    sigdelset (&held_back, faults[i]);
  guard->held_back = sigprocmask (SIG_BLOCK, &held_back, &guard->before) == 0;
  sigemptyset (&guard->pending);
  machine_syscall (SYS_rt_sigpending, (long) &guard->pending,
                   KERNEL_SIGNALS / 8, 0, 0, 0, 0);
  guard->held_count = 0;
}

/* Drops a pending SIGNAL, unless it was pending before guard_enter.  A write
   beyond RLIMIT_FSIZE, or to a pipe without a reader, raises a signal that
   would change how the process ends.  The function sigtimedwait is not used,
   because libgmon's definition of it is for programs that wait for signals
   (sigwait_wrap.c).  */
static void
drop (const struct guard *guard, int signal)
{
  const long now[2] = { 0, 0 };
  sigset_t set;

  if (sigismember (&guard->pending, signal))
    return;
  sigemptyset (&set);
  sigaddset (&set, signal);
  syscall (KERNEL_SIGTIMEDWAIT, &set, NULL, now, KERNEL_SIGNALS / 8);
}

/* Restores the signal mask.  Tries twice, because a program that is left with
   its signals blocked cannot be ended by a signal.  */
static void
let_go (const struct guard *guard)
{
  if (guard->held_back
      && sigprocmask (SIG_SETMASK, &guard->before, NULL) != 0)
    sigprocmask (SIG_SETMASK, &guard->before, NULL);
}

void
guard_leave (struct guard *guard, int error)
{
  int saved = errno;
  int ours;

  if (error == EFBIG)
    drop (guard, SIGXFSZ);
  else if (error == EPIPE)
    drop (guard, SIGPIPE);
  let_go (guard);
  if (pthread_setcancelstate != NULL)
    pthread_setcancelstate (guard->cancel, &ours);
  errno = saved;
}

/* The descriptors are opened with O_PATH: a thread that uses such a descriptor
   meanwhile gets EBADF, as it would for a closed one.  Another thread may fill
   the free number between the check and the open.  */
void
guard_hold_standard (struct guard *guard, struct descriptors *descriptors)
{
  descriptors_begin (descriptors);
  for (int i = 0; i < DESCRIPTORS_STANDARD; i++)
    if (fcntl (i, F_GETFD) < 0 && guard->held_count < DESCRIPTORS_STANDARD)
      {
        int fd = open ("/", O_PATH | O_CLOEXEC);

        if (fd >= DESCRIPTORS_STANDARD)
          close (fd);
        else if (fd >= 0)
          guard->held[guard->held_count++] = fd;
      }
  descriptors_end (descriptors);
}

/* Closes only descriptors with O_PATH.  The program has replaced any other
   one; such a program closes these numbers by itself.  */
void
guard_release (struct guard *guard)
{
  int saved = errno;

  while (guard->held_count > 0)
    {
      int fd = guard->held[--guard->held_count];
      int flags = fcntl (fd, F_GETFL);

      if (flags >= 0 && (flags & O_PATH) != 0)
        close (fd);
    }
  errno = saved;
}
