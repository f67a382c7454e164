/* image/landmarks.c -- symbols that tell how a program was built.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "image/landmarks.h"

#include <string.h>

static bool
is_any_of (const char *name, size_t len, const char *const *list)
{
  for (; *list; list++)
    if (strncmp (name, *list, len) == 0 && (*list)[len] == '\0')
      return true;
  return false;
}

/* Returns the bits of enum symbol_fact for the symbol NAME, defined or not.
   Machines and systems differ in the underscores before and behind the names,
   and a linker adds versions.  */
static unsigned
symbol_shows (const char *name)
{
  static const char *const hooks[]
    = { "mcount", "fentry", "gnu_mcount_nc", "mcount_nc", "mcount_private",
        "mcount_internal", NULL };
  static const char *const blocks[]
    = { "sanitizer_cov_trace_pc", "sanitizer_cov_trace_pc_guard", NULL };
  static const char *const runtime[] = { "monstartup", "mcleanup", NULL };
  const char *start = name + strspn (name, "_.");

  /* Few names of a program begin with these letters: the others are done.  */
  if (!strchr ("mfgs", *start))
    return 0;
  size_t len = strcspn (start, "@");
  while (len && start[len - 1] == '_')
    len--;
  if (is_any_of (start, len, hooks))
    return CALLS_HOOK | HAS_RUNTIME;
  if (is_any_of (start, len, blocks))
    return COUNTS_BLOCKS | HAS_RUNTIME;
  return is_any_of (start, len, runtime) ? HAS_RUNTIME : 0;
}

/* Returns true if NAME is WORD, perhaps with underscores before it or a
   version behind it.  */
static bool
is_word (const char *name, const char *word)
{
  const size_t len = strlen (word);
  name += strspn (name, "_");
  return (strncmp (name, word, len) == 0
          && (name[len] == '\0' || name[len] == '@'));
}

void
landmarks_add (struct landmarks *marks, const struct image_sym *sym,
               char leading)
{
  const char *name = sym->name + (leading && *sym->name == leading);
  const bool is_defined = sym->kind != 'U' && sym->kind != 'w';

  const unsigned shown = symbol_shows (name);
  marks->shown |= shown;
  if (((shown & CALLS_HOOK) && strstr (name, "@GLIBC"))
      || (is_defined && strcmp (name, "_gmonparam") == 0))
    marks->calls_glibc = true;
  if (is_defined && strcmp (name, "__gmon_start__") == 0)
    marks->has_start = true;
  if (is_defined && *name == 'a' && strcmp (name, "adainit") == 0)
    marks->has_ada = true;
  else if (is_defined && is_word (name, "etext"))
    marks->text_end = sym->addr;
  else if (strncmp (name, "monstartup", strlen ("monstartup")) == 0
           && is_word (name, "monstartup"))
    {
      /* The start files call a name with underscores before it.  */
      if (is_defined)
        marks->monstartup = sym->addr;
      else
        marks->imports_monstartup = true;
    }
}

unsigned
landmarks_facts (const struct landmarks *marks)
{
  return (marks->shown
          | (marks->calls_glibc && !marks->has_start ? LACKS_START : 0));
}
