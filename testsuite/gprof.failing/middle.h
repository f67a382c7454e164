/* middle.h -- a second source file of program.c.

   SPDX-License-Identifier: GPL-3.0-or-later  */

void
middle (int n)
{
  while (n-- > 0)
    leaf (n);
}
