/* stack_signals.c -- are the stacks right that signals interrupt?

   SPDX-License-Identifier: GPL-3.0-or-later

   For machines and C libraries where no step can be taken (stack_steps.c).
   Each function notes its return address, and a handler unwinds the stack at a
   fault in a leaf function or at a signal that the program sends itself.  Out:
   a line for each case "NAME: FLAGS RESULT", where FLAGS is "complete" or
   "cut", with "deep" after it.  RESULT is "all" if the return addresses that
   were noted are in the stack, in their order; "exact" if the stack also is
   that of backtrace (), frame by frame; "short" if it has only the innermost of
   them, and no other frame but one that a signal interrupted; else "wrong".
   See stacks.exp.  */

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "stack_objects.h"
#include "test.h"

#if defined __has_include && __has_include (<execinfo.h>)
# include <execinfo.h>
# define HAVE_BACKTRACE
#endif

#define MOST 8000

/* Return addresses, outermost first.  A fork of a stack, in a handler, begins
   where the interrupted one ends.  */
static volatile uintptr_t noted[MOST];
static volatile size_t depth;

#define ENTER() \
  (noted[depth++] = (uintptr_t) __builtin_extract_return_addr \
                                  (__builtin_return_address (0)))
#define LEAVE() (depth--)

static char *volatile page;             /* one that is not readable at first */
static volatile int sink;
static const char *volatile name;

/* -- The handler ---------------------------------------------------------- */

/* Returns true if the addresses that were noted are in the COUNT elements of
   PCS.  Of a deep stack only the ends are compared.  */
static bool
has_noted (const uintptr_t *pcs, size_t count, bool deep)
{
  size_t at = 0, outer = UNWIND_OUTER (UNWIND_SIZE);

  for (size_t i = depth; i-- > 0;)
    {
      if (deep && depth - i > 100 && i > 20)
        continue;
      if (deep && i == 20)
        at = count - outer;
      while (at < count && pcs[at] != noted[i])
        at++;
      if (at++ == count)
        return false;
    }
  return true;
}

static bool
is_short (const uintptr_t *pcs, size_t count)
{
  size_t at = 1;

  while (at < count && at <= depth && pcs[at] == noted[depth - at])
    at++;
  return at + 1 >= count;
}

static bool
is_backtrace (const uintptr_t *pcs, size_t count)
{
#ifdef HAVE_BACKTRACE
  void *frames[UNWIND_SIZE + 20];
  int all = backtrace (frames, UNWIND_SIZE + 20), first = 0;

  while (first < all && (uintptr_t) frames[first] != pcs[0])
    first++;
  if ((size_t) (all - first) != count)
    return false;
  for (size_t i = 0; i < count; i++)
    if ((uintptr_t) frames[(size_t) first + i] - pcs[i] + 1 > 1)
      return false;
  return true;
#else
  (void) pcs;
  (void) count;
  return false;
#endif
}

static void
look (const ucontext_t *context)
{
  uintptr_t pcs[UNWIND_SIZE];
  unsigned flags;
  size_t count
    = gmon_unwind (&stack_unwinder, context, pcs, UNWIND_SIZE, &flags);
  bool deep = (flags & UNWIND_DEEP) != 0;

  printf ("%s: %s%s %s\n", name,
          (flags & UNWIND_COMPLETE) != 0 ? "complete" : "cut",
          deep ? " deep" : "",
          !has_noted (pcs, count, deep)
          ? is_short (pcs, count) ? "short" : "wrong"
          : deep || !is_backtrace (pcs, count) ? "all" : "exact");
}

static void
on_fault (int number, siginfo_t *info, void *context)
{
  (void) info;
  if (number == SIGSEGV)
    mprotect (page, 4096, PROT_READ);
  look (context);
}

NOINLINE static int
fault (int n)
{
  int value;

  ENTER ();
  mprotect (page, 4096, PROT_NONE);
  value = *page + n;
  LEAVE ();
  return value;
}

/* -- Cases ---------------------------------------------------------------- */

NOINLINE static int
recursion (int n)
{
  int value;

  ENTER ();
  value = n == 0 ? fault (n) : recursion (n - 1) + 1;
  LEAVE ();
  return value;
}

static int
compare (const void *a, const void *b)
{
  static int calls;

  ENTER ();
  if (++calls == 7)
    sink += recursion (2);
  LEAVE ();
  return *(const int *) a - *(const int *) b;
}

NOINLINE static void
sort (void)
{
  int numbers[16];

  ENTER ();
  for (int i = 0; i < 16; i++)
    numbers[i] = i * 7919 % 101;
  qsort (numbers, 16, sizeof *numbers, compare);
  sink += numbers[3];
  LEAVE ();
}

NOINLINE static int
dynamic (size_t n)
{
  char *memory = __builtin_alloca (n);
  int value;

  ENTER ();
  memory[n / 2] = 1;
  value = recursion (1) + memory[n / 2];
  LEAVE ();
  return value;
}

NOINLINE static int
aligned (size_t n)
{
  _Alignas (128) char memory[256];
  int value;

  ENTER ();
  memory[n] = 1;
  value = dynamic (n) + memory[n];
  LEAVE ();
  return value;
}

NOINLINE static int
large_frame (size_t n)
{
  char memory[100000];
  int value;

  ENTER ();
  memory[n] = 1;
  value = recursion (1) + memory[n];
  LEAVE ();
  return value;
}

static void
in_handler (int number, siginfo_t *info, void *context)
{
  (void) number;
  (void) info;
  (void) context;
  ENTER ();
  sink += recursion (2);
  LEAVE ();
}

NOINLINE static void
nested (void)
{
  ENTER ();
  raise (SIGUSR1);
  LEAVE ();
}

NOINLINE static void
sent (void)
{
  ENTER ();
  raise (SIGUSR2);
  LEAVE ();
}

static void *
thread (void *data)
{
  size_t before = depth;

  depth = 0;
  ENTER ();
  sink += recursion (3);
  LEAVE ();
  depth = before;
  return data;
}

static void
handle (int number, void (*handler) (int, siginfo_t *, void *), int flags)
{
  struct sigaction action = { .sa_flags = SA_SIGINFO | flags };

  action.sa_sigaction = handler;
  sigaction (number, &action, NULL);
}

NOINLINE static void
run_cases (void)
{
  static char memory[65536];
  stack_t stack = { .ss_sp = memory, .ss_size = sizeof memory };
  pthread_t other;

  ENTER ();
  name = "plain";
  sink += recursion (5);
  name = "long";
  sink += recursion (150);
  name = "deep";
  sink += recursion (3000);
  name = "alloca";
  sink += dynamic (1000);
  name = "aligned";
  sink += aligned (200);
  name = "large frame";
  sink += large_frame (70000);
  name = "qsort";
  sort ();
  name = "sent";
  sent ();
  name = "in handler";
  handle (SIGUSR1, in_handler, 0);
  nested ();
  sigaltstack (&stack, NULL);
  name = "on other stack";
  handle (SIGUSR1, in_handler, SA_ONSTACK);
  nested ();
  name = "thread";
  pthread_create (&other, NULL, thread, NULL);
  pthread_join (other, NULL);
  LEAVE ();
}

int
main (void)
{
  setvbuf (stdout, NULL, _IOLBF, 0);
#ifdef HAVE_BACKTRACE
  void *frames[4];
  backtrace (frames, 4);        /* loads its library */
#endif
  page = mmap (NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  stack_objects_start ();
  handle (SIGSEGV, on_fault, SA_NODEFER);
  handle (SIGUSR2, on_fault, 0);
  ENTER ();
  run_cases ();
  LEAVE ();
  printf ("indexes: %zu\n", stack_all.indexed);
  return 0;
}
