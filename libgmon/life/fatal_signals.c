/* fatal_signals.c -- signals that end the program or request a file.

   SPDX-License-Identifier: 0BSD

   Contracts are in fatal_signals.h.

   A fault is raised again when its handler returns.  Any other signal that
   ends the program is sent again, with its siginfo_t, while its handler still
   blocks it.  It is then delivered at the place where the handler returns to.
   So a core dump shows that place and nothing of libgmon.  */

#include <errno.h>
#include <signal.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "life/fatal_signals.h"
#include "life/signal_disposition.h"
#include "life/state.h"
#include "sys/message.h"
#include "machine.h"

/* Upper bound, in bytes, for the size of a handler's frame and of what the
   kernel puts above it.  */
#define FRAME_SIZE 16384

/* -- Signals that end the program ----------------------------------------- */

static void on_fatal (int signal, siginfo_t *info, void *context);

/* Returns true if the action for SIGNAL is the default action.  */
static bool
is_default (int signal)
{
  struct sigaction action;

  return libc_sigaction (&gmon.libc_signals, signal, NULL, &action) == 0
         && (action.sa_flags & SA_SIGINFO) == 0
         && action.sa_handler == SIG_DFL;
}

/* Returns true if INFO, an argument of the handler with the FRAME, comes from
   the kernel.  A program may read libgmon's handler as its old action, take it
   for a function with one argument, and call it from a handler of its own.  */
static bool
is_from_kernel (int signal, const siginfo_t *info, const void *frame)
{
  return (uintptr_t) info - (uintptr_t) frame < FRAME_SIZE
         && (uintptr_t) info % sizeof (int) == 0
         && info->si_signo == signal;
}

/* Returns true if the instruction that the handler returns to raises SIGNAL
   again.  */
static bool
is_fault (int signal, const siginfo_t *info)
{
  switch (signal)
    {
    case SIGSEGV: case SIGFPE: case SIGILL:
      return info->si_code > 0;
    case SIGBUS:
      return info->si_code > 0 && info->si_code != BUS_MCEERR_AO;
    default:
      return false;
    }
}

/* Handles SIGNAL in the first process of a container, which the kernel
   protects: the default action does not end it.  Lets the pending signal be
   delivered without effect, lets other threads write files again, and installs
   libgmon's handler again.  */
static void
let_pass (int signal)
{
  sigset_t set, before;

  sigemptyset (&set);
  sigaddset (&set, signal);
  sigprocmask (SIG_UNBLOCK, &set, &before);
  sigprocmask (SIG_SETMASK, &before, NULL);
  gmon_dump_release ();
  action_take (signal, on_fatal);
}

static void
on_fatal (int signal, siginfo_t *info, void *context)
{
  struct sigaction action = gmon.actions.seen[signal];
  long process = machine_process_id ();
  long thread = machine_thread_id ();
  int saved = errno;

  (void) context;
  gmon_dump (DUMP_EXIT);
  libc_sigaction (&gmon.libc_signals, signal, &action, NULL);
  if (!is_from_kernel (signal, info, __builtin_frame_address (0)))
    info = NULL;
  if (info == NULL || !is_fault (signal, info))
    {
      if (info == NULL
          || syscall (SYS_rt_tgsigqueueinfo, process, thread, signal,
                      info) != 0)
        syscall (SYS_tgkill, process, thread, signal);
      if (process == 1)
        let_pass (signal);
    }
  errno = saved;
}

/* Returns true if SIGNAL is to be caught when GMON_OPTIONS says HOW.  */
static bool
is_wanted (int signal, enum options_catch how)
{
  switch (signal)
    {
    case SIGTERM: case SIGHUP:
      return how != OPTIONS_CATCH_NONE;
    case SIGINT:
      return how == OPTIONS_CATCH_TERM || how == OPTIONS_CATCH_ALL
             || (how == OPTIONS_CATCH_USUAL && executable_needs_us ());
    case SIGABRT: case SIGSEGV: case SIGBUS: case SIGFPE: case SIGILL:
      return how == OPTIONS_CATCH_USUAL || how == OPTIONS_CATCH_ALL;
    default:
      return how == OPTIONS_CATCH_ALL;
    }
}

static void
catch_fatal (enum options_catch how)
{
  static const int caught[] = { SIGTERM, SIGHUP, SIGINT, SIGABRT, SIGSEGV,
                                SIGBUS, SIGFPE, SIGILL, SIGQUIT, SIGSYS,
                                SIGTRAP, SIGXCPU };

  int taken[sizeof caught / sizeof caught[0]];
  size_t count = 0;
  int error;

  if (is_wanted (SIGSEGV, how))
    altstacks_start (&gmon.altstacks);
  errno = 0;
  for (size_t i = 0; i < sizeof caught / sizeof caught[0]; i++)
    if (is_wanted (caught[i], how) && is_default (caught[i]))
      taken[count++] = caught[i];
  error = errno;
  if (count > 0 && action_take_all (taken, count, on_fatal) != 0)
    error = errno;
  if (error != 0)
    gmon_message ("a signal that ends the program may leave no profile: ",
                  gmon_error_text (error));
}

/* -- Signals that request a file ------------------------------------------ */

static void
on_dump (int signal, siginfo_t *info, void *context)
{
  (void) signal;
  (void) info;
  (void) context;
  if (atomic_load (&gmon.phase) == GMON_PHASE_NEW)
    gmon_message ("dump: no profile is written: ",
                  "the program has no hooks of -pg",
                  gmon.dump.options.stacks == OPTIONS_STACKS_OFF
                    ? ", and stacks=off leaves the rest out" : "");
  gmon_dump (DUMP_CONTINUE);
}

/* Returns true if the program does not use SIGNAL.  A signal that is ignored
   because the program was started that way (by nohup, for example) counts as
   unused, and so does one that has on_dump already.  */
static bool
is_free (int signal)
{
  struct sigaction action;

  if (libc_sigaction (&gmon.libc_signals, signal, NULL, &action) != 0)
    return false;
  if ((action.sa_flags & SA_SIGINFO) != 0)
    return action.sa_sigaction == on_dump;
  return action.sa_handler == SIG_DFL || action.sa_handler == SIG_IGN;
}

static void
catch_dump (int signal)
{
  if (is_free (signal))
    action_take (signal, on_dump);
  else
    gmon_message ("GMON_OPTIONS: dump: ignored, as the program uses this"
                  " signal; choose another one");
}

/* -- Checkpoints ---------------------------------------------------------- */

/* Returns the seconds of a clock that nobody can set; the value wraps.  */
static uint32_t
seconds_now (void)
{
  struct timespec now = { 0, 0 };

  clock_gettime (CLOCK_MONOTONIC, &now);
  return (uint32_t) now.tv_sec;
}

static void
start_checkpoints (struct signals *signals, const struct options *options)
{
  if (options->clock == OPTIONS_CLOCK_NONE)
    {
      gmon_message ("GMON_OPTIONS: checkpoint: ignored with clock=none, as it"
                    " needs the ticks of a clock; choose another clock");
      return;
    }
  atomic_store (&signals->due, seconds_now () + options->checkpoint);
  signals->period = options->checkpoint;
}

/* Checkpoints use the ticks of the profile's clock, so that they interrupt the
   program only where the clock interrupts it anyway.  A program without ticks
   writes no checkpoint.  */
void
signals_tick (struct signals *signals)
{
  uint32_t now, due;

  if (signals->period == 0)
    return;
  now = seconds_now ();
  due = atomic_load (&signals->due);
  if (now - due < UINT32_MAX / 2
      && atomic_compare_exchange_strong (&signals->due, &due,
                                         now + signals->period))
    gmon_dump (DUMP_CONTINUE);
}

/* ------------------------------------------------------------------------- */

void
signals_start_idle (const struct options *options)
{
  if (options->dump != 0)
    catch_dump (options->dump);
}

void
signals_start (struct signals *signals, const struct options *options)
{
  if (options->dump != 0)
    catch_dump (options->dump);
  catch_fatal (options->catch);
  if (options->checkpoint != 0)
    start_checkpoints (signals, options);
}
