/* step.h -- run a handler between the instructions of a piece of code.

   SPDX-License-Identifier: GPL-3.0-or-later

   In: a handler, set by step_handler, which calls step_again before it
   returns; and the piece, between step_begin and step_end, which is to be
   repeated while step_more says so.  On x86 the CPU's trap runs the handler
   after every instruction.  Elsewhere a timer does, at random: qemu-user takes
   signals between the blocks it translates, which with -singlestep are
   instructions.  Included by unwind.c, wide.c.  */

#ifndef LIBGMON_BASE_STEP_H
#define LIBGMON_BASE_STEP_H

#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/time.h>

#include "test.h"

#define STEP_ROUNDS 3

/* The timer may strike before and after the piece.  */
static volatile int step_inside;
static volatile int step_rounds;
static volatile long step_count;        /* the handler's, inside */

#if defined __x86_64__ || defined __i386__

# define STEP_SIGNAL SIGTRAP
# define STEP_LEAST 0
# ifdef __i386__
#  define STEP_FLAGS(change) "pushfl; " change ", (%%esp); popfl"
# else
#  define STEP_FLAGS(change) "pushfq; " change ", (%%rsp); popfq"
# endif

static inline __attribute__ ((always_inline)) void
step_begin (void)
{
  step_inside = 1;
  __asm__ volatile (STEP_FLAGS ("orl $0x100") : : : "cc", "memory");
}

static inline __attribute__ ((always_inline)) void
step_end (void)
{
  __asm__ volatile (STEP_FLAGS ("andl $~0x100") : : : "cc", "memory");
  step_inside = 0;
}

static NOT_COUNTED void
step_again (void)
{
}

#else

# define STEP_SIGNAL SIGALRM
# define STEP_LEAST 1500

static inline __attribute__ ((always_inline)) void
step_begin (void)
{
  step_inside = 1;
}

static inline __attribute__ ((always_inline)) void
step_end (void)
{
  step_inside = 0;
}

/* Not periodic: the next one must not come before an instruction has.  */
static NOT_COUNTED void
step_again (void)
{
  static unsigned random = 1;
  struct itimerval timer = { { 0, 0 }, { 0, 0 } };

  random = random * 1103515245u + 12345u;
  timer.it_value.tv_usec = (int) (20 + (random >> 16) % 100);
  setitimer (ITIMER_REAL, &timer, NULL);
}

#endif

static NOT_COUNTED int
step_more (long least)
{
  return step_rounds++ < STEP_ROUNDS || step_count < least;
}

static NOT_COUNTED void
step_handler (void (*handler) (int, siginfo_t *, void *))
{
  struct sigaction action;

  memset (&action, 0, sizeof action);
  action.sa_flags = SA_SIGINFO;
  action.sa_sigaction = handler;
  sigaction (STEP_SIGNAL, &action, NULL);
  step_again ();
}

#endif /* LIBGMON_BASE_STEP_H */
