/* perf.c -- may this process have performance events?

   SPDX-License-Identifier: GPL-3.0-or-later

   usage: perf try TYPE CONFIG user|all
          perf forbid ERRNO PROGRAM [ARGUMENT...]
   Out: with "try", status 0 if the kernel gives an event by these numbers, for
   what happens outside of itself or for all; else status 1.  "forbid" runs the
   program where every such try fails with ERRNO, as in a container.  See
   event.exp, clock-perf.exp.  */

#include <errno.h>
#include <linux/filter.h>
#include <linux/perf_event.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static int
try_event (char **numbers)
{
  struct perf_event_attr event = { .size = sizeof event };

  event.type = (unsigned) strtoul (numbers[0], NULL, 10);
  event.config = strtoul (numbers[1], NULL, 10);
  event.sample_period = 1000000;
  event.exclude_kernel = strcmp (numbers[2], "user") == 0;
  return syscall (SYS_perf_event_open, &event, 0, -1, -1, 0) >= 0 ? 0 : 1;
}

static int
run_without (unsigned error, char **command)
{
  struct sock_filter filter[] = {
    BPF_STMT (BPF_LD | BPF_W | BPF_ABS, offsetof (struct seccomp_data, nr)),
    BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, SYS_perf_event_open, 0, 1),
    BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ERRNO | error),
    BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = { sizeof filter / sizeof filter[0], filter };

  if (prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0
      || prctl (PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
    return 126;
  execv (command[0], command);
  return 127;
}

int
main (int argc, char **argv)
{
  if (argc == 5 && strcmp (argv[1], "try") == 0)
    return try_event (argv + 2);
  if (argc >= 4 && strcmp (argv[1], "forbid") == 0)
    return run_without ((unsigned) strtoul (argv[2], NULL, 10), argv + 3);
  return 125;
}
