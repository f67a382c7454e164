/* proc_number.c -- numbers in the files of /proc.

   SPDX-License-Identifier: 0BSD

   Contracts are in proc_number.h.  */

#include "sys/proc_number.h"

static int
digit_value (char c)
{
  if (c >= '0' && c <= '9')
    return c - '0';
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool
proc_number (const char **text, unsigned base, uint64_t *number)
{
  const char *at = *text;
  int digit;

  if (base == 16 && at[0] == '0' && at[1] == 'x')
    at += 2;
  *number = 0;
  *text = at;
  while ((digit = digit_value (*at)) >= 0 && (unsigned) digit < base)
    {
      *number = *number * base + (unsigned) digit;
      at++;
    }
  if (at == *text)
    return false;
  while (*at == ' ' || *at == '\t')
    at++;
  *text = at;
  return true;
}
