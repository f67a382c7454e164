/* waiting_plug.c -- a library that waits and is unloaded.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <time.h>

int plug_wait (long ns);

int
plug_wait (long ns)
{
  const struct timespec time = { 0, ns };
  int result = nanosleep (&time, 0);

  __asm__ volatile ("");
  return result;
}
