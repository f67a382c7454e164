/* actions.c -- a program that changes the actions of signals in all ways.

   SPDX-License-Identifier: GPL-3.0-or-later

   usage: actions HANDLER NUMBER...
   In: numbers of signals; HANDLER is "handler", or "ignore" if the program is
   to ignore signals where it would have a handler.  Out: for each call, what
   it returns, and then what sigaction says of the signal: handler, flags and
   mask.  Status 0.  A program that is not profiled prints the same.  See
   actions.exp.  */

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "leaf.h"
#include "test.h"

typedef void handler_type (int number);

static handler_type *own_handler;

/* Not in all headers.  */
handler_type *bsd_signal (int number, handler_type *handler);
handler_type *ssignal (int number, handler_type *handler);
handler_type *sysv_signal (int number, handler_type *handler);
handler_type *__sysv_signal (int number, handler_type *handler);

static NOT_COUNTED void
on_signal (int number)
{
  (void) number;
}

static NOT_COUNTED const char *
name_of (handler_type *handler)
{
  if (handler == SIG_DFL)
    return "default";
  if (handler == SIG_IGN)
    return "ignored";
  if (handler == SIG_ERR)
    return "error";
  if (handler == SIG_HOLD)
    return "held";
  return handler == on_signal ? "handler" : "somebody else's";
}

static NOT_COUNTED void
print_action (const struct sigaction *action)
{
  printf (" %s %#x", name_of (action->sa_handler),
          (unsigned) action->sa_flags);
  for (int i = 1; i < 65; i++)
    if (sigismember (&action->sa_mask, i) == 1)
      printf (" %d", i);
  putchar ('\n');
}

static NOT_COUNTED void
look (int number)
{
  struct sigaction action;

  memset (&action, 0, sizeof action);
  printf ("  %d", sigaction (number, NULL, &action));
  print_action (&action);
}

static const struct
{
  const char *name;
  handler_type *(*set) (int number, handler_type *handler);
} functions[] = {
  { "signal", signal },
  { "bsd_signal", bsd_signal },
  { "__sysv_signal", __sysv_signal },
  { "sigset", sigset },
#ifdef __GLIBC__
  { "ssignal", ssignal },
  { "sysv_signal", sysv_signal },
#endif
};

#define LENGTH(array) (sizeof (array) / sizeof (array)[0])

static NOT_COUNTED void
call (size_t function, int number, handler_type *handler)
{
  handler_type *old;

  errno = 0;
  old = functions[function].set (number, handler);
  printf (" %s %s: %s %d\n", functions[function].name, name_of (handler),
          name_of (old), errno);
  look (number);
}

static NOT_COUNTED void
call_each (int number)
{
  handler_type *const handlers[] = { SIG_DFL, own_handler, SIG_IGN, SIG_DFL,
                                     SIG_DFL };

  for (size_t i = 0; i < LENGTH (functions); i++)
    for (size_t j = 0; j < LENGTH (handlers); j++)
      call (i, number, handlers[j]);
}

/* sigset with a signal that is blocked, or becomes so.  */
static NOT_COUNTED void
hold (int number)
{
  const size_t sigset_index = 3;

  call (sigset_index, number, SIG_HOLD);
  call (sigset_index, number, SIG_HOLD);
  call (sigset_index, number, own_handler);
  call (sigset_index, number, SIG_HOLD);
  call (sigset_index, number, SIG_DFL);
}

static NOT_COUNTED void
interrupt (int number, int interrupts)
{
  printf (" siginterrupt %d: %d\n", interrupts,
          siginterrupt (number, interrupts));
  look (number);
  call (0, number, own_handler);
  call (0, number, SIG_DFL);
}

/* Sets the default action with FLAGS, and a full mask if FULL.  */
static NOT_COUNTED void
set_default (int number, int flags, int full)
{
  struct sigaction action, old;
  int result;

  memset (&action, 0, sizeof action);
  memset (&old, 0, sizeof old);
  action.sa_handler = SIG_DFL;
  action.sa_flags = flags;
  sigemptyset (&action.sa_mask);
  sigaddset (&action.sa_mask, SIGUSR2);
  if (full)
    sigfillset (&action.sa_mask);
  result = sigaction (number, &action, &old);
  printf (" sigaction %#x: %d", (unsigned) flags, result);
  print_action (&old);
  look (number);
}

NOT_COUNTED int
main (int argc, char **argv)
{
  if (argc < 2)
    return 2;
  own_handler = strcmp (argv[1], "handler") == 0 ? on_signal : SIG_IGN;
  for (int i = 2; i < argc; i++)
    {
      int number = (int) strtol (argv[i], NULL, 10);

      printf ("%d\n", number);
      look (number);
      set_default (number, 0, 0);
      set_default (number, SA_RESTART | SA_NODEFER, 1);
      set_default (number, SA_SIGINFO | SA_ONSTACK, 0);
      set_default (number, (int) SA_RESETHAND | SA_NOCLDSTOP, 1);
      printf (" sigignore: %d\n", sigignore (number));
      look (number);
      set_default (number, SA_RESTART, 0);
      call_each (number);
      hold (number);
      interrupt (number, 1);
      interrupt (number, 0);
    }
  call_leaf (5);
  return 0;
}
