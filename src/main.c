/* main.c -- the process around libgprof.a: locale, argv, exit status.

   SPDX-License-Identifier: GPL-3.0-or-later

   Writes the report on standard output, messages on standard error; exits with
   0 or 1, or 3 if a rule of --fail-if is met.  */

#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <locale.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef __GLIBC__
# include <malloc.h>
#endif

#include <libiberty.h>

#include "base/diag.h"
#include "base/fileio.h"
#include "base/intl.h"
#include "base/out.h"
#include "cli/options.h"
#include "front.h"
#include "front_diff.h"
#include "front_run.h"
#include "run/diagnose.h"
#include "run/function_list.h"
#include "terminal.h"

/* Performs the action that OPTIONS ask for.  With --run, stores the status of
   the program in *STATUS.  Returns false on failure.  */
static bool
run (const struct options *options, struct diag *diag, struct out *out,
     int *status)
{
  switch (options->action)
    {
    case ACTION_HELP:
      options_help (out, options->program);
      return true;
    case ACTION_COLUMNS:
      options_columns (out);
      return true;
    case ACTION_VERSION:
      options_version (out);
      return true;
    case ACTION_DIAGNOSE:
      return diagnose (options, diag, out);
    case ACTION_LIST_FUNCTIONS:
      return function_list_write (out, diag, options, options->image,
                                  options->listed, NULL);
    case ACTION_REPORT:
      break;
    }
  if (options->exporter && !exporter_suits (options->exporter, out, diag))
    return false;
  return options->command ? front_run (options, diag, out, status)
         : front_report (options, diag, out, status);
}

/* Returns the name of the file of --output, or NULL for the standard
   output.  */
static const char *
output_file (const struct options *options)
{
  return (options_read_profiles (options) && options->output
          && strcmp (options->output, "-") != 0 && !front_keeps (options)
          && !options_sum_alone (options)
          ? options->output : NULL);
}

/* Replaces the contents of the file NAME by those of OUT, a memory buffer.
   Returns false after one diag_error.  */
static bool
write_output (struct diag *diag, const char *name, struct out *out)
{
  size_t len;
  const char *text = out_memory (out, &len);

  return file_replace (diag, name, text, len, false);
}

/* Makes malloc keep memory that is freed.  Every stage allocates and frees
   large arrays.  By default malloc returns each to the system, and the next
   array costs page faults again.  (32 MB is the highest threshold that malloc
   accepts.)  */
static void
keep_memory (void)
{
#ifdef M_TRIM_THRESHOLD
  mallopt (M_MMAP_THRESHOLD, 32 << 20);
  mallopt (M_TRIM_THRESHOLD, INT_MAX);
#endif
}

/* Opens /dev/null for every standard descriptor that is closed.  Else a file
   that is opened later could get its number, and would be read as standard
   input or be overwritten by messages.  */
static void
hold_descriptors (void)
{
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
    if (fcntl (fd, F_GETFD) < 0)
      open ("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

/* Sets the language of messages and --help to the user's.  Reports stay as
   they are: their tables use '.' in any locale.  Messages that do not go to a
   terminal are in UTF-8 in any locale, as diag.h requires.  */
static void
open_messages (void)
{
  setlocale (LC_CTYPE, "");
  setlocale (LC_MESSAGES, "");
#if ENABLE_NLS
  bindtextdomain (PACKAGE, LOCALEDIR);
  if (!isatty (STDERR_FILENO))
    bind_textdomain_codeset (PACKAGE, "UTF-8");
#endif
}

/* Returns the index of the command behind the word --run, which is at WORD: no
   program's name begins with a hyphen, so options there are gprof's, up to
   "--".  */
static int
command_start (int argc, char **argv, int word)
{
  int start = word + 1;
  while (start < argc && argv[start][0] == '-'
         && strcmp (argv[start], "--") != 0)
    start++;
  return start;
}

/* Ends *ARGC words ARGV before the command of --run, and takes that word out.
   Returns the command, or NULL if there is no --run.  Its words belong to the
   program to be run, so that @FILE is not expanded in them.  */
static char **
cut_command (int *argc, char **argv)
{
  int word = 1;
  while (word < *argc && strcmp (argv[word], "--run") != 0)
    word++;
  if (word >= *argc)
    return NULL;
  const int start = command_start (*argc, argv, word);
  const bool has_end = start < *argc && strcmp (argv[start], "--") == 0;
  memmove (&argv[word], &argv[word + 1],
           (size_t) (start - word - 1) * sizeof *argv);
  argv[start - 1] = NULL;
  *argc = start - 1;
  return &argv[start + has_end];
}

/* Writes the rest of OUT and closes the standard output.  Waits for PAGER.
   Returns false after one diag_error.  */
static bool
close_output (struct diag *diag, struct out *out, struct pager *pager)
{
  bool done = out_close (out);
  int error = errno;

  terminal_end_pager (pager);
  if (close (STDOUT_FILENO) != 0)
    {
      done = false;
      error = errno;
    }
  if (!done)
    diag_error (diag, "standard output: %s", strerror (error));
  return done;
}

int
main (int argc, char **argv)
{
  char **const argv_given = argv, **command;
  const char *program = argc > 0 ? argv[0] : "gprof";
  struct diag *diag;
  struct options options;
  struct pager pager;
  const char *file;
  struct out *out;
  int status = EXIT_SUCCESS;
  bool done;

  keep_memory ();
  hold_descriptors ();
  open_messages ();
  xmalloc_set_program_name (program);
  command = cut_command (&argc, argv);
  expandargv (&argc, &argv);
  diag = diag_new (program, stderr);
  done = options_parse (&options, diag, argc, argv, command);
  file = output_file (&options);
  out = file ? out_to_memory () : out_to_file (STDOUT_FILENO);
  terminal_color (out, &options);
  terminal_pager (&pager, out, &options, diag);
  done = done && run (&options, diag, out, &status)
         && (!file || write_output (diag, file, out));
  done &= close_output (diag, out, &pager);
  options_free (&options);
  diag_free (diag);
  if (argv != argv_given)
    freeargv (argv);
  /* A program that was run may end with that status, too.  */
  if (!done && (!status || (status == STATUS_FAIL_IF && !command)))
    status = EXIT_FAILURE;
  return status;
}
