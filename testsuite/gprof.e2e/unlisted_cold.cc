/* unlisted_cold.cc -- exceptions that are handled in a part of a function that
   the compiler has put elsewhere.

   SPDX-License-Identifier: GPL-3.0-or-later

   Takes half a second of CPU time.  See unlisted.exp.  */

#include <ctime>
#include <stdexcept>

#define FUNCTION __attribute__ ((noinline))

static volatile double sink;

static FUNCTION void
burn (int n)
{
  double sum = 0;

  for (int i = 0; i < n; i++)
    sum += i * 0.5;
  sink = sum;
}

static FUNCTION void
throws (int k)
{
  if (k & 1)
    throw std::runtime_error ("odd");
  burn (30000);
  sink = sink + 1;
}

static FUNCTION void
process (int k)
{
  try
    {
      throws (k);
    }
  catch (const std::exception &)
    {
      burn (90000 + k);
    }
}

int
main ()
{
  for (int k = 0; std::clock () < CLOCKS_PER_SEC / 2; k++)
    process (k);
}
