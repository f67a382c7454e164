/* terminal.c -- colors and a pager for text on a terminal.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <libiberty.h>

#include "base/arena.h"
#include "base/variable.h"

/* The pager if GPROF_PAGER does not name one, and the options of less that it
   gets unless the user has set them: it ends if all fits on the screen, shows
   colors, and leaves the text there.  */
#define USUAL_PAGER "less"
#define LESS_OPTIONS "FRX"

#define BLANKS " \t\n"

extern char **environ;

/* Returns true if the variable NAME is set and not empty.  */
static bool
is_set (const char *name)
{
  const char *value = variable (name);

  return value && *value;
}

void
terminal_color (struct out *out, const struct options *options)
{
  const char *kind = variable ("TERM");
  bool colors = options->color == COLOR_ALWAYS;

  if (options->color == COLOR_AUTO)
    colors = (out->terminal && !is_set ("NO_COLOR")
              && !(kind && strcmp (kind, "dumb") == 0));
  out_set_color (out, colors);
}

/* Fills the words of PAGER with those of COMMAND, divided at blanks.  */
static void
pager_words (struct pager *pager, const char *command)
{
  size_t n = 0;
  char *rest;

  pager->text = xstrdup (command);
  pager->words = array_new (strlen (command) / 2 + 2, sizeof *pager->words);
  for (char *word = strtok_r (pager->text, BLANKS, &rest); word;
       word = strtok_r (NULL, BLANKS, &rest))
    pager->words[n++] = word;
}

/* Starts the words of PAGER with its text from DESCRIPTOR.  The pager gets all
   signals, also those that --run holds.  Returns 0 or an errno.  */
static int
pager_spawn (struct pager *pager, int descriptor)
{
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t none;
  int error;

  sigemptyset (&none);
  posix_spawnattr_init (&attributes);
  posix_spawnattr_setsigmask (&attributes, &none);
  posix_spawnattr_setflags (&attributes, POSIX_SPAWN_SETSIGMASK);
  posix_spawn_file_actions_init (&actions);
  posix_spawn_file_actions_adddup2 (&actions, descriptor, STDIN_FILENO);
  posix_spawn_file_actions_addclose (&actions, descriptor);
  error = posix_spawnp (&pager->child, pager->words[0], &actions, &attributes,
                        pager->words, environ);
  posix_spawn_file_actions_destroy (&actions);
  posix_spawnattr_destroy (&attributes);
  return error;
}

/* Starts the pager DATA and returns the descriptor for its text; or that of
   the standard output after a warning.  */
static int
pager_start (void *data)
{
  struct pager *pager = data;
  int ends[2], error = 0;

  if (pipe (ends) != 0)
    error = errno;
  else
    {
      fcntl (ends[1], F_SETFD, FD_CLOEXEC);
      setenv ("LESS", LESS_OPTIONS, 0);
      error = pager_spawn (pager, ends[0]);
      close (ends[0]);
      if (error)
        close (ends[1]);
    }
  if (error)
    {
      pager->child = 0;
      diag_warning (pager->diag, "the pager %s cannot be started: %s; set"
                    " GPROF_PAGER to another one", pager->words[0],
                    strerror (error));
      return STDOUT_FILENO;
    }
  /* The pager decides what the keys of the terminal mean.  */
  signal (SIGINT, SIG_IGN);
  signal (SIGQUIT, SIG_IGN);
  pager->fd = ends[1];
  return ends[1];
}

void
terminal_pager (struct pager *pager, struct out *out,
                const struct options *options, struct diag *diag)
{
  const char *command = variable ("GPROF_PAGER");

  *pager = (struct pager) { .diag = diag };
  if (!out->terminal || options->style.quirks.refuse_our_options
      || options->action == ACTION_HELP || options->action == ACTION_VERSION)
    return;
  if (!command || !command[strspn (command, BLANKS)])
    command = options->pager ? USUAL_PAGER : NULL;
  if (!command)
    return;
  pager_words (pager, command);
  out_open_later (out, pager_start, pager);
}

void
terminal_end_pager (struct pager *pager)
{
  if (pager->child)
    {
      close (pager->fd);
      while (waitpid (pager->child, NULL, 0) < 0 && errno == EINTR)
        continue;
    }
  free (pager->words);
  free (pager->text);
}
