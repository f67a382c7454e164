/* library-throw.cc -- exceptions pass through calls of libraries.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>

#include <dlfcn.h>

extern "C" int
compare (const void *, const void *)
{
  throw std::runtime_error ("from qsort");
}

int
main ()
{
  int caught = 0;

  for (int i = 0; i < 100; i++)
    {
      int numbers[] = { 2, 1 };

      try
        {
          qsort (numbers, 2, sizeof numbers[0], compare);
        }
      catch (const std::exception &e)
        {
          caught += e.what () == std::string ("from qsort");
        }
    }
  std::printf ("%d\nqsort %p\n", caught, dlsym (RTLD_DEFAULT, "qsort"));
  return 3;
}
