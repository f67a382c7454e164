/* trace.c -- shows where a program is when it is ended by a signal.

   SPDX-License-Identifier: GPL-3.0-or-later

   usage: trace PROGRAM [ARGUMENT...]
   In: the program, which must not be position-independent.  Out: a line "SIGNAL
   ADDRESS" for each signal it gets, as a core dump would have it; then "ended
   by SIGNAL" or "status STATUS".  x86-64.  See signals.exp.  */

#include <signal.h>
#include <stdio.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

int
main (int argc, char **argv)
{
  pid_t child;
  int status;

  if (argc < 2)
    return 2;
  child = fork ();
  if (child == 0)
    {
      ptrace (PTRACE_TRACEME, 0, NULL, NULL);
      execv (argv[1], argv + 1);
      _exit (127);
    }
  while (waitpid (child, &status, 0) == child && WIFSTOPPED (status))
    {
      struct user_regs_struct registers;
      long signal = WSTOPSIG (status);

      if (ptrace (PTRACE_GETREGS, child, NULL, &registers) != 0)
        return 1;
      printf ("%ld 0x%llx\n", signal, registers.rip);
      if (signal == SIGTRAP)
        signal = 0;
      ptrace (PTRACE_CONT, child, NULL, signal);
    }
  if (WIFSIGNALED (status))
    printf ("ended by %d\n", WTERMSIG (status));
  else
    printf ("status %d\n", WEXITSTATUS (status));
  return 0;
}
