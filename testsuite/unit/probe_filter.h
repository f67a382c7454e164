/* unit/probe_filter.h -- a filter for the system call that probes memory.

   SPDX-License-Identifier: GPL-3.0-or-later

   In:  an errno value.  Out: a process in which each rt_sigprocmask, by which
   libgmon asks whether memory can be read, has that error.  */

#ifndef UNIT_PROBE_FILTER_H
#define UNIT_PROBE_FILTER_H

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

/* Lets all probes of this process fail by ERROR, or succeed if it is 0.
   Returns false if system calls cannot be filtered here.  */
static inline bool
probes_answer (unsigned error)
{
  struct sock_filter code[] =
    {
      BPF_STMT (BPF_LD | BPF_W | BPF_ABS, offsetof (struct seccomp_data, nr)),
      BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, SYS_rt_sigprocmask, 0, 1),
      BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ERRNO | error),
      BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
    };
  struct sock_fprog filter = { sizeof code / sizeof *code, code };

  return prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
         && prctl (PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0;
}

#endif /* UNIT_PROBE_FILTER_H */
