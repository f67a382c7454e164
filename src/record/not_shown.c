/* record/not_shown.c -- programs of a job that have no profile.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "record/not_shown.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <libiberty.h>

#include "base/arena.h"
#include "record/runnable.h"

/* Programs that used less CPU time, in seconds, are not listed.  */
#define LEAST_SECONDS .01

/* A program without a profile.  */
struct not_shown
{
  const char *path;             /* borrowed */
  bool is_hidden;               /* it is only a name */
  double seconds;
  size_t processes;
};

/* Returns true if LIST has a program of which the kernel knows the NAME, which
   has no more than 15 bytes.  */
static bool
is_name_recorded (const struct recorded *list, const char *name)
{
  for (size_t i = 0; i < list->n_programs; i++)
    if (strncmp (lbasename (list->programs[i].path), name, strlen (name)) == 0)
      return true;
  return false;
}

static bool
is_recorded (const struct recorded *list, const char *path)
{
  for (size_t i = 0; i < list->n_programs; i++)
    {
      char *real = realpath (list->programs[i].path, NULL);
      const bool same = strcmp (real ? real : list->programs[i].path,
                                path) == 0;

      free (real);
      if (same)
        return true;
    }
  return false;
}

static int
order_paths (const void *a, const void *b)
{
  const struct not_shown *one = a, *other = b;
  return strcmp (one->path, other->path);
}

/* Adds up the N processes at ITEMS by program.  Returns how many programs there
   are, which are the first ones at ITEMS then.  */
static size_t
join_programs (struct not_shown *items, size_t n)
{
  size_t kept = 0;

  if (n)
    qsort (items, n, sizeof *items, order_paths);
  for (size_t i = 0; i < n; i++)
    if (kept && strcmp (items[kept - 1].path, items[i].path) == 0)
      {
        items[kept - 1].seconds += items[i].seconds;
        items[kept - 1].processes += items[i].processes;
      }
    else
      items[kept++] = items[i];
  return kept;
}

/* Returns why there is no profile of the program PATH, and what to do.  */
static const char *
why_not_shown (const char *path)
{
  struct diag *silent = diag_new ("", NULL);
  struct runnable program;
  const bool found = runnable_find (&program, silent, path);
  const enum runnable_fault fault = program.fault;

  runnable_free (&program);
  diag_free (silent);
  if (!found)
    return "which is no longer there";
  switch (fault)
    {
    case RUNNABLE_WELL:
      return "which left no profile: it was killed, or still runs";
    case RUNNABLE_OTHER_MACHINE:
      return "which is for another machine than this gprof, so libgmon is not"
             " loaded; link it with -pg";
    case RUNNABLE_STATIC:
      return "which is linked statically, so libgmon is not loaded;"
             " --engine=events records it as it is, or link it with -pg";
    case RUNNABLE_OTHER_LIBRARY:
      return "which has another C library than this gprof, so libgmon is not"
             " loaded; --engine=events records it as it is, or link it with"
             " -pg";
    case RUNNABLE_GETS_RIGHTS:
      return "which runs with the rights of its owner, so libgmon is not"
             " loaded; run a copy";
    }
  return "";
}

static void
print_line (struct out *out, struct diag *diag, const struct not_shown *item)
{
  const char *plural = item->processes == 1 ? "" : "es";
  const char *why
    = item->is_hidden ? "which gets the rights of another user, or which this"
                        " user may not read, so that it is not recorded; run a"
                        " copy"
      : why_not_shown (item->path);

  if (out)
    {
      struct diag *safe = diag_new ("", NULL);

      /* The name of a file is made safe for a terminal.  */
      diag_note (safe, "%s", item->path);
      out_printf (out, "Not shown: at least %.2f s of CPU time in %zu"
                  " process%s of %s, %s\n", item->seconds,
                  item->processes, plural, diag_last (safe), why);
      diag_free (safe);
    }
  else
    diag_note (diag, "not shown: at least %.2f s of CPU time in %zu process%s"
               " of %s, %s", item->seconds, item->processes, plural,
               item->path, why);
}

void
not_shown_print (struct out *out, struct diag *diag,
                 const struct descendants *seen, const struct recorded *list)
{
  struct not_shown *items = array_new (seen->len, sizeof *items);
  size_t n = 0;

  for (size_t i = 0; i < seen->len; i++)
    items[n++] = (struct not_shown) { seen->items[i]->path,
                                      seen->items[i]->is_hidden,
                                      seen->items[i]->seconds, 1 };
  n = join_programs (items, n);
  for (size_t i = 0; i < n; i++)
    if (items[i].seconds >= LEAST_SECONDS
        && !(items[i].is_hidden ? is_name_recorded (list, items[i].path)
             : is_recorded (list, items[i].path)))
      print_line (out, diag, &items[i]);
  free (items);
}
