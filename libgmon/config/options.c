/* options.c -- the user's wishes in GMON_OPTIONS, and names of files.

   SPDX-License-Identifier: 0BSD

   Contracts are in options.h.  The text is copied and cut at its commas and
   equal signs, so that no memory is allocated and the environment is not
   referred to later.  */

#include <signal.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "config/options.h"
#include "arch/compiled_code.h"
#include "clock/clock.h"
#include "clock/perf_event.h"
#include "sys/message.h"

#define VARIABLE "GMON_OPTIONS"
#define MAX_PERIOD 1000000000
#define MAX_CHILDREN 1000000
#define MAX_CHECKPOINT 1000000
#define LEAST_STACKS_MEMORY 64  /* KiB */
#define MOST_STACKS_MEMORY 1048576
#define USUAL_STACKS_MEMORY 8192
#define TEXT_OF(macro) TEXT_OF_VALUE (macro)
#define TEXT_OF_VALUE(value) #value

/* -- Values --------------------------------------------------------------- */

/* Values that are words, in the order of their enumerators.  */
#define CLOCK_WORD(enumerator, name) #name ", "
#define CLOCK_WORDS CLOCK_LIST (CLOCK_WORD) "none"
#define CATCH_WORDS "none, term, all"
#define EVENT_WORDS "page-faults, minor-faults, major-faults, " \
  "context-switches, cycles, instructions, cache-misses, branch-misses"
#define STACKS_WORDS "on, off"
#define COMMAND_WORDS "name, full"
#define WAIT_WORDS "on, off"
#define DUMP_WORDS "USR1, USR2, HUP, INT, QUIT, TERM, ALRM, WINCH"

/* Finds TEXT in WORDS, which are separated by ", ".  Returns its index, from
   0, or -1 if it is not there.  */
static int
word_index (const char *words, const char *text)
{
  size_t len = strlen (text);

  for (int i = 0;; i++)
    {
      const char *end = strchr (words, ',');

      if (strncmp (words, text, len) == 0
          && (words[len] == ',' || words[len] == '\0'))
        return i;
      if (end == NULL)
        return -1;
      words = end + 2;
    }
}

/* Stores VALUE, a decimal number, in *NUMBER; UINT_MAX stands for all larger
   numbers.  Returns false if VALUE is not a number.  */
static bool
any_number (const char *value, unsigned *number)
{
  unsigned result = 0;

  if (*value == '\0')
    return false;
  for (; *value != '\0'; value++)
    {
      unsigned digit = (unsigned) *value - '0';

      if (digit > 9)
        return false;
      if (result > (UINT_MAX - digit) / 10)
        result = UINT_MAX;
      else
        result = result * 10 + digit;
    }
  *number = result;
  return true;
}

/* Stores VALUE, a decimal number from LEAST to MOST, in *NUMBER.  Returns
   false and leaves *NUMBER unchanged if VALUE is not such a number.  */
static bool
number_value (const char *value, unsigned least, unsigned most,
              unsigned *number)
{
  unsigned result;

  if (!any_number (value, &result) || result < least || result > most)
    return false;
  *number = result;
  return true;
}

/* Returns true if VALUE is a pattern of file names.  */
static bool
is_pattern (const char *value)
{
  for (const char *at = value; (at = strchr (at, '%')) != NULL; at += 2)
    if (at[1] == '\0' || strchr ("pehr%", at[1]) == NULL)
      return false;
  return *value != '\0';
}

static bool
take_out (struct options *options, const char *value)
{
  if (!is_pattern (value))
    return false;
  options->out = value;
  options->pool = NULL;
  return true;
}

static bool
take_pool (struct options *options, const char *value)
{
  if (!is_pattern (value))
    return false;
  options->out = value;
  options->pool = value;
  return true;
}

static bool
take_rate (struct options *options, const char *value)
{
  unsigned rate;

  if (!any_number (value, &rate) || rate == 0)
    return false;
  if (rate > CLOCK_MAX_RATE)
    {
      rate = CLOCK_MAX_RATE;
      gmon_message (VARIABLE ": rate=", value, ": the highest rate, "
                    TEXT_OF (CLOCK_MAX_RATE) ", is used");
    }
  options->rate = rate;
  return true;
}

/* The word for the clock of performance events, with the mark of
   options_first_perf.  */
static const char marked_perf[] = "Perf";

static bool
take_clock (struct options *options, const char *value)
{
  int index = word_index (CLOCK_WORDS, strcmp (value, marked_perf) == 0
                                       ? "perf" : value);

  if (index < 0)
    return false;
  options->clock = (enum options_clock) index;
  return true;
}

static bool
take_event (struct options *options, const char *value)
{
  const struct perf_kind *event = event_find (value);

  if (event == NULL || word_index (EVENT_WORDS, value) < 0)
    return false;
  options->event = event;
  options->clock = OPTIONS_CLOCK_EVENT;
  return true;
}

static bool
take_period (struct options *options, const char *value)
{
  unsigned period;

  if (!number_value (value, 1, MAX_PERIOD, &period)
      || !event_period_is_good (period))
    return false;
  options->period = period;
  return true;
}

static bool
take_catch (struct options *options, const char *value)
{
  int index = word_index (CATCH_WORDS, value);

  if (index < 0)
    return false;
  options->catch = (enum options_catch) (OPTIONS_CATCH_NONE + index);
  return true;
}

static bool
take_children (struct options *options, const char *value)
{
  unsigned number;

  if (strcmp (value, "yes") == 0)
    number = UINT_MAX;
  else if (strcmp (value, "no") == 0)
    number = 0;
  else if (!number_value (value, 0, MAX_CHILDREN, &number))
    return false;
  options->children = number;
  return true;
}

/* Signals in the order of DUMP_WORDS, without those that cannot be caught or
   that mean a fault.  */
static const int dump_signals[] = { SIGUSR1, SIGUSR2, SIGHUP, SIGINT,
                                    SIGQUIT, SIGTERM, SIGALRM, SIGWINCH };

static bool
is_dump_signal (int signal)
{
  for (size_t i = 0; i < sizeof dump_signals / sizeof dump_signals[0]; i++)
    if (signal == dump_signals[i])
      return true;
  return signal >= SIGRTMIN;
}

/* Handles the key "dump".  VALUE is a signal number, or a signal name with or
   without "SIG".  */
static bool
take_dump (struct options *options, const char *value)
{
  unsigned number;
  int index = word_index (DUMP_WORDS,
                          strncmp (value, "SIG", 3) == 0 ? value + 3 : value);

  if (index >= 0)
    number = (unsigned) dump_signals[index];
  else if (!number_value (value, 1, (unsigned) SIGRTMAX, &number)
           || !is_dump_signal ((int) number))
    return false;
  options->dump = (int) number;
  return true;
}

static bool
take_checkpoint (struct options *options, const char *value)
{
  return number_value (value, 0, MAX_CHECKPOINT, &options->checkpoint);
}

static bool
take_stacks (struct options *options, const char *value)
{
  int index = word_index (STACKS_WORDS, value);

  if (index < 0)
    return false;
  options->stacks = (enum options_stacks) (OPTIONS_STACKS_ON + index);
  return true;
}

/* Handles the key "stacks-memory".  VALUE is a number of KiB with "K" or of MiB
   with "M" behind it.  */
static bool
take_stacks_memory (struct options *options, const char *value)
{
  size_t len = strlen (value);
  char digits[GMON_NUMBER_SIZE];
  unsigned size, unit = 1;

  if (len < 2 || len > sizeof digits)
    return false;
  if (value[len - 1] == 'M')
    unit = 1024;
  else if (value[len - 1] != 'K')
    return false;
  memcpy (digits, value, len - 1);
  digits[len - 1] = '\0';
  if (!number_value (digits, (LEAST_STACKS_MEMORY + unit - 1) / unit,
                     MOST_STACKS_MEMORY / unit, &size))
    return false;
  options->stacks_memory = size * unit * 1024;
  return true;
}

static bool
take_library_calls (struct options *options, const char *value)
{
  if (*value == '\0')
    return false;
  options->library_calls = value;
  return true;
}

/* Returns true if PATTERN, which ends at a comma or a zero, is one of
   names.  */
static bool
is_name_pattern (const char *pattern)
{
  pattern += *pattern == '!';
  return *pattern != '\0' && *pattern != ',' && *pattern != '@'
         && *pattern != '!';
}

/* Handles the key "functions".  VALUE is the first pattern, to which take_entry
   appends others.  */
static bool
take_functions (struct options *options, const char *value)
{
  if (*value == '@' ? value[1] == '\0'
                    : *value != '\0' && !is_name_pattern (value))
    return false;
  options->functions = value;
  return true;
}

static bool
take_command (struct options *options, const char *value)
{
  int index = word_index (COMMAND_WORDS, value);

  options->command_full = index < 0 ? options->command_full : index == 1;
  return index >= 0;
}

static bool
take_wait (struct options *options, const char *value)
{
  int index = word_index (WAIT_WORDS, value);

  options->wait = index < 0 ? options->wait : index == 0;
  return index >= 0;
}

/* -- The list ------------------------------------------------------------- */

/* One row for each key.  GMON_OPTIONS=help prints both texts, and a message
   about a wrong value prints the accepted values.  */
static const struct
{
  char name[14];
  bool (*take) (struct options *options, const char *value);
  const char *accepts;          /* accepted values, after "KEY= takes" */
  const char *does;
} keys[] = {
  { "out", take_out,
    "a file name, in which % is followed by p (process id), e (program), "
    "h (host), r (rank) or %",
    "where the profile is written to, instead of gmon.out" },
  { "pool", take_pool, "a file name, as out does",
    "file to merge the profile into at exit" },
  { "rate", take_rate, "a number from 1 to " TEXT_OF (CLOCK_MAX_RATE),
    "samples per second, instead of 100" },
  { "clock", take_clock, "one of " CLOCK_WORDS,
    "what samples, instead of cpu" },
  { "event", take_event, "one of " EVENT_WORDS,
    "what is counted instead of time" },
  { "period", take_period, "a number that divides " TEXT_OF (MAX_PERIOD),
    "how many events make a sample" },
  { "catch", take_catch, "one of " CATCH_WORDS,
    "which signals that end the program are caught to write the profile" },
  { "children", take_children,
    "yes, no or a number up to " TEXT_OF (MAX_CHILDREN),
    "how many children write a profile, instead of "
    TEXT_OF (OPTIONS_CHILDREN_USUAL) },
  { "dump", take_dump,
    "one of " DUMP_WORDS ", or the number of one of these or of a realtime "
    "signal",
    "the signal at which the profile is written and the program goes on" },
  { "checkpoint", take_checkpoint,
    "a number of seconds up to " TEXT_OF (MAX_CHECKPOINT) "; 0 means never",
    "how often the profile is written while the program runs" },
  { "stacks", take_stacks, "one of " STACKS_WORDS,
    "whether call stacks, libraries and threads are recorded, instead of on" },
  { "stacks-memory", take_stacks_memory,
    "a size from " TEXT_OF (LEAST_STACKS_MEMORY) "K to 1024M",
    "how much memory call stacks may take, instead of 8M" },
  { "library-calls", take_library_calls,
    "the name of a library, in which * and ? stand for other characters",
    "of which libraries without -pg the calls are counted" },
  { "functions", take_functions,
    "GLOB,!GLOB... (names, with * ? [a-z]; ! means not), none, or @FILE from"
    " gprof --list-functions",
    "which functions are counted, instead of all" },
  { "command", take_command, "one of " COMMAND_WORDS,
    "how much of the command line the profile has, unless stacks=off" },
  { "wait", take_wait, "one of " WAIT_WORDS,
    "whether it is recorded where threads are blocked, instead of off" },
};

#define N_KEYS (sizeof keys / sizeof keys[0])

static void
print_help (void)
{
  gmon_message (VARIABLE "=KEY=VALUE,KEY=VALUE... has these keys:");
  for (size_t i = 0; i < N_KEYS; i++)
    {
      const char *const pieces[] = { "  ", keys[i].name, "=  ", keys[i].does,
                                     ":\n      ", keys[i].accepts, "\n",
                                     NULL };

      gmon_message_write (pieces);
    }
}

/* Longest text for which a similar key is searched.  */
#define LONGEST_NEAR 16

/* Returns how many characters must be inserted, deleted or replaced to turn A
   into B.  B has at most LONGEST_NEAR characters.  */
static unsigned
distance (const char *a, const char *b)
{
  unsigned row[LONGEST_NEAR + 1];
  size_t len = strlen (b);

  for (unsigned j = 0; j <= len; j++)
    row[j] = j;
  for (; *a != '\0'; a++)
    {
      unsigned diagonal = row[0]++;

      for (size_t j = 0; j < len; j++)
        {
          unsigned least = diagonal + (*a != b[j]);

          diagonal = row[j + 1];
          least = least < diagonal + 1 ? least : diagonal + 1;
          row[j + 1] = least < row[j] + 1 ? least : row[j] + 1;
        }
    }
  return row[len];
}

/* Returns the key that is most similar to TEXT, or NULL if none is: at most
   two characters may differ, and at least half of the characters must be
   equal.  */
static const char *
near_key (const char *text)
{
  size_t len = strlen (text);
  unsigned least = len < 6 ? (unsigned) len / 2 + 1 : 3;
  const char *result = NULL;

  if (len > LONGEST_NEAR)
    return NULL;
  for (size_t i = 0; i < N_KEYS; i++)
    {
      unsigned that = distance (keys[i].name, text);

      if (that < least)
        {
          least = that;
          result = keys[i].name;
        }
    }
  return result;
}

static void
refuse_key (const char *key)
{
  const char *near = near_key (key);

  gmon_message (VARIABLE ": ", key, ": unknown key, ignored; ",
                near != NULL ? "did you mean " : "",
                near != NULL ? near : "", near != NULL ? "=? " : "",
                VARIABLE "=help lists the keys");
}

/* Appends ENTRY to the patterns of functions=, if these stand just before it
   and it is one.  What was cut between them becomes commas.  */
static bool
append_pattern (const struct options *options, char *entry)
{
  const char *functions = options->functions;
  char *end = entry;

  if (functions == NULL || *functions == '@' || *functions == '\0'
      || functions > entry || strchr (entry, '=') != NULL
      || !is_name_pattern (entry))
    return false;
  while (end[-1] == '\0')
    end--;
  if (end != functions + strlen (functions))
    return false;
  memset (end, ',', (size_t) (entry - end));
  return true;
}

/* Applies ENTRY, "key=value", to OPTIONS.  Cuts ENTRY at the equal sign.  */
static void
take_entry (struct options *options, char *entry)
{
  char *value = strchr (entry, '=');
  size_t i = 0;

  if (value != NULL)
    *value++ = '\0';
  while (i < N_KEYS && strcmp (entry, keys[i].name) != 0)
    i++;
  if (i < N_KEYS && value == NULL)
    gmon_message (VARIABLE ": ", entry, ": no value, ignored; ", entry,
                  "= takes ", keys[i].accepts);
  else if (i < N_KEYS && !keys[i].take (options, value))
    gmon_message (VARIABLE ": ", entry, "=", value,
                  ": invalid value, ignored; ", entry, "= takes ",
                  keys[i].accepts);
  else if (strcmp (entry, "help") == 0)
    print_help ();
  else if (i == N_KEYS)
    refuse_key (entry);
}

/* Prints a message for each key that has no effect together with the other
   keys.  */
static void
check_together (struct options *options)
{
  bool event = options->clock == OPTIONS_CLOCK_EVENT;

  if (event && options->rate != 0)
    gmon_message (VARIABLE ": rate: ignored with event=; period= says how many"
                  " events make a sample");
  if (!event && options->period != 0)
    gmon_message (VARIABLE ": period: ignored without event=, which chooses"
                  " what is counted");
  if (options->library_calls != NULL
      && options->stacks == OPTIONS_STACKS_OFF)
    gmon_message (VARIABLE ": library-calls: ignored with stacks=off, which"
                  " leaves libraries out");
  if (options->pool != NULL
      && (options->dump != 0 || options->checkpoint != 0))
    gmon_message (VARIABLE ": dump and checkpoint: ignored with pool=, which"
                  " takes each profile once, at the end");
  if (options->pool != NULL)
    {
      options->dump = 0;
      options->checkpoint = 0;
    }
  if (event)
    options->rate = 0;
}

void
options_parse (struct options *options, const char *text)
{
  char *entry = options->text;
  char number[GMON_NUMBER_SIZE];

  options->out = NULL;
  options->pool = NULL;
  options->rate = 0;
  options->clock = OPTIONS_CLOCK_CPU;
  options->event = NULL;
  options->period = 0;
  options->catch = OPTIONS_CATCH_USUAL;
  options->children = OPTIONS_CHILDREN_USUAL;
  options->dump = 0;
  options->checkpoint = 0;
  options->stacks = OPTIONS_STACKS_USUAL;
  options->stacks_memory = USUAL_STACKS_MEMORY * 1024;
  options->command_full = false;
  options->library_calls = NULL;
  options->functions = NULL;
  if (text == NULL)
    return;
  if (strlen (text) >= sizeof options->text)
    {
      gmon_message (VARIABLE ": ignored, as it is longer than the limit of ",
                    gmon_number_text (number, sizeof options->text - 1),
                    " characters");
      return;
    }
  memcpy (options->text, text, strlen (text) + 1);
  while (entry != NULL)
    {
      char *comma = strchr (entry, ',');

      if (comma != NULL)
        *comma++ = '\0';
      if (*entry != '\0' && !append_pattern (options, entry))
        take_entry (options, entry);
      entry = comma;
    }
  check_together (options);
}

/* -- Surroundings --------------------------------------------------------- */

#ifdef MACHINE_ENVIRON_COMES_LATE

/* gcrt1.o starts profiling from .preinit_array on this machine: in a dynamic
   program before libc has set environ.  The stack that ld.so got holds argc,
   argv with its NULL, and then the environment.  On other machines .init
   starts profiling, after libc.  */
extern void *__libc_stack_end __attribute__ ((weak));

static char **
environment (void)
{
  uintptr_t *stack;

  if (environ != NULL || &__libc_stack_end == NULL)
    return environ;
  stack = __libc_stack_end;
  return stack == NULL ? NULL : (char **) (stack + stack[0] + 2);
}

#else

static char **
environment (void)
{
  return environ;
}

#endif

const char *
options_variable (const char *name)
{
  char **entry = environment ();

  if (entry == NULL || getauxval (AT_SECURE) != 0)
    return NULL;
  for (; *entry != NULL; entry++)
    if (strncmp (*entry, name, strlen (name)) == 0)
      return *entry + strlen (name);
  return NULL;
}

bool
options_first_perf (void)
{
  static const char key[] = "clock=";
  const char *words = options_variable (VARIABLE "=");
  const char *at = words != NULL ? strstr (words, key) : NULL;

  if (at == NULL)
    return true;
  at += sizeof key - 1;
  if (*at == *marked_perf)
    return false;
  if (strncmp (at, "perf", 4) == 0)
    *(char *) (uintptr_t) at = *marked_perf;
  return true;
}

/* Stores TEXT in PART as a part of a file name: cut to SIZE bytes, with "_"
   for each slash.  */
static void
take_part (char *part, size_t size, const char *text)
{
  size_t len = 0;

  for (; *text != '\0' && len + 1 < size; text++)
    part[len++] = *text == '/' ? '_' : *text;
  part[len] = '\0';
}

static void
find_program (struct options *options)
{
  const char *path = (const char *) getauxval (AT_EXECFN);
  const char *slash;

  if (path == NULL)
    path = "program";
  slash = strrchr (path, '/');
  take_part (options->program, sizeof options->program,
             slash != NULL ? slash + 1 : path);
}

/* Returns the number of the MPI world in which the rank is counted, 0 if it is
   unknown.  MPI_Comm_spawn makes a new world, whose ranks begin at 0 again.
   Open MPI 4 numbers the worlds from 1, in the low 16 bits of PMIX_NAMESPACE;
   PRRTE writes the number behind "@".  */
static unsigned
find_world (void)
{
  const char *name = options_variable ("PMIX_NAMESPACE=");
  const char *at = name != NULL ? strrchr (name, '@') : NULL;
  unsigned number;

  if (name == NULL
      || !number_value (at != NULL ? at + 1 : name, 0, UINT_MAX, &number))
    return 0;
  return at != NULL ? number : number & 0xffff;
}

/* Stores the rank of this process in a parallel job, as the launcher's
   variables give it: the rank, with ".WORLD" appended in all worlds but the
   first.  The rank is "0" if no variable gives one.  */
static void
find_rank (struct options *options)
{
  static const char *const variables[] = {
    "PMIX_RANK=", "OMPI_COMM_WORLD_RANK=", "PMI_RANK=",
    "MV2_COMM_WORLD_RANK=", "PALS_RANKID=", "FLUX_TASK_RANK=",
    "SLURM_PROCID=",
  };
  const char *rank = NULL;

  for (size_t i = 0;
       rank == NULL && i < sizeof variables / sizeof variables[0]; i++)
    rank = options_variable (variables[i]);
  take_part (options->rank, sizeof options->rank,
             rank != NULL && *rank != '\0' ? rank : "0");
  options->has_rank = rank != NULL && *rank != '\0';
  if (options->has_rank && find_world () > 1)
    options_add_pid (options->rank, sizeof options->rank, find_world ());
}

void
options_read (struct options *options)
{
  struct utsname host;

  options->is_read = true;
  options_parse (options, options_variable (VARIABLE "="));
  find_program (options);
  find_rank (options);
  if (uname (&host) != 0 || host.nodename[0] == '\0')
    take_part (options->host, sizeof options->host, "host");
  else
    take_part (options->host, sizeof options->host, host.nodename);
}

bool
options_are_given (void)
{
  const char *text = options_variable (VARIABLE "=");

  while (text != NULL && *text == ',')
    text++;
  return text != NULL && *text != '\0';
}
