/* bins.c -- samples at known addresses, counted by glibc's own runtime.

   SPDX-License-Identifier: GPL-3.0-or-later

   Built and run by bins.exp, with TEXT bytes of code before short_a.  Three
   functions of 16 bytes follow each other; glibc's handler of SIGPROF is called
   as if it had interrupted them in their middle: short_a 700 times, short_b 300
   times, the third one never.  The clock of the process is stopped before, so
   that it adds nothing.  */

#define _GNU_SOURCE
#include <signal.h>
#include <string.h>
#include <sys/time.h>
#include <ucontext.h>

__asm__ (".text\n"
         ".balign 16\n"
         ".globl before, short_a, short_b, short_c\n"
         ".type before, %function\n"
         "before: .zero " TEXT "\n"
         ".balign 16\n"
         ".type short_a, %function\n"
         "short_a: .zero 16\n"
         ".type short_b, %function\n"
         "short_b: .zero 16\n"
         ".type short_c, %function\n"
         "short_c: .zero 16\n"
         ".zero " REST "\n");

extern const char short_a[], short_b[];

static void
set_pc (ucontext_t *context, const char *pc)
{
#if defined __x86_64__
  context->uc_mcontext.gregs[REG_RIP] = (greg_t) pc;
#elif defined __i386__
  context->uc_mcontext.gregs[REG_EIP] = (greg_t) pc;
#elif defined __aarch64__
  context->uc_mcontext.pc = (unsigned long) pc;
#else
# error where this machine has its program counter is not known
#endif
}

static void
sample (const struct sigaction *action, const char *pc, unsigned times)
{
  ucontext_t context;
  siginfo_t info;

  memset (&context, 0, sizeof context);
  memset (&info, 0, sizeof info);
  set_pc (&context, pc);
  while (times-- > 0)
    action->sa_sigaction (SIGPROF, &info, &context);
}

int
main (void)
{
  const struct itimerval never = { { 0, 0 }, { 0, 0 } };
  struct sigaction action;
  sigset_t signals;

  sigemptyset (&signals);
  sigaddset (&signals, SIGPROF);
  sigprocmask (SIG_BLOCK, &signals, NULL);
  setitimer (ITIMER_PROF, &never, NULL);
  if (sigaction (SIGPROF, NULL, &action) != 0
      || action.sa_handler == SIG_DFL || action.sa_handler == SIG_IGN)
    return 2;
  sample (&action, short_a + 6, 700);
  sample (&action, short_b + 6, 300);
  return 0;
}
