/* run/diagnose.c -- gprof --diagnose: why a profile is empty, small or odd.

   SPDX-License-Identifier: GPL-3.0-or-later

   Writes a line for each check of the table at the end of this file, which the
   manual repeats.  */

#include <config.h>

#include "run/diagnose.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "image/image.h"
#include "image/source.h"
#include "image/sym_load.h"
#include "match/identity.h"
#include "match/image_match.h"
#include "profile/beside.h"
#include "profile/process_gaps.h"
#include "run/evidence.h"
#include "run/inputs.h"
#include "run/program.h"

/* A 16-bit counter of glibc's runtime that has reached this value stays there
   or begins again.  */
#define COUNTER_MAX 65535

/* With fewer samples, the shares of functions are little more than chance.  */
#define FEW_SAMPLES 30

/* The shortest run, in seconds, that can be found to have waited: dates have
   whole seconds.  */
#define WAIT_MIN 3

enum verdict
{
  WELL,
  ODD,                          /* explains results that surprise */
  CAUSE                         /* explains that there is nothing */
};

/* The data of all checks.  */
struct patient
{
  const struct options *options;
  struct diag *diag;            /* keeps the last message, prints none */
  struct out *why, *remedy;     /* of the current check, in memory */
  struct image *image;          /* the program, or NULL */
  struct arena *arena;          /* of the symbols */
  struct symtab *symtab;        /* its functions, or NULL */
  unsigned shown;               /* what its symbols show (run/evidence.h) */
  struct inputs inputs;
  struct profile profile;
  const char *missing;          /* a profile that does not exist, or NULL */
  bool is_read;                 /* PROFILE has the profiles */
  bool has_time;                /* it has samples */
};

/* Writes the remedy TEXT, and WITH_LIBGMON behind it if the system of the
   program has libgmon.  */
static void
advise (struct patient *p, const char *text, const char *with_libgmon)
{
  out_text (p->remedy, text);
  if (image_may_use_libgmon (p->image))
    out_text (p->remedy, with_libgmon);
}

/* Returns CAUSE for what could not be read, as the last message says.  */
static enum verdict
cannot_read (struct patient *p, const char *remedy)
{
  out_text (p->why, diag_last (p->diag));
  out_text (p->remedy, remedy);
  return CAUSE;
}

/* -- The program ---------------------------------------------------------- */

static enum verdict
check_program (struct patient *p)
{
  p->image = image_open (p->diag, p->options->image,
                         p->options->style.quirks);
  return (p->image ? WELL
          : cannot_read (p, "name the program that ran, as it was linked: no"
                         " script, no wrapper, no object file"));
}

static enum verdict
check_symbols (struct patient *p)
{
  const struct sym_rules rules
    = { .quirks = p->options->style.quirks, .arena = p->arena,
        .stripped_name = program_stripped_name (p->options, p->arena) };
  struct sources *sources = sources_new ();

  program_follow_debug_file (p->image, p->diag, p->options, false, false);
  p->symtab = program_load_syms (p->image, p->diag, p->options, &rules, sources,
                                 p->arena);
  sources_free (sources);
  p->shown = evidence_of_symbols (p->image);
  if (p->symtab && image_has_syms (p->image))
    return WELL;
  out_printf (p->why, "%s has no symbols: it was stripped, so %s",
              image_name (p->image),
              p->symtab ? "only functions that it exports have names"
              : "no function has a name");
  out_text (p->remedy, "name the file as it was before \"strip\" (the profile"
            " stays valid), or its debug file's directory by"
            " --debug-directory=DIR");
  return p->symtab ? ODD : CAUSE;
}

/* Functions of the program begin with NOPs; nothing asked to count them.  */
static enum verdict
has_idle_entries (struct patient *p)
{
  out_printf (p->why, "functions of %s are compiled with"
              " -fpatchable-function-entry, not with -pg: calls are counted"
              " only if functions= names functions", image_name (p->image));
  out_printf (p->remedy, "type \"%s --functions='*' --run %s\", or run it with"
              " libgmon and GMON_OPTIONS=functions=*", p->options->program,
              image_name (p->image));
  return ODD;
}

static enum verdict
lacks_hooks (struct patient *p)
{
  if (evidence_has_entries (p->image))
    return has_idle_entries (p);
  out_printf (p->why, "no function of %s is compiled with -pg: calls are not"
              " counted", image_name (p->image));
  out_text (p->remedy, "compile its sources with -pg, not only link them");
  return ODD;
}

static enum verdict
check_hooks (struct patient *p)
{
  if (p->shown & (CALLS_HOOK | COUNTS_BLOCKS))
    return WELL;
  if (p->missing && !(p->shown & HAS_RUNTIME))
    {
      out_printf (p->why, "%s was not compiled and linked with -pg, so it"
                  " writes no profile", image_name (p->image));
      out_printf (p->remedy, "compile and link it with -pg, or type \"%s"
                  " %s--run %s\"", p->options->program,
                  evidence_has_entries (p->image) ? "--functions='*' " : "",
                  image_name (p->image));
      return CAUSE;
    }
  return lacks_hooks (p);
}

/* -- A profile that is missing -------------------------------------------- */

/* Returns true if out= in WORDS, the value of GMON_OPTIONS, names another file
   than NAME.  */
static bool
names_another (const char *words, const char *name)
{
  const size_t len = strlen (name);

  for (; words; words = strchr (words, ','))
    {
      words += *words == ',';
      if (strncmp (words, "out=", 4) == 0)
        return (strncmp (words + 4, name, len) != 0
                || (words[4 + len] != ',' && words[4 + len] != '\0'));
    }
  return false;
}

static enum verdict
check_linked (struct patient *p)
{
  if (!(p->shown & LACKS_START))
    return WELL;
  out_printf (p->why, "functions of %s are compiled with -pg, but it was linked"
              " without it, so nothing starts a profile or writes it",
              image_name (p->image));
  advise (p, "give -pg to the command that links, too", ", or -lgmon");
  return CAUSE;
}

static enum verdict
check_environment (struct patient *p)
{
  const char *prefix = getenv ("GMON_OUT_PREFIX");
  const char *words = getenv ("GMON_OPTIONS");

  if (names_another (words, p->missing))
    out_printf (p->why, "GMON_OPTIONS is \"%s\": out= names another file than"
                " %s", words, p->missing);
  else if (prefix && *prefix)
    out_printf (p->why, "GMON_OUT_PREFIX is \"%s\": the profile is %s.PID, not"
                " %s", prefix, prefix, p->missing);
  else
    return WELL;
  out_printf (p->remedy, "unset the variable, or type \"%s %s\" and that file",
              p->options->program, image_name (p->image));
  return CAUSE;
}

static enum verdict
check_directory (struct patient *p)
{
  const char *slash = strrchr (p->missing, '/');
  struct out *dir = out_to_memory ();
  int error;

  out_bytes (dir, slash ? p->missing : ".",
             slash ? (size_t) (slash - p->missing) + 1 : 1);
  error = access (out_memory (dir, NULL), W_OK) == 0 ? 0 : errno;
  if (error)
    {
      out_printf (p->why, "no file can be made in %s: %s",
                  out_memory (dir, NULL), strerror (error));
      advise (p, "run the program in a directory that it may write",
              ", or with GMON_OPTIONS=out=DIRECTORY/gmon.out");
    }
  out_close (dir);
  return error ? CAUSE : WELL;
}

static enum verdict
check_interrupted (struct patient *p)
{
  char *rest = beside_find_rest (p->missing);

  if (!rest)
    return WELL;
  out_printf (p->why, "%s: a process was killed while it wrote its profile",
              rest);
  out_text (p->remedy, "run the program again and let it end; a later run"
            " removes that file");
  free (rest);
  return CAUSE;
}

static enum verdict
check_other_name (struct patient *p)
{
  struct beside beside = profile_find_beside (p->missing);
  char date[DATE_SIZE];

  if (!beside.newest)
    return WELL;
  out_printf (p->why, "%s does not exist, but %s is a profile, written %s",
              p->missing, beside.newest,
              evidence_date (date, beside.written));
  out_printf (p->remedy, "type \"%s %s %s\"", p->options->program,
              image_name (p->image), beside.newest);
  free (beside.newest);
  return CAUSE;
}

static enum verdict
check_written (struct patient *p)
{
  if (!p->missing)
    return WELL;
  out_printf (p->why, "%s does not exist: the program still runs, was killed,"
              " ended by _exit or a signal, or in another directory",
              p->missing);
  advise (p, "let it end by itself, or look in the directory in which it"
          " ended", ", or link with -lgmon, whose profile survives _exit and"
          " signals");
  return CAUSE;
}

/* -- A profile without data ----------------------------------------------- */

static enum verdict
check_contents (struct patient *p)
{
  p->is_read = inputs_read (&p->inputs, &p->profile, p->options, p->image,
                            p->diag, NULL);
  p->has_time = p->is_read && evidence_has_samples (&p->profile);
  return (p->is_read ? WELL
          : cannot_read (p, "run the program again until it ends; was the file"
                         " copied whole, and is it a profile of this"
                         " program?"));
}

static enum verdict
check_records (struct patient *p)
{
  const struct profile *profile = &p->profile;

  if (p->has_time || profile->has_hists || profile->n_arcs
      || profile->n_blocks)
    return WELL;
  out_printf (p->why, "%s is only a header: nothing was recorded",
              profile_name (profile));
  out_text (p->remedy, "compile and link the program with -pg, and run it until"
            " it ends by itself");
  return CAUSE;
}

/* Returns the value of KEY (GMON_META_*) in the profile of the whole process,
   "" without one.  */
static const char *
meta_of (const struct patient *p, const char *key)
{
  const struct process *process = p->profile.process;
  const char *value = process ? process_meta_of (process, key) : NULL;

  return value ? value : "";
}

static double
meta_as_number (const struct patient *p, const char *key)
{
  uint64_t number;

  return p->profile.process
         && process_meta_number (p->profile.process, key, &number)
         ? (double) number : 0;
}

/* Returns the CPU time of the process in seconds, -1 if that is unknown.  */
static double
cpu_seconds (const struct patient *p)
{
  return (*meta_of (p, GMON_META_USER) == '\0' ? -1
          : (meta_as_number (p, GMON_META_USER)
             + meta_as_number (p, GMON_META_SYSTEM)) / 1e9);
}

static enum verdict
check_clock (struct patient *p)
{
  if (p->has_time || strcmp (meta_of (p, GMON_META_CLOCK), "none") != 0)
    return WELL;
  out_text (p->why, "the program ran with clock=none, so no time was sampled");
  out_text (p->remedy, "leave clock= out of GMON_OPTIONS");
  return CAUSE;
}

/* Returns true if the profile should have times, but no sample.  */
static bool
lacks_time (const struct patient *p)
{
  return (p->profile.has_hists && !p->has_time
          && strcmp (p->profile.dimension, "seconds") == 0
          && strcmp (meta_of (p, GMON_META_CLOCK), "none") != 0);
}

static enum verdict
check_waits (struct patient *p)
{
  double cpu = cpu_seconds (p);
  double elapsed = meta_as_number (p, GMON_META_END)
                   - meta_as_number (p, GMON_META_START);

  if (cpu < 0 || elapsed < WAIT_MIN || cpu > 0.1 * elapsed
      || strcmp (meta_of (p, GMON_META_CLOCK), "wall") == 0)
    return WELL;
  out_printf (p->why, "the program waited: it used %.2f of %.0f seconds", cpu,
              elapsed);
  out_text (p->remedy, "run it with GMON_OPTIONS=clock=wall, which samples"
            " waiting, too");
  return lacks_time (p) ? CAUSE : ODD;
}

static enum verdict
check_signal (struct patient *p)
{
  double cpu = cpu_seconds (p), rate = p->profile.rate;

  if (!lacks_time (p) || rate <= 0 || cpu * rate < 20)
    return WELL;
  out_printf (p->why, "no sample in %.2f seconds of CPU time: the program"
              " blocks SIGPROF or handles it, or its range has been set by"
              " monstartup or moncontrol", cpu);
  out_text (p->remedy, "run it with GMON_OPTIONS=clock=perf, which needs no"
            " signal, or do not block SIGPROF");
  return CAUSE;
}

static enum verdict
check_brief (struct patient *p)
{
  double cpu = cpu_seconds (p), rate = p->profile.rate;

  if (!lacks_time (p) || (cpu >= 0 && rate > 0 && cpu * rate >= 20))
    return WELL;
  out_printf (p->why, "%s has no sample: the program ran too briefly, or"
              " waited, which takes no processor time",
              profile_name (&p->profile));
  advise (p, "give it more work",
          ", or with libgmon run it with GMON_OPTIONS=rate=1000");
  return CAUSE;
}

/* -- Data that surprise --------------------------------------------------- */

static enum verdict
check_calls (struct patient *p)
{
  if (p->profile.n_arcs || p->profile.n_blocks || !p->profile.has_hists)
    return WELL;
  if (!(p->shown & (CALLS_HOOK | COUNTS_BLOCKS))
      && !(process_counted (p->profile.process)
           && evidence_has_entries (p->image)))
    return lacks_hooks (p);
  if (process_counted (p->profile.process))
    {
      out_printf (p->why, "%s has no calls: only those of the functions %s were"
                  " to be counted", profile_name (&p->profile),
                  process_counted (p->profile.process));
      out_text (p->remedy, "run the program without functions= in GMON_OPTIONS,"
                " or with other names");
      return ODD;
    }
  out_printf (p->why, "%s has no calls: the functions that ran were not"
              " compiled with -pg, or inlined", profile_name (&p->profile));
  out_text (p->remedy, "compile all sources with -pg, and -fno-inline to see"
            " inlined calls");
  return ODD;
}

static enum verdict
check_build (struct patient *p)
{
  if (profile_build (&p->profile, p->image) != PROFILE_BUILD_OTHER)
    return WELL;
  out_printf (p->why, "%s was recorded by another build than %s: names and"
              " lines are wrong where the code has moved",
              profile_name (&p->profile), image_name (p->image));
  out_text (p->remedy, "run this build again, or name the executable that was"
            " run");
  return ODD;
}

static enum verdict
check_age (struct patient *p)
{
  char date[DATE_SIZE], image_date[DATE_SIZE];
  struct file_dates dates;
  const char *file = evidence_older (p->image, &p->profile, &dates);

  if (!file)
    return WELL;
  out_printf (p->why, "%s is of %s, older than the program, of %s", file,
              evidence_date (date, dates.file),
              evidence_date (image_date, dates.image));
  out_text (p->remedy, "run the program again, unless it was only copied or"
            " stripped");
  return ODD;
}

static enum verdict
check_place (struct patient *p)
{
  enum image_fit fit = image_match_check (&p->profile, p->image, p->symtab,
                                          p->diag, profile_name (&p->profile));

  if (fit == IMAGE_FITS)
    return WELL;
  out_text (p->why, diag_last (p->diag));
  out_text (p->remedy, "name the executable that was run; --rebase=auto moves"
            " a profile of another address");
  return fit == IMAGE_FITS_NOWHERE ? CAUSE : ODD;
}

static enum verdict
check_rate (struct patient *p)
{
  if (!p->has_time || p->profile.rate)
    return WELL;
  out_printf (p->why, "%s has no rate, so times are numbers of samples",
              profile_name (&p->profile));
  out_text (p->remedy, "record it again; has a tool changed it?");
  return ODD;
}

static enum verdict
check_few (struct patient *p)
{
  const struct process *process = p->profile.process;
  double samples = profile_hist_sums (&p->profile).samples;

  /* The histograms have only the samples in the program, the whole process has
     those in libraries, too.  */
  if (process && process_count (process, GMON_CPU_VALUES, NULL))
    samples = (double) process->counts[GMON_COUNT_TICKS];
  if (!p->has_time || samples >= FEW_SAMPLES)
    return WELL;
  out_printf (p->why, "%s has only %.0f samples: shares are little more than"
              " chance", profile_name (&p->profile), samples);
  advise (p, "give the program more work, or add up several runs (-s)",
          ", or with libgmon use GMON_OPTIONS=rate=1000");
  return ODD;
}

static enum verdict
check_counters (struct patient *p)
{
  if (profile_hist_sums (&p->profile).most != COUNTER_MAX)
    return WELL;
  out_printf (p->why, "a counter of %s is %d, the highest that the C library's"
              " runtime has: time above it is lost",
              profile_name (&p->profile), COUNTER_MAX);
  advise (p, "run it for a shorter time, and add up several runs (-s)",
          ", or link with -lgmon, whose counters do not overflow");
  return ODD;
}

static enum verdict
check_lost (struct patient *p)
{
  const struct process *process = p->profile.process;

  if (!process || (process->counts[GMON_COUNT_LOST] == 0
                   && process->counts[GMON_COUNT_CALLS_LOST] == 0))
    return WELL;
  out_printf (p->why, "libgmon found no memory for %" PRIu64 " samples and %"
              PRIu64 " calls", process->counts[GMON_COUNT_LOST],
              process->counts[GMON_COUNT_CALLS_LOST]);
  out_text (p->remedy, "raise the limit of memory (ulimit -v), or"
            " stacks-memory= in GMON_OPTIONS");
  return ODD;
}

static enum verdict
check_runs (struct patient *p)
{
  if (!p->profile.process || !p->profile.process->has_repeated_run)
    return WELL;
  out_text (p->why, "one run is in two of the profiles, so its calls and"
            " samples count twice");
  out_text (p->remedy, "name each profile once");
  return ODD;
}

/* The least share of the time without a location that explains anything, in
   percent.  */
#define LEAST_UNSEEN 1

static enum verdict
check_unseen (struct patient *p)
{
  const struct process *process = p->profile.process;
  double all = 0, kernel, brief;

  if (process)
    process_count (process, GMON_CPU_VALUES, &all);
  if (all <= 0)
    return WELL;
  kernel = 100 * process_unseen (process, GMON_UNSEEN_KERNEL) / all;
  brief = 100 * process_unseen (process, GMON_UNSEEN_SHORT) / all;
  if (kernel + brief < LEAST_UNSEEN)
    return WELL;
  out_printf (p->why, "%.1f %% of the time has no location: %.1f %% in the"
              " kernel, which was not visible, %.1f %% in threads that were too"
              " short for a sample", kernel + brief, kernel, brief);
  out_text (p->remedy, kernel < LEAST_UNSEEN
                       ? "record it with a higher --rate"
                       : "record it as root, or type as root \"sysctl"
                         " kernel.perf_event_paranoid=1\"");
  return ODD;
}

static enum verdict
check_stacks (struct patient *p)
{
  const struct process *process = p->profile.process;
  const char *most = "";
  const double share = process ? process_incomplete (process, &most) : 0;

  if (share < LEAST_INCOMPLETE)
    return WELL;
  out_printf (p->why, "%.1f %% of the samples have incomplete call stacks, most"
              " of them in %s", share, most);
  out_text (p->remedy, "compile it with -fasynchronous-unwind-tables, and do"
            " not remove its unwind tables");
  return ODD;
}

/* -- All checks ----------------------------------------------------------- */

/* When a check is made.  */
enum stage
{
  STAGE_ALWAYS,
  STAGE_PROGRAM,                /* the program can be read */
  STAGE_MISSING,                /* and a profile does not exist */
  STAGE_FILES,                  /* and all profiles exist */
  STAGE_DATA                    /* and they have been read */
};

/* The rows are in the order of the checks.  A cause ends the diagnosis: what
   follows from it needs no check.  */
static const struct
{
  const char *name;
  enum stage stage;
  enum verdict (*check) (struct patient *p);
} checks[] = {
  { "program", STAGE_ALWAYS, check_program },
  { "symbols", STAGE_PROGRAM, check_symbols },
  { "hooks", STAGE_MISSING, check_hooks },
  { "linked", STAGE_MISSING, check_linked },
  { "environment", STAGE_MISSING, check_environment },
  { "directory", STAGE_MISSING, check_directory },
  { "interrupted", STAGE_MISSING, check_interrupted },
  { "name", STAGE_MISSING, check_other_name },
  { "written", STAGE_PROGRAM, check_written },
  { "contents", STAGE_FILES, check_contents },
  { "records", STAGE_DATA, check_records },
  { "build", STAGE_DATA, check_build },
  { "place", STAGE_DATA, check_place },
  { "clock", STAGE_DATA, check_clock },
  { "waits", STAGE_DATA, check_waits },
  { "signal", STAGE_DATA, check_signal },
  { "brief", STAGE_DATA, check_brief },
  { "calls", STAGE_DATA, check_calls },
  { "age", STAGE_DATA, check_age },
  { "rate", STAGE_DATA, check_rate },
  { "few", STAGE_DATA, check_few },
  { "counters", STAGE_DATA, check_counters },
  { "lost", STAGE_DATA, check_lost },
  { "runs", STAGE_DATA, check_runs },
  { "unseen", STAGE_DATA, check_unseen },
  { "stacks", STAGE_DATA, check_stacks },
};

#define N_CHECKS (sizeof checks / sizeof *checks)

/* Returns true if a check of STAGE can be made.  */
static bool
is_due (const struct patient *p, enum stage stage)
{
  switch (stage)
    {
    case STAGE_ALWAYS:
      return true;
    case STAGE_PROGRAM:
      return p->image;
    case STAGE_MISSING:
      return p->image && p->missing;
    case STAGE_FILES:
      return p->image && !p->missing;
    case STAGE_DATA:
      return p->is_read;
    }
  return false;
}

/* Makes the check number I and writes its result to OUT.  */
static enum verdict
run_check (struct patient *p, struct out *out, size_t i)
{
  static const char *const words[] = { "ok   ", "odd  ", "CAUSE" };
  static const enum out_color colors[] = { OUT_GREEN, OUT_YELLOW, OUT_RED };
  enum verdict verdict;

  p->why = out_to_memory ();
  p->remedy = out_to_memory ();
  verdict = checks[i].check (p);
  out_color (out, colors[verdict]);
  out_text (out, words[verdict]);
  out_color (out, OUT_PLAIN);
  out_printf (out, "  %s", checks[i].name);
  if (verdict != WELL)
    {
      struct diag *safe = diag_new ("", NULL);

      /* Names of files are made safe for terminals.  */
      diag_note (safe, "%s", out_memory (p->why, NULL));
      out_printf (out, ": %s", diag_last (safe));
      diag_note (safe, "%s", out_memory (p->remedy, NULL));
      out_printf (out, "\n       remedy: %s", diag_last (safe));
      diag_free (safe);
    }
  out_char (out, '\n');
  out_close (p->why);
  out_close (p->remedy);
  return verdict;
}

/* Returns the first of the profiles of INPUTS that does not exist, or NULL.  */
static const char *
first_missing (const struct inputs *inputs)
{
  struct stat st;

  for (size_t i = 0; i < inputs->len; i++)
    if (strcmp (inputs->names[i], "-") != 0
        && stat (inputs->names[i], &st) != 0
        && (errno == ENOENT || errno == ENOTDIR))
      return inputs->names[i];
  return NULL;
}

bool
diagnose (const struct options *options, struct diag *diag, struct out *out)
{
  struct patient p = { .options = options, .diag = diag_new ("", NULL),
                       .arena = arena_new () };
  enum verdict worst = WELL;
  size_t odd = 0;

  profile_init (&p.profile, options->style.quirks);
  if (inputs_list (&p.inputs, options, diag))
    p.missing = first_missing (&p.inputs);
  else
    worst = CAUSE;
  for (size_t i = 0; i < N_CHECKS && worst != CAUSE; i++)
    if (is_due (&p, checks[i].stage))
      {
        worst = run_check (&p, out, i);
        odd += worst == ODD;
      }
  if (worst != CAUSE)
    out_printf (out, odd ? "\nNo problem found; %zu result%s odd.\n"
                         : "\nNo problem found.\n",
                odd, odd == 1 ? " is" : "s are");
  profile_free (&p.profile);
  inputs_free (&p.inputs);
  symtab_free (p.symtab);
  image_free (p.image);
  arena_free (p.arena);
  diag_free (p.diag);
  return worst != CAUSE;
}
