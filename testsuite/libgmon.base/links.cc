/* links.cc -- C++ with known calls; see links.exp and installed.exp.

   SPDX-License-Identifier: GPL-3.0-or-later

   Calls from a constructor, and exceptions that pass through profiled
   functions.  The names are C's, since the tests look at the linker's.  */

#include <stdexcept>

#define NOINLINE __attribute__ ((noinline, used))

static volatile int sink;

extern "C" NOINLINE void
leaf (void)
{
  sink = sink + 1;
}

extern "C" __attribute__ ((constructor)) NOINLINE void
from_constructor (void)
{
  leaf ();
  leaf ();
}

extern "C" NOINLINE void
thrower (int i)
{
  leaf ();
  if (i % 3 == 0)
    throw std::runtime_error ("every third");
}

extern "C" NOINLINE void
between (int i)
{
  thrower (i);
  sink = sink + 1;
}

extern "C" NOINLINE int
catcher (int times)
{
  int caught = 0;

  for (int i = 0; i < times; i++)
    try
      {
        between (i);
      }
    catch (const std::runtime_error &)
      {
        caught++;
      }
  return caught;
}

int
main ()
{
  return catcher (30) == 10 ? 3 : 1;
}
