/* process-usual.c -- what a program can see of the recording of its stacks.

   SPDX-License-Identifier: GPL-3.0-or-later

   usage: process-usual stack
            works in a thread whose stack was painted; prints how many bytes of
            it were used below the thread's first function.
          process-usual look
            prints whether SIGPROF is caught and how many timers there are.
          process-usual ask
            sends itself SIGUSR1, with which a user asks for the profile.
          process-usual filter COMMAND...
            runs COMMAND with a filter of system calls, in which rt_sigprocmask
            fails for an invalid first argument with EPERM.
   Status 3, or that of COMMAND.  See process-usual.exp.  */

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "looks.h"
#include "test.h"

#define STACK_SIZE 131072
#define PAINT 0xa5
#define LOOKS 40

static unsigned char *stack;
static uintptr_t first_frame;
static volatile unsigned long sink;

NOINLINE void
work (void)
{
  for (int i = 0; i < 1000; i++)
    sink++;
}

/* The handler of looks.h needs less of the stack than libgmon's.  */
static NOT_COUNTED void *
run (void *unused)
{
  first_frame = (uintptr_t) __builtin_frame_address (0);
  if (looks_start (count_look) == 0)
    while (looks < LOOKS)
      work ();
  return unused;
}

/* The main thread blocks SIGPROF: ITIMER_PROF's signal is the process's, and
   goes to another thread when a handler of this one blocks it.  */
static NOT_COUNTED int
use_stack (void)
{
  pthread_attr_t attributes;
  pthread_t thread;
  unsigned char *lowest;
  sigset_t set;

  sigemptyset (&set);
  sigaddset (&set, SIGPROF);
  stack = mmap (NULL, STACK_SIZE, PROT_READ | PROT_WRITE,
                MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (stack == MAP_FAILED)
    return 2;
  memset (stack, PAINT, STACK_SIZE);
  if (pthread_attr_init (&attributes) != 0
      || pthread_attr_setstack (&attributes, stack, STACK_SIZE) != 0
      || pthread_create (&thread, &attributes, run, NULL) != 0
      || sigprocmask (SIG_BLOCK, &set, NULL) != 0
      || pthread_join (thread, NULL) != 0)
    return 2;
  for (lowest = stack; *lowest == PAINT; lowest++)
    continue;
  printf ("%ld\n", (long) (first_frame - (uintptr_t) lowest));
  return 3;
}

static NOT_COUNTED int
look_around (void)
{
  FILE *file = fopen ("/proc/self/timers", "r");
  struct sigaction action;
  int timers = 0, c;

  while (file != NULL && (c = getc (file)) != EOF)
    timers += c == '\n';
  syscall (SYS_rt_sigaction, SIGPROF, NULL, &action, 8);
  printf ("%s, %d lines\n",
          action.sa_handler == SIG_DFL ? "default" : "caught", timers);
  return 3;
}

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
# define LOW_WORD 0
#else
# define LOW_WORD 4
#endif

static NOT_COUNTED int
run_filtered (char **command)
{
  struct sock_filter code[] = {
    BPF_STMT (BPF_LD | BPF_W | BPF_ABS, offsetof (struct seccomp_data, nr)),
    BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, SYS_rt_sigprocmask, 0, 3),
    BPF_STMT (BPF_LD | BPF_W | BPF_ABS,
              offsetof (struct seccomp_data, args) + LOW_WORD),
    BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, 0xffffffff, 0, 1),
    BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
    BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog filter = { sizeof code / sizeof code[0], code };

  if (prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0
      || prctl (PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) != 0)
    return 2;
  execvp (command[0], command);
  return 2;
}

NOT_COUNTED int
main (int argc, char **argv)
{
  const char *word = argc > 1 ? argv[1] : "";

  if (strcmp (word, "stack") == 0)
    return use_stack ();
  if (strcmp (word, "look") == 0)
    return look_around ();
  if (strcmp (word, "ask") == 0)
    return raise (SIGUSR1) == 0 ? 3 : 2;
  if (strcmp (word, "filter") == 0 && argc > 2)
    return run_filtered (argv + 2);
  return 1;
}
