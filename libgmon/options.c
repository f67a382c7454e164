/* options.c -- what the user wants: GMON_OPTIONS, and names of files.

   SPDX-License-Identifier: 0BSD

   In: the environment, once at the start (monitor.c); later only patterns
   (gmon_file.c).  Out: struct options, names, messages.  Contracts are in
   options.h.  The text is copied and cut at its commas and equal signs, so
   that neither memory is taken nor the environment kept.  */

#include <signal.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "internal.h"

#define WHO "GMON_OPTIONS"
#define MAX_PERIOD 1000000000
#define MAX_CHILDREN 1000000
#define MAX_CHECKPOINT 1000000
#define PID_DIGITS 10

/* -- Values --------------------------------------------------------------- */

/* A decimal number from LEAST to MOST.  */
static bool
number_value (const char *value, unsigned least, unsigned most,
              unsigned *number)
{
  unsigned result = 0;

  if (*value == '\0')
    return false;
  for (; *value != '\0'; value++)
    {
      if (*value < '0' || *value > '9' || result > most / 10)
        return false;
      result = result * 10 + (unsigned) (*value - '0');
    }
  if (result < least || result > most)
    return false;
  *number = result;
  return true;
}

static bool
take_out (struct options *options, const char *value)
{
  for (const char *at = value; (at = strchr (at, '%')) != NULL; at += 2)
    if (at[1] == '\0' || strchr ("pehr%", at[1]) == NULL)
      return false;
  if (*value == '\0')
    return false;
  options->out = value;
  return true;
}

static bool
take_rate (struct options *options, const char *value)
{
  return number_value (value, 1, OPTIONS_MAX_RATE, &options->rate);
}

static bool
take_clock (struct options *options, const char *value)
{
  static const char names[][7] = { [OPTIONS_CLOCK_CPU] = "cpu",
                                   [OPTIONS_CLOCK_ITIMER] = "itimer",
                                   [OPTIONS_CLOCK_WALL] = "wall",
                                   [OPTIONS_CLOCK_PERF] = "perf",
                                   [OPTIONS_CLOCK_NONE] = "none" };

  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
    if (strcmp (value, names[i]) == 0)
      {
        options->clock = (enum options_clock) i;
        return true;
      }
  return false;
}

static bool
take_event (struct options *options, const char *value)
{
  const struct perf_kind *event = event_find (value);

  if (event == NULL)
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
  static const char names[][5] = { [OPTIONS_CATCH_NONE] = "none",
                                   [OPTIONS_CATCH_TERM] = "term",
                                   [OPTIONS_CATCH_ALL] = "all" };

  for (int i = OPTIONS_CATCH_NONE; i <= OPTIONS_CATCH_ALL; i++)
    if (strcmp (value, names[i]) == 0)
      {
        options->catch = (enum options_catch) i;
        return true;
      }
  return false;
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

/* A number, or a name with or without "SIG".  Signals that cannot be caught or
   that mean a fault are none.  */
static bool
take_dump (struct options *options, const char *value)
{
  static const struct
  {
    char name[6];
    int signal;
  } signals[] = {
    { "USR1", SIGUSR1 }, { "USR2", SIGUSR2 }, { "HUP", SIGHUP },
    { "INT", SIGINT }, { "QUIT", SIGQUIT }, { "TERM", SIGTERM },
    { "ALRM", SIGALRM }, { "WINCH", SIGWINCH },
  };
  unsigned number = 0;

  number_value (value, 1, (unsigned) SIGRTMAX, &number);
  if (strncmp (value, "SIG", 3) == 0)
    value += 3;
  for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++)
    if (strcmp (value, signals[i].name) == 0
        || number == (unsigned) signals[i].signal)
      {
        options->dump = signals[i].signal;
        return true;
      }
  if (number < (unsigned) SIGRTMIN)
    return false;
  options->dump = (int) number;
  return true;
}

static bool
take_checkpoint (struct options *options, const char *value)
{
  return number_value (value, 0, MAX_CHECKPOINT, &options->checkpoint);
}

/* -- The list ------------------------------------------------------------- */

static const struct
{
  char name[11];
  bool (*take) (struct options *options, const char *value);
} keys[] = {
  { "out", take_out },
  { "rate", take_rate },
  { "clock", take_clock },
  { "event", take_event },
  { "period", take_period },
  { "catch", take_catch },
  { "children", take_children },
  { "dump", take_dump },
  { "checkpoint", take_checkpoint },
};

/* ENTRY is "key=value", and is cut there.  */
static void
take_entry (struct options *options, char *entry)
{
  char *value = strchr (entry, '=');

  if (value != NULL)
    *value++ = '\0';
  for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
    if (strcmp (entry, keys[i].name) == 0)
      {
        if (value == NULL)
          gmon_message (WHO, entry, "needs a value");
        else if (!keys[i].take (options, value))
          {
            value[-1] = '=';
            gmon_message (WHO, entry, "invalid value, ignored");
          }
        return;
      }
  gmon_message (WHO, entry, "unknown option, ignored");
}

/* What has no effect together with the rest.  */
static void
check_together (struct options *options)
{
  bool event = options->clock == OPTIONS_CLOCK_EVENT;

  if (event && options->rate != 0)
    gmon_message (WHO, "rate", "not for events, which have a period; ignored");
  if (!event && options->period != 0)
    gmon_message (WHO, "period", "only for events; ignored");
  if (event)
    options->rate = 0;
}

void
options_parse (struct options *options, const char *text)
{
  char *entry = options->text;

  options->out = NULL;
  options->rate = 0;
  options->clock = OPTIONS_CLOCK_CPU;
  options->event = NULL;
  options->period = 0;
  options->catch = OPTIONS_CATCH_USUAL;
  options->children = OPTIONS_CHILDREN_USUAL;
  options->dump = 0;
  options->checkpoint = 0;
  if (text == NULL)
    return;
  if (strlen (text) >= sizeof options->text)
    {
      gmon_message (WHO, NULL, "too long, ignored");
      return;
    }
  memcpy (options->text, text, strlen (text) + 1);
  while (entry != NULL)
    {
      char *comma = strchr (entry, ',');

      if (comma != NULL)
        *comma++ = '\0';
      if (*entry != '\0')
        take_entry (options, entry);
      entry = comma;
    }
  check_together (options);
}

/* -- Surroundings --------------------------------------------------------- */

#if defined __riscv || defined __loongarch__ || defined __csky__ \
  || defined __arc__ || defined __or1k__

/* Where gcrt1.o starts us from .preinit_array: in a dynamic program before libc
   has set environ.  What ld.so was given lies on the stack: argc, argv and its
   NULL, then this.  Elsewhere .init does, after libc.  */
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

/* TEXT as a part of a file name: cut to SIZE, without slashes.  */
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

/* Which process of a parallel job this is, by what the launchers say.  */
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
}

void
options_read (struct options *options)
{
  struct utsname host;

  options_parse (options, options_variable (WHO "="));
  find_program (options);
  find_rank (options);
  if (uname (&host) != 0 || host.nodename[0] == '\0')
    take_part (options->host, sizeof options->host, "host");
  else
    take_part (options->host, sizeof options->host, host.nodename);
}

/* -- Names ---------------------------------------------------------------- */

/* NUMBER in decimal to TEXT, which has PID_DIGITS + 1 bytes.  */
static void
put_number (char *text, uint32_t number)
{
  char digits[PID_DIGITS];
  size_t n = 0;

  for (; n == 0 || number != 0; number /= 10)
    digits[n++] = (char) ('0' + number % 10);
  while (n > 0)
    *text++ = digits[--n];
  *text = '\0';
}

bool
options_name (const struct options *options, const char *pattern, char *name,
              size_t size, uint32_t pid, bool *has_pid)
{
  char number[PID_DIGITS + 1];
  size_t len = 0;

  *has_pid = false;
  put_number (number, pid);
  for (; *pattern != '\0'; pattern++)
    {
      char one[2] = { *pattern, '\0' };
      const char *part = one;

      if (*pattern == '%')
        switch (*++pattern)
          {
          case 'p': part = number; *has_pid = true; break;
          case 'e': part = options->program; break;
          case 'h': part = options->host; break;
          case 'r': part = options->rank; break;
          case '\0': return false;
          }
      if (strlen (part) >= size - len)
        return false;
      memcpy (name + len, part, strlen (part));
      len += strlen (part);
    }
  name[len] = '\0';
  return true;
}

bool
options_add_pid (char *name, size_t size, uint32_t pid)
{
  char number[PID_DIGITS + 1];
  size_t len = strlen (name);

  put_number (number, pid);
  if (strlen (number) + 1 >= size - len)
    return false;
  name[len] = '.';
  memcpy (name + len + 1, number, strlen (number) + 1);
  return true;
}
