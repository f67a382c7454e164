/* image/demangle.c -- how long a demangled name would be.

   SPDX-License-Identifier: GPL-3.0-or-later

   In: mangled names of strangers.  Out: which of them are demangled.  Called by
   core.

   A part of a mangled name can stand for what came before, as often as it
   likes, and so can what comes after it: 255 bytes make a readable name of
   hundreds of megabytes.  libiberty gives no limit, but it hands the name out
   piece by piece, and has nothing on the heap meanwhile.  */

#include <config.h>

#include "image/demangle.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include <demangle.h>
#include <libiberty.h>

/* What a name may have without asking: so many times its length, and so many
   bytes.  */
#define FREE_RATIO 4
#define FREE_BYTES 64

/* So many references are counted, fewer make a name only some times longer.  */
#define MANY_REFERENCES 6

struct counter
{
  size_t len, limit;
  jmp_buf enough;
};

static void
count_piece (const char *text, size_t len, void *data)
{
  struct counter *counter = data;
  (void) text;
  counter->len += len;
  if (counter->len > counter->limit)
    longjmp (counter->enough, 1);
}

/* Counts how long NAME gets, up to the limit.  Which language it is of the
   demanglers find out themselves, in libiberty's order.  */
static void
count_name (struct counter *counter, const char *name, int flags)
{
  if (setjmp (counter->enough) == 0
      && !rust_demangle_callback (name, flags, count_piece, counter))
    cplus_demangle_v3_callback (name, flags, count_piece, counter);
}

/* Does the '_' at END end a reference to a part of NAME?  In C++ there is an
   'S' or a 'T', and a number to the base of 36 before it.  */
static bool
ends_reference (const char *name, const char *end)
{
  while (end > name)
    {
      char c = *--end;
      if (c == 'S' || c == 'T')
        return true;
      if (!(c >= '0' && c <= '9') && !(c >= 'A' && c <= 'Z'))
        return false;
    }
  return false;
}

/* Can NAME be much longer than it is?  A pack is repeated for each member of
   another.  Otherwise few references do not suffice: K of them to one part make
   it K times as long, so that N make at most 3^(N/3) of it.  */
static bool
can_grow (const char *name)
{
  bool is_rust = strncmp (name, "_R", 2) == 0;
  unsigned n = 0;
  for (const char *p = name; (p = strchr (p, '_')) != NULL; p++)
    n += is_rust || ends_reference (name, p);
  return n >= MANY_REFERENCES || strstr (name, "Dp") || strstr (name, "sp");
}

bool
demangle_is_bearable (const char *name, int flags, size_t *room)
{
  /* BFD cuts these off.  */
  name += strspn (name, ".$");
  size_t len = strcspn (name, "@");
  size_t free_len = FREE_RATIO * len + FREE_BYTES;
  struct counter counter = { .limit = free_len + *room };
  if (!can_grow (name))
    return true;
  char *bare = xstrndup (name, len);
  count_name (&counter, bare, flags);
  free (bare);
  bool is_bearable = counter.len <= counter.limit;
  if (!is_bearable)
    counter.len = counter.limit;
  if (counter.len > free_len)
    *room -= counter.len - free_len;
  return is_bearable;
}
