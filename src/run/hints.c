/* run/hints.c -- hints about problems of the data or the command.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "run/hints.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "attribute/never_executed.h"
#include "cli/option_names.h"
#include "match/identity.h"
#include "profile/beside.h"
#include "report/needs.h"
#include "run/evidence.h"

/* -- Words of the command line -------------------------------------------- */

static bool
hints_is_absent (const char *name)
{
  struct stat st;

  return stat (name, &st) != 0 && errno == ENOENT;
}

/* Prints a hint if FILE, an operand that does not exist, stands behind an
   option with an optional argument, and may be meant as that argument.
   Returns true if it printed.  */
static bool
hint_glue (const struct options *options, struct diag *diag, const char *file)
{
  struct option_pair pair;
  size_t at = 0;

  if (!hints_is_absent (file) || file[0] == '.' || file[0] == '/')
    return false;               /* exists, or looks like a path on purpose */
  while (option_next_pair (options->words, &at, &pair))
    if (pair.def->arg == ARG_GLUED && pair.word == file)
      {
        diag_note (diag, "did you mean '%s%s%s'?  '%s' takes its argument"
                   " without a blank", pair.option,
                   pair.option[1] == '-' ? "=" : "", file, pair.option);
        return true;
      }
  return false;
}

/* Returns true if NAME is a file that can be executed.  */
static bool
is_program (const char *name)
{
  struct stat st;

  return (stat (name, &st) == 0 && S_ISREG (st.st_mode)
          && access (name, X_OK) == 0);
}

/* Prints a hint if the argument of an option is a program.  Returns true if it
   printed.  */
static bool
hint_argument (const struct options *options, struct diag *diag)
{
  struct option_pair pair;
  size_t at = 0;

  while (option_next_pair (options->words, &at, &pair))
    if (pair.def->arg == ARG_NEEDED && is_program (pair.word))
      {
        diag_note (diag, "'%s' was taken as the argument of '%s'; if it is the"
                   " program, type '%s%s%s %s'", pair.word, pair.option,
                   pair.option, pair.option[1] == '-' ? "=" : " ",
                   pair.def->arg_name, pair.word);
        return true;
      }
  return false;
}

/* Prints a hint if the program is a word that other profilers have for what
   --run does, or for a report.  Returns true if it printed.  */
static bool
hint_command (const struct options *options, struct diag *diag)
{
  static const char *const reports[] = { "report", "show", "view", "annotate",
                                         "top" };
  const char *word = options->image;
  const char *next = (options->n_profiles
                      && strcmp (options->profiles[0], "gmon.out") != 0
                      ? options->profiles[0] : "PROGRAM");

  struct stat st;
  if (!hints_is_absent (word)
      && !(stat (word, &st) == 0 && S_ISDIR (st.st_mode)))
    return false;
  if (option_is_run_word (word))
    {
      diag_note (diag, "to run a program and see where its time goes, type"
                 " '%s --run %s'", options->program, next);
      return true;
    }
  for (size_t i = 0; i < sizeof reports / sizeof *reports; i++)
    if (strcmp (word, reports[i]) == 0)
      {
        diag_note (diag, "there is no command '%s'; name the program and its"
                   " profile: '%s PROGRAM gmon.out'", word, options->program);
        return true;
      }
  return false;
}

/* Prints a hint if the program is the number of a process.  Returns true if it
   printed.  */
static bool
hint_process (const struct options *options, struct diag *diag)
{
  const char *word = options->image;
  struct option_pair pair;
  size_t at = 0;

  /* Behind any option but -p it may be the argument of that option.  */
  while (option_next_pair (options->words, &at, &pair))
    if (pair.def->arg == ARG_GLUED && pair.word == word
        && pair.def->letter != 'p')
      return false;
  if (*word == '\0' || word[strspn (word, "0123456789")] != '\0')
    return false;
  diag_note (diag, "if %s is the number of a process: gprof does not look into"
             " one that runs already; start the program by '%s --run PROGRAM'",
             word, options->program);
  return true;
}

void
hint_image (const struct options *options, struct diag *diag)
{
  if (hint_process (options, diag) || hint_command (options, diag)
      || hint_glue (options, diag, options->image)
      || hint_argument (options, diag) || options->image_named)
    return;
  diag_note (diag, "no program was named, so a.out was looked for; type '%s"
             " PROGRAM'", options->program);
}

/* -- A profile that is missing -------------------------------------------- */

/* Prints a hint if there are profiles in the directory of the file NAME.
   Returns true if it printed.  */
static bool
hint_beside (const struct options *options, struct diag *diag,
             const char *name)
{
  struct beside beside = profile_find_beside (name);
  char date[DATE_SIZE];

  if (!beside.newest)
    return false;
  evidence_date (date, beside.written);
  if (beside.count == 1)
    diag_note (diag, "%s is a profile, written %s; type '%s %s %s' if it is"
               " the one", beside.newest, date, options->program,
               options->image, beside.newest);
  else
    diag_note (diag, "%s is the newest of %zu profiles there, written %s; type"
               " '%s %s %s' if it is the one", beside.newest, beside.count,
               date, options->program, options->image, beside.newest);
  free (beside.newest);
  return true;
}

/* Prints a hint about a program that was not built for a profile.  Only
   programs that libgmon is for can be run by --run.  */
static void
hint_no_hooks (const struct options *options, struct diag *diag,
               const struct image *image)
{
  const char *name = image_name (image);

  if (image_may_use_libgmon (image) && is_program (name))
    diag_note (diag, "%s was not compiled and linked with -pg, so it writes no"
               " profile; type '%s --run %s%s', or compile and link it with"
               " -pg, and run it again", name, options->program,
               strchr (name, '/') ? "" : "./", name);
  else
    diag_note (diag, "%s was not compiled and linked with -pg, so it writes no"
               " profile; compile and link it with -pg, and run it again",
               name);
}

void
hint_profile (const struct options *options, struct diag *diag,
              struct image *image, const char *name, bool is_first)
{
  if (strcmp (name, "-") == 0 || !hints_is_absent (name)
      || hint_glue (options, diag, name) || !is_first)
    return;
  const unsigned shown = evidence_of_symbols (image);
  if (!(shown & HAS_RUNTIME))
    hint_no_hooks (options, diag, image);
  else if (shown & LACKS_START)
    diag_note (diag, "functions of %s are compiled with -pg, but it was linked"
               " without it, so nothing writes a profile; give -pg to the"
               " command that links, too", image_name (image));
  else if (!hint_beside (options, diag, name)
           && (!strchr (image_name (image), '/')
               || !hint_beside (options, diag, image_name (image))))
    diag_note (diag, "no profile is written if the program is killed (kill"
               " -9) or, with the C library's own runtime, if it ends by _exit"
               " or by a signal; a program that calls chdir writes it to"
               " another directory");
}

/* -- Data to be doubted --------------------------------------------------- */

enum image_fit
warn_of_data (const struct options *options, struct diag *diag,
              const struct image *image, const struct symtab *symtab,
              const struct profile *profile, unsigned needs)
{
  const struct quirks quirks = options->style.quirks;

  if (profile->n_blocks && quirks.blocks_need_lines
      && !options->style.line_mode)
    diag_warning (diag, "basic-block counts are used only with -l");
  const enum image_fit fit = image_match_check (profile, image, symtab, diag,
                                                profile_name (profile));
  if (!quirks.no_hints && (needs & NEED_BLOCKS) && !profile->n_blocks
      && code_counts_blocks (image, symtab))
    diag_warning (diag, "%s: the program calls functions that count its"
                  " blocks, but the profile has no such counts; were these"
                  " functions libgmon's? -fno-sanitize-link-runtime keeps"
                  " clang's own out", profile_name (profile));
  return fit;
}

/* -- Missing data --------------------------------------------------------- */

/* Prints a note about the first profile that is older than the program, since
   the program may have been rebuilt.  A file that names the build of this
   program needs no such note.  */
static void
hint_age (struct diag *diag, const struct image *image,
          const struct profile *profile)
{
  char date[DATE_SIZE], image_date[DATE_SIZE];
  struct file_dates dates;
  const char *file = evidence_older (image, profile, &dates);

  if (file)
    diag_note (diag, "%s is older than %s: it was written %s, the program"
               " %s; run the program again, unless it was only copied or"
               " stripped", file, image_name (image),
               evidence_date (date, dates.file),
               evidence_date (image_date, dates.image));
}

static void
hint_calls (const struct options *options, struct diag *diag,
            struct image *image, const struct profile *profile)
{
  unsigned shown = evidence_of_symbols (image);

  if (shown & COUNTS_BLOCKS || process_counted (profile->process))
    return;
  if (evidence_has_entries (image) && !(shown & CALLS_HOOK))
    {
      diag_note (diag, "%s: calls are not counted: its functions are compiled"
                 " with -fpatchable-function-entry, so that functions= counts"
                 " those that it names (--functions='*' in --run)",
                 image_name (image));
      return;
    }
  if (options->command)
    {
      diag_note (diag, "%s: calls are not counted, as no function of it is"
                 " compiled with -pg; the times are complete without that",
                 options->command[0]);
      return;
    }
  if (shown & CALLS_HOOK)
    diag_note (diag, "%s: no calls were recorded: the functions that ran were"
               " not compiled with -pg, or inlined; compile all sources with"
               " -pg, and -fno-inline to see inlined calls",
               profile_name (profile));
  else
    diag_note (diag, "%s: no calls were recorded: no function of %s is compiled"
               " with -pg; compile its sources with -pg, not only link them",
               profile_name (profile), image_name (image));
}

static void
hint_time (struct diag *diag, const struct image *image,
           const struct profile *profile)
{
  const char *name = profile_name (profile);

  if (image_may_use_libgmon (image))
    diag_note (diag, "%s: no time was recorded: the program ran too briefly, or"
               " waited, which takes no processor time; run it longer or, with"
               " libgmon, with GMON_OPTIONS=rate=1000 (clock=wall counts"
               " waiting)", name);
  else
    diag_note (diag, "%s: no time was recorded: the program ran too briefly, or"
               " waited, which takes no processor time; run it longer", name);
}

void
hint_data (const struct options *options, struct diag *diag,
           struct image *image, const struct profile *profile, unsigned needs,
           enum image_fit fit)
{
  if (options->style.quirks.no_hints || fit == IMAGE_FITS_NOWHERE)
    return;
  hint_age (diag, image, profile);
  if (!profile->has_hists)
    return;
  if ((needs & (NEED_HISTOGRAM | NEED_ARCS | NEED_BLOCKS)) && !profile->n_arcs
      && !profile->n_blocks)
    hint_calls (options, diag, image, profile);
  if ((needs & NEED_HISTOGRAM) && options->n_specs == 0
      && profile->values == GMON_CPU_VALUES
      && !evidence_has_samples (profile)
      && strcmp (profile->dimension, "seconds") == 0)
    hint_time (diag, image, profile);
}

unsigned
hint_waits (const struct options *options, struct diag *diag,
            const struct profile *profile, unsigned styles)
{
  const struct process *process = profile->process;

  if (!options->usual_run || !(styles & REPORT_WAITS)
      || (process && process->values & GMON_OFF_CPU_VALUES))
    return styles;
  diag_warning (diag, "%s: it was not recorded where threads were blocked; a"
                " message of libgmon tells why, or the program has another"
                " runtime", profile_name (profile));
  return styles & ~(unsigned) REPORT_WAITS;
}
