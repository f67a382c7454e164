/* front_run.c -- gprof --run: runs a program and reports what was recorded.

   SPDX-License-Identifier: GPL-3.0-or-later

   The profiles are in a directory of their own; those of each program are
   reported as if their names had been given.  */

#include <config.h>

#include "front_run.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <libiberty.h>

#include "base/intl.h"
#include "bus_errors.h"
#include "front.h"
#include "record/launch.h"
#include "record/libgmon_file.h"
#include "record/library_files.h"
#include "record/not_shown.h"
#include "record/private_dir.h"
#include "record/program_file.h"
#include "record/runnable.h"
#include "run/function_list.h"

/* The directory to remove if a library ends gprof, or NULL.  */
static struct private_dir *made_directory;

static void
remove_made (void)
{
  if (!made_directory)
    return;
  struct diag *none = diag_new ("", NULL);
  private_dir_remove (made_directory, JOB_PROFILES, none);
  diag_free (none);
}

static bool
is_directory (const char *name)
{
  struct stat st;

  return stat (name, &st) == 0 && S_ISDIR (st.st_mode);
}

bool
front_keeps (const struct options *options)
{
  const char *name = options->output;

  return (options->command && name && *name
          && (name[strlen (name) - 1] == '/' || is_directory (name)));
}

/* Returns on the heap the absolute path of the directory NAME, which is made
   if it does not exist; or NULL after one diag_error.  */
static char *
kept_directory (struct diag *diag, const char *name)
{
  char *path = NULL;

  if (mkdir (name, 0777) == 0 || errno == EEXIST)
    path = realpath (name, NULL);
  if (!path)
    diag_error (diag, "--output: %s: %s", name, strerror (errno));
  return path;
}

/* -- Reports -------------------------------------------------------------- */

/* Prints the reports of PROGRAM; OUTSIDE and LIBRARIES have the files that are
   gone.  Returns false after a diag_error.  */
static bool
report_program (const struct options *options, struct diag *diag,
                struct out *out, const struct recorded_program *program,
                const struct outside *outside,
                struct library_files *libraries, int *status)
{
  struct options copy = *options;
  struct program_file file;
  bool done;

  copy.image = program->path;
  copy.image_named = true;
  copy.style.by_run = true;
  copy.profiles = program->files;
  copy.n_profiles = program->n_files;
  copy.image_file = program_file_find (&file, diag, program, outside);
  copy.object_copies = library_files_copies (libraries);
  done = front_report (&copy, diag, out, status);
  program_file_close (&file);
  return done;
}

/* Returns true if all programs are reported: a text holds several, but some
   formats and a comparison only one.  */
static bool
reports_several (const struct options *options)
{
  return (!options->diff.len
          && (!options->exporter
              || options->exporter->abilities & EXPORT_SEVERAL));
}

/* Notes which programs of LIST, from number FIRST on, are not reported.  */
static void
note_rest (const struct recorded *list, size_t first, struct diag *diag)
{
  struct out *names = out_to_memory ();

  for (size_t i = first; i < list->n_programs; i++)
    out_printf (names, "%s%s", i > first ? ", " : "", list->programs[i].path);
  if (first < list->n_programs)
    diag_note (diag, "not shown: %s", out_memory (names, NULL));
  out_close (names);
}

/* Printed below the tables of --run.  */
static const char next_steps[]
  = "\n"
    "More, with an option before --run: --sort=total has callers first,\n"
    "-q who calls whom, --format=html --output=p.html a page of all paths.\n";

/* Prints the reports of all programs of LIST that took time; of the first in
   any case.  */
static bool
report_all (const struct options *options, struct diag *diag, struct out *out,
            const struct recorded *list, const struct outside *outside,
            int *status)
{
  size_t n = reports_several (options) ? list->n_programs : 1, i;
  struct library_files *libraries = library_files_new (outside);
  bool done = true;

  for (i = 0; i < n && (i == 0 || list->programs[i].samples); i++)
    {
      const struct recorded_program *program = &list->programs[i];

      if (list->n_programs > 1 && reports_several (options))
        out_printf (out, "%s%s (%" PRIu64 " process%s)\n", i ? "\n" : "",
                    program->path, program->processes,
                    program->processes == 1 ? "" : "es");
      done &= report_program (options, diag, out, program, outside, libraries,
                              status);
    }
  library_files_free (libraries);
  if (done && options->usual_run)
    out_text (out, next_steps);
  note_rest (list, i, diag);
  return done;
}

/* -- The run -------------------------------------------------------------- */

/* Reports why there is no profile of PROGRAM, which was recorded from outside,
   and of which HIDDEN processes could not be.  */
static void
complain_of_no_events (struct diag *diag, const struct runnable *program,
                       uint64_t hidden)
{
  if (hidden)
    diag_error (diag, "%s left no profile: the kernel does not show what it"
                " does, as it gets the rights of another user or this"
                " user may not read it; run a copy", program->path);
  else
    diag_error (diag, "%s left no profile: it ended before it ran any code",
                program->path);
}

/* Reports why there is no profile of PROGRAM, whose status waitpid has
   returned.  */
static void
complain_of_nothing (struct diag *diag, const struct runnable *program,
                     int status)
{
  if (WIFSIGNALED (status) && WTERMSIG (status) == SIGKILL)
    diag_error (diag, "%s left no profile, as it was killed; add checkpoint=1"
                " to GMON_OPTIONS for a profile each second", program->path);
  else if (program->fault != RUNNABLE_WELL)
    diag_error (diag, "%s left no profile, as libgmon was not loaded",
                program->path);
  else
    diag_error (diag, "%s left no profile; did it end before main, or close"
                " or replace what libgmon needs?", program->path);
}

/* Checks, before the program runs, that --run records what OPTIONS ask for.
   Returns false after one diag_error.  */
static bool
check_waits_asked (const struct options *options, struct diag *diag)
{
  const char *word = options->styles & REPORT_WAITS ? "waits"
                     : options->style.dimension == DIMENSION_BLOCKED
                     ? "dimension=blocked" : NULL;

  if (!word || options->record_waits || launch_inherits_waits ())
    return true;
  diag_error (diag, "--%s needs the places where threads are blocked, which"
              " --run records on request; type --wait --run %s", word,
              options->command[0]);
  return false;
}

/* Returns whether samples of events have what OPTIONS and GMON_OPTIONS ask for,
   and PROGRAM can have them.  */
static bool
suits_events (const struct options *options, const struct runnable *program)
{
  static const char *const keys[]
    = { "clock=", "event=", "rate=", "stacks=", "wait=" };
  const char *set = getenv ("GMON_OPTIONS");

  if (options->record_waits || options->event || options->by_file
      || options->styles & REPORT_WAITS
      || options->style.dimension != DIMENSION_CPU
      || program->fault == RUNNABLE_GETS_RIGHTS
      || program->fault == RUNNABLE_OTHER_MACHINE)
    return false;
  for (size_t i = 0; set && i < sizeof keys / sizeof *keys; i++)
    if (strstr (set, keys[i]))
      return false;
  return true;
}

/* Returns what lets the kernel open events that it has refused with ERROR.  */
static const char *
remedy_of (int error)
{
  switch (error)
    {
    case ENOMEM:
      return _("raise \"ulimit -l\", or as root the sysctl"
               " kernel.perf_event_mlock_kb");
    case EMFILE:
      return _("raise \"ulimit -n\"");
    default:
      return _("as root \"sysctl kernel.perf_event_paranoid=1\"; a container"
               " must allow perf_event_open");
    }
}

/* Reports that the kernel refuses events with ERROR.  */
static void
complain_of_events (const struct options *options, struct diag *diag,
                    int error)
{
  diag_error (diag, "%s cannot be recorded from outside: the kernel refuses"
              " events (%s); type --engine=inside, or %s", options->command[0],
              strerror (error), remedy_of (error));
}

/* Stores in *ENGINE what records PROGRAM.  If OPTIONS do not say, it is what
   the kernel allows; if that hides its own part, libgmon has to show it.
   Stores in *OUTSIDE what records it from outside, or NULL.  Returns false
   after one diag_error.  */
static bool
choose_engine (const struct options *options, struct diag *diag,
               const struct runnable *program, enum record_engine *engine,
               struct outside **outside)
{
  *engine = options->engine;
  if (*engine == ENGINE_AUTO && !suits_events (options, program))
    *engine = ENGINE_INSIDE;
  *outside = *engine == ENGINE_INSIDE ? NULL
             : outside_begin (options->rate, *engine != ENGINE_BOTH);
  if (!*outside && *engine != ENGINE_INSIDE && *engine != ENGINE_AUTO)
    {
      complain_of_events (options, diag, errno);
      return false;
    }
  if (!*outside)
    *engine = ENGINE_INSIDE;
  else if (*engine == ENGINE_AUTO)
    *engine = (outside_sees_kernel (*outside)
               || program->fault != RUNNABLE_WELL ? ENGINE_EVENTS
               : ENGINE_BOTH);
  return true;
}

/* No status of waitpid.  */
#define NOT_RUN (-1)

/* The file of the list in the directory of the profiles, while the program
   runs.  */
#define FUNCTION_LIST "functions"

/* Characters with which patterns are of readable names, or cannot be in
   GMON_OPTIONS.  */
#define READABLE_CHARACTERS "(<="

/* Writes LIST, a memory buffer, to a file in DIRECTORY.  Returns on the heap
   what functions= wants for it, or NULL after one diag_error.  */
static char *
keep_list (struct out *list, struct diag *diag, const char *directory)
{
  char *value = concat ("@", directory, "/" FUNCTION_LIST, NULL);
  FILE *file = fopen (value + 1, "w");
  size_t len;
  const char *text = out_memory (list, &len);
  bool done = file && fwrite (text, 1, len, file) == len;

  if (file && fclose (file) != 0)
    done = false;
  if (done)
    return value;
  diag_error (diag, "%s: %s", value + 1, strerror (errno));
  free (value);
  return NULL;
}

/* Stores in *FUNCTIONS, on the heap, what functions= is to be for PROGRAM, NULL
   without --functions.  The patterns go to the runtime as they are if it finds
   the same functions by them; then they hold in libraries and in other programs
   of the run, too.  So they do if PROGRAM has no symbols, unless they cannot be
   in GMON_OPTIONS.  Returns false after one diag_error.  */
static bool
counted_functions_for (const struct options *options, struct diag *diag,
                       const struct runnable *program, const char *directory,
                       char **functions)
{
  const bool must_list = options->counted
                         && strpbrk (options->counted, READABLE_CHARACTERS);
  struct diag *none;
  struct out *list;
  bool readable = false, listed;

  if (!options->counted)
    return true;
  none = diag_new ("", NULL);
  list = out_to_memory ();
  listed = function_list_write (list, must_list ? diag : none, options,
                                program->path, options->counted, &readable);
  if (listed && (readable || must_list))
    *functions = keep_list (list, diag, directory);
  else if (!must_list)
    *functions = xstrdup (options->counted);
  out_close (list);
  diag_free (none);
  return *functions;
}

/* Runs PROGRAM with its profiles in DIRECTORY and prints its reports.  Its
   status counts, whatever becomes of these.  */
static bool
run_in (const struct options *options, struct diag *diag, struct out *out,
        const struct runnable *program, const char *directory,
        const struct launch_signals *signals, int *status)
{
  struct outside *outside;
  enum record_engine engine;

  if (!choose_engine (options, diag, program, &engine, &outside))
    return false;
  const bool loads = program->fault == RUNNABLE_WELL
                     && (engine != ENGINE_EVENTS || program->has_hooks
                         || (program->has_entries && options->counted));
  char *library = loads ? libgmon_file_find (diag) : NULL;
  char prefix[40] = "gmon";
  char *functions = NULL;
  struct launch launch = {
    .command = options->command, .directory = directory, .library = library,
    .prefix = prefix,
    .program = program, .rate = options->rate,
    .records_waits = options->record_waits,
    .event = options->event,
    .outside = outside,
    .samples_kernel = engine == ENGINE_BOTH };
  struct recorded list = { NULL, 0, 0, NULL, 0, 0 };
  struct descendants seen = { .len = 0 };
  struct job_totals totals = { .hidden = 0 };
  int wait_status = NOT_RUN;
  bool done = library || !loads;

  /* Files that are to be added to the profile differ from all others that are
     in the directory.  */
  if (outside)
    snprintf (prefix, sizeof prefix, "gmon.calls-%d", (int) getpid ());

  done = done && counted_functions_for (options, diag, program, directory,
                                        &functions);
  launch.functions = functions;
  done = done && launch_run (&launch, diag, signals, &wait_status, &seen,
                             &totals);
  if (wait_status != NOT_RUN)
    *status = launch_exit_status (wait_status);
  if (done)
    {
      recorded_list (&list, diag, directory, JOB_PROFILES, program->path);
      done = list.n_programs && report_all (options, diag, out, &list,
                                            outside, status);
      if (!list.n_programs && outside)
        complain_of_no_events (diag, program, totals.hidden);
      else if (!list.n_programs)
        complain_of_nothing (diag, program, wait_status);
      else
        not_shown_print (reports_several (options) ? out : NULL, diag, &seen,
                         &list);
    }
  outside_free (outside);
  if (totals.unwritten && front_keeps (options))
    diag_warning (diag, "%s; the report is complete, but its profiles are not"
                  " kept", totals.unwritten);
  free (totals.unwritten);
  descendants_free (&seen);
  recorded_free (&list);
  if (functions && *functions == '@')
    unlink (functions + 1);
  free (functions);
  free (library);
  return done;
}

bool
front_run (const struct options *options, struct diag *diag, struct out *out,
           int *status)
{
  struct launch_signals signals;
  struct runnable program = { .path = NULL };
  char *kept = NULL;
  bool done = (check_waits_asked (options, diag)
               && runnable_find (&program, diag, options->command[0]));

  take_bus_errors ();
  launch_hold (&signals);
  if (done && front_keeps (options))
    kept = kept_directory (diag, options->output);
  else if (done && (made_directory = private_dir_make (diag)))
    atexit (remove_made);
  done = ((kept || made_directory)
          && run_in (options, diag, out, &program,
                     kept ? kept : private_dir_path (made_directory),
                     &signals, status));
  if (made_directory)
    private_dir_remove (made_directory, JOB_PROFILES, diag);
  made_directory = NULL;
  launch_release (&signals);
  free (kept);
  runnable_free (&program);
  return done;
}
