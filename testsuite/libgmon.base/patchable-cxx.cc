/* patchable-cxx.cc -- functions of C++, for patchable.exp.

   SPDX-License-Identifier: GPL-3.0-or-later

   Exits with 3.  The functions of the template are in sections that linkers
   discard if there are several.  */

#include <stdexcept>

namespace ns {

template <typename T> struct parser
{
  T sum = 0;
  __attribute__ ((noinline)) void parse_one (T x)
  {
    __asm__ volatile ("" ::: "memory");
    sum += x;
  }
  __attribute__ ((noinline)) void parse_tiny (T x)
  {
    __asm__ volatile ("" ::: "memory");
    if (x > 90)
      throw std::runtime_error ("large");
    parse_one (x);
  }
};

}

int
main ()
{
  ns::parser<int> ints;
  ns::parser<double> doubles;
  int caught = 0;

  for (int i = 0; i < 100; i++)
    try
      {
        doubles.parse_one (i);
        ints.parse_tiny (i);
      }
    catch (const std::runtime_error &)
      {
        caught++;
      }
  return caught == 9 && ints.sum == 4095 && doubles.sum == 4950 ? 3 : 1;
}
