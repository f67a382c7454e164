/* control.c -- a program that steers its own profile.

   SPDX-License-Identifier: GPL-3.0-or-later

   usage: control CASE
   In: the name of a case below.  Out: status 0; the profile.  See
   control.exp.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include "gmon.h"
#include "test.h"

extern char __executable_start, etext;

static volatile int sink;

NOINLINE void
leaf (void)
{
  sink++;
}

NOINLINE void
call_leaf (int times)
{
  while (times-- > 0)
    leaf ();
  sink++;
}

/* 10 calls count, 1000 do not.  */
static NOT_COUNTED int
switch_off_and_on (void)
{
  call_leaf (4);
  moncontrol (0);
  call_leaf (1000);
  moncontrol (0);
  moncontrol (1);
  moncontrol (1);
  call_leaf (6);
  return 0;
}

static NOT_COUNTED int
stay_off (void)
{
  call_leaf (5);
  moncontrol (0);
  call_leaf (1000);
  if (gmon_write_now () != -1)
    return 1;
  return access ("gmon.out", F_OK) == 0;
}

/* The file is there before the end, and complete up to that moment.  */
static NOT_COUNTED int
write_now (void)
{
  call_leaf (5);
  if (gmon_write_now () != 0 || rename ("gmon.out", "first") != 0)
    return 1;
  call_leaf (2);
  write_profiling ();
  if (rename ("gmon.out", "second") != 0)
    return 1;
  call_leaf (1);
  return 0;
}

static NOT_COUNTED int
clean_up_twice (void)
{
  call_leaf (5);
  mcleanup ();
  call_leaf (1000);
  moncontrol (1);
  call_leaf (1000);
  mcleanup ();
  return 0;
}

static NOT_COUNTED int
start_again (void)
{
  call_leaf (5);
  monstartup ((unsigned long) &__executable_start, (unsigned long) &etext);
  call_leaf (1);
  mcleanup ();
  if (rename ("gmon.out", "first") != 0)
    return 1;
  monstartup ((unsigned long) &__executable_start, (unsigned long) &etext);
  call_leaf (3);
  return 0;
}

/* A range that begins behind call_leaf's caller and ends behind leaf.  */
static NOT_COUNTED int
start_part (void)
{
  mcleanup ();
  monstartup ((unsigned long) leaf, (unsigned long) leaf + 16);
  call_leaf (3);
  return 0;
}

static NOT_COUNTED int
fork_child (void)
{
  int status = -1;
  pid_t child;

  call_leaf (5);
  child = fork ();
  if (child == 0)
    {
      call_leaf (2);
      exit (0);
    }
  if (child < 0 || waitpid (child, &status, 0) != child)
    return 1;
  call_leaf (1);
  return status;
}

static const struct
{
  const char *name;
  int (*run) (void);
} cases[] = {
  { "off-on", switch_off_and_on },
  { "off", stay_off },
  { "write", write_now },
  { "cleanup", clean_up_twice },
  { "again", start_again },
  { "part", start_part },
  { "fork", fork_child },
};

NOT_COUNTED int
main (int argc, char **argv)
{
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    if (argc == 2 && strcmp (argv[1], cases[i].name) == 0)
      return cases[i].run ();
  return 2;
}
