/* unit/t_lg_signal_end.c -- tests of what libgmon's walk of the stack takes for
   readable because the kernel wrote it (unwind/unwind.c, arch/x86_64/frame.h).

   SPDX-License-Identifier: GPL-3.0-or-later

   In:  signals whose frames end at each distance from a page's begin, under a
   filter that lets each probe fail: what is found then was not probed.  Run by
   gprof.unit.  */

#include <config.h>

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "probe_filter.h"
#include "arch/call_frame.h"
#include "unwind/page_probe.h"
#include "unwind/unwind.h"

#ifdef FRAME_TELLS_END

/* Code that leaves the stack as a call does: the caller of CODE is CALLER,
   which has none.  */
#define CODE UINT64_C (0x10000)
#define CALLER (CODE + 9)

static struct row_cache cache;
static uintptr_t pcs[UNWIND_SIZE];
static unsigned flags;

static bool
find_stub (const void *objects, uintptr_t pc, struct unwind_tables *tables)
{
  (void) objects;
  *tables = (struct unwind_tables) { .is_stub = true };
  return pc - CODE < 16;
}

/* Walks from CODE, whose stack pointer is SP.  Returns true if CALLER is
   found.  */
static bool
finds_caller (ucontext_t *context, uintptr_t sp)
{
  static const struct unwinder unwinder
    = { .rows = &cache, .find = find_stub };
  greg_t *registers = context->uc_mcontext.gregs;
  greg_t pc_before = registers[REG_RIP], sp_before = registers[REG_RSP];
  size_t count;

  registers[REG_RIP] = CODE;
  registers[REG_RSP] = (greg_t) sp;
  count = gmon_unwind (&unwinder, context, pcs, UNWIND_SIZE, &flags);
  registers[REG_RIP] = pc_before;
  registers[REG_RSP] = sp_before;
  return count == 2 && pcs[1] == CALLER && flags == UNWIND_COMPLETE;
}

/* -- Signals -------------------------------------------------------------- */

static unsigned tested, bad, unknown;   /* signals */
static uintptr_t above;                 /* behind all frames of signals */

/* Writes a frame of CODE at WORDS, walks, and restores the words.  */
static bool
finds_caller_at (ucontext_t *context, uintptr_t *words)
{
  uintptr_t before[2] = { words[0], words[1] };
  bool found;

  words[0] = CALLER;
  words[1] = 0;
  found = finds_caller (context, (uintptr_t) words);
  words[0] = before[0];
  words[1] = before[1];
  return found;
}

/* The kernel's last word is FP_XSTATE_MAGIC2.  The next page is readable if the
   kernel wrote there, and no further one is; and if the context does not look
   like the kernel's, not even that.  */
static void
on_signal (int number, siginfo_t *info, void *data)
{
  ucontext_t *context = data;
  uintptr_t next = ((uintptr_t) context & -PROBE_PAGE) + PROBE_PAGE;
  uintptr_t state = (uintptr_t) context->uc_mcontext.fpregs;
  uintptr_t end = frame_signal_end (context);
  const char last[] = "EXPF";

  (void) number;
  (void) info;
  unknown += end == 0;
  if (end == 0 || next < state + 512 || next + PROBE_PAGE > above)
    return;
  tested++;
  bad += end < state + 512 || end > above
         || memcmp ((const char *) end - 4, last, 4) != 0;
  bad += finds_caller_at (context, (uintptr_t *) next) != (next < end);
  bad += finds_caller_at (context, (uintptr_t *) (next + PROBE_PAGE));
  context->uc_flags ^= 1;
  bad += finds_caller_at (context, (uintptr_t *) next);
  context->uc_flags ^= 1;
  context->uc_mcontext.fpregs = (fpregset_t) (state + 64);
  bad += finds_caller_at (context, (uintptr_t *) next);
  context->uc_mcontext.fpregs = (fpregset_t) state;
}

enum { PASSED, FAILED, NO_SIGNALS, NO_FILTER };

/* Gets signals whose frames begin at each multiple of 64 in a page.  */
static int
get_signals (void)
{
  const size_t size = 16 * PROBE_PAGE;
  struct sigaction action = { .sa_flags = SA_SIGINFO | SA_ONSTACK };
  char *area = mmap (NULL, size, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

  above = (uintptr_t) area + size - 64;
  action.sa_sigaction = on_signal;
  sigaction (SIGUSR1, &action, NULL);
  if (!probes_answer (EFAULT))
    {
      munmap (area, size);
      return NO_FILTER;
    }
  for (size_t back = 2 * PROBE_PAGE; back < 3 * PROBE_PAGE; back += 64)
    {
      stack_t stack = { .ss_sp = area, .ss_size = size - back };

      sigaltstack (&stack, NULL);
      syscall (SYS_tgkill, getpid (), gettid (), SIGUSR1);
    }
  munmap (area, size);
  if (unknown != 0)
    return NO_SIGNALS;
  return tested >= 16 && bad == 0 ? PASSED : FAILED;
}

static void
test_signals (void)
{
  int status = 0;
  pid_t child;

  fflush (stdout);
  child = fork ();
  if (child == 0)
    _exit (get_signals ());
  waitpid (child, &status, 0);
  if (WIFEXITED (status) && WEXITSTATUS (status) == NO_FILTER)
    untested ("signal's end: system calls cannot be filtered here");
  else if (WIFEXITED (status) && WEXITSTATUS (status) == NO_SIGNALS)
    untested ("signal's end: the kernel does not say where it is");
  else
    CHECK (status == PASSED, "signal's end: all pages up to it, and no other");
}

/* -- Contexts that the kernel did not make --------------------------------- */

static void
test_hostile (void)
{
  unsigned char *area = mmap (NULL, 2 * PROBE_PAGE, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  uintptr_t closed = (uintptr_t) area + PROBE_PAGE;
  ucontext_t *context = (ucontext_t *) (closed - sizeof *context);
  const uintptr_t states[] =
    {
      0, 8, closed, closed - 8, (uintptr_t) context, UINTPTR_MAX,
      UINT64_C (0x8000000000000000), (uintptr_t) &tested
    };
  unsigned found = 0;

  mprotect (area + PROBE_PAGE, PROBE_PAGE, PROT_NONE);
  for (size_t i = 0; i < sizeof states / sizeof *states; i++)
    {
      context->uc_flags = 1;
      context->uc_mcontext.fpregs = (fpregset_t) states[i];
      found += frame_signal_end (context) != 0
               || finds_caller (context, closed);
    }
  CHECK_U64 (found, 0, "signal's end: contexts with other addresses");
  context = (ucontext_t *) area;
  context->uc_flags = 1;
  context->uc_mcontext.fpregs = (fpregset_t) (area + 448);
  CHECK (frame_signal_end (context) == 0, "signal's end: no magic number");
  munmap (area, 2 * PROBE_PAGE);
}

int
main (void)
{
  row_cache_init (&cache, calloc (1, ROW_CACHE_SIZE));
  test_signals ();
  test_hostile ();
  return check_end ();
}

#else

int
main (void)
{
  untested ("signal's end: known on x86-64");
  return check_end ();
}

#endif
