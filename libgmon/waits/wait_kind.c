/* wait_kind.c -- why a thread is blocked, by its system call.

   SPDX-License-Identifier: 0BSD

   Contracts are in wait_kind.h.  */

#include <stddef.h>
#include <sys/syscall.h>

#include "waits/wait_kind.h"
#include "arch/raw_thread.h"

#ifdef HAVE_RAW_THREADS

/* Old and new calls.  Other machines have not all of them, nor have old
   headers.  */
static const uint16_t sleeps[] =
  {
    SYS_nanosleep, SYS_clock_nanosleep, SYS_rt_sigsuspend,
    SYS_pause
  };

static const uint16_t locks[] =
  {
    SYS_futex, SYS_flock, SYS_fcntl, SYS_semtimedop, SYS_wait4, SYS_waitid,
    SYS_rt_sigtimedwait,
    SYS_semop,
#ifdef SYS_futex_waitv
    SYS_futex_waitv,
#endif
  };

static const uint16_t inputs[] =
  {
    SYS_read, SYS_write, SYS_readv, SYS_writev, SYS_pread64, SYS_pwrite64,
    SYS_preadv, SYS_pwritev, SYS_sendfile, SYS_splice, SYS_tee, SYS_vmsplice,
    SYS_copy_file_range, SYS_fsync, SYS_fdatasync, SYS_sync, SYS_syncfs,
    SYS_sync_file_range, SYS_msync, SYS_openat, SYS_close, SYS_ftruncate,
    SYS_fallocate, SYS_connect, SYS_accept, SYS_accept4, SYS_sendto,
    SYS_sendmsg, SYS_sendmmsg, SYS_recvfrom, SYS_recvmsg, SYS_recvmmsg,
    SYS_ppoll, SYS_pselect6, SYS_epoll_pwait, SYS_io_getevents, SYS_msgrcv,
    SYS_msgsnd, SYS_mq_timedreceive, SYS_mq_timedsend, SYS_getdents64,
    SYS_ioctl,
    SYS_open, SYS_poll, SYS_select, SYS_epoll_wait,
#ifdef SYS_epoll_pwait2
    SYS_epoll_pwait2,
#endif
#ifdef SYS_io_uring_enter
    SYS_io_uring_enter,
#endif
  };

#define HAS(list, number) names_call (list, sizeof list / sizeof *list, number)

static int
names_call (const uint16_t *list, size_t len, uint64_t number)
{
  for (size_t i = 0; i < len; i++)
    if (list[i] == number)
      return 1;
  return 0;
}

/* Returns true if the call waits for files, but names none, so that it only
   waits for time to pass.  */
static int
names_no_file (uint64_t number, const uint64_t *arguments)
{
  switch (number)
    {
    case SYS_poll:
    case SYS_ppoll:
      return arguments[1] == 0;
    case SYS_select:
    case SYS_pselect6:
      return arguments[0] == 0;
    default:
      return 0;
    }
}

enum gmon_wait
wait_kind (uint64_t number, const uint64_t *arguments)
{
  if (HAS (sleeps, number) || names_no_file (number, arguments))
    return GMON_WAIT_SLEEP;
  if (HAS (locks, number))
    return GMON_WAIT_LOCK;
  return HAS (inputs, number) ? GMON_WAIT_IO : GMON_WAIT_OTHER;
}

#else

enum gmon_wait
wait_kind (uint64_t number, const uint64_t *arguments)
{
  (void) number;
  (void) arguments;
  return GMON_WAIT_OTHER;
}

#endif
