/* image/demangle.c -- which names are demangled.

   SPDX-License-Identifier: GPL-3.0-or-later

   A mangled name can refer to its earlier parts any number of times, and these
   can contain such references, too.  So 255 bytes can become a demangled name
   of hundreds of megabytes.  libiberty has no limit.  But it can pass the name
   to a callback piece by piece, without memory on the heap, and the callback
   counts the bytes.  */

#include <config.h>

#include "image/demangle.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include <demangle.h>
#include <libiberty.h>
#include <safe-ctype.h>

/* The length that a demangled name may always have: FREE_RATIO times the
   length of the mangled name plus FREE_BYTES.  */
#define FREE_RATIO 4
#define FREE_BYTES 64

/* From this number of references on, the length is counted.  Fewer references
   make a name only a few times longer.  */
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

/* Counts the length of NAME after demangling, up to the limit.  Each demangler
   recognizes the names of its language; they are tried in libiberty's
   order.  */
static void
count_name (struct counter *counter, const char *name, int flags)
{
  if (setjmp (counter->enough) == 0
      && !rust_demangle_callback (name, flags, count_piece, counter))
    cplus_demangle_v3_callback (name, flags, count_piece, counter);
}

/* Returns true if the '_' at END ends a reference to a part of NAME.  In C++ a
   reference is 'S' or 'T', a number to the base 36 and '_'.  */
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

/* Returns true if NAME may become much longer.  A pack does so without
   references, since it is repeated for each member of another pack.  Without
   packs, K references to one part make it K times as long, so N references
   make a name at most 3^(N/3) times as long.  */
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
  /* BFD cuts off leading '.' and '$' and everything from '@' on.  */
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

/* With more references than this ('Q'), a name of D is left as it is: its
   length cannot be counted.  */
#define D_REFERENCES_MAX 4

bool
demangle_looks_d (const char *name)
{
  unsigned references = 0;
  for (const char *p = name; *p; p++)
    references += *p == 'Q';
  return (strcmp (name, "_Dmain") == 0
          || (strncmp (name, "_D", 2) == 0 && ISDIGIT (name[2])
              && references <= D_REFERENCES_MAX));
}

bool
demangle_looks_ada (const char *name)
{
  static const char main_prefix[] = "_ada_";
  const bool is_main = strncmp (name, main_prefix,
                                sizeof main_prefix - 1) == 0;
  const char *p = name + (is_main ? sizeof main_prefix - 1 : 0);
  bool has_parts = is_main;
  if (!ISLOWER (*p))
    return false;
  for (; *p; p++)
    if (p[0] == '_' && p[1] == '_')
      {
        p += 2;
        if (!ISLOWER (*p) && *p != 'O')
          return false;
        has_parts = true;
      }
    else if (!ISALNUM (*p) && *p != '_')
      return false;
  return has_parts;
}
