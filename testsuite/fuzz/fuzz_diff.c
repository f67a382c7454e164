/* fuzz_diff.c -- a fuzz target: the JSON of --diff.

   SPDX-License-Identifier: GPL-3.0-or-later

   Input: a byte, the old JSON, and, behind a NUL, the new one (none: the old
   one again).  The byte chooses what is compared: by share, with callees.  A
   file that cannot be read has one message; one that can has sound numbers.
   Two equal sides have not changed.  No name becomes an element of a page.  */

#include <config.h>

#include "fuzz.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare/compare.h"
#include "compare/side_json.h"
#include "report/export/exporters.h"

/* Reads the SIZE bytes of JSON at DATA as a side, which has to fit OTHER.
   Returns whether it could be read.  */
static bool
read_side (struct side *side, const struct side *other, const uint8_t *data,
           size_t size)
{
  struct diag *diag = diag_new ("fuzz_diff", NULL);
  enum side_json result = side_json_read (side, other,
                                          fuzz_file (0, data, size), diag);

  if ((result == SIDE_JSON_FAILED) != (diag_errors (diag) == 1)
      || diag_errors (diag) > 1 || (result == SIDE_JSON_READ) != side->n_parts)
    abort ();
  diag_free (diag);
  for (size_t i = 0; i < side->n_functions; i++)
    if (!(side->functions[i].self >= 0 && side->functions[i].total >= 0)
        || isinf (side->functions[i].self) || isinf (side->functions[i].total))
      abort ();
  for (size_t i = 0; i < side->n_arcs; i++)
    if (side->arcs[i].from >= side->n_functions
        || side->arcs[i].to >= side->n_functions)
      abort ();
  return result == SIDE_JSON_READ;
}

/* Writes COMPARISON in all formats.  */
static void
write_all (const struct comparison *comparison)
{
  static const char *const names[] = { "table", "markdown", "json", "html" };
  const struct row_rules rules = { .min_percent = -1 };
  struct diag *diag = diag_new ("fuzz_diff", NULL);

  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    {
      struct out *out = out_to_memory ();
      const char *text;

      if (!diff_write (out, exporter_find (names[i])->diff, true, true,
                       comparison, NULL, 0, &rules, diag))
        abort ();
      text = out_memory (out, NULL);
      if (strcmp (names[i], "html") == 0
          && (strstr (text, "<script") || strstr (text, "<img")
              || !strstr (text, "</html>")))
        abort ();
      out_close (out);
    }
  diag_free (diag);
}

static void
compare_sides (const struct side *old, const struct side *new, bool equal,
               unsigned choice)
{
  struct comparison comparison;

  compare_make (&comparison, old, new,
                choice & 1 ? COMPARE_BY_SHARE : COMPARE_BY_TIME,
                choice & 2 ? COMPARE_TOTAL : COMPARE_SELF);
  if (equal && (comparison.n_more || comparison.n_less))
    abort ();
  for (size_t i = 0; i < comparison.pairs.len; i++)
    if (!(comparison.changes[i].p >= 0 && comparison.changes[i].p <= 1)
        || !(comparison.changes[i].lo <= comparison.changes[i].hi))
      abort ();
  write_all (&comparison);
  compare_free (&comparison);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  const unsigned choice = fuzz_byte (&data, &size);
  const uint8_t *end = size ? memchr (data, '\0', size) : NULL;
  const size_t len = end ? (size_t) (end - data) : size;
  struct side old = { .arena = NULL }, new = { .arena = NULL };

  if (read_side (&old, NULL, data, len)
      && (end ? read_side (&new, &old, end + 1, size - len - 1)
          : read_side (&new, &old, data, len)))
    compare_sides (&old, &new, !end, choice);
  side_free (&old);
  side_free (&new);
  return 0;
}
