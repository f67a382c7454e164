/* report/text/exec_key.h -- the key that sorts execution counts.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef REPORT_TEXT_EXEC_KEY_H
#define REPORT_TEXT_EXEC_KEY_H

#include <string.h>

#include "image/lines.h"

struct exec_key
{
  struct place place;
  uint64_t addr;
  sym_id id;
};

/* Compares two keys by file, line and address, or by address alone if one of
   them has no file.  */
static inline int
exec_key_compare (const struct exec_key *x, const struct exec_key *y)
{
  if (x->place.file && y->place.file)
    {
      int files = strcmp (x->place.file, y->place.file);
      if (files != 0)
        return files;
      if (x->place.line != y->place.line)
        return x->place.line < y->place.line ? -1 : 1;
    }
  return (x->addr > y->addr) - (x->addr < y->addr);
}

#endif /* REPORT_TEXT_EXEC_KEY_H */
