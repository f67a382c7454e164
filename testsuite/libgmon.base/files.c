/* files.c -- a program that ends with status 3, after what its arguments say.

   SPDX-License-Identifier: GPL-3.0-or-later

   usage: files [chdir DIR] [setenv NAME VALUE] [nofile] [cleanup]
                [dump] [late]
   It refers to gmon_write_now, so that it does not link without libgmon.  See
   files.exp.  */

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "gmon.h"
#include "test.h"

static volatile int sink;

NOINLINE void
leaf (void)
{
  sink++;
}

static int late;

/* exit writes once before destructors run, and once after.  */
__attribute__ ((destructor)) static NOT_COUNTED void
call_late (void)
{
  if (late)
    leaf ();
}

NOINLINE int
main (int argc, char **argv)
{
  int at = 1;

  leaf ();
  leaf ();
  if (at + 1 < argc && strcmp (argv[at], "chdir") == 0)
    {
      if (chdir (argv[at + 1]) != 0)
        return 1;
      at += 2;
    }
  if (at + 2 < argc && strcmp (argv[at], "setenv") == 0)
    {
      setenv (argv[at + 1], argv[at + 2], 1);
      at += 3;
    }
  if (at < argc && strcmp (argv[at], "nofile") == 0)
    {
      const struct rlimit none = { 0, 0 };

      setrlimit (RLIMIT_NOFILE, &none);
      at++;
    }
  if (at < argc && strcmp (argv[at], "cleanup") == 0)
    {
      mcleanup ();
      leaf ();
      mcleanup ();
      at++;
    }
  if (at < argc && strcmp (argv[at], "dump") == 0)
    {
      for (int i = 0; i < 3; i++)
        gmon_write_now ();
      at++;
    }
  if (at < argc && strcmp (argv[at], "late") == 0)
    {
      late = 1;
      at++;
    }
  if (at < argc)
    return gmon_write_now ();
  return 3;
}
