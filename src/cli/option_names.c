/* cli/option_names.c -- finds options by name, and suggests similar names.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "cli/option_names.h"

#include <string.h>

#include "base/arena.h"
#include "select/spell_suggest.h"

const struct option_def *
option_by_letter (int letter)
{
  for (size_t i = 0; i < option_table_len; i++)
    if (letter != 0 && option_table[i].letter == letter)
      return &option_table[i];
  return NULL;
}

static bool
has_prefix (const struct option_def *def, const char *s, size_t len)
{
  return def->name && strncmp (def->name, s, len) == 0;
}

/* Returns how many names of BATCH begin with the LEN bytes at S; sets *FOUND
   to the last of them.  option_table.h explains batches; batch 0 is GNU's.  */
static unsigned
count_names (const char *s, size_t len, unsigned batch,
             const struct option_def **found)
{
  unsigned n = 0;

  for (size_t i = 0; i < option_table_len; i++)
    if (option_table[i].ours == batch && has_prefix (&option_table[i], s, len))
      {
        *found = &option_table[i];
        n++;
      }
  return n;
}

/* Returns how many names begin with the LEN bytes at S, in the first batch
   that has any; sets *FOUND to the last of them.  */
static unsigned
count_first (const char *s, size_t len, const struct option_def **found)
{
  unsigned n = 0;

  for (unsigned batch = 0; n == 0 && batch <= OPTION_BATCHES; batch++)
    n = count_names (s, len, batch, found);
  return n;
}

const struct option_def *
option_by_name (const char *s, size_t len)
{
  const struct option_def *found = NULL;

  for (size_t i = 0; i < option_table_len; i++)
    if (has_prefix (&option_table[i], s, len)
        && option_table[i].name[len] == '\0')
      return &option_table[i];
  return count_first (s, len, &found) == 1 ? found : NULL;
}

unsigned
option_put_candidates (struct out *out, const char *s, size_t len)
{
  const struct option_def *found = NULL;
  unsigned n = 0;

  if (count_first (s, len, &found) == 0)
    return 0;
  for (size_t i = 0; i < option_table_len; i++)
    if (option_table[i].ours == found->ours
        && has_prefix (&option_table[i], s, len))
      out_printf (out, "%s--%s", n++ ? ", " : "", option_table[i].name);
  return n;
}

unsigned
option_put_similar (struct out *out, const char *s, size_t len)
{
  struct arena *arena = arena_new ();
  struct spell_list similar = { .len = 0 };
  const char *typed = arena_strndup (arena, s, len);

  for (size_t i = 0; i < option_table_len; i++)
    if (option_table[i].name)
      spell_offer (&similar, arena, typed, option_table[i].name);
  for (size_t i = 0; i < similar.len; i++)
    out_printf (out, "%s--%s", i ? ", " : "", similar.names[i]);
  arena_free (arena);
  return (unsigned) similar.len;
}

/* Returns the option in LETTERS, which stand behind one '-', whose argument
   would be the next word of the command line.  Returns NULL if there is
   none.  */
static const struct option_def *
awaiting_letter (const char *letters)
{
  for (; *letters; letters++)
    {
      const struct option_def *def = option_by_letter (*letters);

      if (!def || (def->arg != ARG_NONE && letters[1]))
        return NULL;
      if (def->arg != ARG_NONE)
        return def;
    }
  return NULL;
}

/* Returns the option in WORD, a word of the command line, whose argument would
   be the next word.  Returns NULL if there is none.  */
static const struct option_def *
awaiting (const char *word)
{
  const struct option_def *def;

  if (strncmp (word, "--", 2) != 0)
    return word[0] == '-' ? awaiting_letter (word + 1) : NULL;
  if (strchr (word, '='))
    return NULL;
  def = option_by_name (word + 2, strlen (word + 2));
  return def && def->arg != ARG_NONE ? def : NULL;
}

static bool
looks_like_option (const char *word)
{
  return word[0] == '-' && word[1];
}

bool
option_next_pair (const char *const *words, size_t *at,
                  struct option_pair *pair)
{
  while (words[*at] && strcmp (words[*at], "--") != 0)
    {
      const char *option = words[(*at)++], *word = words[*at];
      const struct option_def *def = awaiting (option);

      if (!def || !word || (def->arg == ARG_GLUED && looks_like_option (word)))
        continue;
      *at += def->arg == ARG_NEEDED;
      *pair = (struct option_pair) { def, option, word };
      return true;
    }
  return false;
}

bool
option_is_run_word (const char *word)
{
  static const char *const words[] = { "run", "record", "stat", "exec",
                                       "profile", "start", "collect", "mem",
                                       "trace", "live" };
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (strcmp (word, words[i]) == 0)
      return true;
  return false;
}
