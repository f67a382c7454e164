/* unlisted_middle.c -- a function without unwind tables, NAME, that calls one
   that has them; see unlisted.c.

   SPDX-License-Identifier: GPL-3.0-or-later  */

long listed_leaf (long n);
long NAME (long n);

long
NAME (long n)
{
  return listed_leaf (n) + 1;
}
