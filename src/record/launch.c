/* record/launch.c -- runs a program with libgmon in it.

   SPDX-License-Identifier: GPL-3.0-or-later

   Contracts are in launch.h.  */

#include <config.h>

#include "record/launch.h"

#include <errno.h>
#include <spawn.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
# include <sys/prctl.h>
#endif

#include "base/arena.h"
#include "base/out.h"
#include "profile/process.h"

/* The shell that runs scripts without "#!", as for execvp.  */
#define SHELL "/bin/sh"

extern char **environ;

/* -- Signals -------------------------------------------------------------- */

static void
held_signals (sigset_t *set)
{
  static const int held[] = { SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGPIPE,
                              SIGXFSZ, SIGCHLD };

  sigemptyset (set);
  for (size_t i = 0; i < sizeof held / sizeof *held; i++)
    sigaddset (set, held[i]);
}

void
launch_hold (struct launch_signals *old)
{
  sigset_t held;

  held_signals (&held);
  sigprocmask (SIG_BLOCK, &held, &old->mask);
  old->child = signal (SIGCHLD, SIG_DFL);
}

/* A file that may not become so large is an error of what writes it: SIGXFSZ
   would hide the status of the program.  */
void
launch_release (const struct launch_signals *old)
{
  sigset_t mask = old->mask;

  sigaddset (&mask, SIGXFSZ);
  signal (SIGCHLD, old->child);
  sigprocmask (SIG_SETMASK, &mask, NULL);
}

/* Passes the signal INFO on to CHILD unless the terminal has sent it, which
   sends it to all processes in the foreground.  */
static void
launch_pass_on (pid_t child, const siginfo_t *info)
{
  bool from_process = info->si_code <= 0 && info->si_pid != getpid ();

  if (info->si_signo != SIGCHLD && info->si_signo != SIGPIPE && from_process)
    kill (child, info->si_signo);
}

/* -- The environment ------------------------------------------------------ */

/* Sets the variable NAME to the texts of PARTS, ended by NULL.  */
static void
set_variable (const char *name, const char *const *parts)
{
  struct out *value = out_to_memory ();

  for (; *parts; parts++)
    out_text (value, *parts);
  setenv (name, out_memory (value, NULL), 1);
  out_close (value);
}

/* Sets the variable NAME to FIRST, and behind it, after SEPARATOR, the value
   that it has.  */
static void
put_before (const char *name, const char *first, const char *separator)
{
  const char *had = getenv (name);
  bool has = had && *had;

  set_variable (name, (const char *const[]) { first, has ? separator : "",
                                              has ? had : "", NULL });
}

/* The usual rate, in Hz.  More than libgmon's own 100, since many programs run
   for less than a second; a sample with its stack costs some 10 us.  */
#define USUAL_RATE "rate=1000,"

/* Returns true if the keys of HAD or LAUNCH say what triggers samples.  Not
   every clock, and no event, has the usual rate.  */
static bool
has_trigger (const struct launch *launch, const char *had)
{
  return launch->outside || launch->event || launch->rate
         || strstr (had, "clock=")
         || strstr (had, "event=");
}

/* Sets GMON_OPTIONS.  The user's own keys stand between those that they may
   change and those that they may not.  */
static void
set_options (const struct launch *launch)
{
  const char *set = getenv ("GMON_OPTIONS");
  const char *had = set ? set : "";
  struct out *number = out_to_memory ();

  if (launch->outside)
    out_printf (number, ",clock=%s,rate=%lu",
                launch->samples_kernel ? GMON_CLOCK_KERNEL : GMON_CLOCK_NONE,
                launch->rate ? launch->rate : EVENTS_RATE);
  else if (launch->rate)
    out_printf (number, ",rate=%lu", launch->rate);
  set_variable ("GMON_OPTIONS", (const char *const[]) {
    "stacks=on,children=yes,catch=all,",
    launch->records_waits ? "wait=on," : "",
    launch->functions ? "functions=" : "",
    launch->functions ? launch->functions : "",
    launch->functions ? "," : "",
    has_trigger (launch, had) ? "" : USUAL_RATE, had, *had ? "," : "",
    "out=", launch->directory, "/", launch->prefix, ".%p",
    out_memory (number, NULL), launch->event ? ",event=" : "",
    launch->event ? launch->event : "", NULL });
  out_close (number);
}

/* The last value counts, as for libgmon.  */
bool
launch_inherits_waits (void)
{
  static const char key[] = "wait=";
  const char *at = getenv ("GMON_OPTIONS");
  bool waits = false;

  while (at)
    {
      if (strncmp (at, key, sizeof key - 1) == 0)
        waits = strcspn (at, ",") == sizeof key + 1
                && strncmp (at, "wait=on", sizeof key + 1) == 0;
      at = strchr (at, ',');
      at = at ? at + 1 : NULL;
    }
  return waits;
}

/* The runtime of the C library writes PREFIX.PID; a program that was linked
   statically has nothing but that or libgmon.a.  */
static void
set_environment (const struct launch *launch)
{
  set_options (launch);
  set_variable ("GMON_OUT_PREFIX", (const char *const[]) {
    launch->directory, "/", launch->prefix, NULL });
  if (launch->library)
    put_before ("LD_PRELOAD", launch->library, ":");
  if (launch->library && launch->program->has_asan)
    put_before ("ASAN_OPTIONS", "verify_asan_link_order=0", ":");
}

/* -- The program ---------------------------------------------------------- */

/* How long to wait, in milliseconds, before the processes are looked at again:
   a tenth of the time that the program has run, between the first two.  From
   outside, programs are looked at before somebody removes them.  */
enum { LOOK_SOONEST = 20, LOOK_LATEST = 1000, LOOK_LATEST_OUTSIDE = 50 };

/* Returns when to look again after a wait of MS milliseconds, LATEST at the
   latest.  */
static long
next_look (long ms, long latest)
{
  return ms + ms / 10 + 1 < latest ? ms + ms / 10 + 1 : latest;
}

/* Waits for the end of CHILD, of which *STATUS is then the status, and for no
   other child.  Notes in SEEN which processes there are meanwhile.  OUTSIDE, if
   it is not NULL, records them.  */
static void
wait_for (pid_t child, int *status, struct descendants *seen,
          struct outside *outside)
{
  long ms = LOOK_SOONEST;
  sigset_t held;
  siginfo_t info;
  pid_t ended;

  held_signals (&held);
  for (;;)
    {
      const long left = outside ? 0 : ms;
      const struct timespec time = { left / 1000, left % 1000 * 1000000 };

      while ((ended = waitpid (-1, status, WNOHANG)) > 0)
        if (ended == child)
          return;
      if (outside)
        outside_record (outside, &held, ms);
      if (sigtimedwait (&held, &info, &time) > 0)
        launch_pass_on (child, &info);
      if (!outside)
        descendants_look (seen, child);
      ms = next_look (ms, outside ? LOOK_LATEST_OUTSIDE : LOOK_LATEST);
    }
}

/* Processes whose parents have ended become children of this one, so that the
   end of the program shows whether it has left any.  */
static void
adopt_orphans (void)
{
#ifdef PR_SET_CHILD_SUBREAPER
  prctl (PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
#endif
}

static void
note_of_orphans (const struct launch *launch, struct diag *diag)
{
  int status;
  pid_t ended;

  while ((ended = waitpid (-1, &status, WNOHANG)) > 0)
    continue;
  if (ended == 0 && launch->outside)
    diag_note (diag, "%s has ended, but processes that it started still run:"
               " what they do from now on is not shown; run the program in the"
               " foreground", launch->command[0]);
  else if (ended == 0)
    diag_note (diag, "%s has ended, but processes that it started still run:"
               " what they do is not shown; run the program in the foreground,"
               " or set LD_PRELOAD and GMON_OPTIONS yourself",
               launch->command[0]);
}

/* Starts the command of LAUNCH by the shell.  Returns 0 or an errno.  */
static int
start_script (const struct launch *launch, const posix_spawnattr_t *attributes,
              pid_t *child)
{
  size_t n = 0;
  char **words;
  int error;

  while (launch->command[n])
    n++;
  words = array_new (n + 2, sizeof *words);
  words[0] = (char *) (uintptr_t) SHELL;
  memcpy (words + 1, launch->command, (n + 1) * sizeof *words);
  error = posix_spawn (child, SHELL, NULL, attributes, words, environ);
  free (words);
  return error;
}

/* Starts the command of LAUNCH with the signals OLD as CHILD.  Returns 0 or an
   errno.  */
static int
start (const struct launch *launch, const struct launch_signals *old,
       pid_t *child)
{
  posix_spawnattr_t attributes;
  int error = posix_spawnattr_init (&attributes);

  if (error)
    return error;
  posix_spawnattr_setsigmask (&attributes, &old->mask);
  posix_spawnattr_setflags (&attributes, POSIX_SPAWN_SETSIGMASK);
  error = posix_spawnp (child, launch->command[0], NULL, &attributes,
                        launch->command, environ);
  if (error == ENOEXEC && !launch->program->is_binary)
    error = start_script (launch, &attributes, child);
  posix_spawnattr_destroy (&attributes);
  return error;
}

static bool
run_program (const struct launch *launch, struct diag *diag,
             const struct launch_signals *old, int *status,
             struct descendants *seen)
{
  pid_t child;
  int error;

  set_environment (launch);
  adopt_orphans ();
  error = start (launch, old, &child);
  if (error == ENOEXEC)
    diag_error (diag, "%s: cannot be run: it is for another machine or system,"
                " and this one has no emulator for it", launch->command[0]);
  else if (error)
    diag_error (diag, "%s: cannot be run: %s", launch->command[0],
                strerror (error));
  if (error)
    return false;
  if (!launch->outside)
    runnable_note (launch->program, diag);
  wait_for (child, status, seen, launch->outside);
  note_of_orphans (launch, diag);
  return true;
}

bool
launch_run (const struct launch *launch, struct diag *diag,
            const struct launch_signals *old, int *status,
            struct descendants *seen, struct job_totals *totals)
{
  bool done = run_program (launch, diag, old, status, seen);

  if (done && launch->outside)
    done = outside_end (launch->outside, diag, launch->directory,
                        launch->prefix, launch->command,
                        launch->samples_kernel, totals);
  return done;
}

int
launch_exit_status (int status)
{
  return WIFSIGNALED (status) ? 128 + WTERMSIG (status)
         : WEXITSTATUS (status);
}
