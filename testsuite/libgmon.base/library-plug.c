/* library-plug.c -- a library without hooks, for library-calls.c.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>

int plug (const char *text, int times);

/* Returns the sum of TIMES lengths of TEXT.  */
int
plug (const char *text, int times)
{
  const char *volatile it = text;
  int sum = 0;

  for (int i = 0; i < times; i++)
    sum += (int) strlen (it);
  return sum;
}
